import { describe, expect, test } from "vitest";
import type { Frame, Story } from "../../wire";
import { moments, place, told } from "./fold";

const frame = (n: number, more: Partial<Frame>): Frame => ({
  n,
  log: [],
  set: {},
  by: null,
  do: "",
  sums: null,
  ahead: null,
  asked: [],
  over: null,
  hands: {},
  say: "",
  refused: null,
  ...more,
});

const story: Story = {
  game: "tears-of-nature",
  title: "",
  names: ["Ada", "Kim"],
  bots: [],
  eyes: "public",
  may: ["public"],
  cards: {},
  options: {},
  finished: false,
  text: "",
  clauses: [],
  frames: [
    frame(0, { set: { turn: 0, deck: ["F1"], pending: null }, ahead: [] }),
    frame(1, {
      set: { turn: 1, pending: { by: 0 } },
      log: [{ event: "attack" }, { event: "draw" }],
      ahead: [1],
    }),
    frame(2, { set: { pending: null }, log: [{ event: "decline" }] }),
  ],
};

describe("a story", () => {
  test("has every moment as the table lay then", () => {
    const [start, second, third] = moments(story);
    expect(start!.view).toEqual({ turn: 0, deck: ["F1"], pending: null });
    expect(second!.view).toEqual({ turn: 1, deck: ["F1"], pending: { by: 0 } });
    expect(third!.view).toEqual({ turn: 1, deck: ["F1"], pending: null });
    expect(third!.view["deck"]).toBe(start!.view["deck"]);
    expect(third!.ahead).toEqual([1]);
  });

  test("remembers what was told before each moment", () => {
    const told = moments(story).map((moment) => moment.told.map(({ n, facts }) => [n, facts["event"]]));
    expect(told).toEqual([
      [],
      [
        [1, "attack"],
        [2, "draw"],
      ],
      [
        [1, "attack"],
        [2, "draw"],
        [3, "decline"],
      ],
    ]);
  });

  test("knows where each line was told", () => {
    expect(told(story).map(({ line, at }) => [line["event"], at])).toEqual([
      ["attack", 1],
      ["draw", 1],
      ["decline", 2],
    ]);
  });

  test("opens at the action of its address, or the nearest there is", () => {
    expect(place(2, 3)).toBe(2);
    expect(place(99, 3)).toBe(2);
    expect(place(null, 3)).toBe(0);
  });
});
