/** When a question that closes by itself was opened, as this browser saw it. */

import type { Closing } from "../games";
import type { Table } from "../wire";

/** Until when (this browser's ms) a question is open at the latest, and how long that is in all. */
export interface Window {
  ends: number;
  span: number;
}

/** Where people play at one time, the server waits for quiet questions, and closes them. */
const isPaced = ({ seats, clock }: Table): boolean =>
  clock.mode !== "days" && seats.some((seat) => seat.kind === "person");

/** The latest one of a table: it stays the same when the page of the table is drawn anew. */
let known = { key: "", at: 0 };

export function windowOf(table: Table, closing: Closing | null, now = Date.now()): Window | null {
  if (!closing?.seconds || !isPaced(table)) return null;
  const key = `${table.id}/${closing.key}`;
  if (known.key !== key) known = { key, at: now };
  const span = closing.seconds * 1000;
  return { ends: known.at + span, span };
}
