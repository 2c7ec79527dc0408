import type { Travel } from "../flip";

type Counts = ReadonlyMap<string, number>;

/** How often each card lies open on the page. */
export function faces(root: ParentNode): Counts {
  const counts = new Map<string, number>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const code = element.dataset["card"]!;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

/** Travels without the cards that were and are in sight: those are seen to move by themselves. */
export function unseen(travels: readonly Travel[], before: Counts, now: Counts): Travel[] {
  const seen = (code: string) => before.has(code) && before.get(code) === now.get(code);
  return travels.flatMap((travel) => {
    const cards = travel.cards.filter((code) => !seen(code));
    const count = travel.count - (travel.cards.length - cards.length);
    return count > 0 ? [{ ...travel, cards, count }] : [];
  });
}
