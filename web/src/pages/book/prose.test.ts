import { describe, expect, test } from "vitest";
import { parted, prose } from "./prose";

const knows = (id: string) => id === "TN-1.2" || id === "R-4";

describe("the text of a clause", () => {
  test("is taken apart into stress, notation and clauses", () => {
    expect(prose("A **pair** of `F6` (TN-1.2, R-4).", knows)).toEqual([
      { kind: "text", text: "A " },
      { kind: "bold", text: "pair" },
      { kind: "text", text: " of " },
      { kind: "code", text: "F6" },
      { kind: "text", text: " (" },
      { kind: "clause", text: "TN-1.2" },
      { kind: "text", text: ", " },
      { kind: "clause", text: "R-4" },
      { kind: "text", text: ")." },
    ]);
  });

  test("leaves alone what only looks like a clause, and names with low lines", () => {
    expect(prose("See XY-9 and stock_access_any.", knows)).toEqual([
      { kind: "text", text: "See XY-9 and stock_access_any." },
    ]);
  });

  test("of a ruling is a question and an answer", () => {
    expect(parted("Who deals? The winner.")).toEqual(["Who deals?", "The winner."]);
    expect(parted("No question here.")).toEqual(["", "No question here."]);
  });
});
