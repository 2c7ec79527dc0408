/** One seat's (or spectator's) live connection: it says hello, keeps orders safe, comes back. */

import type {
  Act,
  Answer,
  Bye,
  Concede,
  Consent,
  More,
  Order,
  Ready,
  Say,
  Stand,
  TakeBack,
  Undo,
  Why,
} from "../wire";
import { answer } from "./fill";

/** An order that the server acknowledges; the connection gives it its id. */
export type Command = Act | TakeBack | Undo | Consent | Concede | Ready | Say | Stand;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
export type Wish = WithoutId<Command>;

export type Status =
  | { kind: "connecting" }
  | { kind: "catching-up" }
  | { kind: "live" }
  | { kind: "offline"; since: number }
  | { kind: "ended"; code: Bye["code"]; text: string };

/** The part of a WebSocket that is used here. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Listener {
  /** How many log lines are known already; null for none. */
  have(): number | null;
  hear(message: Answer): void;
  status(now: Status): void;
  /** The orders that wait for their `ok` or `no`, oldest first. */
  pending(orders: readonly Command[]): void;
}

export interface Place {
  table: string;
  token: string;
}

export interface Means {
  open(): Wire;
  now(): number;
  random(): number;
  id(): string;
}

const PING_EVERY = 15_000;
const PONG_WITHIN = 8_000;
const RESEND_AFTER = 2_500;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const FINAL: ReadonlySet<Bye["code"]> = new Set(["replaced", "denied", "closed", "removed", "unknown"]);

/** The socket's address, beside the page. */
export function address(at: Location = location): string {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/ws`;
}

export const means: Means = {
  open: () => new WebSocket(address()) as Wire,
  now: () => Date.now(),
  random: () => Math.random(),
  id: freshId,
};

/** A random id; `crypto.randomUUID` is missing on plain-http pages of other machines. */
function freshId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export class Connection {
  #wire: Wire | null = null;
  #status: Status = { kind: "connecting" };
  #outbox = new Map<string, { order: Command; sent: number }>();
  #tries = 0;
  #retry: number | null = null;
  #pings = 0;
  #sentPing: { n: number; at: number } | null = null;
  #bestTrip = Infinity;
  #offset = 0;
  #closed = false;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly place: Place,
    private readonly listener: Listener,
    private readonly use: Means = means,
  ) {
    this.#connect();
    if (typeof addEventListener === "function") {
      addEventListener("online", this.#hurry);
      document.addEventListener("visibilitychange", this.#hurry);
    }
  }

  /** Server time in ms, as well as it is known. */
  now(): number {
    return this.use.now() + this.#offset;
  }

  /** Gives an order; it is sent until the server has answered. Returns its id. */
  order(wish: Wish): string {
    const order = { ...wish, id: this.use.id() } as Command;
    this.#outbox.set(order.id, { order, sent: 0 });
    this.#tellPending();
    this.#flush();
    return order.id;
  }

  /** Asks for something that needs no promise: it is asked again by whoever still wants it. */
  ask(order: Why | More): void {
    if (this.#status.kind === "live") this.#send(order);
  }

  /** Starts over with a fresh socket: something was missed. */
  resync(): void {
    this.#drop();
    this.#connect();
  }

  /** Leaves for good. */
  close(): void {
    this.#closed = true;
    if (typeof removeEventListener === "function") {
      removeEventListener("online", this.#hurry);
      document.removeEventListener("visibilitychange", this.#hurry);
    }
    clearTimeout(this.#again);
    this.#drop();
  }

  #hurry = (): void => {
    if (this.#status.kind === "offline" && document.visibilityState !== "hidden") this.#connect();
  };

  #connect(): void {
    if (this.#closed || this.#wire) return;
    clearTimeout(this.#again);
    const wire = this.use.open();
    this.#wire = wire;
    wire.onopen = () => {
      const { table, token } = this.place;
      this.#become({ kind: "catching-up" });
      this.#send({ t: "hello", table, token, have: this.listener.have() });
      this.#watch();
    };
    wire.onmessage = ({ data }) => {
      const message = typeof data === "string" ? answer(data) : undefined;
      if (message && wire === this.#wire) this.#hear(message);
    };
    wire.onclose = () => {
      if (wire === this.#wire) this.#lost();
    };
  }

  /** Lets the socket go without listening to it any longer. */
  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.#sentPing = null;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }

  #lost(): void {
    this.#drop();
    if (this.#closed || this.#status.kind === "ended") return;
    const since = this.#status.kind === "offline" ? this.#status.since : this.use.now();
    this.#become({ kind: "offline", since });
    const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 1.7 ** this.#tries);
    const wait = (this.#retry ?? backoff) * (0.75 + this.use.random() / 2);
    this.#tries += 1;
    this.#retry = null;
    this.#again = setTimeout(() => this.#connect(), wait);
  }

  #hear(message: Answer): void {
    switch (message.t) {
      case "snap":
        this.#guess(message.at, 0);
        this.#tries = 0;
        this.listener.hear(message);
        this.#become({ kind: "live" });
        this.#flush(true);
        return;
      case "ok":
      case "no":
        // A late answer to an order that was sent twice is no news.
        if (!this.#outbox.delete(message.id)) return;
        this.#tellPending();
        break;
      case "pong":
        this.#pong(message.n, message.at);
        return;
      case "bye":
        this.#retry = message.retry;
        if (FINAL.has(message.code)) {
          this.#become({ kind: "ended", code: message.code, text: message.text });
          this.#drop();
        }
        break;
    }
    this.listener.hear(message);
  }

  /** Pings, and sends again what was not answered, as long as this socket lives. */
  #watch(): void {
    this.#every(PING_EVERY, () => {
      const ping = { n: (this.#pings += 1), at: this.use.now() };
      this.#sentPing = ping;
      this.#send({ t: "ping", n: ping.n });
      this.#after(PONG_WITHIN, () => {
        if (this.#sentPing === ping) this.#lost();
      });
    });
    this.#every(RESEND_AFTER, () => this.#flush());
  }

  #pong(n: number, at: number): void {
    if (this.#sentPing?.n !== n) return;
    const trip = this.use.now() - this.#sentPing.at;
    this.#sentPing = null;
    this.#guess(at + trip / 2, trip);
  }

  /** Trusts the server time that came on the quickest trip; the first guess is better than none. */
  #guess(serverNow: number, trip: number): void {
    const first = trip === 0 && this.#bestTrip === Infinity;
    if (serverNow > 0 && (first || (trip > 0 && trip <= this.#bestTrip))) {
      this.#offset = Math.round(serverNow - this.use.now());
      if (trip > 0) this.#bestTrip = trip;
    }
  }

  /** Sends orders that were never sent, or not answered in time; on a new socket all of them. */
  #flush(all = false): void {
    if (this.#status.kind !== "live") return;
    const now = this.use.now();
    for (const entry of this.#outbox.values()) {
      if (all || now - entry.sent >= RESEND_AFTER) {
        entry.sent = now;
        this.#send(entry.order);
      }
    }
  }

  #send(order: Order): void {
    this.#wire?.send(JSON.stringify(order));
  }

  #become(status: Status): void {
    this.#status = status;
    this.listener.status(status);
  }

  #tellPending(): void {
    this.listener.pending([...this.#outbox.values()].map((entry) => entry.order));
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  #every(ms: number, act: () => void): void {
    this.#after(ms, () => {
      act();
      if (this.#wire) this.#every(ms, act);
    });
  }
}
