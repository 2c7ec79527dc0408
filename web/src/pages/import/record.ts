/** What the head and the foot of a record say of it; the server reads all the rest. */
export interface About {
  game: string;
  players: number;
  lines: number;
  /** It ends with a result: nothing goes on from there. */
  finished: boolean;
}

export const FIRST = "ludarium record 1";

/** Undefined for a text that does not begin like a record. */
export function about(text: string): About | undefined {
  const lines = text.split("\n");
  if (lines[0]?.trimEnd() !== FIRST) return undefined;
  const field = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  return {
    game: field("game")?.trim() ?? "",
    players: playersOf(field("options") ?? ""),
    lines: lines.filter((line) => line.trim() !== "").length,
    finished: field("result") !== undefined,
  };
}

function playersOf(options: string): number {
  try {
    const { players } = JSON.parse(options) as { players?: unknown };
    return typeof players === "number" && players > 0 && players < 100 ? players : 0;
  } catch {
    return 0;
  }
}

export interface Place {
  /** Counted from 1. */
  line: number;
  text: string;
}

/** The lines around the one that a refusal names. */
export function around(
  text: string,
  refusal: string,
  reach = 2,
): { line: number; places: Place[] } | undefined {
  const line = Number(/\bline (\d+)/.exec(refusal)?.[1] ?? 0);
  const lines = text.split("\n");
  if (line < 1 || line > lines.length) return undefined;
  const first = Math.max(1, line - reach);
  const places = lines.slice(first - 1, line + reach).map((each, at) => ({ line: first + at, text: each }));
  return { line, places };
}

/** Where a line stands in a text, for selecting it. */
export function span(text: string, line: number): [start: number, end: number] {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
