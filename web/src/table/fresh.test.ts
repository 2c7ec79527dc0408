import { expect, it } from "vitest";
import { type Held, hold } from "./fresh";

/** What is new after a hand has been this, then that. */
function after(...hands: string[]): string {
  let held: Held | null = null;
  for (const hand of hands) held = hold(held, hand ? hand.split(" ") : []);
  return [...held!.fresh].join(" ");
}

it("marks what came since the last card went", () => {
  expect(after("A B")).toBe("");
  expect(after("A B", "A B C")).toBe("C");
  expect(after("A B", "A B C", "A B C D")).toBe("C D");
  expect(after("A B", "A B C", "A C")).toBe("");
  expect(after("A B", "B C")).toBe("C");
});

it("knows what was laid aside and comes back", () => {
  expect(after("A B C", "", "A C")).toBe("");
  expect(after("A B C", "", "", "A C")).toBe("");
  expect(after("A B C", "", "A C", "A C D")).toBe("D");
  expect(after("A B C", "", "A D")).toBe("D");
});

it("takes the same card for new when it comes later", () => {
  expect(after("A B", "", "A", "A B")).toBe("B");
  expect(after("A", "", "D", "D E")).toBe("D E");
});
