/**
 * The twin of `ludarium/core/words.py`: the same texts, the same facts, the same sentences.
 *
 * Here a sentence comes in segments, so that a page can draw seats with their signs, cards as
 * chips and clauses as links; `plain` puts them together as Python says them.
 */

import type { Facts } from "../wire";

export type Segment =
  | { kind: "text"; text: string }
  | { kind: "seat"; text: string; seat: number }
  | { kind: "cards"; text: string; cards: string[]; joined: "and" | "+" }
  | { kind: "clause"; text: string; clause: string };

/** To whom something is said, and what people and cards are called. */
export interface Voice {
  names: readonly string[];
  card: (code: string) => string;
  reader: number | null;
  bots: ReadonlySet<number>;
}

/** A voice that knows nobody: for texts about no seat and no card. */
export const nobody: Voice = { names: [], card: (code) => code, reader: null, bots: new Set() };

export type Sections = { readonly [name: string]: unknown };

const FACT = /\{(\w+)(?::([^}]*))?\}/g;

/** A sentence as one string. */
export function plain(segments: readonly Segment[]): string {
  return segments.map((segment) => segment.text).join("");
}

/** A fact as a person would write it: lists joined by `+`, nothing for null. */
export function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join("+") || "none";
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "True" : "False";
  return String(value);
}

/** `A, B and C`. */
export function join(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${last}` : last;
}

function isTold(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !(Array.isArray(value) && value.length === 0);
}

/** Splits at the first `mark`; the second half is empty where there is none. */
function halves(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}

function name(seat: unknown, voice: Voice, how: string): string {
  if (seat === voice.reader) return how === "Who" ? "You" : "you";
  return (typeof seat === "number" ? voice.names[seat] : undefined) ?? `seat ${written(seat)}`;
}

function text(said: string): Segment[] {
  return said ? [{ kind: "text", text: said }] : [];
}

function seatSaid(seat: unknown, said: string): Segment {
  return typeof seat === "number" ? { kind: "seat", text: said, seat } : { kind: "text", text: said };
}

/** Seats one after the other, with `, ` and ` and ` between. */
function seats(items: readonly unknown[], voice: Voice, how: string): Segment[] {
  return items.flatMap((seat, at) => {
    const before = at === 0 ? "" : at === items.length - 1 ? " and " : ", ";
    return [...text(before), seatSaid(seat, name(seat, voice, how))];
  });
}

/** The sections of a `words.toml`, or of the interface's own words. */
export class Words {
  constructor(readonly sections: Sections) {}

  find(section: string, key: string): unknown {
    let found: unknown = this.sections;
    for (const step of [...section.split("."), key]) {
      const inside = typeof found === "object" && found !== null && !Array.isArray(found);
      found = inside && Object.hasOwn(found as object, step) ? (found as Sections)[step] : undefined;
    }
    return found;
  }

  /** A text without facts; the key itself where there is none. */
  word(section: string, key: string): string {
    const found = this.find(section, key);
    return typeof found === "string" ? found : key.replaceAll("_", " ");
  }

  listed(section: string, key: string): string[] {
    const found = this.find(section, key);
    return Array.isArray(found) ? found.map(String) : [];
  }

  /** Texts by name, in the order of the file. */
  table(section: string, key: string): Record<string, string> {
    const found = this.find(section, key);
    if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(Object.entries(found).map(([name, text]) => [name, String(text)]));
  }

  /** Whether there is a text for these facts. */
  fits(section: string, key: string, facts: Facts): boolean {
    return this.#text(section, key, facts) !== undefined;
  }

  /** The text of a key with its facts; the bare facts where no text fits. */
  say(section: string, key: string, facts: Facts = {}, voice: Voice = nobody): Segment[] {
    const found = this.#text(section, key, facts);
    if (found !== undefined) {
      const segments: Segment[] = [];
      let end = 0;
      for (const match of found.matchAll(FACT)) {
        segments.push(...text(found.slice(end, match.index)));
        segments.push(...this.#fact(match[1]!, match[2] ?? "", facts, voice));
        end = match.index + match[0].length;
      }
      return [...segments, ...text(found.slice(end))];
    }
    const told = Object.entries(facts).map(([fact, value]) => `${fact} ${written(value)}`);
    return text(`${key.replaceAll("_", " ")}${told.length ? ": " : ""}${told.join(", ")}`);
  }

  /** `say` as one string. */
  tell(section: string, key: string, facts: Facts = {}, voice: Voice = nobody): string {
    return plain(this.say(section, key, facts, voice));
  }

  /** The first text whose facts are all told. */
  #text(section: string, key: string, facts: Facts): string | undefined {
    const found = this.find(section, key);
    const texts = typeof found === "string" ? [found] : this.listed(section, key);
    return texts.find((text) => [...text.matchAll(FACT)].every((match) => isTold(facts[match[1]!])));
  }

  #fact(fact: string, manner: string, facts: Facts, voice: Voice): Segment[] {
    const value = facts[fact];
    const [how, rest] = halves(manner, " ");
    const items: unknown[] = Array.isArray(value) ? value : [value];
    const codes = () => items.map(written);
    switch (how) {
      case "who":
      case "Who":
        return seats(items, voice, how);
      case "whose": {
        const said = name(value, voice, how);
        const own = said.endsWith("s") ? `${said}'` : `${said}'s`;
        return [seatSaid(value, value === voice.reader ? "your" : own)];
      }
      case "own": {
        const theirs = voice.bots.has(value as number) ? "its own" : "their own";
        return text(value === voice.reader ? "your own" : theirs);
      }
      case "verb": {
        const [mine, theirs] = halves(rest, "|");
        return text(value === voice.reader ? mine : theirs);
      }
      case "count": {
        const [one, many] = halves(rest, "|");
        return text(`${written(value)} ${value === 1 ? one : many}`);
      }
      case "card":
      case "cards":
        return [{ kind: "cards", text: join(codes().map(voice.card)), cards: codes(), joined: "and" }];
      case "pair":
        return [{ kind: "cards", text: codes().map(voice.card).join(" + "), cards: codes(), joined: "+" }];
      case "in":
        return text(join(items.map((item) => this.word(rest, written(item)))));
      case "and":
        return text(join(codes()));
      case "when":
        return [];
      default:
        return fact === "clause"
          ? [{ kind: "clause", text: written(value), clause: written(value) }]
          : text(written(value));
    }
  }
}
