/**
 * A turn is decided at once and shown line by line: Actions after a countdown, then Traps, then what
 * they come to. Nobody has to wait for it: whoever acts, or has seen enough, is in the present.
 */

import type { Line } from "..";
import { lastTurn } from "./turn";

/** How long a line is looked at before the next one comes, in ms; others come at once. */
const DWELL: Readonly<Record<string, number>> = {
  reveal: 1700,
  trap: 1300,
  traps_over: 250,
  hit: 520,
  defence: 750,
  hp: 650,
  boost: 450,
  sap: 450,
  status: 450,
  alignment: 450,
  element: 450,
  steal_vp: 600,
  bond: 600,
  rivalry: 600,
  steal: 800,
  destroy: 700,
  fall: 1900,
  trade: 1800,
  decline: 1800,
  refuse: 1800,
};
/** What becomes of an offer is read once: the table goes on at once when its time is over. */
export const TRADES: ReadonlySet<string> = new Set(["trade", "decline", "refuse"]);
export const COUNTDOWN = 1500;
/** How long the last line stands before the table is as it is now. */
const LINGER = 1800;
/** The longest that a turn is behind the present. */
const LONGEST = 10_000;

const dwell = ({ facts }: Line): number => DWELL[String(facts["event"])] ?? 0;

/** How much faster a long story must be told. */
export function haste(lines: readonly Line[]): number {
  const all = lines.reduce((sum, line) => sum + dwell(line), 0);
  return all > LONGEST ? LONGEST / all : 1;
}

export class Theatre {
  /** The number of the last line that is shown. */
  #shown = $state(0);
  /** The last line that was held back is shown for a while. */
  #lingers = $state(false);
  /** When that line came; 0: long ago. */
  #since = 0;
  #told: () => readonly Line[];
  #still: () => boolean;

  constructor(told: () => readonly Line[], still: () => boolean) {
    this.#told = told;
    this.#still = still;
    this.#shown = told().at(-1)?.n ?? 0;
  }

  /** The lines that are still to come. */
  held: readonly Line[] = $derived.by(() => {
    const told = this.#told();
    return this.#still() ? [] : told.filter(({ n }) => n > this.#shown);
  });

  /** The lines that are shown. */
  shown: readonly Line[] = $derived.by(() => {
    const told = this.#told();
    return this.held.length ? told.slice(0, -this.held.length) : told;
  });

  /** What is shown is past. */
  behind = $derived.by(() => this.held.length > 0 || this.#lingers);

  /** Jumps to the present. */
  skip(): void {
    this.#shown = this.#told().at(-1)?.n ?? 0;
    this.#lingers = false;
    this.#since = 0;
  }

  /** Shows the next lines as their time comes; returns how to stop. */
  go(): (() => void) | undefined {
    if (this.#still()) return void this.skip();
    for (let next = this.held[0]; next; next = this.held[0]) {
      const line = next;
      const wait = this.#wait(line);
      if (wait > 0) return this.#after(wait, () => this.#show(line));
      this.#show(line);
    }
    return this.#lingers ? this.#after(LINGER, () => (this.#lingers = false)) : undefined;
  }

  /** How long the line before it is still looked at. */
  #wait(next: Line): number {
    if (next.facts["event"] === "reveal") return COUNTDOWN;
    const last = this.shown.at(-1);
    return last ? this.#since + dwell(last) * haste(this.held) - Date.now() : 0;
  }

  #show(line: Line): void {
    this.#shown = line.n;
    this.#since = Date.now();
    const trades = TRADES.has(String(line.facts["event"]));
    if (dwell(line)) this.#lingers = !trades && lastTurn(this.shown).length > 1;
  }

  #after(wait: number, act: () => void): () => void {
    const timer = setTimeout(act, wait);
    return () => clearTimeout(timer);
  }
}
