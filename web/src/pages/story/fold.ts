import type { Line } from "../../games";
import type { Ending, Facts, Frame, Story, Sum } from "../../wire";

/** The table after one action. */
export interface Moment {
  frame: Frame;
  view: Facts;
  hands: Facts;
  sums: Record<string, Sum>;
  ahead: number[];
  over: Ending | null;
  /** The latest lines of the log up to here. */
  told: readonly Line[];
}

/** How many lines of the past a table shows at most. */
export const LATEST = 150;

/**
 * Every moment of a story, so that any of them is there at once.
 *
 * Moments share what did not change, so a long match costs little more than its frames.
 */
export function moments(story: Story): Moment[] {
  let last: Omit<Moment, "frame"> = { view: {}, hands: {}, sums: {}, ahead: [], over: null, told: [] };
  return story.frames.map((frame) => {
    last = {
      view: Object.assign({}, last.view, frame.set),
      hands: Object.assign({}, last.hands, frame.hands),
      sums: frame.sums ?? last.sums,
      ahead: frame.ahead ?? last.ahead,
      over: frame.over ?? last.over,
      told: joined(last.told, frame.log),
    };
    return { frame, ...last };
  });
}

/** The latest lines with some more after them. */
function joined(told: readonly Line[], log: readonly Facts[]): readonly Line[] {
  const from = (told.at(-1)?.n ?? 0) + 1;
  return log.length ? [...told, ...log.map((facts, at) => ({ n: from + at, facts }))].slice(-LATEST) : told;
}

/** A log line and the place in the story where it was told. */
export interface Told {
  line: Facts;
  at: number;
}

export function told(story: Story): Told[] {
  return story.frames.flatMap((frame, at) => frame.log.map((line) => ({ line, at })));
}

/** A place in a story of `length` frames: the one asked for, or the nearest there is. */
export function place(wanted: number | null, length: number): number {
  return Math.max(0, Math.min(wanted ?? 0, length - 1));
}
