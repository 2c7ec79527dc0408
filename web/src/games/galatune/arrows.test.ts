import { describe, expect, it } from "vitest";
import { facing, fly, nearest } from "./arrows";

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });
const panel = box(100, 100, 200, 100);

describe("an arrow", () => {
  it("ends before the nearest edge of a place, never beyond its corners", () => {
    expect(nearest(panel, [150, 400], 8)).toEqual({ at: [150, 208], out: [0, 1] });
    expect(nearest(panel, [900, 950], 8).at[0]).toBeLessThan(300);
    expect(nearest(panel, [500, 150], 8)).toEqual({ at: [308, 150], out: [1, 0] });
    expect(nearest(panel, [0, 150], 8)).toEqual({ at: [92, 150], out: [-1, 0] });
  });
  it("lies beside another one that ends there", () => {
    expect(nearest(panel, [150, 400], 8, 20).at).toEqual([170, 208]);
    expect(nearest(panel, [290, 400], 8, 20).at[0]).toBe(nearest(panel, [290, 400], 8).at[0] - 20);
  });
  it("starts at the side of the card that faces its end", () => {
    const card = box(400, 400, 40, 60);
    expect(facing(card, [420, 100], 0)).toEqual({ at: [420, 400], out: [0, -1] });
    expect(facing(card, [100, 430], 0)).toEqual({ at: [400, 430], out: [-1, 0] });
  });
  it("is drawn inside the table that it lies on", () => {
    const { path } = fly(box(400, 400, 40, 60), panel, box(100, 100, 500, 500));
    const numbers = path.match(/-?[\d.]+/g)!.map(Number);
    expect(numbers.slice(0, 2)).toEqual([320, 297]);
    expect(numbers.slice(-2)).toEqual([182, 108]);
  });
});
