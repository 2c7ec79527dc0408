// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Look, Scene } from "../games";
import { FakeNet, fakeTime, snap } from "../net/fake";
import { TableState } from "../net/tableState.svelte";
import { settings } from "../settings.svelte";
import { Words, nobody } from "../words/say";
import { Play } from "./play.svelte";
import { Tell } from "./tell";

const choice = (text: string, things: string[], more: object = {}) => ({
  do: text,
  verb: text.split(" ")[0],
  facts: {},
  things,
  ...more,
});
const options = [
  choice("attack XFW8 1.0", ["hand/XFW8", "pair/1.0"]),
  choice("attack WILD 2.0", ["hand/WILD", "pair/2.0"]),
  choice("discard XFW8", ["hand/XFW8"]),
  choice("discard WILD", ["hand/WILD"], { caution: { key: "swap", facts: { count: 4 } } }),
];
const question = (n: number, more: object = {}) => ({
  n,
  kind: "action",
  form: "pick-one",
  facts: {},
  options,
  ...more,
});
const tooWeak = {
  ...choice("attack XFW8 2.0", ["hand/XFW8", "pair/2.0"]),
  clause: "TN-6.6",
  key: "too_weak",
};
const shortcut = { draw: { key: "r", answer: "draw deck", text: "all the rest", when: "several" } };

let net: FakeNet;
let state: TableState;
let play: Play;
const acts = () => net.wire.orders("act").map((order) => ("do" in order ? order.do : ""));

/** The server has the last order on disk. */
function acknowledge(): void {
  const order = net.wire.orders("act").at(-1)!;
  if ("id" in order) net.wire.tell({ t: "ok", id: order.id, seq: 0 });
}

beforeEach(() => {
  fakeTime();
  settings.confirm = false;
  net = new FakeNet();
  state = new TableState({ table: "k7", token: "secret" }, net);
  const words = new Words({ shortcuts: shortcut });
  const look = {
    words,
    nothing: ["pass"] as readonly string[],
    deliberate: ["plan"] as readonly string[],
  } as Look;
  const tell = new Tell({ words, voice: nobody } as Scene, look);
  play = new Play(state, () => tell);
  net.wire.open();
  net.wire.tell(snap({ ask: question(1), asked: [0] }));
});

afterEach(() => {
  state.dispose();
  vi.useRealTimers();
});

describe("the answer that does nothing", () => {
  it("is there where the game has one", () => {
    expect(play.nothing).toBe(null);
    net.wire.tell(snap({ ask: question(2, { options: [...options, choice("pass", [])] }), asked: [0] }));
    expect(play.nothing?.do).toBe("pass");
  });
});

describe("pointing", () => {
  it("leads on from one thing to another, and nowhere where it is refused", () => {
    play.press("hand/XFW8");
    expect(["hand/WILD", "pair/1.0", "pair/2.0"].map((mark) => play.leads(mark))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("selects, then acts on the target", () => {
    play.press("hand/XFW8");
    expect([play.light("hand/XFW8"), play.light("pair/1.0"), play.light("pair/2.0")]).toEqual([
      "chosen",
      "next",
      "off",
    ]);
    play.press("pair/1.0");
    expect(acts()).toEqual(["attack XFW8 1.0"]);
    expect(play.isPending("hand/XFW8")).toBe(true);
    expect(play.open).toBe(false);
  });

  it("leaves the last word to the button where one is asked before acting", () => {
    settings.confirm = true;
    play.press("hand/XFW8");
    play.press("pair/1.0");
    expect(acts()).toEqual([]);
    play.act(play.reach.primary!);
    expect(acts()).toEqual(["attack XFW8 1.0"]);
  });

  it("shows the refusal on the thing as soon as the server has told it", () => {
    play.press("hand/XFW8");
    play.press("pair/2.0");
    expect([play.note, play.against("pair/2.0")]).toEqual(["pair/2.0", null]);
    net.wire.tell({ t: "hints", n: 1, not: [tooWeak] });
    expect(play.against("pair/2.0")?.clause).toBe("TN-6.6");
    expect(play.marks).toEqual(["hand/XFW8"]);
  });

  it("is forgotten with the next question", () => {
    play.press("hand/XFW8");
    net.wire.tell(snap({ seq: 1, log: [{ event: "draw" }], ask: question(2), asked: [0] }));
    expect(play.marks).toEqual([]);
  });

  it("does nothing while nothing is asked", () => {
    net.wire.tell(snap({ seq: 1, log: [{ event: "draw" }], ask: null, asked: [1] }));
    play.press("hand/XFW8");
    expect([play.marks, play.light("hand/XFW8")]).toEqual([[], "off"]);
  });
});

describe("a deliberate question", () => {
  const plan = [
    choice("act A01 1", ["hand/A01", "seat/1"]),
    choice("act A01 2", ["hand/A01", "seat/2"]),
    choice("hold", ["hold"]),
  ];
  const planned = (more: object = {}) => question(2, { kind: "plan", options: plan, ...more });
  beforeEach(() => net.wire.tell(snap({ ask: planned(), asked: [0, 1], view: { ready: [] } })));

  it("waits for its button, and lets the target be changed until then", () => {
    play.press("hand/A01");
    play.press("seat/1");
    expect([acts(), play.golden?.do, play.light("seat/2")]).toEqual([[], "act A01 1", "next"]);
    play.press("seat/2");
    expect(play.golden?.do).toBe("act A01 2");
    play.act(play.golden!);
    expect(acts()).toEqual(["act A01 2"]);
  });

  it("shows the sealed answer to its owner, also after a reload", () => {
    net.wire.tell(snap({ ask: planned({ answered: true }), view: { ready: [0], sealed: "act A01 1" } }));
    expect([play.settled, play.stands, play.given?.do]).toEqual([true, false, "act A01 1"]);
    play.change();
    expect([play.settled, play.open]).toEqual([false, true]);
  });

  it("knows an answer that cannot be changed any more", () => {
    net.wire.tell(snap({ ask: question(3, { kind: "trap", options: [], answered: true }) }));
    expect([play.settled, play.stands]).toEqual([true, true]);
  });
});

describe("a second thought", () => {
  it("takes a second press", () => {
    play.act(play.options[3]!);
    expect([acts(), play.armed?.do]).toEqual([[], "discard WILD"]);
    play.act(play.armed!);
    expect(acts()).toEqual(["discard WILD"]);
  });

  it("is taken back step by step", () => {
    play.press("hand/WILD");
    play.act(play.options[3]!);
    expect([play.back(), play.armed, play.marks]).toEqual([true, null, ["hand/WILD"]]);
    expect([play.back(), play.marks]).toEqual([true, []]);
    expect(play.back()).toBe(false);
  });
});

describe("the rest", () => {
  const deck = [choice("draw deck", ["deck"]), choice("draw stock 1", ["stock/1"])];
  const draw = (n: number, several: boolean) =>
    question(n, { kind: "draw", facts: { several }, options: deck });

  it("is offered where several are to go, and goes on until something else is asked", () => {
    expect(play.rest).toBeNull();
    net.wire.tell(snap({ ask: draw(2, true), asked: [0] }));
    expect(play.rest?.text).toBe("all the rest");
    play.takeRest();
    acknowledge();
    net.wire.tell(snap({ ask: draw(3, false), asked: [0] }));
    play.goOn();
    acknowledge();
    net.wire.tell(snap({ ask: question(4), asked: [0] }));
    play.goOn();
    expect(acts()).toEqual(["draw deck", "draw deck"]);
  });
});
