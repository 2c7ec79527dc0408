import { describe, expect, test } from "vitest";
import type { GameInfo, OptionInfo } from "../../wire";
import { answered, defaults, fits, outOfBounds, seats, shown } from "./options";

const option = (name: string, words: [string, number[]][], more: Partial<OptionInfo> = {}): OptionInfo => ({
  name,
  default: words[0]?.[0] ?? null,
  text: "",
  clause: "",
  words: words.map(([word, count]) => ({ word, text: "", seats: count })),
  least: null,
  most: null,
  seat: false,
  free: false,
  names: [],
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

  test("offer content where there is some to choose from", () => {
    const shelf = option(
      "cards",
      [
        ["house", []],
        ["mine", []],
      ],
      { free: true },
    );
    const more = { ...game, options: [...game.options, shelf] };
    expect(names(shown(more, layout, defaults(more)).more)).toEqual(["end", "piles", "cards"]);
  });

  test("keep to their bounds", () => {
    const limit = option("limit", [["auto", []]], { least: 1, most: 60 });
    const wrong = ["auto", 1, 60, 0, 61, 1.5].filter((value) => outOfBounds(limit, value));
    expect(wrong).toEqual([0, 61, 1.5]);
    expect(outOfBounds({ ...limit, most: null }, 1000)).toBe(false);
  });

  test("are not sent where a list was begun and nothing ticked", () => {
    expect(answered(game, layout, { ...defaults(game), end: [] })).toEqual({});
    expect(answered(game, layout, { ...defaults(game), end: ["late"] })).toEqual({ end: ["late"] });
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
