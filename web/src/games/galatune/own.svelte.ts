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
  /** The cards as they were, as long as what took them is still to be shown. */
  earlier: readonly string[] | null = $state.raw(null);

  /** Lets it know, until the returned function is called. */
  tell(own: OwnOnly): () => void {
    this.own = own;
    return () => (this.own = NONE);
  }

  keep(cards: readonly string[]): () => void {
    this.earlier = cards;
    return () => (this.earlier = null);
  }
}

export const hand = new Hand();
