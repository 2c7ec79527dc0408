/** In which order hands are held, by game; this browser remembers it. */

import { settings } from "../settings.svelte";

class HandOrder {
  #name: string | null = $state(null);

  constructor(
    private readonly key: string,
    readonly names: readonly string[],
  ) {
    try {
      this.#name = localStorage.getItem(key);
    } catch {
      // Without storage every visit begins as usual.
    }
  }

  get name(): string {
    const usual = settings.hand === "sorted" ? this.names[1] : this.names[0];
    return this.#name !== null && this.names.includes(this.#name) ? this.#name : (usual ?? "");
  }

  set name(to: string) {
    this.#name = to;
    try {
      localStorage.setItem(this.key, to);
    } catch {
      // It holds for this visit.
    }
  }
}

const orders = new Map<string, HandOrder>();

/** The order of hands in a game; `names` begins with the order in which cards lie. */
export function handOrder(game: string, names: readonly string[]): HandOrder {
  const found = orders.get(game) ?? new HandOrder(`ludarium.hand.${game}`, names);
  orders.set(game, found);
  return found;
}
