/** What people were called when something happened: a chair may have changed hands since. */

import type { LogLine } from "../net/tableState.svelte";

/** By line, the names at that moment: the table's own lines tell who sat where before. */
export function namesThen(lines: readonly LogLine[], names: readonly string[]): (readonly string[])[] {
  const then: (readonly string[])[] = [];
  let known = names;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const { facts } = lines[at]!;
    const before = nameBefore(String(facts["event"]), facts);
    if (before) known = known.map((name, seat) => (seat === facts["seat"] ? before : name));
    then[at] = known;
  }
  return then;
}

function nameBefore(event: string, facts: LogLine["facts"]): string {
  if (event === "table.joined") return String(facts["before"] ?? "");
  return event === "table.kicked" || event === "table.reseated" ? String(facts["name"] ?? "") : "";
}
