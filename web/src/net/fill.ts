/** Puts the defaults back that the server leaves out: what is told is told in full. */

import { type Answer, type Told, kinds, shapes } from "../wire";

interface Shape {
  defaults: Record<string, unknown>;
  parts: Record<string, string>;
}

const all = shapes as unknown as Record<string, Shape>;

function inside(kind: string, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (kind.endsWith("[]")) {
    return (value as unknown[]).map((item) => whole(kind.slice(0, -2), item));
  }
  if (kind.startsWith("{")) {
    const entries = Object.entries(value as object);
    return Object.fromEntries(entries.map(([key, item]) => [key, whole(kind.slice(1, -1), item)]));
  }
  return whole(kind, value);
}

function whole(kind: string, raw: unknown): unknown {
  const shape = all[kind]!;
  const told: Record<string, unknown> = { ...structuredClone(shape.defaults), ...(raw as object) };
  for (const [field, part] of Object.entries(shape.parts)) told[field] = inside(part, told[field]);
  return told;
}

/** A thing of a known type, as it came over the wire. */
export function fill<K extends keyof Told>(kind: K, raw: unknown): Told[K] {
  return whole(kind, raw) as Told[K];
}

/** A message of the socket, or undefined if this page does not know its kind. */
export function answer(text: string): Answer | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  const tag = typeof raw === "object" && raw !== null && "t" in raw ? raw.t : undefined;
  if (typeof tag !== "string" || !Object.hasOwn(kinds, tag)) return undefined;
  return fill(kinds[tag as keyof typeof kinds], raw) as Answer;
}
