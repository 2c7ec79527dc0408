import { describe, expect, it } from "vitest";
import type { Choice } from "../../wire";
import { ownOnly } from "./own.svelte";

const trap = (card: string, play: number, by: string, mine: boolean): Choice =>
  ({
    do: `trap ${card} p${play}`,
    verb: "trap",
    things: [`hand/${card}`, `play/${play}`],
    facts: { by, mine },
  }) as unknown as Choice;

describe("Traps for one's own plays", () => {
  it("are those that fit nothing else", () => {
    const options = [trap("T01", 0, "A01", true), trap("T02", 0, "A01", true), trap("T02", 1, "A02", false)];
    expect([...ownOnly(options)]).toEqual([["T01", ["A01"]]]);
  });
  it("are none where nobody is asked", () => {
    expect(ownOnly([]).size).toBe(0);
  });
});
