// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { Scene } from "..";
import { voiceOf } from "..";
import { Tell } from "../../table/tell";
import type { Choice } from "../../wire";
import { Words, plain } from "../../words/say";
import look from ".";

const special = {
  name: "Discord",
  type: "Mystic",
  property: "Energy",
  function: "attack",
  rating: 2,
  target: "opponent",
  text: "On success something happens.",
};
const card = (name: string, type: string, fn: string, rating: number | string | null, more: object = {}) => ({
  kind: "card",
  name,
  type,
  property: "Normal",
  function: fn,
  rating,
  target: "opponent",
  text: "",
  ...more,
});
const cards = {
  A01: card("Iron Lunge", "War", "attack", 4),
  A20: card("Dawn Strike", "Light", "attack", 4),
  S11: card("Prismatic Wall", "Light", "shield", "inf", { text: "The user is immobilized next turn." }),
  B01: card("Unchained", "Nature", "boost", "x2", { property: "Energy", target: "any" }),
  T03: card("Tripwire", "Nature", "trap", null, { target: null, text: "Cancels a Normal Attack." }),
  ilo: {
    kind: "champion",
    name: "Ilo the Tuner",
    alignment: "Unaligned",
    element: "Mystic",
    hp: 13,
    ap: 7,
    pc: 4,
    special,
    ability: { name: "Perfect Pitch", text: "No Traps." },
  },
  "special/ilo": { kind: "special", champion: "ilo", ...special },
};
const view = {
  phase: "plan",
  pending: {},
  seats: [{ champion: "ilo" }, { champion: null }],
  plays: [[1, "act A01 0"]],
  hand: ["T03", "B01", "S11", "A20", "A01"],
};
const scene = {
  game: "galatune",
  view,
  you: 0,
  cards,
  words: new Words({}),
  voice: voiceOf(["Anna", "Ben"], [1], cards, 0),
} as unknown as Scene;

const sorted = (order: string) => {
  const { compare } = look.orders.find(({ key }) => key === order)!;
  return [...look.hand(view)!].sort((a, b) =>
    compare(cards[a as keyof typeof cards], cards[b as keyof typeof cards]),
  );
};

describe("names", () => {
  it("tell a card in full to those who cannot see it", () => {
    expect(look.describe("A01", scene)).toBe("Iron Lunge, War Normal Attack 4");
    expect(look.describe("S11", scene)).toBe(
      "Prismatic Wall, Light Normal Shield ∞. The user is immobilized next turn.",
    );
    expect(look.describe("T03", scene)).toBe("Tripwire, Nature Normal Trap. Cancels a Normal Attack.");
    expect(look.describe("special/ilo", scene)).toBe(
      "Discord, Special Action: Mystic Energy Attack 2. On success something happens.",
    );
    expect(look.describe("ilo", scene)).toBe("Ilo the Tuner, Champion: Unaligned and Mystic, 13 HP");
  });
  it("tell what is printed, line by line", () => {
    expect(look.details("B01", scene)).toEqual([
      ["Kind", "Nature Energy Boost ×2"],
      ["Target", "any Champion"],
    ]);
    expect(look.details("ilo", scene)).toContainEqual(["Weak to", "War"]);
    expect(look.details("ilo", scene)).toContainEqual(["Immune to", "Mystic"]);
    expect(look.details("ilo", scene)).toContainEqual([
      "Special Action",
      "Discord: Mystic Energy Attack 2. On success something happens.",
    ]);
  });
  it("tell things in a sentence", () => {
    expect(look.nameOf("hand/A01", scene)).toBe("Iron Lunge");
    expect(look.nameOf("special", scene)).toBe("Discord");
    expect(look.nameOf("play/0", scene)).toBe("Ben's Iron Lunge");
    expect(look.nameOf("champion/ilo", scene)).toBe("Ilo the Tuner");
    expect(look.nameOf("respawn/keep", scene)).toBe("Keep");
    expect(look.nameOf("deck", scene)).toBe("the Source Deck");
  });
});

describe("the hand", () => {
  it("is held by function or by type", () => {
    expect(sorted("function")).toEqual(["A01", "A20", "S11", "B01", "T03"]);
    expect(sorted("type")).toEqual(["A01", "B01", "T03", "A20", "S11"]);
  });
  it("is out of sight while Champions are chosen", () => {
    expect(look.hand({ ...view, phase: "setup" })).toBeNull();
    expect(look.hand({ ...view, pending: { choosing: true } })).toBeNull();
  });
});

describe("a Trap window", () => {
  const options = { trap_window_min: 4, trap_window_max: 20 };
  const open = { ...view, phase: "trap", turn: 3 };

  it("closes by itself, and is another one after each Trap", () => {
    expect(look.closing!(open, options)).toEqual({ key: "3.1", seconds: 20 });
    const trapped = { ...open, plays: [...view.plays, [0, "trap T03 p0"]] };
    expect(look.closing!(trapped, options)?.key).toBe("3.2");
    expect(look.closing!(view, options)).toBeNull();
  });
  it("stays open at least as long as it must", () => {
    expect(look.closing!(open, { trap_window_min: 30, trap_window_max: 20 })?.seconds).toBe(30);
  });
});

describe("what is pointed at", () => {
  const tell = new Tell(scene, look);
  const act = (things: string[], facts: object = {}) => ({ do: "", verb: "act", things, facts }) as Choice;

  it("is named with its target, or with all whom it reaches", () => {
    const aimed = ["hand/A01", "seat/1"];
    expect(plain(tell.pointed(["hand/A01"], [act(aimed)]))).toBe("Iron Lunge: on whom?");
    expect(plain(tell.pointed(aimed, [act(aimed)]))).toBe("Iron Lunge on Ben");
    const wide = act(["hand/A01"], { aim: "all_opponents" });
    expect(plain(tell.pointed(["hand/A01"], [wide]))).toBe("Iron Lunge on all opponents");
  });
});

describe("travels", () => {
  it("follow what is told, with faces or without", () => {
    expect(look.travels({ event: "draw", seat: 1, count: 2 })).toEqual([
      { from: "deck", to: "hand/1", cards: [], count: 2 },
    ]);
    const plays = [
      { seat: 0, card: "A01", target: 1 },
      { seat: 1, special: "ilo" },
    ];
    expect(look.travels({ event: "reveal", plays })).toEqual([
      { from: "hand/0", to: "table", cards: ["A01"], count: 1 },
    ]);
    expect(look.travels({ event: "trade", seat: 0, partner: 1, gives: "A01", gets: "T03" })).toHaveLength(2);
    expect(look.travels({ event: "turn", turn: 2 })).toEqual([]);
  });
});
