// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Flip, LONGEST } from "./flip";

interface Played {
  element: HTMLElement;
  frames: Keyframe[];
  delay: number;
  finish: () => void;
}

let root: HTMLElement;
let flip: Flip;
let now: number;
let still: boolean;
let played: Played[];
const boxes = new Map<Element, DOMRect>();

/** happy-dom knows no layout and no animations: both are in the test's hand. */
function stubs(): void {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    return boxes.get(this) ?? new DOMRect(0, 0, 0, 0);
  });
  HTMLElement.prototype.animate = function (this: HTMLElement, frames, options) {
    const { promise, resolve, reject } = withResolvers();
    promise.catch(() => undefined);
    const { delay } = options as KeyframeAnimationOptions;
    played.push({ element: this, frames: frames as Keyframe[], delay: delay!, finish: resolve });
    return { finished: promise, finish: resolve, cancel: reject } as unknown as Animation;
  };
}

function withResolvers() {
  let resolve!: () => void;
  let reject!: () => void;
  const promise = new Promise<void>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

function zone(name: string, left = 0): HTMLElement {
  const element = document.createElement("div");
  element.dataset["anchor"] = name;
  boxes.set(element, new DOMRect(left, 0, 100, 100));
  root.append(element);
  return element;
}

function lay(home: HTMLElement, code: string, left: number, width = 50): HTMLElement {
  const element = document.createElement("button");
  element.dataset["card"] = code;
  boxes.set(element, new DOMRect(left, 0, width, 70));
  home.append(element);
  return element;
}

beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
  now = 0;
  still = false;
  played = [];
  stubs();
  flip = new Flip(
    root,
    () => still,
    () => now,
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  root.remove();
  boxes.clear();
});

describe("cards travel", () => {
  it("slide among their neighbours", () => {
    const hand = zone("hand");
    const card = lay(hand, "F6", 200);
    flip.before();
    boxes.set(card, new DOMRect(140, 0, 50, 70));
    flip.after();
    expect(played).toHaveLength(1);
    expect(played[0]).toMatchObject({ element: card, frames: [{ translate: "60px 0px", scale: "1" }, {}] });
  });

  it("fly from zone to zone as a copy above everything, and show when it has landed", async () => {
    const hand = zone("hand");
    const old = lay(hand, "F6", 0, 100);
    flip.before();
    old.remove();
    const card = lay(zone("empire"), "F6", 400);
    flip.after();
    const flight = root.querySelector<HTMLElement>(".flights .flight")!;
    expect(flight.style.left).toBe("400px");
    expect(played.find((one) => one.element === flight)?.frames[0]).toEqual({
      translate: "-375px 0px",
      scale: "2",
    });
    expect(played.find((one) => one.element === card)?.frames).toEqual([{ opacity: 0 }, { opacity: 0 }]);
    for (const one of played) one.finish();
    await Promise.resolve();
    await Promise.resolve();
    expect(root.querySelector(".flight")).toBeNull();
  });

  it("stay where nothing changed", () => {
    lay(zone("hand"), "F6", 0);
    flip.before();
    flip.after();
    expect(played).toEqual([]);
  });

  it("of equal faces each keep their own element", () => {
    const hand = zone("hand");
    const one = lay(hand, "WILD", 0);
    const two = lay(hand, "WILD", 60);
    flip.before();
    one.remove();
    const laid = lay(zone("discard"), "WILD", 300);
    flip.after();
    expect(played.map((step) => step.element)).not.toContain(two);
    expect(played.some((step) => step.element === laid)).toBe(true);
  });
});

describe("travels", () => {
  it("bring a new card from its anchor, and a card that nobody sees as a back", () => {
    zone("deck", 500);
    const hand = zone("hand");
    flip.before();
    lay(hand, "F6", 0);
    flip.after([{ from: "deck", to: "hand", cards: ["F6"], count: 2 }]);
    const flights = [...root.querySelectorAll(".flight")];
    expect(flights.map((flight) => flight.classList.contains("card-back"))).toEqual([false, true]);
    const [first, second] = flights.map((flight) => played.find((one) => one.element === flight)!);
    expect(first!.frames[0]!["translate"]).toBe("525px 15px");
    expect(second!.delay).toBeGreaterThan(first!.delay);
  });

  it("take a card away to its anchor", () => {
    zone("discard", 300);
    const card = lay(zone("hand"), "F6", 0);
    flip.before();
    card.remove();
    flip.after([{ from: "hand", to: "discard", cards: ["F6"], count: 1 }]);
    expect(root.querySelector<HTMLElement>(".flight")?.style.left).toBe("325px");
  });

  it("to places that are not shown are not shown", () => {
    zone("deck");
    flip.before();
    flip.after([{ from: "deck", to: "nowhere", cards: [], count: 3 }]);
    expect(played).toEqual([]);
  });
});

describe("flights", () => {
  const take = (card: HTMLElement): void => {
    flip.before();
    card.remove();
    flip.after([{ from: "hand", to: "discard", cards: [card.dataset["card"]!], count: 1 }]);
  };

  it("are no cards of the table: nothing finds, focuses or presses them", () => {
    zone("discard", 300);
    const card = lay(zone("hand"), "F6", 0);
    card.dataset["thing"] = "hand/F6";
    card.id = "card";
    take(card);
    expect(root.querySelectorAll("[data-card], [data-thing], [id]")).toHaveLength(0);
    expect(root.querySelector<HTMLElement>(".flights")?.inert).toBe(true);
  });

  it("end with the table: nothing flies over what is shown instead", async () => {
    const places = [zone("discard", 300), zone("hand")];
    take(lay(places[1]!, "F6", 0));
    expect(root.querySelectorAll(".flight")).toHaveLength(1);
    flip.before();
    for (const place of places) place.remove();
    flip.after([{ from: "hand", to: "discard", cards: [], count: 3 }]);
    await Promise.resolve();
    await Promise.resolve();
    expect(root.querySelectorAll(".flight")).toHaveLength(0);
  });

  it("are taken down in time, even where no animation is played to its end", () => {
    vi.useFakeTimers();
    zone("discard", 300);
    take(lay(zone("hand"), "F6", 0));
    vi.advanceTimersByTime(LONGEST);
    expect(root.querySelector(".flight")).toBeNull();
    vi.useRealTimers();
  });
});

describe("the queue", () => {
  const step = (card: HTMLElement, left: number): void => {
    flip.before();
    boxes.set(card, new DOMRect(left, 0, 50, 70));
    flip.after();
  };

  it("plays one change after the other, then jumps when it grows too long", () => {
    const card = lay(zone("hand"), "F6", 0);
    const delays: number[] = [];
    for (let n = 1; n <= 10; n += 1) {
      const before = played.length;
      step(card, n * 20);
      delays.push(played[before]?.delay ?? -1);
      if (delays.at(-1) === -1) break;
    }
    expect(delays.slice(0, 3)).toEqual([0, 220, 440]);
    expect(delays.at(-1)).toBe(-1);
    expect(Math.max(...delays) + 220).toBeLessThanOrEqual(LONGEST);
    step(card, 500);
    expect(played.at(-1)?.delay).toBe(0);
  });

  it("is empty again when time has passed", () => {
    const card = lay(zone("hand"), "F6", 0);
    step(card, 20);
    now = 1000;
    step(card, 40);
    expect(played.at(-1)?.delay).toBe(0);
  });
});

it("with little motion what is new fades in with a ring, and nothing travels", () => {
  still = true;
  zone("deck", 500);
  const hand = zone("hand");
  const moved = lay(hand, "A1", 0);
  flip.before();
  boxes.set(moved, new DOMRect(60, 0, 50, 70));
  const fresh = lay(hand, "F6", 0);
  flip.after([{ from: "deck", to: "hand", cards: ["F6"], count: 1 }]);
  expect(root.querySelector(".flight")).toBeNull();
  expect(new Set(played.map((one) => one.element))).toEqual(new Set([moved, fresh]));
  expect(played.every((one) => one.frames.every((frame) => !("translate" in frame)))).toBe(true);
  expect(played.some((one) => String(one.frames[0]!["boxShadow"]).includes("--focus"))).toBe(true);
});
