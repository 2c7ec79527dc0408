import { describe, expect, test } from "vitest";
import type { GameInfo, OptionInfo } from "../../wire";
import { answered, defaults, fits, seats, shown } from "./options";

const option = (name: string, words: [string, number[]][], more: Partial<OptionInfo> = {}): OptionInfo => ({
  name,
  default: words[0]?.[0] ?? null,
  text: "",
  clause: "",
  words: words.map(([word, count]) => ({ word, text: "", seats: count })),
  least: null,
  seat: false,
  free: false,
  ...more,
});

const game = {
  least: 2,
  most: 6,
  options: [
    option("ruleset", [
      ["master", [2, 4]],
      ["apprentice", [2, 2]],
      ["grand", [5, 6]],
    ]),
    option("end", [
      ["standard", [2, 4]],
      ["late", [2, 4]],
    ]),
    option("piles", [
      ["top", []],
      ["any", []],
    ]),
    option("deck", [["standard", []]], { free: true }),
    option("previous", []),
  ],
} as unknown as GameInfo;
const layout = { first: ["ruleset"], more: ["end", "piles"], only: { piles: { ruleset: "master" } } };
const names = (options: OptionInfo[]) => options.map((each) => each.name);

describe("options on the set-up page", () => {
  test("come in the order of the game's words, and only where they mean something", () => {
    const master = shown(game, layout, defaults(game));
    expect([names(master.first), names(master.more)]).toEqual([["ruleset"], ["end", "piles"]]);
    const apprentice = shown(game, layout, { ...defaults(game), ruleset: "apprentice" });
    expect(names(apprentice.more)).toEqual(["end"]);
  });

  test("are all there for a game that says nothing of them", () => {
    const all = shown(game, {}, defaults(game));
    expect([names(all.first), names(all.more)]).toEqual([["ruleset"], ["end", "piles"]]);
  });

  test("are sent when they are asked and not the usual ones", () => {
    const chosen = { ...defaults(game), ruleset: "apprentice", piles: "any", end: "late" };
    expect(answered(game, layout, chosen)).toEqual({ ruleset: "apprentice", end: "late" });
  });

  test("decide how many may sit down", () => {
    expect(seats(game, defaults(game))).toEqual([2, 4]);
    expect(seats(game, { ...defaults(game), ruleset: "apprentice" })).toEqual([2, 2]);
    expect(seats(game, { ...defaults(game), ruleset: "grand" })).toEqual([5, 6]);
  });

  test("say whether a condition holds", () => {
    expect(fits({}, {})).toBe(true);
    expect(fits({ ruleset: "apprentice" }, { ruleset: "master" })).toBe(false);
  });
});
