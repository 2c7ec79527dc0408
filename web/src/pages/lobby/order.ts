import type { TableCard } from "../../wire";

const RANK = { playing: 1, gathering: 2, over: 3 } as const;

/** One's own tables: where it is your turn, then what goes on, what begins, what is over. */
export function sorted(cards: readonly TableCard[]): TableCard[] {
  const rank = (card: TableCard) => (card.your_turn ? 0 : RANK[card.status]);
  return [...cards].sort((a, b) => rank(a) - rank(b) || b.changed - a.changed);
}
