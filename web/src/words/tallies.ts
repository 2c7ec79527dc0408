import type { Facts } from "../wire";
import type { Words } from "./say";

/**
 * How often a fact of some events names each seat: by key of the words' `results.tallies`.
 *
 * The twin of `tallies` in `ludarium/cli/terminal/results.py`; nothing is counted without a story.
 */
export function tallies(story: readonly Facts[], players: number, words: Words): Record<string, number[]> {
  if (!story.length) return {};
  return Object.fromEntries(
    Object.entries(words.table("results", "tallies")).map(([key, told]) => {
      const [kind, fact] = told.split(".") as [string, string];
      const named = story.filter((event) => event["event"] === kind).flatMap((event) => event[fact]);
      return [key, Array.from({ length: players }, (_, seat) => named.filter((one) => one === seat).length)];
    }),
  );
}
