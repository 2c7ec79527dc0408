/** What the table tells on a key press, for those who cannot look at it. */

import type { TableState } from "../net/tableState.svelte";
import { plain } from "../words/say";
import { span } from "../words/time";
import type { Tell } from "./tell";
import { w } from "./words";

/** The numbers of every seat; those of single things are read where they lie. */
export function scores({ sums }: TableState, { scene }: Tell): string {
  return Object.entries(sums)
    .flatMap(([key, { value }]) => {
      const [name, seat] = key.split("/");
      if (!/^\d+$/.test(seat ?? "")) return [];
      const title = plain(scene.words.say("sums", name!, { seat: Number(seat) }, scene.voice));
      return [w("score", { name: title, value: String(value) })];
    })
    .join(" ");
}

export function clocks(state: TableState, { scene }: Tell): string {
  if (!state.clock) return w("no_clock");
  return scene.names
    .flatMap((_, seat) => {
      const left = state.left(seat);
      return left === null ? [] : [w("clock_of", { seat, time: span(left) }, scene.voice)];
    })
    .join(" ");
}

export function hand({ scene, look }: Tell): string {
  const held = look.hand(scene.view) ?? [];
  return held.map((code) => look.describe(code, scene)).join("; ") || w("hand_empty");
}

export function lastLine({ lines }: TableState, tell: Tell): string {
  const line = lines.at(-1);
  return line ? plain(tell.line(line.facts)) : w("log_empty");
}
