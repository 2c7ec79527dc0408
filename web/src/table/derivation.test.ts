import { describe, expect, it } from "vitest";
import { Words } from "../words/say";
import { derivationOf, figure } from "./derivation";

const words = new Words({ numbers: { inf: "∞", "-inf": "−∞" } });

describe("the derivation of a line", () => {
  it("is there where the line tells one", () => {
    const sum = { value: 8, clause: "GT-9.2", parts: [{ key: "printed", facts: {}, value: 4 }] };
    expect(derivationOf({ event: "hit", sum })).toEqual(sum);
  });
  it("is not there where there is nothing to tell", () => {
    expect(derivationOf({ event: "turn" })).toBeNull();
    expect(derivationOf({ event: "hit", sum: 8 })).toBeNull();
    expect(derivationOf({ event: "hit", sum: { value: 0, clause: "", parts: [] } })).toBeNull();
  });
});

describe("a figure", () => {
  it("is written with a true minus, and beyond all numbers with a word", () => {
    expect([figure(8, words), figure(-8, words), figure("inf", words), figure("-inf", words)]).toEqual([
      "8",
      "−8",
      "∞",
      "−∞",
    ]);
  });
});
