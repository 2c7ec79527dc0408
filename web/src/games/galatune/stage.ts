/** What the middle of the table shows: from the view, or from lines that are still being told. */

import type { Line } from "..";
import type { Facts } from "../../wire";
import type { Seen } from "./seen";
import { TRADES } from "./theatre.svelte";
import { type PlaySeen, type Turn, lastTurn, playsOf, turnOf } from "./turn";

export type Mode =
  "count" | "plays" | "outcomes" | "choosing" | "gallery" | "prize" | "respawn" | "market" | "opening";

export interface Shown {
  mode: Mode;
  plays: readonly PlaySeen[];
  turn: Turn | null;
  /** The last line that is shown while others are still to come. */
  last: Facts | null;
}

const BY_PHASE: Readonly<Record<string, Mode>> = {
  setup: "gallery",
  trap: "plays",
  effects: "choosing",
  prize: "prize",
  respawn: "respawn",
  trade: "market",
};

/** `behind`: what is shown is still past, though every line may have been told. */
export function stage(
  seen: Seen,
  told: readonly Line[],
  held: readonly Line[],
  behind = held.length > 0,
): Shown {
  const turn = turnOf(told);
  const last = told.at(-1)?.facts ?? null;
  if (held[0]?.facts["event"] === "reveal") return { mode: "count", plays: [], turn: null, last };
  if (behind && TRADES.has(String(last?.["event"]))) return { mode: "market", plays: [], turn, last };
  if (behind && turn) {
    return { mode: turn.resolved ? "outcomes" : "plays", plays: turn.plays, turn, last };
  }
  const champions = seen.seats.map((held) => held.champion);
  const plays = seen.plays.length ? playsOf(seen.plays, champions) : (turn?.plays ?? []);
  const mode = BY_PHASE[seen.phase] ?? (turn ? "outcomes" : "opening");
  return { mode, plays, turn, last: null };
}

/** The step of the phase strip that is lit. */
export function phaseOf({ mode, last, turn }: Shown, seen: Seen): string {
  if (mode === "count") return "action";
  if (last && mode === "plays") return last["event"] === "trap" ? "trap" : "action";
  if (last && mode === "market") return "trade";
  if (last && turn) return last["event"] === "fall" ? "respawn" : "resolve";
  const names: Record<string, string> = { effects: "resolve", prize: "respawn" };
  return names[seen.phase] ?? seen.phase;
}

/** The latest fall of this turn, or that of a seat, as long as the lines about it are the newest. */
export function fallOf(told: readonly Line[], seat?: number): Line | null {
  const lines = lastTurn(told);
  const falls = lines.filter(({ facts }) => facts["event"] === "fall");
  const line = falls.find(({ facts }) => facts["seat"] === seat) ?? falls.at(-1);
  const after = line ? lines.filter(({ n }) => n > line.n) : [];
  const over = after.some(({ facts }) =>
    ["champion", "offers", "turn", "respawn"].includes(String(facts["event"])),
  );
  return line && !over ? line : null;
}

const DRAWS = new Set(["draw", "steal", "prize", "recover", "trade"]);

/** The cards that a line puts into a seat's hand, for all to see. */
export function drawnBy({ facts }: Line, seat: number): readonly string[] {
  const event = String(facts["event"]);
  if (!DRAWS.has(event)) return [];
  if (event === "trade") {
    if (facts["seat"] === seat) return [String(facts["gets"])];
    return facts["partner"] === seat ? [String(facts["gives"])] : [];
  }
  if (facts["seat"] !== seat) return [];
  const cards = facts["cards"] ?? (facts["card"] === undefined ? [] : [facts["card"]]);
  return cards as string[];
}

/** The last line after `since` that gave a seat cards; none once Actions are revealed, which may be these. */
export function lastDraw(told: readonly Line[], seat: number, since: number): Line | null {
  const played = told.findLast(({ facts }) => facts["event"] === "reveal")?.n ?? 0;
  const from = Math.max(since, played);
  return told.findLast((line) => line.n > from && drawnBy(line, seat).length > 0) ?? null;
}
