/** What happened in a turn, put together from the lines that tell of it. */

import type { Line } from "..";
import type { Facts } from "../../wire";
import { printOf } from "./seen";

export type State = "active" | "trapped" | "countered" | "gone";

/** An Action or a Trap on the table. */
export interface PlaySeen {
  n: number;
  seat: number;
  /** A card, `special/` and a Champion, or null for what vanished with its player. */
  by: string | null;
  target: number | null;
  /** Of a Trap: the number of the play that it lies on. */
  on: number | null;
}

/** What a turn came to for one Champion. */
export interface Outcome {
  seat: number;
  hits: Facts[];
  defence: Facts | null;
  hp: Facts | null;
  /** What else befell it, line by line. */
  more: Facts[];
  fall: Facts | null;
}

export interface Turn {
  plays: PlaySeen[];
  outcomes: Outcome[];
  /** The Trap Phase is over. */
  resolved: boolean;
}

type Cards = Record<string, Facts>;

/** The plays of a view: `act A14 1`, `special 2`, `trap T03 p0`. */
export function playsOf(
  plays: readonly [number, string | null][],
  champions: readonly (string | null)[],
): PlaySeen[] {
  return plays.map(([seat, text], n) => {
    const [verb, first, second] = (text ?? "").split(" ");
    const play = { n, seat, by: null, target: null, on: null };
    const aim = (word: string | undefined) => (word === undefined ? null : Number(word));
    if (verb === "act") return { ...play, by: first!, target: aim(second) };
    if (verb === "special") return { ...play, by: `special/${champions[seat]}`, target: aim(first) };
    if (verb === "trap") return { ...play, by: first!, on: Number(second!.slice(1)) };
    return play;
  });
}

/** How each play stands, judged from the newest Trap backwards; what happened then knows better. */
export function standing(plays: readonly PlaySeen[], cards: Cards, turn: Turn | null = null): State[] {
  const states: State[] = plays.map((play) => (play.by === null ? "gone" : "active"));
  for (const { n, by, on } of plays.toReversed()) {
    if (by === null || on === null || states[n] !== "active") continue;
    states[on] = printOf(cards, by).mode === "counter" ? "countered" : "trapped";
  }
  for (const hit of turn?.outcomes.flatMap(({ hits }) => hits) ?? []) {
    const n = Number(hit["play"]);
    if (plays[n]?.on === null) states[n] = hit["countered"] ? "countered" : "active";
  }
  return states;
}

const MORE = new Set([
  "boost", "sap", "status", "alignment", "element", "steal_vp", "steal", "destroy", "recover", "bond", "rivalry",
]); // prettier-ignore

/** Whom a line about the effects of a turn is about. */
function about(facts: Facts): number {
  const victim = facts["victim"] ?? (facts["event"] === "rivalry" ? facts["target"] : undefined);
  return Number(victim ?? facts["seat"]);
}

function played(facts: Facts): PlaySeen[] {
  return (facts["plays"] as Facts[]).map((play, n) => ({
    n,
    seat: Number(play["seat"]),
    by: play["vanished"]
      ? null
      : play["special"]
        ? `special/${String(play["special"])}`
        : String(play["card"]),
    target: typeof play["target"] === "number" ? play["target"] : null,
    on: null,
  }));
}

/** The lines since Actions were last revealed; none where they do not reach back so far. */
export function lastTurn(told: readonly Line[]): readonly Line[] {
  const from = told.findLastIndex(({ facts }) => facts["event"] === "reveal");
  return from < 0 ? [] : told.slice(from);
}

/** The turn that these lines tell of, or null. */
export function turnOf(told: readonly Line[]): Turn | null {
  const lines = lastTurn(told);
  if (!lines.length) return null;
  const turn: Turn = { plays: played(lines[0]!.facts), outcomes: [], resolved: false };
  const outcome = (seat: number): Outcome => {
    const known = turn.outcomes.find((found) => found.seat === seat);
    if (known) return known;
    const fresh: Outcome = { seat, hits: [], defence: null, hp: null, more: [], fall: null };
    turn.outcomes.push(fresh);
    return fresh;
  };
  for (const { facts } of lines.slice(1)) {
    const event = String(facts["event"]);
    const seat = Number(facts["seat"]);
    if (event === "trap") {
      const on = Number(facts["on"]);
      turn.plays.push({ n: turn.plays.length, seat, by: String(facts["card"]), target: null, on });
    } else if (event === "traps_over") turn.resolved = true;
    else if (event === "hit") outcome(Number(facts["recipient"])).hits.push(facts);
    else if (event === "defence") outcome(seat).defence = facts;
    else if (event === "hp") outcome(seat).hp = facts;
    else if (event === "fall") outcome(seat).fall = facts;
    else if (event === "resign")
      turn.plays = turn.plays.map((play) => (play.seat === seat ? gone(play) : play));
    else if (event === "offers" || event === "turn") break;
    else if (MORE.has(event)) outcome(about(facts)).more.push(facts);
  }
  turn.resolved ||= turn.outcomes.length > 0;
  return turn;
}

const gone = (play: PlaySeen): PlaySeen => ({ ...play, by: null });

/** Plays with the Traps that lie on them, and the Traps on those, as a tree. */
export interface Branch {
  play: PlaySeen;
  traps: Branch[];
}

export function branches(plays: readonly PlaySeen[]): Branch[] {
  const nodes = plays.map((play): Branch => ({ play, traps: [] }));
  const roots: Branch[] = [];
  for (const node of nodes) {
    const below = node.play.on === null ? undefined : nodes[node.play.on];
    (below?.traps ?? roots).push(node);
  }
  return roots;
}

/** Numbers as they were before some lines that are still to be shown. */
export interface Before {
  hp: Map<number, number>;
  vp: Map<number, number>;
}

/** What the lines that are held back have changed: HP and VP by seat as they were. */
export function before(held: readonly Line[]): Before {
  const hp = new Map<number, number>();
  const vp = new Map<number, number>();
  const score = (seat: number, by: number) => vp.set(seat, (vp.get(seat) ?? 0) - by);
  for (const { facts } of held) {
    const seat = Number(facts["seat"]);
    switch (facts["event"]) {
      case "hp":
        if (!hp.has(seat)) hp.set(seat, Number(facts["before"]));
        break;
      case "champion":
        if (!hp.has(seat)) hp.set(seat, 0);
        break;
      case "boost":
        if (facts["stat"] === "vp") score(seat, Number(facts["amount"]));
        break;
      case "steal_vp":
        score(seat, Number(facts["amount"]));
        score(Number(facts["victim"]), -Number(facts["amount"]));
        break;
      case "fall":
        for (const [victor] of facts["victors"] as [number, unknown][]) score(victor, 1);
        break;
    }
  }
  return { hp, vp };
}

/** The cards that a victor has taken for a fall, since that fall; null where nobody told of one. */
export function taken(told: readonly Line[], victor: number, loser: number): string[] | null {
  const from = told.findLastIndex(({ facts }) => facts["event"] === "fall");
  if (from < 0) return null;
  return told.slice(from + 1).flatMap(({ facts }) => {
    if (facts["event"] !== "prize" || facts["seat"] !== victor || facts["loser"] !== loser) return [];
    return (facts["cards"] as string[] | undefined) ?? [String(facts["card"])];
  });
}
