/** Tables that somebody does not want to see in the list any more; this browser remembers them. */

const KEY = "ludarium.hidden";
const MOST = 200;

export function hidden(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** Puts a table away; where nothing can be kept it is gone for this visit. */
export function hide(id: string): string[] {
  const ids = [id, ...hidden().filter((other) => other !== id)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    return ids;
  }
  return ids;
}
