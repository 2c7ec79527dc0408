import { describe, expect, it } from "vitest";
import { beats, immuneTo, times, weakTo } from "./wheel";

describe("the type wheel", () => {
  it("goes round: each element beats the next", () => {
    expect([
      beats("Nature", "War"),
      beats("War", "Mystic"),
      beats("Mystic", "Tech"),
      beats("Tech", "Nature"),
    ]).toEqual([true, true, true, true]);
    expect(beats("War", "Nature")).toBe(false);
  });
  it("has two alignments that beat each other, and one that nothing beats", () => {
    expect([beats("Light", "Dark"), beats("Dark", "Light"), beats("Light", "Unaligned")]).toEqual([
      true,
      true,
      false,
    ]);
  });
  it("tells what a Champion of Light and Tech has to fear", () => {
    expect(weakTo("Tech", "Light")).toEqual(["Mystic", "Dark"]);
    expect(immuneTo("Tech", "Light")).toEqual(["Tech", "Light"]);
    const struck = (type: string) => times(type, "Tech", "Light");
    expect(["Light", "Tech", "Dark", "Mystic", "War", "Nature"].map(struck)).toEqual([0, 0, 2, 2, 1, 1]);
  });
});
