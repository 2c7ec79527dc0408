import { expect, test } from "vitest";
import { ago } from "./when";

test("tells how long ago something was in the largest unit that fits", () => {
  const now = 1_000_000_000_000;
  const said = (ms: number) => ago(now - ms, now, "en");
  expect(said(20_000)).toBe("now");
  expect(said(90_000)).toBe("1 minute ago");
  expect(said(7_200_000)).toBe("2 hours ago");
  expect(said(86_400_000)).toBe("yesterday");
  expect(said(-5_000)).toBe("now");
});
