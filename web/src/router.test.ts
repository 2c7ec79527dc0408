// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { type Route, href, read, router } from "./router.svelte";

const at = (path: string): Route => read(new URL(path, "http://table.test"));

const routes: [string, Route][] = [
  ["/", { page: "lobby" }],
  ["/new/tears-of-nature", { page: "new", game: "tears-of-nature" }],
  ["/t/k7Qm2", { page: "table", id: "k7Qm2" }],
  ["/t/k7Qm2/replay", { page: "replay", id: "k7Qm2", at: null, eyes: "" }],
  ["/t/k7Qm2/replay?at=41&eyes=2", { page: "replay", id: "k7Qm2", at: 41, eyes: "2" }],
  ["/rules/tears-of-nature#TN-6.6", { page: "rules", game: "tears-of-nature", clause: "TN-6.6" }],
  ["/credits", { page: "credits" }],
  ["/import", { page: "import" }],
];

describe("addresses", () => {
  it.each(routes)("%s is read and written alike", (path, route) => {
    expect(at(path)).toEqual(route);
    expect(href(route)).toBe(path);
  });

  it("forgive a slash at the end, and odd numbers", () => {
    expect(at("/credits/")).toEqual({ page: "credits" });
    expect(at("/t/x/replay?at=-1&eyes=all")).toEqual({ page: "replay", id: "x", at: null, eyes: "all" });
    expect(at("/rules/x#%E0%A4%A")).toEqual({ page: "rules", game: "x", clause: "" });
  });

  it("that are none lead nowhere", () => {
    expect(at("/t/")).toEqual({ page: "missing", path: "/t" });
    expect(at("/new/../../etc").page).toBe("missing");
  });
});

describe("going", () => {
  it("changes page and address, and back again", async () => {
    router.go({ page: "credits" });
    expect(router.route).toEqual({ page: "credits" });
    expect(location.pathname).toBe("/credits");
    router.go("/t/abc#seat=secret");
    expect(router.route).toEqual({ page: "table", id: "abc" });
    expect(router.fragment).toBe("seat=secret");
    router.dropFragment();
    expect(location.hash).toBe("");
    expect(router.route).toEqual({ page: "table", id: "abc" });
  });
});
