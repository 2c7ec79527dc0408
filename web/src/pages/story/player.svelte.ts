const PACE = 1_200;

/** Where one is in a story, and whether it goes on by itself. */
export class Player {
  at = $state(0);
  playing = $state(false);
  readonly last: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(length: number, at = 0) {
    this.last = Math.max(0, length - 1);
    this.at = this.#within(at);
  }

  /** Goes to a place and stops there. */
  go = (to: number): void => {
    this.pause();
    this.at = this.#within(to);
  };

  step = (by: number): void => this.go(this.at + by);

  toggle = (): void => (this.playing ? this.pause() : this.#play());

  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #within(to: number): number {
    return Math.max(0, Math.min(to, this.last));
  }

  /** From the end it begins again. */
  #play(): void {
    if (this.at >= this.last) this.at = 0;
    this.playing = this.last > 0;
    this.#wait();
  }

  #wait(): void {
    if (!this.playing) return;
    this.#timer = setTimeout(() => {
      this.at += 1;
      if (this.at >= this.last) this.playing = false;
      this.#wait();
    }, PACE);
  }
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Keys of a story: arrows step, Home and End jump, the space bar plays. */
export function steer(player: Player, event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest("input, select, textarea, [contenteditable], [role=tablist], [role=dialog]")) return;
  const by = STEPS[event.key];
  if (by !== undefined) player.step(by);
  else if (event.key === " " && !target?.closest("button, a, summary")) player.toggle();
  else return;
  event.preventDefault();
}
