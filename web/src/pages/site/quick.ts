import type { Facts, GameInfo, NewTable } from "../../wire";
import { type Layout, defaults, fits, seats } from "../setup/options";
import type { Last } from "./remember";

const LEVEL = "steady";

/** How "Play now" would begin: as last time, or with the usual rules and one bot. */
export function usual(game: GameInfo, last: Last | undefined): Last {
  if (last) return last;
  const [least] = seats(game, defaults(game));
  return { options: {}, seats: least, bot: LEVEL, kids: false };
}

/** The same with another answer to one option; the seats follow what it allows. */
export function turned(game: GameInfo, layout: Layout, last: Last, options: Facts): Last {
  const chosen = { ...defaults(game), ...options };
  const [least, most] = seats(game, chosen);
  const count = Math.min(Math.max(last.seats, least), most);
  return { ...last, options, seats: count, kids: last.kids && fits(layout.kids ?? {}, chosen) };
}

/** A table of one person against bots. */
export function solo(game: GameInfo, wish: Last): NewTable {
  const bots = Array.from({ length: wish.seats - 1 }, () => ({ kind: "bot" as const, bot: wish.bot }));
  return { game: game.slug, chairs: [{ kind: "me" }, ...bots], options: wish.options, kids: wish.kids };
}
