/** Where somebody who plays over days stopped reading, table by table and seat by seat. */

import type { LogLine } from "../net/tableState.svelte";

const KEY = "ludarium.visits";
/** Tables that are remembered: the oldest are forgotten first. */
const MOST = 200;

type Visits = Record<string, number>;

const nameOf = (table: string, seat: number): string => `${table}.${seat}`;

function kept(): Visits {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Visits) : {};
  } catch {
    return {};
  }
}

/** The number of the last line that was seen; null at the first visit. */
export function lastSeen(table: string, seat: number): number | null {
  const found = kept()[nameOf(table, seat)];
  return typeof found === "number" ? found : null;
}

/** A browser without storage shows no summary, and that is all. */
export function keepSeen(table: string, seat: number, seq: number): void {
  const name = nameOf(table, seat);
  const { [name]: _, ...others } = kept();
  const all = [...Object.entries(others), [name, seq] as const].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
  } catch {
    return;
  }
}

/**
 * Lines turn by turn: a turn begins where the game draws a rule, or, in games that tell of no turns,
 * where somebody else takes cards.
 */
export function byTurn(
  lines: readonly LogLine[],
  isBreak: (facts: LogLine["facts"]) => boolean,
): (readonly LogLine[])[] {
  const tells = lines.some(({ facts }) => isBreak(facts));
  const turns: LogLine[][] = [];
  let actor: unknown;
  for (const line of lines) {
    const { seat, event } = line.facts;
    const own = String(event).startsWith("table.") || seat === undefined;
    const begins = tells ? isBreak(line.facts) : !own && seat !== actor;
    if (!own) actor = seat;
    if (begins || !turns.length) turns.push([]);
    turns.at(-1)!.push(line);
  }
  return turns;
}
