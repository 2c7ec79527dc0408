/** The type wheel as it is printed for players (GT-4.1 to GT-4.3): to be looked at, nothing follows from it. */

/** Each beats the next, the last one the first. */
export const CYCLE = ["Nature", "War", "Mystic", "Tech"] as const;
const OPPOSED: Readonly<Record<string, string>> = { Light: "Dark", Dark: "Light" };

const place = (type: string): number => (CYCLE as readonly string[]).indexOf(type);

/** Whether a type strikes an element or alignment twice as hard. */
export function beats(type: string, other: string): boolean {
  if (OPPOSED[type] === other) return true;
  const at = place(type);
  return at >= 0 && CYCLE[(at + 1) % CYCLE.length] === other;
}

/** What a Champion of these types is weak to. */
export function weakTo(element: string, alignment: string): string[] {
  return [...CYCLE, "Light", "Dark"].filter((type) => beats(type, element) || beats(type, alignment));
}

/** What a Champion of these types is immune to. */
export function immuneTo(element: string, alignment: string): string[] {
  return [element, alignment].filter((type) => type && type !== "Unaligned");
}

/** How hard a type strikes a Champion of these types. */
export function times(type: string, element: string, alignment: string): 0 | 1 | 2 {
  if (immuneTo(element, alignment).includes(type)) return 0;
  return weakTo(element, alignment).includes(type) ? 2 : 1;
}
