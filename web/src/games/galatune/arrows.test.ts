import { describe, expect, it } from "vitest";
import { bow, edge } from "./arrows";

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

describe("an arrow", () => {
  it("leaves a box at its edge", () => {
    expect(edge(box(0, 0, 40, 60), [200, 30], 0)).toEqual([40, 30]);
    expect(edge(box(0, 0, 40, 60), [20, 300], 5)).toEqual([20, 65]);
    expect(edge(box(0, 0, 40, 60), [20, 30])).toEqual([20, 30]);
  });
  it("goes from one to the other inside the table that it is drawn on", () => {
    const { path } = bow(box(110, 210, 40, 60), box(310, 210, 40, 60), box(100, 200, 500, 500), 1);
    const [x1, y1, , , x2, y2] = path.match(/-?[\d.]+/g)!.map(Number);
    expect([x1, y1, x2, y2]).toEqual([53, 40, 201, 40]);
  });
});
