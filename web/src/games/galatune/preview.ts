/** What an Action that is being prepared would do to a Champion, as the server foretells it. */

import type { Play } from "../../table/play.svelte";
import { thingOf } from "../../table/select";
import type { Choice, Facts } from "../../wire";

export interface Preview {
  choice: Choice;
  function: string;
  rating: number | string;
  times: number;
  damage: number | string | null;
  /** What keeps it off, as a key; nothing where it strikes. */
  immune: string;
  penetrates: boolean;
}

/** The answers that begin with what is pointed at first. */
function begun(options: readonly Choice[], marks: readonly string[]): Choice[] {
  const [first] = marks.map(thingOf);
  return first ? options.filter((choice) => choice.things[0] === first) : [];
}

export function foretold(options: readonly Choice[], marks: readonly string[], seat: number): Preview | null {
  for (const choice of begun(options, marks)) {
    if (choice.verb !== "act" && choice.verb !== "special") continue;
    const aimed = choice.things[1] === `seat/${seat}`;
    const against = choice.facts["against"] as Record<string, Facts> | undefined;
    const facts = aimed ? choice.facts : against?.[seat] && { ...choice.facts, ...against[seat] };
    if (!facts || facts["rating"] === undefined) continue;
    return {
      choice,
      function: String(facts["function"]),
      rating: facts["rating"] as number | string,
      times: Number(facts["times"] ?? 1),
      damage: (facts["damage"] ?? null) as number | string | null,
      immune: String(facts["immune"] ?? ""),
      penetrates: Boolean(facts["penetrates"]),
    };
  }
  return null;
}

/** What the selection of somebody who plans would do to a seat. */
export function previewOf(play: Play | null, seat: number): Preview | null {
  return play?.open && !play.armed ? foretold(play.options, play.marks, seat) : null;
}
