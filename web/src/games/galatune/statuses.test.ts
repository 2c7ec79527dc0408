import { describe, expect, it } from "vitest";
import type { Seen } from "./seen";
import { statusesOf } from "./statuses";

const seat = (more: object = {}) => ({ now: {}, next: {}, rating_add: 0, endure_spent: false, ...more });
const seen = {
  turn: 4,
  seats: [
    seat({ now: { mul: 2, sap: 2 }, next: { immobilized: true, penetrate: true } }),
    seat({ rating_add: 1, endure_spent: true, now: { mul: 1 } }),
    seat(),
  ],
  bonds: [[0, 2]],
  rivalries: [[1, 2]],
} as unknown as Seen;

describe("what holds for a Champion", () => {
  const told = (at: number) =>
    statusesOf(seen, at).map(({ key, later, facts }) => [key, later, facts["turn"]]);

  it("says in which turn", () => {
    expect(told(0)).toEqual([
      ["mul", false, 4],
      ["sap", false, 4],
      ["immobilized", true, 5],
      ["penetrate", true, 5],
      ["bond", false, undefined],
    ]);
  });
  it("names what lasts, and nothing that does not count", () => {
    expect(told(1).map(([key]) => key)).toEqual(["rating_add", "endure_spent"]);
  });
  it("names the other of a bond, and the rival", () => {
    const [bond, rivalry] = statusesOf(seen, 2);
    expect([bond?.facts, rivalry?.facts]).toEqual([{ user: 0, other: 0 }, { user: 1 }]);
  });
});
