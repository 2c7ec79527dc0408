import { expect, test } from "vitest";
import type { TableCard } from "../../wire";
import { sorted } from "./order";

test("one’s own tables begin with those where it is one’s turn", () => {
  const card = (id: string, status: TableCard["status"], changed: number, your_turn = false) =>
    ({ id, status, changed, your_turn }) as TableCard;
  const cards = [
    card("done", "over", 9),
    card("gathering", "gathering", 8),
    card("older", "playing", 1),
    card("newer", "playing", 2),
    card("mine", "playing", 0, true),
  ];
  expect(sorted(cards).map(({ id }) => id)).toEqual(["mine", "newer", "older", "gathering", "done"]);
});
