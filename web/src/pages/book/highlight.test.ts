// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { ranges } from "./highlight";

test("finds words in the text of a page, whatever their case and stress", () => {
  const root = document.createElement("div");
  root.innerHTML = "<p>A <b>Pair</b> of pairs.</p><p>Nothing here.</p>";
  expect(ranges(root, ["pair"]).map(String)).toEqual(["Pair", "pair"]);
  expect(ranges(root, ["pair", "here"]).map(String)).toEqual(["Pair", "pair", "here"]);
  expect(ranges(root, [])).toEqual([]);
});
