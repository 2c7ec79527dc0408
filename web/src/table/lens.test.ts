// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Lens, lookAt } from "./lens.svelte";

let lens: Lens;
let stop: () => void;
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;

function pointer(kind: string, selector: string, pointerType: string, more: object = {}): void {
  find(selector).dispatchEvent(
    new PointerEvent(kind, { bubbles: true, cancelable: true, pointerType, ...more }),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<div id="root">
    <main>
      <button data-thing="pair/1.0"><i data-card="E7"></i><i data-card="W7"></i></button>
      <button data-thing="deck"></button>
    </main>
    <ul><li data-card="F6"><button data-thing="hand/F6"></button></li></ul>
    <div data-inspector><b></b></div>
  </div>`;
  lens = new Lens();
  stop = lens.watch(find("#root"));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe("what is looked at", () => {
  it("is a card with the thing that it is part of, or all cards of a thing", () => {
    expect(lookAt(find("[data-card=W7]"), false)).toMatchObject({ codes: ["W7"], mark: "pair/1.0" });
    expect(lookAt(find("[data-card=F6]"), false)).toMatchObject({ codes: ["F6"], mark: "hand/F6" });
    expect(lookAt(find("[data-thing='pair/1.0']"), true)).toMatchObject({ codes: ["E7", "W7"] });
    expect(lookAt(find("[data-thing=deck]"), true)).toBeNull();
  });
});

describe("a resting mouse", () => {
  it("shows a glance after a moment, and none when it moves on", () => {
    pointer("pointerover", "[data-card=F6]", "mouse");
    expect(lens.now).toBeNull();
    vi.advanceTimersByTime(500);
    expect(lens.now).toMatchObject({ codes: ["F6"], stays: false });
    pointer("pointerover", "[data-thing=deck]", "mouse");
    vi.advanceTimersByTime(500);
    expect(lens.now).toBeNull();
  });

  it("that presses plays, and is not shown the card again before it has left it", () => {
    pointer("pointerover", "[data-card=F6]", "mouse");
    pointer("pointerdown", "[data-thing='hand/F6']", "mouse");
    pointer("pointerover", "[data-thing='hand/F6']", "mouse");
    vi.advanceTimersByTime(1000);
    expect(lens.now).toBeNull();
  });
});

describe("a long press", () => {
  const hold = () => {
    pointer("pointerdown", "[data-thing='hand/F6']", "touch");
    vi.advanceTimersByTime(500);
  };

  it("shows the card and does nothing else", () => {
    const pressed = vi.fn();
    find("[data-thing='hand/F6']").addEventListener("click", pressed);
    hold();
    expect(lens.now).toMatchObject({ codes: ["F6"], stays: true });
    find("[data-thing='hand/F6']").click();
    expect(pressed).not.toHaveBeenCalled();
    find("[data-thing='hand/F6']").click();
    expect(pressed).toHaveBeenCalledOnce();
  });

  it("is none where the finger moves or is lifted", () => {
    pointer("pointerdown", "[data-card=F6]", "touch", { clientX: 10 });
    pointer("pointermove", "[data-card=F6]", "touch", { clientX: 40 });
    vi.advanceTimersByTime(500);
    expect(lens.now).toBeNull();
    pointer("pointerdown", "[data-card=F6]", "touch");
    pointer("pointerup", "[data-card=F6]", "touch");
    vi.advanceTimersByTime(500);
    expect(lens.now).toBeNull();
  });

  it("is closed by a tap beside it, which does nothing else on the table", () => {
    const pressed = vi.fn();
    find("[data-thing=deck]").addEventListener("click", pressed);
    hold();
    pointer("pointerdown", "[data-inspector] b", "touch");
    expect(lens.now).not.toBeNull();
    pointer("pointerdown", "[data-thing=deck]", "touch");
    find("[data-thing=deck]").click();
    expect([lens.now, pressed.mock.calls.length]).toEqual([null, 0]);
  });
});

describe("a key", () => {
  it("shows what has the focus, and gives the focus back", () => {
    const pair = find("[data-thing='pair/1.0']");
    pair.focus();
    lens.toggle();
    expect(lens.now).toMatchObject({ codes: ["E7", "W7"], stays: true });
    pair.blur();
    lens.toggle();
    expect([lens.now, document.activeElement]).toEqual([null, pair]);
  });

  it("shows nothing where no card has the focus", () => {
    find("[data-thing=deck]").focus();
    lens.toggle();
    expect(lens.now).toBeNull();
  });
});
