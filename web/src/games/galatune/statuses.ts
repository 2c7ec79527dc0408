/** What holds for a Champion beyond its numbers, and until when. */

import type { Facts } from "../../wire";
import type { Passing, Seen } from "./seen";

export interface Status {
  /** A key of the words' `statuses`. */
  key: string;
  facts: Facts;
  /** The sign to draw; without one its words are short enough. */
  sign?: string;
  /** What is written on the chip. */
  short: string;
  /** It holds in the turn after this one. */
  later: boolean;
  bad: boolean;
}

const LOCKS = ["immobilized", "special_locked", "trap_locked"] as const;

function passing(held: Passing, turn: number, later: boolean): Status[] {
  const found: Status[] = LOCKS.filter((key) => held[key]).map((key) => ({
    key,
    facts: { turn },
    sign: key,
    short: "",
    later,
    bad: true,
  }));
  const number = (key: "mul" | "add" | "sap", sign: string, bad: boolean) => {
    const n = held[key] ?? 0;
    if (n > (key === "mul" ? 1 : 0))
      found.push({ key, facts: { turn, n }, short: `${sign}${n}`, later, bad });
  };
  number("mul", "×", false);
  number("add", "+", false);
  number("sap", "−", true);
  if (held.penetrate) {
    found.push({ key: "penetrate", facts: { turn }, sign: "penetrate", short: "", later, bad: false });
  }
  return found;
}

export function statusesOf(seen: Seen, seat: number): Status[] {
  const held = seen.seats[seat]!;
  const found = [...passing(held.now, seen.turn, false), ...passing(held.next, seen.turn + 1, true)];
  const lasting = (key: string, facts: Facts, bad: boolean, short = "") =>
    found.push({ key, facts, sign: key, short, later: false, bad });
  if (held.rating_add) {
    found.push({
      key: "rating_add",
      facts: { n: held.rating_add },
      sign: "boost",
      short: `+${held.rating_add}`,
      later: false,
      bad: false,
    });
  }
  for (const [user, target] of seen.bonds) {
    if (user === seat || target === seat)
      lasting("bond", { user, other: user === seat ? target : user }, false);
  }
  for (const [user, target] of seen.rivalries) {
    if (target === seat) lasting("rivalry", { user }, true);
  }
  if (held.endure_spent) {
    found.push({ key: "endure_spent", facts: {}, sign: "fall", short: "", later: false, bad: true });
  }
  return found;
}
