import { describe, expect, test } from "vitest";
import type { ClauseInfo } from "../../wire";
import { open, query, search } from "./search";

const clause = (id: string, text: string, more: Partial<ClauseInfo> = {}): ClauseInfo => ({
  id,
  text,
  social: false,
  touches: [],
  scenarios: [],
  ...more,
});

const book = open({
  game: "tears-of-nature",
  title: "Tears of Nature",
  introduction: "",
  sections: [
    {
      title: "TN-6 Master",
      clauses: [clause("TN-6.1", "A **pair** of one strength."), clause("TN-6.10", "A défence.")],
    },
    { title: "TN-60 Far away", clauses: [clause("TN-60.1", "Nothing.")] },
    { title: "Rulings", clauses: [clause("R-6", "Who deals? They draw.", { touches: ["TN-6.1"] })] },
  ],
});

const found = (typed: string) => [...(search(book, query(typed)) ?? ["everything"])];

describe("searching a rulebook", () => {
  test("finds nothing to leave out without words", () => {
    expect(found("  ")).toEqual(["everything"]);
  });

  test("wants every word, whatever its case, accents or stress", () => {
    expect(found("PAIR strength")).toEqual(["TN-6.1"]);
    expect(found("defence")).toEqual(["TN-6.10"]);
    expect(found("pair defence")).toEqual([]);
  });

  test("reads numbers of clauses and of chapters", () => {
    expect(found("tn-6")).toEqual(["TN-6.1", "TN-6.10"]);
    expect(found("TN 6.10")).toEqual(["TN-6.10"]);
    expect(found("6.1")).toEqual(["TN-6.1", "TN-6.10"]);
    expect(found("6")).toEqual(["TN-6.1", "TN-6.10", "R-6"]);
    expect(found("r-6")).toEqual(["R-6"]);
  });

  test("puts rulings to the clauses they touch", () => {
    const first = book.chapters[0]!.entries[0]!;
    expect(first.rulings.map((ruling) => ruling.id)).toEqual(["R-6"]);
  });
});
