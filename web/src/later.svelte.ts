/**
 * Parts of a page that come after it. A server that was updated has other parts than the page that
 * is still open: whoever waits for one that cannot be fetched goes on waiting, and the page says so.
 */

/** Whether a part could not be fetched: only loading the page anew helps. */
export const parts = $state({ missing: false });

let stand: () => void;

/** The first sight is drawn: what was left for later may come. */
export const standing = new Promise<void>((done) => (stand = done));

/** To be called by what draws a table, when it has done so: the rest comes as soon as there is leisure. */
export function stands(): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));
  requestAnimationFrame(() => idle(() => stand(), { timeout: 2_000 }));
}

/** A part that comes when it is first waited for: to be used like a promise, which never fails. */
export function needed<T>(load: () => Promise<T>): PromiseLike<T> {
  let found: Promise<T> | undefined;
  const fetched = () =>
    (found ??= load().catch(() => {
      parts.missing = true;
      return new Promise<never>(() => {});
    }));
  return { then: (done, failed) => fetched().then(done, failed) };
}

/** The same, but it comes by itself once the first sight is drawn. */
export function later<T>(load: () => Promise<T>): PromiseLike<T> {
  const part = needed(load);
  void standing.then(() => part);
  return part;
}
