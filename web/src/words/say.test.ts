import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Facts } from "../wire";
import { type Sections, type Voice, Words, join, plain } from "./say";

type Case = [section: string, key: string, facts: Facts, reader: number | null, said: string];

interface Vectors {
  words: Sections;
  names: string[];
  bots: number[];
  cards: Record<string, string>;
  cases: Case[];
}

// Made by tools/word_vectors.py from every game's own words and matches.
const made = readFileSync(`${import.meta.dirname}/../../vectors.json`, "utf8");
const vectors = JSON.parse(made) as Record<string, Vectors>;

describe.each(Object.entries(vectors))("%s in the words of Python", (_, made) => {
  const words = new Words(made.words);

  it("says every sentence alike", () => {
    expect(made.cases.length).toBeGreaterThan(1000);
    const said = made.cases.map(([section, key, facts, reader]) => {
      const voice: Voice = {
        names: made.names,
        card: (code) => made.cards[code] ?? code,
        reader,
        bots: new Set(made.bots),
      };
      return plain(words.say(section, key, facts, voice));
    });
    expect(said).toEqual(made.cases.map((one) => one[4]));
  });
});

describe("segments", () => {
  const words = new Words({
    events: {
      build: "{seat:Who} {seat:verb build|builds} {cards:pair} on {owner:whose} land ({clause}).",
      share: "{first:who} share it.",
      either: ["{cards:cards} in hand.", "{count:count card|cards} in hand."],
    },
  });
  const voice: Voice = {
    names: ["Anna", "Jonas"],
    card: (code) => `Card ${code}`,
    reader: 0,
    bots: new Set(),
  };

  it("tell seats, cards and clauses from text", () => {
    const facts = { seat: 0, cards: ["A3", "W3"], owner: 1, clause: "TN-6.3" };
    expect(words.say("events", "build", facts, voice)).toEqual([
      { kind: "seat", text: "You", seat: 0 },
      { kind: "text", text: " " },
      { kind: "text", text: "build" },
      { kind: "text", text: " " },
      { kind: "cards", text: "Card A3 + Card W3", cards: ["A3", "W3"], joined: "+" },
      { kind: "text", text: " on " },
      { kind: "seat", text: "Jonas'", seat: 1 },
      { kind: "text", text: " land (" },
      { kind: "clause", text: "TN-6.3", clause: "TN-6.3" },
      { kind: "text", text: ")." },
    ]);
  });

  it("give each of several seats a segment of its own", () => {
    const seats = words.say("events", "share", { first: [1, 0] }, voice);
    expect(seats.filter((segment) => segment.kind === "seat").map((segment) => segment.seat)).toEqual([1, 0]);
    expect(plain(seats)).toBe("Jonas and you share it.");
  });

  it("come from the first text whose facts are all told", () => {
    expect(words.tell("events", "either", { cards: ["A1"], count: 1 }, voice)).toBe("Card A1 in hand.");
    expect(words.tell("events", "either", { cards: [], count: 1 }, voice)).toBe("1 card in hand.");
    expect(words.tell("events", "either", { cards: [] }, voice)).toBe("either: cards none");
  });
});

describe("looking words up", () => {
  const words = new Words({ words: { auto: "Usual" }, legends: { all: { A: "Air" } } });

  it("falls back to the key", () => {
    expect(words.word("words", "auto")).toBe("Usual");
    expect(words.word("words", "turn_limit")).toBe("turn limit");
    expect(words.word("words", "constructor")).toBe("constructor");
  });

  it("goes down dotted sections", () => {
    expect(words.word("legends.all", "A")).toBe("Air");
    expect(words.table("legends", "all")).toEqual({ A: "Air" });
    expect(words.table("legends.all", "A")).toEqual({});
  });
});

it("joins lists as people do", () => {
  expect([[], ["A"], ["A", "B"], ["A", "B", "C"]].map(join)).toEqual(["", "A", "A and B", "A, B and C"]);
});
