import { describe, expect, it } from "vitest";
import type { Line } from "..";
import type { Seen } from "./seen";
import { drawnBy, fallOf, lastDraw, phaseOf, stage } from "./stage";

const lines = (...facts: object[]): Line[] => facts.map((one, at) => ({ n: at + 1, facts: { ...one } }));
const view = (phase: string, more: object = {}) =>
  ({ phase, plays: [], seats: [{ champion: "ilo" }, { champion: "dace" }], ...more }) as unknown as Seen;
const reveal = { event: "reveal", plays: [{ seat: 0, card: "A06", target: 1 }] };
const hit = { event: "hit", play: 0, recipient: 1 };

describe("the middle of the table", () => {
  const mode = (phase: string, told: Line[] = []) => stage(view(phase), told, []).mode;

  it("shows what is decided in each phase", () => {
    expect(["setup", "prize", "respawn", "trade", "effects", "trap"].map((phase) => mode(phase))).toEqual([
      "gallery",
      "prize",
      "respawn",
      "market",
      "choosing",
      "plays",
    ]);
  });
  it("shows while people plan what the last turn came to, if there was one", () => {
    expect(mode("plan")).toBe("opening");
    expect(mode("plan", lines(reveal, hit))).toBe("outcomes");
  });
  it("counts down to what is about to be revealed", () => {
    const shown = stage(view("plan"), [], lines(reveal));
    expect([shown.mode, phaseOf(shown, view("plan"))]).toEqual(["count", "action"]);
  });
  it("is behind the view as long as lines are still to come", () => {
    const told = lines(reveal);
    const shown = stage(view("plan"), told, lines(hit));
    expect([shown.mode, shown.plays.length, phaseOf(shown, view("plan"))]).toEqual(["plays", 1, "action"]);
    const resolved = stage(view("plan"), lines(reveal, hit), lines({ event: "turn" }));
    expect([resolved.mode, phaseOf(resolved, view("plan"))]).toEqual(["outcomes", "resolve"]);
  });
  it("takes the plays from the view, where nothing told of them", () => {
    const shown = stage(view("trap", { plays: [[0, "act A06 1"]] }), [], []);
    expect(shown.plays[0]).toMatchObject({ by: "A06", target: 1 });
  });
  it("lights the phases by the names on the strip", () => {
    expect(
      ["effects", "prize", "trade"].map((phase) => phaseOf(stage(view(phase), [], []), view(phase))),
    ).toEqual(["resolve", "respawn", "trade"]);
  });
});

describe("a fall", () => {
  it("is announced until the fallen rises", () => {
    const story = lines(reveal, { event: "fall", seat: 1, victors: [] }, { event: "prize", seat: 0 });
    const both = lines(
      reveal,
      { event: "fall", seat: 1, victors: [] },
      { event: "fall", seat: 2, victors: [] },
    );
    expect([fallOf(both)?.facts["seat"], fallOf(both, 1)?.facts["seat"]]).toEqual([2, 1]);
    expect(fallOf(story)?.n).toBe(2);
    expect(fallOf([...story, { n: 4, facts: { event: "champion", seat: 1 } }])).toBeNull();
    expect(fallOf(lines(reveal))).toBeNull();
  });
});

describe("cards that come", () => {
  it("are open to all, whoever they come from", () => {
    const [draw, steal, trade] = lines(
      { event: "draw", seat: 0, count: 2, cards: ["A01", "A02"] },
      { event: "steal", seat: 1, victim: 0, card: "A01" },
      { event: "trade", seat: 0, partner: 1, gives: "A02", gets: "S01" },
    );
    expect([drawnBy(draw!, 0), drawnBy(draw!, 1)]).toEqual([["A01", "A02"], []]);
    expect(drawnBy(steal!, 1)).toEqual(["A01"]);
    expect([drawnBy(trade!, 0), drawnBy(trade!, 1)]).toEqual([["S01"], ["A02"]]);
  });
  it("are news only once, and only where their faces are told", () => {
    const story = lines({ event: "draw", seat: 0, cards: ["A01"] }, { event: "draw", seat: 0, count: 3 });
    expect(lastDraw(story, 0, 0)?.n).toBe(1);
    expect(lastDraw(story, 0, 1)).toBeNull();
  });
  it("are no news any more once Actions are revealed", () => {
    const story = lines({ event: "draw", seat: 0, cards: ["A01"] }, reveal);
    expect(lastDraw(story, 0, 0)).toBeNull();
    const steal = { n: 3, facts: { event: "steal", seat: 0, victim: 1, card: "S01" } };
    expect(lastDraw([...story, steal], 0, 0)?.n).toBe(3);
  });
});
