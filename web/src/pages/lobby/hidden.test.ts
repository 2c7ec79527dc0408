import { beforeEach, expect, it, vi } from "vitest";
import { hidden, hide } from "./hidden";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it("remembers each table once, the last one first", () => {
  hide("a");
  hide("b");
  expect(hide("a")).toEqual(["a", "b"]);
  expect(hidden()).toEqual(["a", "b"]);
});

it("makes nothing of what it does not understand", () => {
  localStorage.setItem("ludarium.hidden", "{");
  expect(hidden()).toEqual([]);
});
