/** The interface's own words: `t("table.waiting", { seat: 2 }, voice)`. */

import type pages from "../pages/en.json";
import type { Facts } from "../wire";
import en from "./en.json";
import { type Segment, type Voice, Words, nobody } from "./say";

type English = typeof en & typeof pages;
type Keys<S extends keyof English & string> = `${S}.${keyof English[S] & string}`;

/** Every text of the interface, as `section.name`. */
export type TextKey = { [S in keyof English & string]: Keys<S> }[keyof English & string];

/** The interface's words as a whole, for keys that come over the wire. */
export const own = new Words({ ...en });

/** Adds the words of pages that come later than these. */
export function learn(more: typeof pages): void {
  Object.assign(own.sections, more);
}

function split(key: string): [string, string] {
  const dot = key.indexOf(".");
  return [key.slice(0, dot), key.slice(dot + 1)];
}

/** A text of the interface. */
export function t(key: TextKey, facts: Facts = {}, voice: Voice = nobody): string {
  return own.tell(...split(key), facts, voice);
}

/** The same in segments, for texts with seats and cards in them. */
export function segments(key: TextKey, facts: Facts = {}, voice: Voice = nobody): Segment[] {
  return own.say(...split(key), facts, voice);
}

/** The text for a key of the server (an error, an event of the table), or undefined. */
export function heard(section: keyof English, key: string, facts: Facts = {}): string | undefined {
  return own.fits(section, key, facts) ? own.tell(section, key, facts) : undefined;
}
