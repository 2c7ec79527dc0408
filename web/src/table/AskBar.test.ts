// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Look, Scene } from "../games";
import { voiceOf } from "../games";
import { FakeNet, fakeTime, snap } from "../net/fake";
import { TableState } from "../net/tableState.svelte";
import { settings } from "../settings.svelte";
import { Words } from "../words/say";
import AskBar from "./AskBar.svelte";
import type { Window } from "./closing";
import { Play } from "./play.svelte";
import { Tell } from "./tell";

const words = new Words({
  prompts: { any: "What now?" },
  verbs: { bid: "Bid", pass: "Pass", yes: "Yes", no: "No", order: "Order", ask: "Ask", ready: "Ready" },
  buttons: { bid: "Bid {amount}", order: "Take this order", ask: "Ask {seat:who}" },
  choices: { bid: "{amount}", order: "{order:cards}" },
});
const cards = { A: { name: "Apple" }, B: { name: "Bear" }, C: { name: "Cat" } };
const scene = {
  view: {},
  words,
  cards,
  you: 0,
  bots: [],
  voice: voiceOf(["Anna", "Ben", "Cleo"], [], cards, 0),
};
const look = {
  words,
  verbs: {},
  spoken: ["source"],
  nothing: ["pass"],
  details: () => [],
  nameOf: (thing: string) => thing,
};

let net: FakeNet;
let state: TableState;
let play: Play;
let bar: Record<string, unknown>;

const choice = (text: string, facts: object = {}, things: string[] = []) => ({
  do: text,
  verb: text.split(" ")[0],
  facts,
  things,
});

function ask(form: string, options: object[], more: object = {}): void {
  net.wire.tell(snap({ ask: { n: 7, kind: "any", form, facts: {}, options, ...more }, asked: [0, 2] }));
  flushSync();
}

const buttons = () => [...document.querySelectorAll("button")].filter((button) => !button.disabled);
const named = (button: Element) => button.getAttribute("aria-label") ?? button.textContent!.trim();
const names = () => buttons().map(named);
const golden = () => document.querySelector(".primary")?.textContent?.trim() ?? "";
const heading = () => document.querySelector("h2")!.textContent!.replace(/\s+/g, " ").trim();
const acts = () => net.wire.orders("act").map((order) => ("do" in order ? order.do : ""));

function press(name: string): void {
  const found = buttons().find((button) => named(button) === name);
  if (!found) throw new Error(`no button ${name} among ${names().join(", ")}`);
  found.click();
  flushSync();
}

const show = (window: Window | null, waits = false) =>
  mount(AskBar, {
    target: document.body,
    props: { play, since: Date.now(), undo: () => undefined, window, waits },
  });

beforeEach(() => {
  fakeTime();
  settings.confirm = false;
  settings.doubts = true;
  net = new FakeNet();
  state = new TableState({ table: "k7", token: "secret" }, net);
  const tell = new Tell(scene as unknown as Scene, look as unknown as Look);
  play = new Play(state, () => tell);
  bar = show(null);
  net.wire.open();
});

afterEach(async () => {
  await unmount(bar);
  state.dispose();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe("yes or no, ready, pass", () => {
  it("are clear buttons", () => {
    ask("yes-no", [choice("yes"), choice("no")]);
    expect([heading(), names(), golden()]).toEqual(["What now?", ["No: no", "Yes: yes"], "Yes: yes"]);
    press("No: no");
    expect(acts()).toEqual(["no"]);
  });

  it("one button where there is one answer", () => {
    ask("ready", [choice("ready")]);
    expect(golden()).toBe("Ready: ready");
    ask("pass", [choice("pass")]);
    expect(golden()).toBe("Pass: pass");
  });
});

describe("a seat", () => {
  beforeEach(() =>
    ask("pick-seat", [choice("ask 1", { seat: 1 }, ["seat/1"]), choice("ask 2", { seat: 2 }, ["seat/2"])]),
  );

  it("is chosen with a button", () => {
    expect([names(), golden()]).toEqual([["Ask Ben", "Ask Cleo"], ""]);
    press("Ask Cleo");
    expect(acts()).toEqual(["ask 2"]);
  });

  it("or is pointed at, and lights up", () => {
    expect([play.light("seat/1"), play.light("seat/0"), play.concerns("seat/0")]).toEqual([
      "next",
      "off",
      true,
    ]);
    play.press("seat/1");
    expect(acts()).toEqual(["ask 1"]);
  });
});

describe("an amount", () => {
  const bids = [2, 4, 8].map((amount) => choice(`bid ${amount}`, { amount }));
  const slider = () => document.querySelector<HTMLInputElement>("input[type=range]")!;

  it("is stepped through, and never leaves what is offered", () => {
    ask("amount", [...bids, choice("pass")]);
    expect([golden(), names()]).toEqual(["Bid 2", ["One step more", "Pass: pass", "Bid 2"]]);
    press("One step more");
    press("One step more");
    expect([golden(), document.querySelector("output")!.textContent]).toEqual(["Bid 8", "8"]);
    expect(names()).not.toContain("One step more");
    press("Bid 8");
    expect(acts()).toEqual(["bid 8"]);
  });

  it("is slid to, read out, and given with Enter", () => {
    ask("amount", bids);
    slider().value = "1";
    slider().dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(slider().getAttribute("aria-valuetext")).toBe("Bid: 4");
    slider().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    expect(acts()).toEqual(["bid 4"]);
  });
});

describe("an order", () => {
  const orders = ["A B C", "B A C", "B C A"].map((text) =>
    choice(`order ${text}`, { order: text.split(" ") }),
  );
  const list = () => [...document.querySelectorAll("li .name")].map((name) => name.textContent);

  it("is arranged item by item, until it is one that is offered", () => {
    ask("order", orders);
    expect(list()).toEqual(["Apple", "Bear", "Cat"]);
    press("Cat further up");
    expect([list(), golden()]).toEqual([["Apple", "Cat", "Bear"], ""]);
    expect(document.querySelector("[role=status]")?.textContent).toMatch(/not in this order/i);
    press("Cat further down");
    press("Apple further down");
    expect(golden()).toBe("Take this order");
    press("Take this order");
    expect(acts()).toEqual(["order B A C"]);
  });

  it("is given pick by pick where that is how it is asked", () => {
    ask("order", [choice("ask 1", { seat: 1 }), choice("ask 2", { seat: 2 })]);
    expect([list(), names()]).toEqual([[], ["Ask Ben", "Ask Cleo"]]);
  });
});

describe("cards", () => {
  it("are gathered and sent together", () => {
    const two = (a: string, b: string) =>
      choice(`order ${a} ${b}`, { order: [] }, [`hand/${a}`, `hand/${b}`]);
    ask("pick-cards", [two("A", "B"), two("A", "C")]);
    play.press("hand/A");
    play.press("hand/C");
    flushSync();
    expect(acts()).toEqual([]);
    press(golden());
    expect(acts()).toEqual(["order A C"]);
  });
});

describe("a sealed answer", () => {
  const sealed = [choice("yes"), choice("no")];
  const lie = () => ask("yes-no", sealed, { answered: true });

  it("lies in: it is said for whom one waits, and nothing can be pressed by mistake", () => {
    ask("yes-no", sealed);
    press("Yes: yes");
    const order = net.wire.orders("act").at(-1)!;
    if ("id" in order) net.wire.tell({ t: "ok", id: order.id, seq: 0 });
    lie();
    expect(heading()).toBe("You have answered; waiting for Cleo.");
    expect(document.body.textContent).toContain("Your answer: Yes: yes");
    expect([names(), play.open]).toEqual([["Take it back", "Change my answer"], false]);
  });

  it("is changed, or kept after all", () => {
    lie();
    press("Change my answer");
    expect(names()).toEqual(["No: no", "Keep my answer", "Yes: yes"]);
    press("Keep my answer");
    expect(heading()).toMatch(/^You have answered/);
    press("Change my answer");
    press("No: no");
    expect(acts()).toEqual(["no"]);
  });

  it("is taken back", () => {
    lie();
    press("Take it back");
    expect(net.wire.orders("take-back")).toHaveLength(1);
  });
});

describe("a mild caution", () => {
  const risky = (mild: boolean) => [
    { ...choice("yes"), caution: { key: "sure", facts: {}, mild } },
    choice("no"),
  ];

  it("asks twice, unless somebody has switched that off", () => {
    ask("yes-no", risky(true));
    press("Yes: yes");
    expect([acts(), names()]).toEqual([[], ["No, go back", "Yes: yes all the same"]]);
    press("No, go back");
    settings.doubts = false;
    press("Yes: yes");
    expect(acts()).toEqual(["yes"]);
  });

  it("a grave one is always asked about", () => {
    settings.doubts = false;
    ask("yes-no", risky(false));
    press("Yes: yes");
    expect(acts()).toEqual([]);
    press("Yes: yes all the same");
    expect(acts()).toEqual(["yes"]);
  });
});

describe("a question that closes by itself", () => {
  const timer = () => document.querySelector("[role=timer]")?.textContent?.trim() ?? "";

  it("counts down, the same for those who are asked and those who are not", async () => {
    await unmount(bar);
    bar = show({ ends: Date.now() + 9000, span: 20_000 });
    net.wire.tell(snap({ ask: null, asked: [] }));
    flushSync();
    expect(timer()).toBe("closes within 9 s");
    ask("pass", [choice("pass")]);
    expect(timer()).toBe("closes within 9 s");
    vi.advanceTimersByTime(6000);
    flushSync();
    expect(timer()).toBe("closes within 3 s");
    vi.advanceTimersByTime(4000);
    flushSync();
    expect(timer()).toBe("closing…");
  });

  it("is not shown where nothing does", () => {
    ask("pass", [choice("pass")]);
    expect(timer()).toBe("");
  });
});

describe("a question that waits for a show", () => {
  it("is neither said nor answered yet", async () => {
    await unmount(bar);
    bar = show(null, true);
    ask("yes-no", [choice("yes"), choice("no")]);
    expect([heading(), names()]).toEqual(["Watch what happens…", []]);
  });
});

describe("a thing that is one answer by itself", () => {
  const named = (thing: string) => play.tell.label(thing, play.uses(thing), null);

  it("is named once", () => {
    ask("pick-one", [choice("bid A", { amount: "A, a fruit" }, ["A"]), choice("bid B", {}, ["B", "C"])]);
    expect(named("A")).toBe("A. Bid");
    const [first] = play.options;
    expect(play.tell.label(play.tell.sentence(first!), [{ ...first!, things: ["X"] }], null)).toBe(
      play.tell.sentence(first!),
    );
  });
});

describe("things that are also spoken of", () => {
  it("have buttons, too", () => {
    const sources = [choice("yes", {}, ["pool"]), choice("no", {}, ["deck"])];
    ask("pick-one", sources);
    expect(names()).toEqual([]);
    ask("pick-one", sources, { n: 8, kind: "source" });
    expect([names(), golden()]).toEqual([["Yes: yes", "No: no"], ""]);
    press("No: no");
    expect(acts()).toEqual(["no"]);
  });
});

describe("a refusal", () => {
  it("is read until one goes on", () => {
    ask("pick-one", [choice("bid 1", { amount: 1 }, ["A", "B"]), choice("bid 2", { amount: 2 }, ["A", "C"])]);
    state.order({ t: "undo" });
    const [order] = net.wire.orders("undo");
    net.wire.tell({
      t: "no",
      id: (order as { id: string }).id,
      key: "nothing",
      text: "It stands.",
      facts: {},
    });
    flushSync();
    expect(heading()).toBe("It stands.");
    play.press("A");
    flushSync();
    expect(heading()).not.toBe("It stands.");
    expect(state.refused).toBeNull();
  });
});
