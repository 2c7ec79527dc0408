// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CUES, type Cue } from "./sound";

const started: number[] = [];

class FakeAudio {
  static made = 0;
  state = "running";
  currentTime = 0;
  destination = {};
  constructor() {
    FakeAudio.made += 1;
  }
  resume = (): Promise<void> => Promise.resolve();
}

class FakeNode {
  gain = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  constructor(
    _audio: unknown,
    readonly options: { frequency?: number },
  ) {}
  connect = <T>(to: T): T => to;
  start = (): number => started.push(this.options.frequency!);
  stop = vi.fn();
}

beforeEach(() => {
  vi.resetModules();
  started.length = 0;
  FakeAudio.made = 0;
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("OscillatorNode", FakeNode);
  vi.stubGlobal("GainNode", FakeNode);
  localStorage.clear();
});

afterEach(() => vi.unstubAllGlobals());

it("nothing sounds before the first touch, then each cue has its own notes", async () => {
  const { cue, waitForTouch } = await import("./sound");
  waitForTouch(document);
  cue("turn");
  expect([FakeAudio.made, started.length]).toEqual([0, 0]);
  document.dispatchEvent(new Event("pointerdown"));
  document.dispatchEvent(new Event("keydown"));
  expect(FakeAudio.made).toBe(1);
  for (const name of Object.keys(CUES) as Cue[]) {
    started.length = 0;
    cue(name);
    expect(started).toEqual(CUES[name].map((note) => note.pitch));
  }
});

it("nothing sounds where sounds are off", async () => {
  const { cue, waitForTouch } = await import("./sound");
  const { choose } = await import("./settings.svelte");
  choose({ sound: false });
  waitForTouch(document);
  document.dispatchEvent(new Event("pointerdown"));
  cue("turn");
  expect(FakeAudio.made).toBe(1);
  expect(started).toEqual([]);
});
