/** Traps that would lie on nothing but one's own plays: they may be sprung, but nothing invites to it. */

import type { Choice } from "../../wire";

export type OwnOnly = ReadonlyMap<string, readonly string[]>;

/** By Trap: the own plays that are all it fits. */
export function ownOnly(options: readonly Choice[]): OwnOnly {
  const found = new Map<string, string[]>();
  const others = new Set<string>();
  for (const { verb, things, facts } of options) {
    const card = things[0]?.split("/")[1];
    if (verb !== "trap" || !card) continue;
    if (!facts["mine"]) others.add(card);
    found.set(card, [...(found.get(card) ?? []), String(facts["by"])]);
  }
  for (const card of others) found.delete(card);
  return found;
}

const NONE: OwnOnly = new Map();

/** The hand lies beside the board: what the board knows of its cards. */
class Hand {
  own: OwnOnly = $state.raw(NONE);

  /** Lets it know, until the returned function is called. */
  tell(own: OwnOnly): () => void {
    this.own = own;
    return () => (this.own = NONE);
  }
}

export const hand = new Hand();
