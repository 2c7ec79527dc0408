import { describe, expect, test } from "vitest";
import type { LogLine } from "../net/tableState.svelte";
import { byTurn } from "./visits";

const line = (n: number, event: string, seat?: number): LogLine => ({
  n,
  facts: { event, ...(seat === undefined ? {} : { seat }) },
  struck: false,
});
const numbers = (turns: (readonly LogLine[])[]) => turns.map((turn) => turn.map(({ n }) => n));
const isBreak = (facts: LogLine["facts"]) => facts["event"] === "turn";

describe("what happened since the last visit", () => {
  test("is told turn by turn where the game tells of turns", () => {
    const lines = [
      line(7, "hit", 1),
      line(8, "turn"),
      line(9, "plan", 0),
      line(10, "hit", 1),
      line(11, "turn"),
    ];
    expect(numbers(byTurn(lines, isBreak))).toEqual([[7], [8, 9, 10], [11]]);
  });

  test("is told by who acted where it does not", () => {
    const lines = [line(1, "draw", 0), line(2, "table.undo", 1), line(3, "build", 0), line(4, "draw", 1)];
    expect(numbers(byTurn(lines, isBreak))).toEqual([[1, 2, 3], [4]]);
  });

  test("is nothing where nothing happened", () => {
    expect(byTurn([], isBreak)).toEqual([]);
  });
});
