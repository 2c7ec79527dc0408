// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Player, steer } from "./player.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const press = (player: Player, key: string, on: Element = document.body) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, "target", { value: on });
  steer(player, event);
  return event.defaultPrevented;
};

describe("a story that is played again", () => {
  test("stays within its frames", () => {
    const player = new Player(4, 9);
    expect(player.at).toBe(3);
    player.step(-9);
    expect(player.at).toBe(0);
  });

  test("goes on by itself to the end, and from there begins again", () => {
    const player = new Player(3, 1);
    player.toggle();
    vi.runAllTimers();
    expect([player.at, player.playing]).toEqual([2, false]);
    player.toggle();
    expect([player.at, player.playing]).toEqual([0, true]);
    player.step(1);
    vi.runAllTimers();
    expect([player.at, player.playing]).toEqual([1, false]);
  });

  test("is steered by keys, but not while somebody writes or chooses", () => {
    const player = new Player(5, 2);
    expect(press(player, "ArrowRight")).toBe(true);
    expect(player.at).toBe(3);
    press(player, "Home");
    expect(player.at).toBe(0);
    press(player, "End");
    expect(player.at).toBe(4);
    expect(press(player, "ArrowLeft", document.createElement("input"))).toBe(false);
    expect(player.at).toBe(4);
    expect(press(player, " ", document.createElement("button"))).toBe(false);
  });
});
