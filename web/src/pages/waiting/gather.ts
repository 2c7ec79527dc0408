import type { Seat, Table } from "../../wire";

/** What a gathering table still waits for. */
export interface Wait {
  /** Chairs that nobody has taken. */
  free: number;
  /** Others who have not said that they are ready. */
  others: Seat[];
  /** One's own seats that have not. */
  mine: number[];
}

export function waitOf(table: Table, mine: readonly number[]): Wait {
  const unready = table.seats.filter((seat) => seat.kind === "person" && !seat.ready);
  return {
    free: table.seats.filter((seat) => seat.kind === "open").length,
    others: unready.filter((seat) => !mine.includes(seat.n)),
    mine: unready.filter((seat) => mine.includes(seat.n)).map((seat) => seat.n),
  };
}

export const isComplete = (wait: Wait): boolean =>
  wait.free === 0 && wait.others.length === 0 && wait.mine.length === 0;

/** The address behind an invite: the token lies in the fragment, which no server is sent. */
export function invite(origin: string, id: string, right: "" | "seat" | "watch", token = ""): string {
  return `${origin}/t/${id}${right ? `#${right}=${token}` : ""}`;
}
