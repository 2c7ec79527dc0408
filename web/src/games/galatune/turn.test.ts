import { describe, expect, it } from "vitest";
import type { Line } from "..";
import { before, branches, playsOf, standing, taken, turnOf } from "./turn";

const cards = {
  T02: { kind: "card", function: "trap", name: "Disarm" },
  T10: { kind: "card", function: "trap", name: "Turnabout", mode: "counter" },
};
const lines = (...facts: object[]): Line[] => facts.map((one, at) => ({ n: at + 1, facts: { ...one } }));
const reveal = {
  event: "reveal",
  plays: [
    { seat: 0, card: "A14", target: 1 },
    { seat: 1, special: "seraphine", target: 1 },
    { seat: 2, card: "A05" },
  ],
};

describe("the plays of a view", () => {
  it("are read from their notation", () => {
    const plays = playsOf(
      [
        [0, "act A14 1"],
        [1, "special 1"],
        [2, "act A05"],
        [0, "trap T02 p1"],
        [2, null],
      ],
      ["morwen", "seraphine", "dace"],
    );
    expect(plays.map(({ by, target, on }) => [by, target, on])).toEqual([
      ["A14", 1, null],
      ["special/seraphine", 1, null],
      ["A05", null, null],
      ["T02", null, 1],
      [null, null, null],
    ]);
  });
});

describe("how plays stand", () => {
  const on = (seat: number, card: string, below: number) => ({ event: "trap", seat, card, on: below });
  const states = (...traps: object[]) => standing(turnOf(lines(reveal, ...traps))!.plays, cards);

  it("follows from the newest Trap", () => {
    expect(states()).toEqual(["active", "active", "active"]);
    expect(states(on(2, "T02", 1))).toEqual(["active", "trapped", "active", "active"]);
    expect(states(on(2, "T02", 1), on(1, "T02", 3))).toEqual([
      "active",
      "active",
      "active",
      "trapped",
      "active",
    ]);
  });
  it("tells what is turned back from what is cancelled", () => {
    expect(states(on(1, "T10", 0))[0]).toBe("countered");
  });
  it("is known better once it has happened", () => {
    const hit = { event: "hit", play: 0, recipient: 0, countered: true };
    const turn = turnOf(lines(reveal, on(1, "T02", 0), { event: "traps_over" }, hit))!;
    expect(standing(turn.plays, cards, turn)[0]).toBe("countered");
  });
  it("hangs Traps under what they lie on", () => {
    const tree = branches(turnOf(lines(reveal, on(2, "T02", 1), on(1, "T02", 3)))!.plays);
    expect(tree.map(({ play, traps }) => [play.n, traps.length])).toEqual([
      [0, 0],
      [1, 1],
      [2, 0],
    ]);
    expect(tree[1]!.traps[0]!.traps[0]!.play.n).toBe(4);
  });
});

describe("what a turn came to", () => {
  const hit = (recipient: number, more: object = {}) => ({ event: "hit", seat: 0, recipient, ...more });
  const story = lines(
    { event: "turn", turn: 1 },
    reveal,
    { event: "traps_over" },
    hit(1),
    hit(2),
    { event: "defence", seat: 1 },
    { event: "hp", seat: 1, before: 13, after: 5 },
    { event: "steal", seat: 0, victim: 2, cards: ["A01"] },
    { event: "rivalry", seat: 0, target: 2 },
    { event: "fall", seat: 2, victors: [[0, 4]] },
    { event: "prize", seat: 0, loser: 2, cards: ["A06", "A10"] },
    { event: "prize", seat: 1, loser: 2, cards: ["S01"] },
    { event: "offers", offers: [] },
    { event: "boost", seat: 1, stat: "vp", amount: 1 },
  );

  it("is put together by whom it struck", () => {
    const turn = turnOf(story)!;
    expect(turn.resolved).toBe(true);
    expect(turn.outcomes.map(({ seat, hits, more }) => [seat, hits.length, more.length])).toEqual([
      [1, 1, 0],
      [2, 1, 2],
    ]);
    expect([turn.outcomes[0]!.hp?.["after"], turn.outcomes[1]!.fall?.["seat"]]).toEqual([5, 2]);
  });
  it("is not known before anything was revealed", () => {
    expect(turnOf(story.slice(0, 1))).toBeNull();
  });
  it("lets the plays of whoever leaves vanish", () => {
    const turn = turnOf(lines(reveal, { event: "resign", seat: 2 }))!;
    expect(turn.plays[2]!.by).toBeNull();
  });
  it("counts the cards of a Prize", () => {
    expect(taken(story, 0, 2)).toEqual(["A06", "A10"]);
    expect(taken(story, 1, 2)).toEqual(["S01"]);
    expect(taken(story.slice(0, 3), 0, 2)).toBeNull();
  });
});

describe("numbers before what is still to be shown", () => {
  it("are those from which it starts", () => {
    const held = lines(
      { event: "hp", seat: 1, before: 13, after: 0 },
      { event: "boost", seat: 0, stat: "vp", amount: 2 },
      { event: "steal_vp", seat: 2, victim: 0, amount: 1 },
      { event: "fall", seat: 1, victors: [[2, 8]] },
      { event: "champion", seat: 1, champion: "ilo" },
    );
    const { hp, vp } = before(held);
    expect([...hp]).toEqual([[1, 13]]);
    expect([...vp]).toEqual([
      [0, -1],
      [2, -2],
    ]);
    expect(before(held.slice(4)).hp.get(1)).toBe(0);
  });
});
