// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { Scene } from "..";
import { voiceOf } from "..";
import { Words } from "../../words/say";
import look from ".";

const card = (name: string, kind: string, elements: string[], strength: number | null = null) => ({
  name,
  kind,
  elements,
  strength,
});
const cards = {
  F6: card("Fire 6", "build", ["fire"], 6),
  A2: card("Air 2", "build", ["air"], 2),
  XFW8: card("Scalding Mist", "attack", ["fire", "water"], 8),
  XS: card("Severing Light", "attack", ["spirit"]),
  WILD: card("Wilderness", "wild", []),
};
const view = { empires: [[["F6", "WILD"]], []], stocks: [[], ["A2"]], hand: ["WILD", "XFW8", "F6", "A2"] };
const scene = {
  game: "tears-of-nature",
  view,
  cards,
  words: new Words({}),
  voice: voiceOf(["Anna", "Ben"], [1], cards, 1),
} as unknown as Scene;

const sorted = (order: string) => {
  const { compare } = look.orders.find(({ key }) => key === order)!;
  return [...look.hand(view)!].sort((a, b) =>
    compare(cards[a as keyof typeof cards], cards[b as keyof typeof cards]),
  );
};

describe("names", () => {
  it("tell a card in full to those who cannot see it", () => {
    expect(look.describe("F6", scene)).toBe("Fire 6, build card");
    expect(look.describe("XFW8", scene)).toBe("Scalding Mist, attack card of Fire and Water, strength 8");
    expect(look.describe("XS", scene)).toBe("Severing Light, attack card of Spirit");
  });
  it("tell what is printed on a card, line by line", () => {
    expect(look.details("XFW8", scene)).toEqual([
      ["Kind", "attack card"],
      ["Elements", "Fire and Water"],
      ["Strength", "8"],
    ]);
    expect(look.details("WILD", scene)).toEqual([["Kind", "wild card"]]);
    expect(look.details("XS", scene).map(([label]) => label)).toEqual(["Kind", "Elements"]);
  });
  it("tell things in a sentence", () => {
    expect(look.nameOf("hand/F6", scene)).toBe("Fire 6");
    expect(look.nameOf("pair/0.0", scene)).toBe("Anna's Fire 6 + Wilderness");
    expect(look.nameOf("stock/1", scene)).toBe("your stock pile");
    expect(look.nameOf("stock/1/A2", scene)).toBe("Air 2 of your stock pile");
    expect(look.nameOf("deck", scene)).toBe("the deck");
  });
});

describe("the hand", () => {
  it("is held by element or by strength, build cards first", () => {
    expect(sorted("element")).toEqual(["A2", "F6", "XFW8", "WILD"]);
    expect(sorted("strength")).toEqual(["A2", "F6", "XFW8", "WILD"]);
  });
});

describe("the arithmetic of chips", () => {
  it("compares the printed power, which a wild card does not have", () => {
    expect(look.chipFacts({ card: "XFW8", strength: "6" }, scene)["power"]).toBe(8);
    expect(look.chipFacts({ card: "WILD", strength: "6" }, scene)["power"]).toBeNull();
  });
  it("names the elements that a card lacks", () => {
    const facts = { card: ["fire", "water"], pair: ["earth", "water"] };
    expect(look.chipFacts(facts, scene)["missing"]).toEqual(["earth"]);
  });
});

describe("travels", () => {
  it("follow what is told, with faces or without", () => {
    const unseen = { event: "draw", seat: 0, source: "deck", count: 2 };
    expect(look.travels(unseen)).toEqual([{ from: "deck", to: "hand/0", cards: [], count: 2 }]);
    const taken = { event: "draw", seat: 0, source: "stock", owner: 1, cards: ["A2"], count: 1 };
    expect(look.travels(taken)).toEqual([{ from: "stock/1", to: "hand/0", cards: ["A2"], count: 1 }]);
    expect(look.travels({ event: "discard", seat: 0 })).toEqual([
      { from: "hand/0", to: "discard", cards: [], count: 1 },
    ]);
    expect(look.travels({ event: "trigger", seat: 0 })).toEqual([]);
  });
  it("throw a whole hand and its stock pile away", () => {
    const swap = { event: "hand_swap", seat: 0, wild: "WILD", count: 3, stock: ["A2"] };
    expect(look.travels(swap).map(({ from, count }) => [from, count])).toEqual([
      ["hand/0", 4],
      ["stock/0", 1],
    ]);
  });
});
