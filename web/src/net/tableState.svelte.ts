/** What this page knows of a table through one pair of eyes: fed by the server, never guessed. */

import type { Answer, Ask, Clock, Ending, Ev, Facts, Lines, No, Not, Said, Snap, Sum, Table } from "../wire";
import {
  type Command,
  Connection,
  type Listener,
  type Means,
  type Place,
  type Status,
  type Wish,
  means,
} from "./socket";

/** A line of the log, numbered from 1 for this viewer. */
export interface LogLine {
  n: number;
  facts: Facts;
  /** Taken back by a later undo. */
  struck: boolean;
}

/** An order that the server refused. */
export interface Refused {
  order: Command;
  no: No;
}

/** What just came, for those who draw attention to it. */
export type News =
  | { kind: "snap"; first: boolean }
  | { kind: "lines"; lines: LogLine[] }
  | { kind: "said"; said: Said }
  | { kind: "refused"; refused: Refused };

const WAIT_FOR_LINES = 5_000;

export class TableState {
  status: Status = $state.raw({ kind: "connecting" });
  table: Table | null = $state.raw(null);
  /** The viewer's seat; null for spectators. */
  you: number | null = $state(null);
  view: Facts | null = $state.raw(null);
  lines: LogLine[] = $state.raw([]);
  /** The number of the last line. */
  seq = $state(0);
  sums: Record<string, Sum> = $state.raw({});
  ahead: number[] = $state.raw([]);
  ask: Ask | null = $state.raw(null);
  asked: number[] = $state.raw([]);
  clock: Clock | null = $state.raw(null);
  over: Ending | null = $state.raw(null);
  may: Snap["may"] = $state.raw([]);
  /** The wishes that this viewer has left behind for questions to come. */
  stands: readonly string[] = $state.raw([]);
  said: Said[] = $state.raw([]);
  /** What was done for the viewer while they were away. */
  missed: Facts[] = $state.raw([]);
  /** Why not, for the open question; null until asked for. */
  hints: Not[] | null = $state.raw(null);
  /** Orders on their way, oldest first. */
  pending: readonly Command[] = $state.raw([]);
  /** The last refusal, until the next order or the next question. */
  refused: Refused | null = $state.raw(null);

  /** An answer that the server has, until the line that tells of it is here too. */
  #given: { do: string; seq: number } | null = $state.raw(null);

  /** The answer that is on its way, if one is: the question that it answers is closed. */
  acting: string | null = $derived(
    this.pending.reduce<string | null>(
      (found, order) => (order.t === "act" ? order.do : found),
      this.#given && this.#given.seq > this.seq ? this.#given.do : null,
    ),
  );
  live = $derived(this.status.kind === "live");
  /** Who has given a sealed answer, where everybody may know; null where nobody does. */
  ready: readonly number[] | null = $derived.by(() => {
    const ready = this.view?.["ready"];
    return Array.isArray(ready) ? (ready as number[]) : null;
  });
  /** The seats whose answers are still missing, as far as this viewer may know. */
  awaited: readonly number[] = $derived(this.asked.filter((seat) => !this.ready?.includes(seat)));

  #line: Connection;
  #known = false;
  #orders = new Map<string, Command>();
  #askedLines = -Infinity;
  #news = new Set<(news: News) => void>();

  constructor(
    place: Place,
    private readonly use: Means = means,
  ) {
    const listener: Listener = {
      have: () => (this.#known ? this.seq : null),
      hear: (message) => this.#hear(message),
      status: (now) => (this.status = now),
      pending: (orders) => (this.pending = orders),
    };
    this.#line = new Connection(place, listener, use);
  }

  /** Listens to what comes; returns how to stop. */
  listen(tell: (news: News) => void): () => void {
    this.#news.add(tell);
    return () => this.#news.delete(tell);
  }

  /** Server time in ms. */
  now(): number {
    return this.#line.now();
  }

  /** Milliseconds that a seat has left; null where time is not kept. */
  left(seat: number): number | null {
    const left = this.clock?.left[seat] ?? null;
    if (left === null || !this.clock) return null;
    const gone = this.clock.running.includes(seat) ? this.now() - this.clock.at : 0;
    return Math.max(0, left - Math.max(0, gone));
  }

  /** Answers the open question with one of its options (or with what was typed). */
  act(answer: string): void {
    if (this.ask && !this.acting) this.order({ t: "act", n: this.ask.n, do: answer });
  }

  order(wish: Wish): void {
    this.refused = null;
    const id = this.#line.order(wish);
    this.#orders.set(id, { ...wish, id } as Command);
  }

  /** Asks why not, once for each question. */
  why(): void {
    if (this.ask && this.hints === null) this.#line.ask({ t: "why" });
  }

  /** The number of the first line that is known. */
  get first(): number {
    return this.lines[0]?.n ?? this.seq + 1;
  }

  /** Fetches older lines, if there are any. */
  more(): void {
    const now = this.use.now();
    if (this.first <= 1 || now - this.#askedLines < WAIT_FOR_LINES) return;
    this.#askedLines = now;
    this.#line.ask({ t: "more", before: this.first });
  }

  /** Forgets the list of what was done while away. */
  seenMissed(): void {
    this.missed = [];
  }

  dispose(): void {
    this.#line.close();
  }

  #hear(message: Answer): void {
    switch (message.t) {
      case "snap":
        return this.#snap(message);
      case "ev":
        return this.#ev(message);
      case "lines":
        return this.#older(message);
      case "seat":
        this.table = message.table;
        this.may = message.may;
        return;
      case "said":
        return this.#heardSaid([message]);
      case "hints":
        if (message.n === this.ask?.n) this.hints = message.not;
        return;
      case "ok": {
        const order = this.#orders.get(message.id);
        if (order?.t === "act") this.#given = { do: order.do, seq: message.seq };
        this.#orders.delete(message.id);
        return;
      }
      case "no":
        return this.#refuse(message);
    }
  }

  #snap(snap: Snap): void {
    const first = !this.#known;
    this.#known = true;
    this.table = snap.table;
    this.you = snap.you;
    this.view = snap.view;
    this.sums = snap.sums;
    this.ahead = snap.ahead;
    this.asked = snap.asked;
    this.clock = snap.clock;
    this.over = snap.over;
    this.may = snap.may;
    this.stands = snap.stands;
    if (snap.away.length) this.missed = snap.away;
    this.#question(snap.ask);
    const from = snap.seq - snap.log.length + 1;
    const joins = from <= this.seq + 1 && snap.seq >= this.seq;
    const fresh = this.#take(joins ? this.lines : [], from, snap.log, joins ? this.seq : 0);
    this.seq = snap.seq;
    this.#heardSaid(snap.said, false);
    this.#tell({ kind: "snap", first });
    if (!first && joins && fresh.length) this.#tell({ kind: "lines", lines: fresh });
  }

  #ev(ev: Ev): void {
    const from = ev.seq - ev.log.length + 1;
    if (ev.seq < this.seq || (ev.seq === this.seq && ev.log.length > 0)) return;
    if (from > this.seq + 1) return this.#line.resync();
    this.view = { ...this.view, ...ev.set };
    if (ev.sums) this.sums = ev.sums;
    if (ev.ahead) this.ahead = ev.ahead;
    this.asked = ev.asked;
    this.clock = ev.clock;
    this.over = ev.over;
    this.may = ev.may;
    this.stands = ev.stands;
    this.#question(ev.ask);
    const fresh = this.#take(this.lines, from, ev.log, this.seq);
    this.seq = ev.seq;
    if (fresh.length) this.#tell({ kind: "lines", lines: fresh });
  }

  #older({ first, log }: Lines): void {
    this.#askedLines = -Infinity;
    const before = log
      .map((facts, at) => ({ n: first + at, facts, struck: false }))
      .filter((line) => line.n < this.first);
    if (before.at(-1)?.n === this.first - 1) this.lines = asKept([...before, ...this.lines]);
  }

  /** Adds the lines after `last`; returns them as they stand in the log. */
  #take(known: LogLine[], from: number, log: Facts[], last: number): LogLine[] {
    const fresh = log
      .map((facts, at) => ({ n: from + at, facts, struck: false }))
      .filter((line) => line.n > last);
    this.lines = asKept([...known, ...fresh]);
    return fresh.length ? this.lines.slice(-fresh.length) : [];
  }

  #question(ask: Ask | null): void {
    if (ask?.n !== this.ask?.n) {
      this.hints = null;
      this.refused = null;
    }
    this.ask = ask;
  }

  #refuse(no: No): void {
    const order = this.#orders.get(no.id);
    this.#orders.delete(no.id);
    if (!order) return;
    this.refused = { order, no };
    this.#tell({ kind: "refused", refused: this.refused });
  }

  #heardSaid(lines: Said[], aloud = true): void {
    const known = new Set(this.said.map(saidKey));
    const fresh = lines.filter((line) => !known.has(saidKey(line)));
    if (!fresh.length) return;
    this.said = [...this.said, ...fresh].sort((a, b) => a.at - b.at || a.n - b.n);
    if (aloud) for (const said of fresh) this.#tell({ kind: "said", said });
  }

  #tell(news: News): void {
    for (const tell of this.#news) tell(news);
  }
}

/** What tells a line of chat from all others: whispers are counted by themselves, pair by pair. */
export function saidKey({ channel, n, by, to }: Said): string {
  const pair = to === null ? [] : [by ?? to, to].sort();
  return [channel, ...pair, n].join(".");
}

/** The log as it is read now: what was taken back is struck, what was told for a while only is gone. */
function asKept(lines: LogLine[]): LogLine[] {
  return forget(strike(lines));
}

/** Takes away the facts that everybody was told only until something else happened, once it has. */
export function forget(lines: LogLine[]): LogLine[] {
  if (!lines.some(({ facts }) => facts["until"])) return lines;
  const later = new Set<unknown>();
  return lines
    .toReversed()
    .map((line) => {
      const { passing, until, ...facts } = line.facts;
      const past = until !== undefined && later.has(until);
      if (!line.struck) later.add(facts["event"]);
      if (!past) return line;
      for (const name of passing as string[]) delete facts[name];
      return { ...line, facts };
    })
    .toReversed();
}

/** Marks what undo lines took back. */
export function strike(lines: LogLine[]): LogLine[] {
  const gone = new Set<number>();
  for (const { n, facts } of lines) {
    if (facts["event"] !== "table.undo") continue;
    for (let back = 1; back <= Number(facts["back"] ?? 0); back += 1) gone.add(n - back);
  }
  return lines.map((line) =>
    line.struck === gone.has(line.n) ? line : { ...line, struck: gone.has(line.n) },
  );
}
