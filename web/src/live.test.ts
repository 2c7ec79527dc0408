// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { alertNow, announce, attach } from "./live";

it("says the same again in other letters, each kind in its own region", () => {
  const polite = document.createElement("div");
  const assertive = document.createElement("div");
  const detach = attach({ polite, assertive });
  announce("Anna draws 1 card.");
  const once = polite.textContent;
  announce("Anna draws 1 card.");
  expect(polite.textContent).not.toBe(once);
  expect(polite.textContent?.trim()).toBe("Anna draws 1 card.");
  announce("Anna draws 1 card.");
  expect(polite.textContent).toBe(once);
  expect(assertive.textContent).toBe("");
  alertNow("Your turn.");
  expect(assertive.textContent).toBe("Your turn.");
  detach();
  announce("Nobody listens.");
  expect(polite.textContent).toBe(once);
});
