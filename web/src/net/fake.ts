/** A server's end of the wire for tests: time, chance and messages are in the test's hand. */

import { vi } from "vitest";
import type { Order } from "../wire";
import type { Means, Wire } from "./socket";

export class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Order[] = [];
  closed = false;

  send(text: string): void {
    if (this.closed) throw new Error("sent on a closed socket");
    this.sent.push(JSON.parse(text) as Order);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.();
  }

  /** The server sends a message. */
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection breaks. */
  break(): void {
    this.closed = true;
    this.onclose?.();
  }

  orders(kind: Order["t"]): Order[] {
    return this.sent.filter((order) => order.t === kind);
  }
}

export class FakeNet implements Means {
  wires: FakeWire[] = [];
  #ids = 0;

  open(): Wire {
    const wire = new FakeWire();
    this.wires.push(wire);
    return wire;
  }

  /** The socket that is in use. */
  get wire(): FakeWire {
    return this.wires.at(-1)!;
  }

  now(): number {
    return Date.now();
  }

  random(): number {
    return 0.5;
  }

  id(): string {
    return `order-${(this.#ids += 1)}`;
  }
}

export function fakeTime(at = 1_000_000): void {
  vi.useFakeTimers();
  vi.setSystemTime(at);
}

export const table = {
  id: "k7",
  game: "tears-of-nature",
  name: "Friday",
  status: "playing",
  options: { players: 2 },
  seats: [
    { n: 0, kind: "person", name: "Anna", here: true },
    { n: 1, kind: "bot", name: "East", bot: "steady" },
  ],
};

export function snap(more: object = {}): object {
  return { t: "snap", seq: 0, table, you: 0, view: { turn: 1, deck: 30 }, at: Date.now(), ...more };
}

export function line(event: string, more: object = {}): Record<string, unknown> {
  return { event, ...more };
}
