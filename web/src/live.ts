/** What screen readers are told as it happens: politely, or at once. */

export interface LiveRegions {
  polite: HTMLElement;
  assertive: HTMLElement;
}

let regions: LiveRegions | undefined;

/** Hands the page's two regions over; returns how to take them back. */
export function attach(found: LiveRegions): () => void {
  regions = found;
  return () => {
    if (regions === found) regions = undefined;
  };
}

/** A text that differs from what was said before: readers stay silent when nothing changed. */
export function fresh(text: string, before: string): string {
  return text === before ? `${text}\u00a0` : text;
}

function say(region: HTMLElement | undefined, text: string): void {
  if (region && text) region.textContent = fresh(text, region.textContent ?? "");
}

/** Tells what happened, when the reader has a moment. */
export function announce(text: string): void {
  say(regions?.polite, text);
}

/** Tells what cannot wait: it is your turn, you were refused. */
export function alertNow(text: string): void {
  say(regions?.assertive, text);
}
