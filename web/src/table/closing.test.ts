import { expect, it } from "vitest";
import type { Table } from "../wire";
import { windowOf } from "./closing";

const at = (id: string, mode = "none", ...kinds: string[]) =>
  ({ id, clock: { mode }, seats: kinds.map((kind) => ({ kind })) }) as unknown as Table;
const people = at("k7", "none", "person", "bot");
const open = { key: "1.2", seconds: 20 };

it("counts from when it was first seen, however often one looks", () => {
  expect(windowOf(people, open, 1000)).toEqual({ ends: 21_000, span: 20_000 });
  expect(windowOf(people, { ...open }, 9000)).toEqual({ ends: 21_000, span: 20_000 });
});

it("begins anew with the next one, and at another table", () => {
  windowOf(people, open, 1000);
  expect(windowOf(people, { ...open, key: "1.3" }, 9000)?.ends).toBe(29_000);
  expect(windowOf({ ...people, id: "k8" }, { ...open, key: "1.3" }, 9500)?.ends).toBe(29_500);
});

it("is none where nobody waits for people, or for days", () => {
  expect(windowOf(people, null, 1000)).toBeNull();
  expect(windowOf(people, { key: "1.2", seconds: 0 }, 1000)).toBeNull();
  expect(windowOf(at("k7", "none", "bot", "bot"), open, 1000)).toBeNull();
  expect(windowOf(at("k7", "days", "person", "person"), open, 1000)).toBeNull();
});
