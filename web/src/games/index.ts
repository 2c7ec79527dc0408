/**
 * How a game comes to the table: a folder here whose `index.ts` has a Look as its default export,
 * and one line in `looks` below. Nothing else of the client knows the game.
 *
 * A game draws a Scene: what one pair of eyes sees of a match, as data. The same component serves
 * the live table, the replay and the rulebook's small table; it opens no socket and knows no rule.
 * What can be pressed is a Thing (`table/Thing.svelte`) with the name that the server gives it in
 * `ask.options[].things` (`hand/F6`, `pair/1.0`, `deck`): lights, refusals, keyboard, dragging and
 * the pending look follow from that name. Numbers that the rules compute are drawn with
 * `table/SumButton.svelte`, seats with `table/SeatPanel.svelte`. Places between which cards travel
 * without a face carry `data-anchor`; every card that lies open carries its code as `data-card`, by
 * which it travels and is looked at closely.
 */

import type { Component, Snippet } from "svelte";
import type { Travel } from "../flip";
import { api } from "../net/api";
import type { Play } from "../table/play.svelte";
import type { Ask, Facts, Sum } from "../wire";
import { type Voice, Words } from "../words/say";

/** A line of the log and its number, counted from 1. */
export interface Line {
  n: number;
  facts: Facts;
}

/** What is drawn. Everything comes from the server; a replay or a scenario gives the same. */
export interface Scene {
  game: string;
  /** The game's own view. */
  view: Facts;
  sums: Record<string, Sum>;
  ahead: number[];
  /** By code: what is printed on each card. */
  cards: Record<string, Facts>;
  /** By seat. */
  names: string[];
  bots: number[];
  you: number | null;
  ask: Ask | null;
  /** The seats that have a question open. */
  asked: number[];
  options: Facts;
  /** With all eyes open: by zone key, what only its owners see. */
  hands: Facts;
  /** The latest lines of the log, oldest first: what led to this view. */
  told: readonly Line[];
  /** It goes on while one looks; else it is one moment of a story. */
  live: boolean;
  /** Large targets, signs instead of sentences. */
  kids: boolean;
  words: Words;
  voice: Voice;
}

/** A show is on: from which line on it is still to come, and how to jump to the present. */
export interface Show {
  next: number;
  skip: () => void;
}

export interface BoardProps {
  scene: Scene;
  /** What can be pressed and what pressing does; null where nothing can be. */
  play: Play | null;
  /** How a seat is doing (away, thinking, its clock), beside its name. */
  status?: Snippet<[number]>;
  /** Told when a show begins, goes on and is over (null): what follows from it waits for that. */
  show?: (show: Show | null) => void;
}

export interface CardProps {
  code: string;
  cards: Record<string, Facts>;
}

/** An order in which a hand can be held. */
export interface Order {
  key: string;
  compare: (a: Facts, b: Facts) => number;
}

/** A question that closes by itself, whoever is asked. */
export interface Closing {
  /** Another one for every time that it is opened. */
  key: string;
  /** It stays open no longer than this. */
  seconds: number;
}

export interface Look {
  Board: Component<BoardProps>;
  /** The face of a card; it fills the width `--card-w`. */
  Card: Component<CardProps>;
  /** The sign of a card before its name in a sentence. */
  Icon: Component<CardProps>;
  /** The codes in the viewer's own hand, as they lie; null where there is none to show. */
  hand: (view: Facts) => string[] | null;
  orders: Order[];
  /** Kinds of questions that only the button answers: pointing prepares, and never acts by itself. */
  deliberate?: readonly string[];
  /** Kinds of questions whose answers all have buttons, though they are things that can be pointed at. */
  spoken?: readonly string[];
  /** Verbs of answers that do nothing: one key gives them. */
  nothing: readonly string[];
  /** What closes by itself now, from what every viewer is told; only at tables where people play at one time. */
  closing?: (view: Facts, options: Facts) => Closing | null;
  /** A drawing for each verb, for tables where nobody needs to read. */
  verbs: Readonly<Record<string, string>>;
  /** Words that only this look needs: `chips` by verb, `nots` by refusal, `orders`, `idle` by phase. */
  words: Words;
  /** What is printed on a card, line by line: a label and its value, in words. */
  details: (code: string, scene: Scene) => readonly (readonly [label: string, value: string])[];
  /** What a card is called in full, to those who cannot see it. */
  describe: (code: string, scene: Scene) => string;
  /** What a thing is called in a sentence. */
  nameOf: (thing: string, scene: Scene) => string;
  /** Facts for a chip, beyond those of the answer or refusal. */
  chipFacts: (facts: Facts, scene: Scene) => Facts;
  /** Whether a line of the log begins something new: a rule is drawn above it. */
  isBreak: (line: Facts) => boolean;
  /** What moved, by the lines that were just told. */
  travels: (line: Facts) => Travel[];
  /** The colour of the felt. */
  tint: string;
}

const looks: Record<string, () => Promise<{ default: Look }>> = {
  "tears-of-nature": () => import("./tears-of-nature"),
  galatune: () => import("./galatune"),
};

const words = new Map<string, Promise<Words>>();

/** The look of a game; undefined where this client has none. */
export async function lookOf(game: string): Promise<Look | undefined> {
  return (await looks[game]?.())?.default;
}

/** The words of a game, fetched once. */
export function wordsOf(game: string): Promise<Words> {
  let found = words.get(game);
  if (!found) {
    found = api.words(game).then((sections) => new Words(sections));
    found.catch(() => words.delete(game));
    words.set(game, found);
  }
  return found;
}

/** To whom a scene is told. */
export function voiceOf(
  names: string[],
  bots: Iterable<number>,
  cards: Record<string, Facts>,
  reader: number | null,
): Voice {
  const card = (code: string) => String(cards[code]?.["name"] ?? code);
  return { names, card, reader, bots: new Set(bots) };
}
