// @vitest-environment happy-dom
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Line } from "..";
import { COUNTDOWN, Theatre, haste } from "./theatre.svelte";

const line = (n: number, event: string): Line => ({
  n,
  facts: event === "reveal" ? { event, plays: [] } : { event },
});

let told: Line[] = $state.raw([]);
let close = () => {};

/** A theatre that runs by itself, as it does on the board. */
function open(lines: Line[], still = false): Theatre {
  let theatre!: Theatre;
  told = lines;
  close = $effect.root(() => {
    theatre = new Theatre(
      () => told,
      () => still,
    );
    $effect(() => theatre.go());
  });
  flushSync();
  return theatre;
}

function tell(...lines: Line[]): void {
  told = [...told, ...lines];
  flushSync();
}

function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

const shown = (theatre: Theatre) => theatre.shown.map(({ n }) => n);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  close();
  vi.useRealTimers();
});

describe("a turn on the stage", () => {
  const turn = [line(2, "reveal"), line(3, "traps_over"), line(4, "hit"), line(5, "hp")];

  it("begins in the present: what was told before one came is no news", () => {
    expect(shown(open([line(1, "turn")]))).toEqual([1]);
  });

  it("is counted down, and then shown line by line", () => {
    const theatre = open([line(1, "turn")]);
    tell(...turn);
    expect([shown(theatre), theatre.behind]).toEqual([[1], true]);
    pass(COUNTDOWN);
    expect(shown(theatre)).toEqual([1, 2]);
    pass(60_000);
    for (let step = 0; step < 5; step += 1) pass(5_000);
    expect([shown(theatre), theatre.held, theatre.behind]).toEqual([[1, 2, 3, 4, 5], [], false]);
  });

  it("lets its last line stand for a while", () => {
    const theatre = open([line(1, "turn"), line(2, "reveal")]);
    tell(line(3, "hit"));
    pass(1_700);
    expect([theatre.held.length, theatre.behind]).toEqual([0, true]);
    pass(1_800);
    expect(theatre.behind).toBe(false);
  });

  it("has no part in what only takes note of something", () => {
    const theatre = open([line(1, "turn"), ...turn]);
    tell(line(6, "prize"), line(7, "draw"));
    expect([theatre.held, theatre.behind]).toEqual([[], false]);
  });

  it("keeps nobody waiting who has seen enough", () => {
    const theatre = open([]);
    tell(...turn);
    theatre.skip();
    expect([theatre.held, theatre.behind]).toEqual([[], false]);
  });

  it("is there at once where nothing may move", () => {
    const theatre = open([line(1, "turn")], true);
    tell(...turn);
    expect([shown(theatre).length, theatre.behind]).toEqual([5, false]);
  });

  it("is told faster if there is much of it", () => {
    expect(haste(turn)).toBe(1);
    expect(haste(Array.from({ length: 60 }, (_, n) => line(n, "hit")))).toBeLessThan(0.5);
  });
});
