import type { Ending, Facts, Frame, Story, Sum } from "../../wire";

/** The table after one action. */
export interface Moment {
  frame: Frame;
  view: Facts;
  hands: Facts;
  sums: Record<string, Sum>;
  ahead: number[];
  over: Ending | null;
}

/**
 * Every moment of a story, so that any of them is there at once.
 *
 * Moments share what did not change, so a long match costs little more than its frames.
 */
export function moments(story: Story): Moment[] {
  let last: Omit<Moment, "frame"> = { view: {}, hands: {}, sums: {}, ahead: [], over: null };
  return story.frames.map((frame) => {
    last = {
      view: Object.assign({}, last.view, frame.set),
      hands: Object.assign({}, last.hands, frame.hands),
      sums: frame.sums ?? last.sums,
      ahead: frame.ahead ?? last.ahead,
      over: frame.over ?? last.over,
    };
    return { frame, ...last };
  });
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
