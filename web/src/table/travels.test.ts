import { expect, it } from "vitest";
import { unseen } from "./travels";

const counts = (...codes: string[]) => new Map(codes.map((code) => [code, 1]));
const draw = { from: "deck", to: "hand/1", cards: [], count: 2 };
const build = { from: "hand/0", to: "empire/0", cards: ["F6", "W6"], count: 2 };

it("leaves out cards that moved in sight", () => {
  expect(unseen([build], counts("F6", "W6"), counts("F6", "W6"))).toEqual([]);
});

it("keeps cards that came into sight or went out of it, and all that nobody sees", () => {
  expect(unseen([build], counts(), counts("F6", "W6"))).toEqual([build]);
  expect(unseen([build], counts("F6"), counts("F6", "W6"))).toEqual([{ ...build, cards: ["W6"], count: 1 }]);
  expect(unseen([draw], counts("F6"), counts("F6"))).toEqual([draw]);
});
