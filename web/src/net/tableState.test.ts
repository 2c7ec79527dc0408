import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeNet, fakeTime, line, snap, table } from "./fake";
import { type News, TableState } from "./tableState.svelte";

let net: FakeNet;
let state: TableState;
let news: News[];

const ask = {
  n: 1,
  kind: "draw",
  form: "pick-one",
  facts: {},
  options: [{ do: "draw deck", verb: "draw", facts: {} }],
};
const ev = (seq: number, log: object[], more: object = {}) => ({ t: "ev", seq, log, ...more });
const numbers = () => state.lines.map((one) => one.n);
const names = () => state.lines.map((one) => one.facts["event"]);

beforeEach(() => {
  fakeTime();
  net = new FakeNet();
  state = new TableState({ table: "k7", token: "secret" }, net);
  news = [];
  state.listen((one) => news.push(one));
  net.wire.open();
});

afterEach(() => {
  state.dispose();
  vi.useRealTimers();
});

describe("a snapshot", () => {
  it("tells everything", () => {
    net.wire.tell(snap({ seq: 2, log: [line("deal"), line("draw")], ask, asked: [0], may: ["concede"] }));
    expect(state.table?.name).toBe("Friday");
    expect([state.you, state.seq, state.asked, state.may]).toEqual([0, 2, [0], ["concede"]]);
    expect(state.view).toEqual({ turn: 1, deck: 30 });
    expect(state.ask?.options[0]?.things).toEqual([]);
    expect(numbers()).toEqual([1, 2]);
    expect(news).toEqual([{ kind: "snap", first: true }]);
  });

  it("after the start of a match takes the place of an empty table", () => {
    net.wire.tell(snap({ view: null, table: { ...table, status: "gathering" } }));
    expect(state.view).toBeNull();
    net.wire.tell(snap({ seq: 1, log: [line("deal")] }));
    expect(state.view).not.toBeNull();
    expect(numbers()).toEqual([1]);
  });
});

describe("what happens", () => {
  beforeEach(() => net.wire.tell(snap({ seq: 1, log: [line("deal")], ask, sums: {}, ahead: [1] })));

  it("changes the parts of the view that it names and no other", () => {
    const before = state.view;
    net.wire.tell(ev(2, [line("draw", { seat: 0 })], { set: { deck: 29 }, asked: [1] }));
    expect(state.view).toEqual({ turn: 1, deck: 29 });
    expect(before).toEqual({ turn: 1, deck: 30 });
    expect([state.ask, state.asked, state.ahead]).toEqual([null, [1], [1]]);
    expect(news.at(-1)).toEqual({
      kind: "lines",
      lines: [{ n: 2, facts: { event: "draw", seat: 0 }, struck: false }],
    });
  });

  it("may be no line at all", () => {
    net.wire.tell(ev(1, [], { ask: { ...ask, answered: true }, set: { deck: 28 } }));
    expect(state.ask?.answered).toBe(true);
    expect(state.view?.["deck"]).toBe(28);
    expect(numbers()).toEqual([1]);
  });

  it("is heard once, however often it is told", () => {
    net.wire.tell(ev(2, [line("draw")], { set: { deck: 29 } }));
    net.wire.tell(ev(3, [line("build")], { set: { deck: 28 } }));
    net.wire.tell(ev(2, [line("draw")], { set: { deck: 29 } }));
    net.wire.tell(ev(3, [line("build")], { set: { deck: 0 } }));
    expect(names()).toEqual(["deal", "draw", "build"]);
    expect(state.view?.["deck"]).toBe(28);
  });

  it("with a gap before it makes the page ask again for what it missed", () => {
    net.wire.tell(ev(4, [line("build")], { set: { deck: 20 } }));
    expect(state.view?.["deck"]).toBe(30);
    expect(net.wires).toHaveLength(2);
    net.wire.open();
    expect(net.wire.sent[0]).toMatchObject({ t: "hello", have: 1 });
    net.wire.tell(
      snap({ seq: 4, log: [line("draw"), line("attack"), line("build")], view: { turn: 2, deck: 20 } }),
    );
    expect(names()).toEqual(["deal", "draw", "attack", "build"]);
    expect(state.view).toEqual({ turn: 2, deck: 20 });
  });

  it("ends the match, and an undo begins it again", () => {
    const over = {
      reason: "complete",
      clause: "TN-9.1",
      ranking: [[0], [1]],
      headings: [],
      standings: [],
      facts: {},
    };
    net.wire.tell(ev(2, [line("game_over")], { over }));
    expect(state.over?.reason).toBe("complete");
    net.wire.tell(ev(3, [line("table.undo", { seat: 0, back: 1 })]));
    expect(state.over).toBeNull();
  });
});

describe("coming back", () => {
  beforeEach(() => net.wire.tell(snap({ seq: 2, log: [line("deal"), line("draw")] })));

  function back(message: object): void {
    net.wire.break();
    vi.advanceTimersByTime(1000);
    net.wire.open();
    net.wire.tell(message);
  }

  it("goes on where it was", () => {
    back(snap({ seq: 4, log: [line("build"), line("attack")] }));
    expect(net.wire.sent[0]).toMatchObject({ have: 2 });
    expect(names()).toEqual(["deal", "draw", "build", "attack"]);
    expect(numbers()).toEqual([1, 2, 3, 4]);
    expect(news.at(-1)).toMatchObject({ kind: "lines", lines: [{ n: 3 }, { n: 4 }] });
  });

  it("with lines that overlap takes the new ones only", () => {
    back(snap({ seq: 3, log: [line("deal"), line("draw"), line("build")] }));
    expect(names()).toEqual(["deal", "draw", "build"]);
  });

  it("after a long time starts from the lines that are told, with nothing in between missing", () => {
    back(snap({ seq: 90, log: [line("attack"), line("defend")] }));
    expect(numbers()).toEqual([89, 90]);
    state.more();
    expect(net.wire.sent.at(-1)).toEqual({ t: "more", before: 89 });
    net.wire.tell({ t: "lines", first: 87, log: [line("draw"), line("draw")] });
    expect(numbers()).toEqual([87, 88, 89, 90]);
  });

  it("tells what was done in the meantime", () => {
    back(snap({ seq: 3, log: [line("build")], away: [line("build")] }));
    expect(state.missed).toEqual([line("build")]);
    state.seenMissed();
    expect(state.missed).toEqual([]);
  });
});

describe("older lines", () => {
  it("are asked for once, joined in front, and only where they fit", () => {
    net.wire.tell(snap({ seq: 10, log: [line("attack")] }));
    state.more();
    state.more();
    expect(net.wire.orders("more")).toHaveLength(1);
    net.wire.tell({ t: "lines", first: 3, log: [line("draw")] });
    expect(numbers()).toEqual([10]);
    net.wire.tell({ t: "lines", first: 8, log: [line("draw"), line("build"), line("attack")] });
    expect(numbers()).toEqual([8, 9, 10]);
  });

  it("are not asked for when there are none", () => {
    net.wire.tell(snap({ seq: 1, log: [line("deal")] }));
    state.more();
    expect(net.wire.orders("more")).toEqual([]);
  });
});

describe("taking back", () => {
  it("strikes the lines that it names, also those that are fetched later", () => {
    net.wire.tell(snap({ seq: 4, log: [line("build"), line("table.undo", { seat: 0, back: 2 })] }));
    net.wire.tell({ t: "lines", first: 1, log: [line("deal"), line("draw")] });
    expect(state.lines.map((one) => one.struck)).toEqual([false, true, true, false]);
  });
});

describe("what was told for a while", () => {
  const drawn = line("draw", { seat: 1, count: 1, cards: ["A01"], passing: ["cards"], until: "reveal" });
  const cards = () => state.lines[0]!.facts["cards"];

  it("stays until what ends it has happened", () => {
    net.wire.tell(snap({ seq: 1, log: [drawn] }));
    net.wire.tell(ev(2, [line("turn")]));
    expect(cards()).toEqual(["A01"]);
    net.wire.tell(ev(3, [line("reveal")]));
    expect(cards()).toBeUndefined();
    expect(state.lines[0]!.facts).toMatchObject({ event: "draw", seat: 1, count: 1 });
  });

  it("is kept if that is still to come", () => {
    net.wire.tell(snap({ seq: 2, log: [line("reveal"), drawn] }));
    expect(state.lines[1]!.facts["cards"]).toEqual(["A01"]);
  });
});

describe("who is waited for", () => {
  it("is whoever has not answered, where everybody may know that", () => {
    net.wire.tell(snap({ asked: [0, 1, 2], view: { ready: [1] } }));
    expect([state.ready, state.awaited]).toEqual([[1], [0, 2]]);
  });

  it("is everybody who is asked, where nobody may", () => {
    net.wire.tell(snap({ asked: [0, 1], view: {} }));
    expect([state.ready, state.awaited]).toEqual([null, [0, 1]]);
  });
});

describe("wishes", () => {
  it("are left behind, and known as long as they stand", () => {
    net.wire.tell(snap({ stands: ["no_trading"] }));
    state.order({ t: "stand", wish: "pass_turn", yes: true });
    expect(net.wire.orders("stand")).toHaveLength(1);
    net.wire.tell(ev(0, [], { stands: ["no_trading", "pass_turn"] }));
    expect(state.stands).toEqual(["no_trading", "pass_turn"]);
  });
});

describe("whispers", () => {
  const said = (n: number, at: number, more: object = {}) => ({
    t: "said",
    channel: "table",
    n,
    name: "Ann",
    text: "Hi",
    at,
    by: 0,
    ...more,
  });

  it("are counted by themselves, and stand among the other lines by their time", () => {
    net.wire.tell(snap({}));
    net.wire.tell(said(1, 10));
    net.wire.tell(said(1, 30, { channel: "whisper", to: 1 }));
    net.wire.tell(said(1, 30, { channel: "whisper", to: 1 }));
    net.wire.tell(said(1, 20, { channel: "whisper", by: 2, to: 0 }));
    expect(state.said.map(({ channel, by }) => [channel, by])).toEqual([
      ["table", 0],
      ["whisper", 2],
      ["whisper", 0],
    ]);
  });
});

describe("orders", () => {
  beforeEach(() => net.wire.tell(snap({ ask, asked: [0] })));

  it("are pending until they are answered, and nothing is guessed", () => {
    state.act("draw deck");
    expect(net.wire.sent.at(-1)).toEqual({ t: "act", n: 1, do: "draw deck", id: "order-1" });
    expect(state.acting).toBe("draw deck");
    expect(state.view).toEqual({ turn: 1, deck: 30 });
    state.act("draw deck");
    expect(net.wire.orders("act")).toHaveLength(1);
    net.wire.tell({ t: "ok", id: "order-1", seq: state.seq });
    expect(state.acting).toBeNull();
  });

  it("are not given twice between the receipt and the line that tells of them", () => {
    const { seq } = state;
    state.act("draw deck");
    net.wire.tell({ t: "ok", id: "order-1", seq: seq + 1 });
    expect(state.acting).toBe("draw deck");
    state.act("draw deck");
    expect(net.wire.orders("act")).toHaveLength(1);
    net.wire.tell(ev(seq + 1, [line("draw")], { ask: { ...ask, n: 2 } }));
    expect(state.acting).toBeNull();
    state.act("draw deck");
    expect(net.wire.orders("act")).toHaveLength(2);
  });

  it("that are refused say why, until something else is tried", () => {
    state.act("build A3 W4");
    net.wire.tell({ t: "no", id: "order-1", key: "strength_mismatch", text: "", clause: "TN-6.3" });
    expect(state.refused).toMatchObject({ order: { do: "build A3 W4" }, no: { clause: "TN-6.3" } });
    expect(news.at(-1)?.kind).toBe("refused");
    state.act("draw deck");
    expect(state.refused).toBeNull();
  });

  it("need a question", () => {
    net.wire.tell(ev(1, [line("draw")]));
    state.act("draw deck");
    expect(state.pending).toEqual([]);
  });
});

describe("hints", () => {
  const not = {
    do: "build A3 W4",
    verb: "build",
    things: [],
    clause: "TN-6.3",
    key: "strength_mismatch",
    facts: {},
  };

  it("are for the question that is open", () => {
    net.wire.tell(snap({ ask }));
    state.why();
    expect(net.wire.orders("why")).toHaveLength(1);
    net.wire.tell({ t: "hints", n: 0, not: [not] });
    expect(state.hints).toBeNull();
    net.wire.tell({ t: "hints", n: 1, not: [not] });
    expect(state.hints).toHaveLength(1);
    state.why();
    expect(net.wire.orders("why")).toHaveLength(1);
    net.wire.tell(ev(1, [line("draw")], { ask: { ...ask, n: 2 } }));
    expect(state.hints).toBeNull();
  });
});

describe("around the match", () => {
  beforeEach(() =>
    net.wire.tell(snap({ said: [{ t: "said", n: 1, channel: "table", name: "Anna", text: "hi", at: 1 }] })),
  );

  it("chat comes in order and once", () => {
    const said = (n: number) => ({ t: "said", n, channel: "table", name: "Anna", text: `line ${n}`, at: n });
    net.wire.tell(said(2));
    net.wire.tell(said(2));
    net.wire.tell(snap({ said: [said(2), said(3)] }));
    expect(state.said.map((one) => one.n)).toEqual([1, 2, 3]);
    expect(news.filter((one) => one.kind === "said")).toHaveLength(1);
  });

  it("the table changes without the match", () => {
    net.wire.tell({ t: "seat", table: { ...table, name: "Saturday" }, may: ["undo"] });
    expect([state.table?.name, state.may]).toEqual(["Saturday", ["undo"]]);
    expect(state.view).toEqual({ turn: 1, deck: 30 });
  });
});

it("clocks run for those who are asked, by the server's time", () => {
  const at = Date.now() + 60_000;
  net.wire.tell(snap({ at, clock: { at, left: [30_000, 20_000, null], running: [0] } }));
  vi.advanceTimersByTime(12_000);
  expect([state.left(0), state.left(1), state.left(2)]).toEqual([18_000, 20_000, null]);
  vi.advanceTimersByTime(60_000);
  expect(state.left(0)).toBe(0);
});
