import { describe, expect, it } from "vitest";
import { grouped, lightOf, lights, marksOf, press, reach, refused, whyNot } from "./select";

const answer = (text: string, ...things: string[]) => ({ do: text, verb: text.split(" ")[0]!, things });
const not = (text: string, clause: string, ...things: string[]) => ({
  ...answer(text, ...things),
  clause,
  key: "k",
  facts: {},
});

const turn = [
  answer("build F6 W6", "hand/F6", "hand/W6"),
  answer("build F6 WILD", "hand/F6", "hand/WILD"),
  answer("attack XFW8 1.0", "hand/XFW8", "pair/1.0"),
  answer("discard F6", "hand/F6"),
  answer("discard W6", "hand/W6"),
  answer("discard XFW8", "hand/XFW8"),
  answer("discard WILD", "hand/WILD"),
  answer("discard DEW", "hand/DEW"),
];
const defence = [answer("defend DEW", "hand/DEW"), answer("decline")];
const draw = [answer("draw deck", "deck"), answer("draw stock 1", "stock/1")];
const plan = [
  answer("act A01 1", "hand/A01", "seat/1"),
  answer("act A01 2", "hand/A01", "seat/2"),
  answer("act A05", "hand/A05"),
  answer("special 1", "special", "seat/1"),
  answer("hold", "hold"),
];
const vain = [
  not("attack XFW8 2.0", "TN-6.6", "hand/XFW8", "pair/2.0"),
  not("build DEW F6", "TN-6.4", "hand/DEW", "hand/F6"),
  not("defend DEW", "TN-8.3", "hand/DEW"),
];

describe("what a selection leads to", () => {
  it("offers the one further answer, and what the card does by itself beside it", () => {
    const { primary, beside } = reach(turn, ["hand/XFW8"]);
    expect(primary?.do).toBe("attack XFW8 1.0");
    expect(beside.map((choice) => choice.do)).toEqual(["discard XFW8"]);
  });
  it("names no answer as long as several are further on", () => {
    const { primary, further, beside } = reach(turn, ["hand/F6"]);
    expect(primary).toBeNull();
    expect(further).toHaveLength(2);
    expect(beside.map((choice) => choice.do)).toEqual(["discard F6"]);
  });
  it("takes the only use of a card", () => {
    expect(reach(turn, ["hand/DEW"]).primary?.do).toBe("discard DEW");
  });
  it("does not care in which order things were pointed at", () => {
    expect(reach(turn, ["pair/1.0", "hand/XFW8"]).primary?.do).toBe("attack XFW8 1.0");
  });
  it("shows answers that point at nothing as buttons from the start", () => {
    expect(reach(defence, []).beside.map((choice) => choice.do)).toEqual(["decline"]);
    expect(reach([answer("decline")], []).primary?.do).toBe("decline");
  });
  it("has a button for an answer that points only at its own name", () => {
    expect(reach(plan, []).beside.map((choice) => choice.do)).toEqual(["hold"]);
  });
  it("asks for two copies where an answer needs two", () => {
    const twice = [answer("join W W", "hand/W", "hand/W")];
    expect(reach(twice, ["hand/W"]).further).toHaveLength(1);
    expect(reach(twice, ["hand/W", "hand/W~1"]).further).toHaveLength(0);
    expect(reach(twice, ["hand/W", "hand/W~1"]).primary?.do).toBe("join W W");
  });
});

describe("lights", () => {
  it("tells cards that can do something from cards that can only go", () => {
    const lit = lights(turn, []);
    expect(lit.get("hand/F6")).toBe("ready");
    expect(lit.get("pair/1.0")).toBe("ready");
    expect(lit.get("hand/DEW")).toBe("able");
    expect(lit.get("pair/2.0")).toBeUndefined();
  });
  it("lights what does the same with one thing as others do with two", () => {
    expect(lights(plan, []).get("hand/A05")).toBe("ready");
    expect(lights(plan, []).get("special")).toBe("ready");
  });
  it("lights single things where no answer needs more", () => {
    expect(lights(draw, []).get("deck")).toBe("next");
    expect(lights(defence, []).get("hand/DEW")).toBe("ready");
  });
  it("lights what continues the selection, copy by copy", () => {
    const lit = lights(turn, ["hand/F6"]);
    expect([...lit.keys()]).toEqual(["hand/W6", "hand/WILD"]);
    expect(lightOf(lit, ["hand/F6"], "hand/WILD~1")).toBe("next");
    expect(lightOf(lit, ["hand/F6"], "hand/F6")).toBe("chosen");
    expect(lightOf(lit, ["hand/F6"], "hand/DEW")).toBe("off");
  });
});

describe("a press", () => {
  it("selects a card and never throws it away by itself", () => {
    expect(press(turn, [], "hand/DEW")).toEqual({ kind: "select", marks: ["hand/DEW"] });
  });
  it("acts on the thing that settles the answer", () => {
    expect(press(turn, ["hand/XFW8"], "pair/1.0")).toMatchObject({
      kind: "act",
      choice: { do: "attack XFW8 1.0" },
    });
    expect(press(draw, [], "deck")).toMatchObject({ kind: "act", choice: { do: "draw deck" } });
  });
  it("lets go of what was chosen", () => {
    expect(press(turn, ["hand/F6"], "hand/F6")).toEqual({ kind: "select", marks: [] });
  });
  it("starts anew with something that does not go with the selection", () => {
    expect(press(turn, ["hand/XFW8"], "hand/DEW")).toEqual({ kind: "select", marks: ["hand/DEW"] });
  });
  it("refuses a target that the selected card does not reach, though another card would", () => {
    const wider = [...turn, answer("attack WILD 2.0", "hand/WILD", "pair/2.0")];
    expect(press(wider, ["hand/XFW8"], "pair/2.0")).toEqual({ kind: "refuse", mark: "pair/2.0" });
    expect(press(wider, [], "pair/2.0")).toEqual({ kind: "select", marks: ["pair/2.0"] });
  });
  it("takes another target instead of the one that was chosen", () => {
    expect(press(plan, ["hand/A01", "seat/1"], "seat/2")).toMatchObject({ marks: ["hand/A01", "seat/2"] });
    expect(press(plan, ["special", "seat/1"], "seat/2")).toEqual({ kind: "refuse", mark: "seat/2" });
  });
  it("starts anew with what begins another answer", () => {
    expect(press(plan, ["special", "seat/1"], "hand/A05")).toMatchObject({ marks: ["hand/A05"] });
    expect(press(plan, ["hand/A01"], "special")).toMatchObject({ marks: ["special"] });
  });
  it("refuses what leads nowhere", () => {
    expect(press(turn, ["hand/XFW8"], "pair/2.0")).toEqual({ kind: "refuse", mark: "pair/2.0" });
  });
});

describe("gathering", () => {
  const some = [
    answer("discard"),
    answer("discard A1", "hand/A1"),
    answer("discard A1 E2", "hand/A1", "hand/E2"),
    answer("discard A1 F3", "hand/A1", "hand/F3"),
    answer("discard E2 F3", "hand/E2", "hand/F3"),
  ];
  it("comes to what is chosen, though more could be", () => {
    expect(reach(some, ["hand/A1"], true).primary?.do).toBe("discard A1");
    expect(reach(some, ["hand/A1"]).primary).toBeNull();
  });
  it("waits for its button", () => {
    expect(press(some, ["hand/A1"], "hand/E2", true)).toEqual({
      kind: "select",
      marks: ["hand/A1", "hand/E2"],
    });
    expect(press(some, ["hand/A1"], "hand/E2")).toMatchObject({ kind: "act" });
  });
  it("lets go of the first where one is too many", () => {
    expect(press(some, ["hand/A1", "hand/E2"], "hand/F3", true)).toEqual({
      kind: "select",
      marks: ["hand/E2", "hand/F3"],
    });
  });
});

describe("why not", () => {
  it("finds the very try", () => {
    expect(whyNot(vain, ["hand/XFW8"], "pair/2.0")?.clause).toBe("TN-6.6");
    expect(whyNot(vain, ["hand/F6"], "hand/DEW")?.clause).toBe("TN-6.4");
  });
  it("falls back on what stands against the thing alone", () => {
    expect(whyNot(vain, [], "hand/DEW")?.clause).toBe("TN-8.3");
    expect(whyNot(vain, ["hand/XFW8"], "hand/DEW")?.clause).toBe("TN-8.3");
    expect(whyNot(vain, [], "deck")).toBeNull();
  });
  it("puts a chip on each thing that does not complete the selection", () => {
    expect([...refused(vain, ["hand/XFW8"]).keys()]).toEqual(["pair/2.0"]);
    expect(refused(vain, []).size).toBe(0);
  });
});

describe("around a selection", () => {
  it("marks copies", () => {
    expect(marksOf(["hand/WILD", "hand/F6", "hand/WILD"])).toEqual(["hand/WILD", "hand/F6", "hand/WILD~1"]);
  });
  it("groups by verb", () => {
    expect(grouped(turn).map(([verb, group]) => [verb, group.length])).toEqual([
      ["build", 2],
      ["attack", 1],
      ["discard", 5],
    ]);
  });
});
