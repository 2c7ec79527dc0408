import type { Chair } from "../../wire";

/** A chair as it is being set up; what its kind does not need is kept for when it is chosen. */
export interface Wish {
  kind: "me" | "local" | "open" | "bot";
  bot: string;
  name: string;
}

export const chair = (kind: Wish["kind"], bot = "steady"): Wish => ({ kind, bot, name: "" });

/** As many chairs as asked for: new ones are like the last, unless one sits there already. */
export function resized(chairs: readonly Wish[], count: number): Wish[] {
  const kept = chairs.slice(0, count);
  const last = chairs.at(-1);
  const more = last?.kind === "bot" ? chair("bot", last.bot) : chair("open");
  while (kept.length < count) kept.push({ ...more });
  return kept;
}

/** The same chairs with one changed; there is only one of me. */
export function reseated(chairs: readonly Wish[], at: number, change: Partial<Wish>): Wish[] {
  return chairs.map((each, seat) => {
    if (seat === at) return { ...each, ...change };
    return change.kind === "me" && each.kind === "me" ? { ...each, kind: "open" } : each;
  });
}

export function asked(chairs: readonly Wish[]): Chair[] {
  return chairs.map(({ kind, bot, name }): Chair => {
    if (kind === "bot") return { kind, bot };
    return kind === "local" ? { kind, name: name.trim() } : { kind };
  });
}

export const count = (chairs: readonly Wish[], kind: Wish["kind"]): number =>
  chairs.filter((each) => each.kind === kind).length;
