import { describe, expect, it } from "vitest";
import type { Choice } from "../../wire";
import { foretold } from "./preview";

const choice = (text: string, things: string[], facts: object): Choice => ({
  do: text,
  verb: text.split(" ")[0]!,
  things,
  facts: { ...facts },
  caution: null,
});
const options = [
  choice("act A20 1", ["hand/A20", "seat/1"], { function: "attack", rating: 4, times: 2, damage: 8 }),
  choice("act A20 2", ["hand/A20", "seat/2"], {
    function: "attack",
    rating: 4,
    times: 0,
    immune: "alignment",
  }),
  choice("special", ["special"], {
    function: "attack",
    rating: 2,
    against: { 1: { times: 1, damage: 2 }, 2: { times: 0, immune: "bond" } },
  }),
  choice("trade_offer 1 A20", ["hand/A20", "seat/1"], {}),
];

describe("what an Action would do", () => {
  it("is foretold on each Champion once it is pointed at", () => {
    expect(foretold(options, [], 1)).toBeNull();
    expect(foretold(options, ["hand/A20"], 1)).toMatchObject({ rating: 4, times: 2, damage: 8, immune: "" });
    expect(foretold(options, ["hand/A20~1", "seat/2"], 2)).toMatchObject({ immune: "alignment" });
    expect(foretold(options, ["hand/A20"], 0)).toBeNull();
  });
  it("is foretold on all where it strikes all", () => {
    expect(foretold(options, ["special"], 1)).toMatchObject({ damage: 2, immune: "" });
    expect(foretold(options, ["special"], 2)).toMatchObject({ immune: "bond" });
    expect(foretold(options, ["special"], 0)).toBeNull();
  });
});
