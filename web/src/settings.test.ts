// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { type Choices, choose, dress, kept, settings, still, theme } from "./settings.svelte";
import { flushSync } from "svelte";

const usual: Choices = {
  theme: "auto",
  motion: "auto",
  sound: true,
  confirm: false,
  doubts: true,
  hand: "listed",
  speech: false,
};

describe("what storage holds", () => {
  it("is kept where it is a choice", () => {
    expect(kept({ theme: "linen", sound: false, hand: "sorted" }, usual)).toEqual({
      ...usual,
      theme: "linen",
      sound: false,
      hand: "sorted",
    });
  });

  it("is ignored where it is none", () => {
    for (const odd of [null, "linen", 7, { theme: "neon", sound: "yes", confirm: 1, extra: true }]) {
      expect(kept(odd, usual)).toEqual(usual);
    }
  });
});

it("choosing shows on the root and stays in storage", () => {
  const root = document.createElement("html");
  const undress = dress(root);
  choose({ theme: "contrast", motion: "less" });
  flushSync();
  expect(root.dataset["theme"]).toBe("contrast");
  expect(root.dataset["motion"]).toBe("less");
  expect([theme(), still()]).toEqual(["contrast", true]);
  expect(JSON.parse(localStorage.getItem("ludarium.settings")!)).toEqual({ ...settings });
  undress();
});
