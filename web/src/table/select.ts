/**
 * Select → targets light up → act, for any game.
 *
 * Knows only what the server says: the things each legal answer points at, and the things of the
 * answers that a person might try in vain. A thing that lies there twice has a mark of its own for
 * each copy (`hand/WILD~1`), so that both can be told apart on the table.
 */

export interface Answer {
  do: string;
  verb: string;
  things?: string[];
}

export interface Vain extends Answer {
  clause: string;
  key: string;
}

/** How a thing looks now. */
export type Light =
  /** pointed at */
  | "chosen"
  /** continues what was pointed at, or answers by itself */
  | "next"
  /** begins an answer that points at more, or at this alone where no answer needs more */
  | "ready"
  /** can be pointed at, but leads only to an answer beside the point (letting it go) */
  | "able"
  /** nothing to do with it now */
  | "off";

export interface Reach<C extends Answer> {
  /** Answers that use everything pointed at. */
  options: C[];
  /** What the selection comes to: said on the primary button. */
  primary: C | null;
  /** Answers that point at nothing more than the selection, as buttons beside the primary one. */
  beside: C[];
  /** Answers that still need one more thing. */
  further: C[];
}

export const thingOf = (mark: string): string => mark.split("~")[0]!;

const zoneOf = (mark: string): string => mark.split("/")[0]!;

export const isHand = (mark: string): boolean => zoneOf(mark) === "hand";

/** An answer that points at nothing, or only at its own name (`pass`): a button says it. */
const isBare = ({ verb, things = [] }: Answer): boolean =>
  things.length === 0 || (things.length === 1 && things[0] === verb);

/** What is left of some things when others are taken out, or null where they are not all there. */
function without(things: readonly string[], taken: readonly string[]): string[] | null {
  const rest = [...things];
  for (const thing of taken) {
    const at = rest.indexOf(thing);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

const rest = (answer: Answer, chosen: readonly string[]) => without(answer.things ?? [], chosen);

/**
 * What a selection leads to. Where things are gathered, it comes to what they make up as they are;
 * else to the one answer further on, if there is only one.
 */
export function reach<C extends Answer>(
  options: readonly C[],
  marks: readonly string[],
  gathers = false,
): Reach<C> {
  const chosen = marks.map(thingOf);
  const inReach = options.filter((option) => rest(option, chosen) !== null);
  if (!chosen.length) {
    const bare = inReach.filter(isBare);
    const primary = options.length === 1 ? options[0]! : null;
    return { options: inReach, primary, beside: bare.filter((option) => option !== primary), further: [] };
  }
  const exact = inReach.filter((option) => rest(option, chosen)!.length === 0);
  const further = inReach.filter((option) => rest(option, chosen)!.length > 0);
  const only = further.length === 1 ? further[0]! : null;
  const whole = gathers || !further.length ? (exact[0] ?? null) : null;
  const primary = gathers ? (whole ?? only) : (only ?? whole);
  return { options: inReach, primary, beside: exact.filter((option) => option !== primary), further };
}

/** Which things light up, by thing; whatever is missing is off. */
export function lights<C extends Answer>(
  options: readonly C[],
  marks: readonly string[],
): Map<string, Light> {
  const lit = new Map<string, Light>();
  if (!marks.length) {
    const most = Math.max(0, ...options.map((option) => option.things?.length ?? 0));
    const wide = new Set(
      options.filter((option) => (option.things?.length ?? 0) > 1).map(({ verb }) => verb),
    );
    for (const option of options) {
      const things = option.things ?? [];
      const light = wide.has(option.verb) || most === 1 || !things.some(isHand) ? "ready" : "able";
      for (const thing of things) {
        if (most === 1 && !isHand(thing)) lit.set(thing, "next");
        else if (lit.get(thing) !== "ready") lit.set(thing, light);
      }
    }
    return lit;
  }
  const chosen = marks.map(thingOf);
  for (const option of options) for (const thing of rest(option, chosen) ?? []) lit.set(thing, "next");
  return lit;
}

/** How one copy of a thing looks. */
export function lightOf(lit: ReadonlyMap<string, Light>, marks: readonly string[], mark: string): Light {
  return marks.includes(mark) ? "chosen" : (lit.get(thingOf(mark)) ?? "off");
}

/** What a press on a thing does. */
export type Press<C extends Answer> =
  | { kind: "select"; marks: string[] }
  | { kind: "act"; marks: string[]; choice: C }
  | { kind: "refuse"; mark: string };

/**
 * Pressing something chosen lets go of it; something lit joins the selection, and acts where that
 * settles the answer; another thing with which an answer begins, or of the zone where the selection
 * began, starts anew; all else is refused. A card of the hand that is the first thing pressed never acts by itself: a slip must not
 * throw it away. Where things are gathered nothing acts by itself, and what is one too many takes
 * the place of what was pressed first. Where a selection rests until its button is pressed, a thing
 * takes the place of the one that was chosen from the same zone.
 */
export function press<C extends Answer>(
  options: readonly C[],
  marks: readonly string[],
  mark: string,
  gathers = false,
): Press<C> {
  if (marks.includes(mark)) return { kind: "select", marks: marks.filter((other) => other !== mark) };
  const joined = [...marks, mark];
  const begins = options.some(({ things = [] }) => things[0] === thingOf(mark));
  const anew = marks.length > 0 && (begins || zoneOf(mark) === zoneOf(marks[0]!));
  const instead = gathers ? [joined.slice(1), [mark]] : [[mark]];
  const beside = marks.findIndex((other) => zoneOf(other) === zoneOf(mark));
  const swapped = beside > 0 ? [marks.with(beside, mark)] : [];
  for (const next of anew ? [joined, ...swapped, ...instead] : [joined, ...swapped]) {
    const { options: left, further, beside: also, primary } = reach(options, next, gathers);
    if (!left.length) continue;
    const settled = primary !== null && !gathers && !further.length && !also.length;
    if (settled && (next.length > 1 || !isHand(mark))) return { kind: "act", marks: next, choice: primary };
    return { kind: "select", marks: next };
  }
  return { kind: "refuse", mark };
}

/** Why a thing does not go with what is pointed at: the closest of the vain tries, if any is known. */
export function whyNot<N extends Vain>(vain: readonly N[], marks: readonly string[], mark: string): N | null {
  const thing = thingOf(mark);
  const chosen = marks.map(thingOf);
  const wanted = [...chosen, thing];
  const closeness = (not: N) => {
    const left = rest(not, wanted);
    if (left) return left.length ? 3 : 4;
    if (!not.things?.includes(thing)) return 0;
    return chosen.length ? 0 : 2;
  };
  let best: N | null = null;
  for (const not of vain) if (closeness(not) > (best ? closeness(best) : 0)) best = not;
  return best ?? (chosen.length ? whyNot(vain, [], mark) : null);
}

/** By thing: why it does not complete the selection; what chips on the table say. */
export function refused<N extends Vain>(vain: readonly N[], marks: readonly string[]): Map<string, N> {
  const told = new Map<string, N>();
  const chosen = marks.map(thingOf);
  if (!chosen.length) return told;
  for (const not of vain) {
    const left = rest(not, chosen);
    if (left?.length === 1 && !told.has(left[0]!)) told.set(left[0]!, not);
  }
  return told;
}

/** Marks for a row of things: `hand/WILD`, then `hand/WILD~1` for the next copy. */
export function marksOf(things: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return things.map((thing) => {
    const copy = seen.get(thing) ?? 0;
    seen.set(thing, copy + 1);
    return copy ? `${thing}~${copy}` : thing;
  });
}

/** Answers grouped by verb, in the order of their first appearance. */
export function grouped<C extends Answer>(options: readonly C[]): [string, C[]][] {
  const groups = new Map<string, C[]>();
  for (const option of options) {
    const group = groups.get(option.verb);
    if (group) group.push(option);
    else groups.set(option.verb, [option]);
  }
  return [...groups];
}
