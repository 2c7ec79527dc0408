import { expect, it } from "vitest";
import { namesThen } from "./past";

const line = (n: number, facts: Record<string, unknown>) => ({ n, facts, struck: false });

it("tells what was done under the name of that time", () => {
  const lines = [
    line(1, { event: "discard", seat: 1 }),
    line(2, { event: "table.kicked", seat: 1, name: "Guest 1217" }),
    line(3, { event: "discard", seat: 1 }),
    line(4, { event: "table.joined", seat: 1, name: "Eve", before: "Steady" }),
    line(5, { event: "discard", seat: 1 }),
  ];
  const names = namesThen(lines, ["Ann", "Eve"]).map((then) => then[1]);
  expect(names).toEqual(["Guest 1217", "Guest 1217", "Steady", "Steady", "Eve"]);
});

it("leaves the names alone where nobody has changed", () => {
  const names = ["Ann", "Bob"];
  expect(namesThen([line(1, { event: "draw", seat: 0 })], names)[0]).toBe(names);
});
