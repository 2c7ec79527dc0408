import { expect, test } from "vitest";
import { Words } from "./say";
import { tallies } from "./tallies";

const words = new Words({ results: { tallies: { falls: "fall.seat", blows: "fall.blows" } } });
const story = [
  { event: "fall", seat: 1, blows: [0, 2] },
  { event: "turn", seat: 1 },
  { event: "fall", seat: 2, blows: [0] },
  { event: "fall", seat: 1, blows: [] },
];

test("seats are counted where a fact names one, and where it names several", () => {
  expect(tallies(story, 3, words)).toEqual({ falls: [0, 2, 1], blows: [2, 0, 1] });
});

test("nothing is counted without a story, nor where the words name no tallies", () => {
  expect(tallies([], 3, words)).toEqual({});
  expect(tallies(story, 3, new Words({ results: { vp: "VP" } }))).toEqual({});
});
