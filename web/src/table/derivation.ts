/** Numbers with the way there, also those that a line of the log carries as its fact `sum`. */

import type { Facts } from "../wire";
import type { Words } from "../words/say";

export interface Derivation {
  value: number | string;
  clause: string;
  parts: readonly { key: string; facts: Facts; value: number | string }[];
  goal?: number | null;
}

/** How the number of a line came about, where the line tells it. */
export function derivationOf({ sum }: Facts): Derivation | null {
  const told = typeof sum === "object" && sum !== null && "parts" in sum ? (sum as Derivation) : null;
  return told?.parts.length ? told : null;
}

/** A number as people write it; beyond all numbers the game has a word (`inf`). */
export function figure(value: number | string, words: Words): string {
  return typeof value === "number" ? String(value).replace("-", "−") : words.word("numbers", value);
}
