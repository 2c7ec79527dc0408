import type { Facts, GameInfo, OptionInfo } from "../../wire";
import type { Words } from "../../words/say";
import { t } from "../../words/t";

/** What a game's words say of its set-up screen. */
export interface Layout {
  first?: string[];
  more?: string[];
  /** By option: the answers to other options with which it means something. */
  only?: Record<string, Facts>;
  /** Options with which a kids' table is offered. */
  kids?: Facts;
  /** By word: for whom and how long. */
  notes?: Record<string, string>;
}

/** A game without words has the plain layout. */
export function layoutOf(words: Words | undefined): Layout {
  return (words?.sections["setup"] as Layout | undefined) ?? {};
}

/** The options of a set-up screen: those one always sees, and those for who wants to know. */
export interface Shown {
  first: OptionInfo[];
  more: OptionInfo[];
}

export function fits(conditions: Facts, chosen: Facts): boolean {
  return Object.entries(conditions).every(([name, value]) => chosen[name] === value);
}

export function defaults(game: GameInfo): Facts {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

/** Without words of its own, a game shows all options that take words or numbers. */
export function shown(game: GameInfo, layout: Layout, chosen: Facts): Shown {
  const named = new Map(game.options.map((option) => [option.name, option]));
  const pick = (names: string[]) =>
    names
      .map((name) => named.get(name))
      .filter((option) => option !== undefined)
      .filter((option) => fits(layout.only?.[option.name] ?? {}, chosen));
  const usual = game.options.filter((option) => !option.free && option.default !== null);
  const first = layout.first ?? usual.slice(0, 1).map((option) => option.name);
  const more = layout.more ?? usual.slice(1).map((option) => option.name);
  // Content of one's own: where there is none on the shelf, there is nothing to choose from.
  const content = game.options.filter((option) => option.free && option.words.length > 1);
  const rest = [...more, ...content.map((option) => option.name)];
  return { first: pick(first), more: pick([...new Set(rest)].filter((name) => !first.includes(name))) };
}

/** The option with which a game brings a clock of its own: it is asked where the table's clock is. */
export const CLOCK = "clock";

/** The bounds of a number, in words. */
export function boundsSaid({ least, most }: OptionInfo): string {
  return most === null ? t("setup.at_least", { least }) : t("setup.between", { least, most });
}

/** What is wrong with an answer, if anything is: the bounds of a number. */
export function outOfBounds(option: OptionInfo, value: unknown): boolean {
  if (option.least === null || typeof value !== "number") return false;
  const { least, most } = option;
  return !Number.isInteger(value) || value < least || (most !== null && value > most);
}

/** What is sent: answers to shown questions that are not the usual ones. */
export function answered(game: GameInfo, layout: Layout, chosen: Facts): Facts {
  const { first, more } = shown(game, layout, chosen);
  const asked = [...first, ...more].filter(({ name, default: usual }) => {
    const value = chosen[name];
    return value !== usual && !(Array.isArray(value) && !value.length);
  });
  return Object.fromEntries(asked.map((option) => [option.name, chosen[option.name]]));
}

/**
 * How many may sit down: what the chosen words of options allow that make a difference there.
 * The server has the last word.
 */
export function seats(game: GameInfo, chosen: Facts): [least: number, most: number] {
  let [least, most] = [game.least, game.most];
  for (const option of game.options) {
    if (new Set(option.words.map((word) => word.seats.join())).size < 2) continue;
    const word = option.words.find((each) => each.word === chosen[option.name]);
    if (word?.seats.length !== 2) continue;
    least = Math.max(least, word.seats[0]!);
    most = Math.min(most, word.seats[1]!);
  }
  return [least, Math.max(least, most)];
}
