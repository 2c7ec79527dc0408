import { describe, expect, it } from "vitest";
import { answer, fill } from "./fill";
import { table } from "./fake";

describe("what the server leaves out", () => {
  it("is put back at every depth", () => {
    const full = fill("Table", table);
    expect(full.watching).toBe(true);
    expect(full.clock).toEqual({ mode: "none", seconds: 0, extra: 0 });
    expect(full.seats[1]).toMatchObject({ name: "East", bot: "steady", here: false, away: null });
  });

  it("does not hide what is said", () => {
    const full = fill("Table", { ...table, watching: false, clock: { mode: "move", seconds: 30 } });
    expect(full.watching).toBe(false);
    expect(full.clock).toEqual({ mode: "move", seconds: 30, extra: 0 });
  });

  it("is put back into dictionaries and lists of structs", () => {
    const sums = { "strength/1": { value: 3, clause: "TN-3.1", parts: [] } };
    const ask = {
      n: 1,
      kind: "draw",
      form: "pick-one",
      facts: {},
      options: [{ do: "draw deck", verb: "draw", facts: {} }],
    };
    const told = answer(JSON.stringify({ t: "ev", seq: 1, log: [], sums, ask }));
    expect(told).toMatchObject({
      sums: { "strength/1": { goal: null } },
      ask: { answered: false, options: [{ things: [], caution: null }] },
      over: null,
    });
  });

  it("is never shared between two messages", () => {
    const one = fill("Table", table);
    const two = fill("Table", table);
    one.clock.seconds = 9;
    expect(two.clock.seconds).toBe(0);
  });
});

it("what is no message is none", () => {
  for (const text of [
    "",
    "[]",
    "null",
    '"snap"',
    "{}",
    '{"t":"news"}',
    '{"t":7}',
    '{"t":"toString"}',
    '{"t"',
  ]) {
    expect(answer(text)).toBeUndefined();
  }
});
