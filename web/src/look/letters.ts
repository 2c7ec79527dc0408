/**
 * The typefaces. At the first table that somebody ever opens they come after the table, which is
 * drawn with what the system has until then; from then on the browser has them, and they come first.
 */

import { needed, standing } from "../later.svelte";

const KEPT = "ludarium.letters";

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

function keep(): void {
  try {
    localStorage.setItem(KEPT, "1");
  } catch {
    return;
  }
}

export function fetchLetters(path: string): void {
  const waits = /^\/t\/[^/]+\/?$/.test(path) && !kept();
  const sheet = needed(() => import("./fonts.css"));
  void (waits ? standing : Promise.resolve()).then(() => sheet).then(keep);
}
