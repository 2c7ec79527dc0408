import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer } from "../wire";
import { FakeNet, fakeTime, snap } from "./fake";
import { type Command, Connection, type Status, address } from "./socket";

let net: FakeNet;
let heard: Answer[];
let statuses: string[];
let pending: readonly Command[];
let have: number | null;
let connection: Connection;

beforeEach(() => {
  fakeTime();
  net = new FakeNet();
  heard = [];
  statuses = [];
  pending = [];
  have = null;
  connection = new Connection(
    { table: "k7", token: "secret" },
    {
      have: () => have,
      hear: (message) => heard.push(message),
      status: (now: Status) => statuses.push(now.kind),
      pending: (orders) => (pending = orders),
    },
    net,
  );
});

afterEach(() => {
  connection.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function live(): void {
  net.wire.open();
  net.wire.tell(snap());
}

describe("coming in", () => {
  it("says hello with table, token and what is known", () => {
    net.wire.open();
    expect(net.wire.sent).toEqual([{ t: "hello", table: "k7", token: "secret", have: null }]);
    expect(statuses).toEqual(["catching-up"]);
    net.wire.tell(snap());
    expect(statuses).toEqual(["catching-up", "live"]);
  });

  it("hears nothing that it does not understand", () => {
    live();
    net.wire.onmessage?.({ data: "not json" });
    net.wire.onmessage?.({ data: new Uint8Array(3) });
    expect(heard.map((message) => message.t)).toEqual(["snap"]);
  });
});

describe("orders", () => {
  it("wait until the connection lives", () => {
    connection.order({ t: "act", n: 1, do: "draw deck" });
    net.wire.open();
    expect(net.wire.orders("act")).toEqual([]);
    expect(pending).toHaveLength(1);
    net.wire.tell(snap());
    expect(net.wire.orders("act")).toEqual([{ t: "act", n: 1, do: "draw deck", id: "order-1" }]);
  });

  it("are sent again, with the same id, until they are answered", () => {
    live();
    connection.order({ t: "act", n: 1, do: "draw deck" });
    vi.advanceTimersByTime(2000);
    expect(net.wire.orders("act")).toHaveLength(1);
    vi.advanceTimersByTime(6000);
    const sent = net.wire.orders("act");
    expect(sent.length).toBeGreaterThanOrEqual(3);
    expect(new Set(sent.map((order) => JSON.stringify(order))).size).toBe(1);
    net.wire.tell({ t: "ok", id: "order-1", seq: 1 });
    expect(pending).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(net.wire.orders("act")).toHaveLength(sent.length);
  });

  it("are answered once, however often the answer comes", () => {
    live();
    connection.order({ t: "undo" });
    for (let n = 0; n < 3; n += 1) net.wire.tell({ t: "ok", id: "order-1", seq: 0 });
    expect(heard.filter((message) => message.t === "ok")).toHaveLength(1);
  });

  it("that were refused are not sent again", () => {
    live();
    connection.order({ t: "act", n: 1, do: "build A3 W4" });
    net.wire.tell({ t: "no", id: "order-1", key: "strength_mismatch", text: "the strengths differ" });
    vi.advanceTimersByTime(10_000);
    expect(net.wire.orders("act")).toHaveLength(1);
    expect(heard.at(-1)).toMatchObject({ t: "no", clause: "", try: [] });
  });

  it("that were lost on the way go out on the next socket, in order", () => {
    live();
    connection.order({ t: "say", text: "one" });
    connection.order({ t: "say", text: "two" });
    net.wire.tell({ t: "ok", id: "order-1", seq: 0 });
    connection.order({ t: "act", n: 1, do: "draw deck" });
    net.wire.break();
    vi.advanceTimersByTime(1000);
    live();
    expect(net.wire.sent.slice(1).map((order) => "id" in order && order.id)).toEqual(["order-2", "order-3"]);
  });
});

describe("a lost connection", () => {
  it("comes back by itself with what is known, and says since when it was gone", () => {
    live();
    have = 41;
    net.wire.break();
    expect(statuses.at(-1)).toBe("offline");
    vi.advanceTimersByTime(1000);
    net.wire.open();
    expect(net.wires).toHaveLength(2);
    expect(net.wire.sent[0]).toEqual({ t: "hello", table: "k7", token: "secret", have: 41 });
    expect(statuses.at(-1)).toBe("catching-up");
  });

  it("waits longer each time, but never very long", () => {
    const waits: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const before = Date.now();
      const count = net.wires.length;
      net.wire.break();
      while (net.wires.length === count) vi.advanceTimersByTime(50);
      waits.push(Date.now() - before);
    }
    expect(waits[0]).toBeLessThanOrEqual(500);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBeLessThanOrEqual(16_000);
  });

  it("starts from the shortest wait again once it was live", () => {
    for (let n = 0; n < 5; n += 1) {
      net.wire.break();
      vi.advanceTimersByTime(20_000);
    }
    live();
    const count = net.wires.length;
    net.wire.break();
    vi.advanceTimersByTime(500);
    expect(net.wires).toHaveLength(count + 1);
  });

  it("is noticed when no pong comes", () => {
    live();
    vi.advanceTimersByTime(15_000);
    expect(net.wire.orders("ping")).toEqual([{ t: "ping", n: 1 }]);
    net.wire.tell({ t: "pong", n: 1, at: Date.now() });
    vi.advanceTimersByTime(14_000);
    expect(statuses.at(-1)).toBe("live");
    vi.advanceTimersByTime(10_000);
    expect(statuses.at(-1)).toBe("offline");
    expect(net.wires[0]!.closed).toBe(true);
  });

  it("ignores what the old socket still says", () => {
    live();
    const old = net.wire;
    const hear = old.onmessage;
    old.break();
    hear?.({ data: JSON.stringify(snap({ seq: 99 })) });
    expect(heard).toHaveLength(1);
  });
});

describe("goodbyes", () => {
  it.each(["replaced", "denied", "closed", "removed", "unknown"])("%s is final", (code) => {
    live();
    net.wire.tell({ t: "bye", code, text: "" });
    expect(statuses.at(-1)).toBe("ended");
    vi.advanceTimersByTime(60_000);
    expect(net.wires).toHaveLength(1);
    expect(net.wire.closed).toBe(true);
  });

  it.each(["restart", "limit"])("%s is not, and its time is kept", (code) => {
    live();
    net.wire.tell({ t: "bye", code, text: "", retry: 4000 });
    net.wire.break();
    vi.advanceTimersByTime(3000);
    expect(net.wires).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    expect(net.wires).toHaveLength(2);
  });

  it("of our own stop everything", () => {
    live();
    connection.close();
    vi.advanceTimersByTime(60_000);
    expect(net.wires).toHaveLength(1);
    expect(net.wire.closed).toBe(true);
  });
});

describe("server time", () => {
  it("is guessed from the snapshot and bettered by pongs", () => {
    net.wire.open();
    net.wire.tell(snap({ at: Date.now() + 5000 }));
    expect(connection.now()).toBe(Date.now() + 5000);
    vi.advanceTimersByTime(15_000);
    vi.advanceTimersByTime(200);
    net.wire.tell({ t: "pong", n: 1, at: Date.now() + 5000 });
    expect(connection.now()).toBe(Date.now() + 5100);
    vi.advanceTimersByTime(14_800);
    vi.advanceTimersByTime(1000);
    net.wire.tell({ t: "pong", n: 2, at: Date.now() + 9000 });
    expect(connection.now()).toBe(Date.now() + 5100);
  });
});

it("the socket is beside the page", () => {
  expect(address({ protocol: "http:", host: "localhost:8000" } as Location)).toBe("ws://localhost:8000/ws");
  expect(address({ protocol: "https:", host: "play.test" } as Location)).toBe("wss://play.test/ws");
});
