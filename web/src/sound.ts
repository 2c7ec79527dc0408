/** Three short cues, made on the spot; silent until the first click and wherever they are off. */

import { settings } from "./settings.svelte";

export type Cue = "turn" | "news" | "hurry";

interface Note {
  /** Hertz. */
  pitch: number;
  /** Seconds after the cue begins. */
  at: number;
  long: number;
  loud: number;
}

/** Your turn rises a fifth, news is one soft knock, time running out ticks twice. */
export const CUES: Record<Cue, readonly Note[]> = {
  turn: [
    { pitch: 523.25, at: 0, long: 0.22, loud: 0.16 },
    { pitch: 783.99, at: 0.11, long: 0.34, loud: 0.16 },
  ],
  news: [{ pitch: 392, at: 0, long: 0.16, loud: 0.07 }],
  hurry: [
    { pitch: 880, at: 0, long: 0.07, loud: 0.14 },
    { pitch: 880, at: 0.16, long: 0.07, loud: 0.14 },
  ],
};

let audio: AudioContext | undefined;

/** Browsers let a page sound only after its reader has touched it. */
export function waitForTouch(page: Document): void {
  const start = (): void => {
    audio ??= new AudioContext();
    void audio.resume();
  };
  for (const kind of ["pointerdown", "keydown"]) page.addEventListener(kind, start, { once: true });
}

export function cue(name: Cue): void {
  if (!settings.sound || audio?.state !== "running") return;
  for (const { pitch, at, long, loud } of CUES[name]) {
    const start = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + long + 0.02);
  }
}
