import type { Facts } from "../../wire";

/** The seven types; the first four are elements, the others alignments. */
export const ELEMENTS = ["War", "Mystic", "Tech", "Nature"] as const;
export const FUNCTIONS = ["attack", "shield", "life", "boost", "trap", "other"] as const;

/** What holds for one turn. */
export interface Passing {
  mul?: number;
  add?: number;
  sap?: number;
  penetrate?: boolean;
  immobilized?: boolean;
  special_locked?: boolean;
  trap_locked?: boolean;
}

/** The open numbers of a seat. */
export interface SeatSeen {
  champion: string | null;
  hp: number;
  vp: number;
  ap: number;
  pc: number;
  rating_add: number;
  alignment?: string;
  element?: string;
  now: Passing;
  next: Passing;
  endure_spent: boolean;
  gone: boolean;
}

export type Offer = [offerer: number, partner: number, card: string];

/** What is still open in a phase; the names are those of the rules page. */
export interface Pending {
  of?: number;
  victor?: number;
  from?: "hand" | null;
  due?: number;
  victors?: number[][];
  queue?: unknown[];
  choosing?: boolean;
  offers?: Offer[];
  reply?: string | null;
  traded?: number[];
}

/** What a view of Galatune holds; the names are those of the rules page. */
export interface Seen {
  seat: number | null;
  players: number;
  hand?: string[];
  hand_counts: number[];
  used_piles: string[][];
  pool_counts: number[];
  aside_counts: number[];
  aside?: string[];
  source_count: number;
  scrap: string[];
  box: string[];
  offer?: string[];
  turn: number;
  phase: "setup" | "plan" | "trap" | "effects" | "prize" | "respawn" | "trade" | "over";
  seats: SeatSeen[];
  bonds: [number, number][];
  rivalries: [number, number][];
  full_moon: boolean;
  plays: [number, string | null][];
  fallen: number[];
  pending: Pending;
  lead: number;
  goal: number;
  ready?: number[] | null;
  sealed?: string | null;
  shown_hands?: (string[] | null)[] | null;
  shown_pools?: (string[] | null)[] | null;
  known_hands?: string[][] | null;
}

export const see = (view: Facts): Seen => view as unknown as Seen;

/** What is printed on an Action Card, or tells of a Special Action. */
export interface ActionPrint {
  name: string;
  kind: "card" | "special";
  type: string;
  property: string;
  function: string;
  rating: number | string | null;
  target: string | null;
  text: string;
  /** Of a Trap: whether it turns a play back instead of cancelling it. */
  mode?: string;
  champion?: string;
}

/** What is printed on a Champion card. */
export interface ChampionPrint {
  name: string;
  kind: "champion";
  alignment: string;
  element: string;
  hp: number;
  ap: number;
  pc: number;
  special: Omit<ActionPrint, "kind">;
  ability: { name: string; text: string };
}

type Cards = Record<string, Facts>;

export function isChampion(cards: Cards, code: string): boolean {
  return cards[code]?.["kind"] === "champion";
}

export function printOf(cards: Cards, code: string): ActionPrint {
  const found = cards[code] as unknown as ActionPrint | undefined;
  return (
    found ?? {
      name: code,
      kind: "card",
      type: "",
      property: "",
      function: "other",
      rating: null,
      target: null,
      text: "",
    }
  );
}

export function championOf(cards: Cards, code: string): ChampionPrint {
  return cards[code] as unknown as ChampionPrint;
}

/** The name of a Special Action among cards. */
export const specialOf = (champion: string): string => `special/${champion}`;

/** Seats in the order of play, beginning after the viewer; a spectator sees them as they are numbered. */
export function around(seen: Seen, you: number | null): number[] {
  const from = you === null ? 0 : you + 1;
  const count = you === null ? seen.players : seen.players - 1;
  return Array.from({ length: count }, (_, step) => (from + step) % seen.players);
}

/** Who comes back from a fall now. */
export const rising = (seen: Seen): number => Number((seen.pending.queue ?? [])[0] ?? seen.fallen[0] ?? 0);

/** A rating as it is written on cards. */
export function rated(rating: number | string | null): string {
  if (rating === null) return "";
  if (rating === "inf") return "∞";
  return String(rating).replace(/^x/, "×");
}
