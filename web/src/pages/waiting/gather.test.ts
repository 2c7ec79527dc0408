import { describe, expect, test } from "vitest";
import type { Seat, Table } from "../../wire";
import { invite, isComplete, waitOf } from "./gather";

const seat = (n: number, kind: Seat["kind"], ready = false): Seat => ({
  n,
  kind,
  ready,
  name: "",
  bot: "",
  here: true,
  host: false,
  away: null,
  held_from: null,
  held: false,
  muted: false,
});
const table = (...seats: Seat[]) => ({ seats }) as Table;

describe("a gathering table", () => {
  test("waits for free chairs, for others and for oneself", () => {
    const wait = waitOf(table(seat(0, "person"), seat(1, "open"), seat(2, "bot"), seat(3, "person")), [0]);
    expect([wait.free, wait.others.map((each) => each.n), wait.mine]).toEqual([1, [3], [0]]);
    expect(isComplete(wait)).toBe(false);
  });

  test("is complete when nobody is missing; bots need not say so", () => {
    expect(isComplete(waitOf(table(seat(0, "person", true), seat(1, "bot")), [0]))).toBe(true);
  });
});

test("invites carry their token in the fragment", () => {
  expect(invite("http://x", "k7", "")).toBe("http://x/t/k7");
  expect(invite("http://x", "k7", "seat", "abc")).toBe("http://x/t/k7#seat=abc");
});
