import { describe, expect, test } from "vitest";
import { lead } from "./code";

const here = "http://127.0.0.1:8765";

describe("joining by code or link", () => {
  test("takes the code of a table", () => {
    expect(lead("  k7Qm2aB ", here)).toEqual({ go: "/t/k7Qm2aB" });
  });

  test("takes a link of this site with its token", () => {
    expect(lead(`${here}/t/k7Qm2aB#seat=abc`, here)).toEqual({ go: "/t/k7Qm2aB#seat=abc" });
    expect(lead("127.0.0.1:8765/t/k7Qm2aB", here)).toEqual({ go: "/t/k7Qm2aB" });
    expect(lead("/t/k7Qm2aB/replay?at=7", here)).toEqual({ go: "/t/k7Qm2aB/replay?at=7" });
  });

  test("says when a link leads elsewhere", () => {
    expect(lead("https://example.org/t/k7Qm2aB", here)).toEqual({ elsewhere: "example.org" });
  });

  test("refuses what is neither", () => {
    for (const typed of ["", "two words", `${here}/credits`, "javascript:alert(1)//t/abc", "a"]) {
      expect(lead(typed, here)).toBeNull();
    }
  });
});
