import type { Facts } from "../../wire";

export type Pair = [string, string];

/** What a view of Tears of Nature holds; the names are those of the rules page. */
export interface Seen {
  seat: number | null;
  ruleset: "apprentice" | "master" | "practitioner";
  players: number;
  end_rule: string;
  hand?: string[];
  hand_counts: number[];
  known_hands: string[][];
  empires: Pair[][];
  stocks: string[][];
  deck_count: number;
  discard_count: number;
  known_discards: string[];
  dealer: number;
  turn: number;
  step: "draw" | "action" | "defend" | "over";
  trigger: { seat: number; turn: number } | null;
  redraw: boolean;
  pending: { attacker: number; card: string; owner: number; slot: number } | null;
  result?: { winner: number | null } | null;
  current: number | null;
  decider: number | null;
}

export const see = (view: Facts): Seen => view as unknown as Seen;

/** What is printed on a card. */
export interface Print {
  name: string;
  kind: "build" | "attack" | "defend" | "wild";
  elements: string[];
  strength: number | null;
}

export function print(cards: Record<string, Facts>, code: string): Print {
  const found = cards[code] as unknown as Print | undefined;
  return found ?? { name: code, kind: "build", elements: [], strength: null };
}

export const TANGIBLE = ["air", "earth", "fire", "water"] as const;

/** Seats in the order of play, beginning after the viewer; a spectator sees them as they are numbered. */
export function around(seen: Seen, you: number | null): number[] {
  const from = you === null ? 0 : you + 1;
  const count = you === null ? seen.players : seen.players - 1;
  return Array.from({ length: count }, (_, step) => (from + step) % seen.players);
}
