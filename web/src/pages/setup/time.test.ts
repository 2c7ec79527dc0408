import { expect, test } from "vitest";
import { rule, timed, usual } from "./time";

test("a clock in words of people becomes seconds, and back", () => {
  expect(rule(usual)).toEqual({ mode: "none", seconds: 0, extra: 0 });
  expect(rule({ ...usual, mode: "match", match: 15, extra: 10 })).toEqual({
    mode: "match",
    seconds: 900,
    extra: 10,
  });
  expect(rule({ ...usual, mode: "days", days: 3 })).toEqual({ mode: "days", seconds: 259_200, extra: 0 });
  for (const mode of ["move", "match", "days"] as const) {
    const clock = rule({ ...usual, mode });
    expect(rule(timed(clock))).toEqual(clock);
  }
});
