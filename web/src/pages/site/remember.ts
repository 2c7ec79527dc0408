import type { Facts } from "../../wire";

/** How somebody played a game last: what "Play now" repeats. */
export interface Last {
  options: Facts;
  seats: number;
  bot: string;
  kids: boolean;
}

const key = (game: string) => `ludarium.last.${game}`;

export function recall(game: string): Last | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(game)) ?? "null");
    return isLast(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** A browser without storage begins with the usual rules every time, and that is all. */
export function keep(game: string, last: Last): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(last));
  } catch {
    return;
  }
}

export function forget(game: string): void {
  try {
    localStorage.removeItem(key(game));
  } catch {
    return;
  }
}

function isLast(kept: unknown): kept is Last {
  if (typeof kept !== "object" || kept === null) return false;
  const { options, seats, bot, kids } = kept as Record<string, unknown>;
  return (
    typeof options === "object" &&
    options !== null &&
    !Array.isArray(options) &&
    typeof seats === "number" &&
    typeof bot === "string" &&
    typeof kids === "boolean"
  );
}
