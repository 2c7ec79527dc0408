/** Which cards of a hand are new: those that came since the last card went. */

export interface Held {
  marks: readonly string[];
  fresh: ReadonlySet<string>;
  /** What was laid aside as a whole: whatever of it comes back is not new. */
  aside: ReadonlySet<string>;
}

export function hold(before: Held | null, marks: readonly string[]): Held {
  const none = new Set<string>();
  if (!before) return { marks, fresh: none, aside: none };
  if (!marks.length) {
    return { marks, fresh: none, aside: before.marks.length ? new Set(before.marks) : before.aside };
  }
  const gone = before.marks.some((mark) => !marks.includes(mark));
  const came = marks.filter((mark) => !before.marks.includes(mark) && !before.aside.has(mark));
  const fresh = gone ? new Set(came) : came.length ? new Set([...before.fresh, ...came]) : before.fresh;
  const back = marks.some((mark) => before.aside.has(mark));
  return { marks, fresh, aside: gone || back || !before.aside.size ? none : before.aside };
}
