import { describe, expect, test } from "vitest";
import type { GameInfo } from "../../wire";
import { solo, turned, usual } from "./quick";

const word = (name: string, seats: number[]) => ({ word: name, text: "", seats });
const game = {
  slug: "tears-of-nature",
  least: 2,
  most: 4,
  options: [
    {
      name: "ruleset",
      default: "master",
      words: [word("master", [2, 4]), word("apprentice", [2, 2])],
    },
  ],
} as unknown as GameInfo;
const layout = { kids: { ruleset: "apprentice" } };

describe("playing at once", () => {
  test("begins with the usual rules and as few as can play", () => {
    expect(solo(game, usual(game, undefined))).toEqual({
      game: "tears-of-nature",
      chairs: [{ kind: "me" }, { kind: "bot", bot: "steady" }],
      options: {},
      kids: false,
    });
  });

  test("goes on as last time, with as many seats as other rules allow", () => {
    const last = { options: {}, seats: 4, bot: "random", kids: false };
    expect(solo(game, usual(game, last)).chairs).toHaveLength(4);
    expect(turned(game, layout, last, { ruleset: "apprentice" }).seats).toBe(2);
  });

  test("leaves the kids’ table with rules that do not suit it", () => {
    const last = { options: { ruleset: "apprentice" }, seats: 2, bot: "steady", kids: true };
    expect(turned(game, layout, last, { ruleset: "apprentice" }).kids).toBe(true);
    expect(turned(game, layout, last, {}).kids).toBe(false);
  });
});
