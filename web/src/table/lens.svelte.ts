/**
 * Which card is looked at closely: by resting the mouse on it, by a long press, or by a key.
 *
 * Every card that lies open carries `data-card`; where it is (or is part of) a thing that can be
 * pointed at, that thing's mark is near. What rests is a glance that goes by itself and is in
 * nobody's way; what was pressed for stays until it is closed.
 */

export interface CloseUp {
  codes: readonly string[];
  mark: string | null;
  /** It stays, and can be read with the keyboard. */
  stays: boolean;
}

const REST = 450;
/** From card to card, once one is looked at. */
const NEXT = 80;
const LEAVE = 140;
const LONG = 420;
const SLIP = 10;

/** Where there is little room, a card in large lies over the table: only for those who ask. */
const hasRoom = () => !globalThis.matchMedia?.("(max-width: 46rem)").matches;

const CARD = "[data-card]";
const THING = "[data-thing]";

const cardAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(CARD) : null;

/** The cards of an element and the thing that it is, or is part of. */
export function lookAt(element: Element, stays: boolean): CloseUp | null {
  const thing = element.closest<HTMLElement>(THING) ?? element.querySelector<HTMLElement>(THING);
  const card = element.closest<HTMLElement>(CARD);
  const cards = card ? [card] : [...(thing?.querySelectorAll<HTMLElement>(CARD) ?? [])];
  if (!cards.length) return null;
  return { codes: cards.map((one) => one.dataset["card"]!), mark: thing?.dataset["thing"] ?? null, stays };
}

export class Lens {
  now: CloseUp | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over: Element | null = null;
  /** The press that opened or closed something does nothing else. */
  #swallow = false;
  #from: HTMLElement | null = null;

  /** Looks at the card that has the focus, or no longer. */
  toggle(): void {
    const focused = document.activeElement;
    const found = !this.now?.stays && focused ? lookAt(focused, true) : null;
    if (found) this.#open(found, focused);
    else this.close();
  }

  /** Looks at a thing of which the mark is known. */
  show(mark: string): void {
    const thing = document.querySelector(`[data-thing="${CSS.escape(mark)}"]`);
    const found = thing && lookAt(thing, true);
    if (found) this.#open(found, document.activeElement);
  }

  close(): void {
    clearTimeout(this.#timer);
    const stayed = this.now?.stays;
    this.now = null;
    if (stayed && this.#from?.isConnected) this.#from.focus();
    this.#from = null;
  }

  #open(found: CloseUp, from: Element | null = null): void {
    clearTimeout(this.#timer);
    this.#from = from instanceof HTMLElement ? from : null;
    this.now = found;
  }

  #later(wait: number, what: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(what, wait);
  }

  /** Watches over a table; returns how to stop. */
  watch(root: HTMLElement): () => void {
    const ends = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      kind: K,
      heard: (event: HTMLElementEventMap[K]) => void,
      capture = false,
    ) => root.addEventListener(kind, heard, { signal: ends.signal, capture, passive: false });

    on("pointerover", (event) => {
      if (event.pointerType === "mouse" && !event.buttons && hasRoom()) this.#rest(cardAt(event.target));
    });
    root.addEventListener("pointerleave", () => this.#rest(null), { signal: ends.signal });

    let at: [number, number] = [0, 0];
    on(
      "pointerdown",
      (event) => {
        this.#swallow = false;
        const target = event.target as Element;
        if (this.now?.stays && !target.closest("[data-inspector]")) {
          this.#from = null;
          this.close();
          this.#swallow = target.closest("main") !== null;
          return;
        }
        clearTimeout(this.#timer);
        if (event.pointerType === "mouse") {
          if (!this.now?.stays) this.close();
          return;
        }
        const card = cardAt(event.target);
        at = [event.clientX, event.clientY];
        const found = card && lookAt(card, true);
        if (!found) return;
        this.#later(LONG, () => {
          this.#swallow = true;
          this.#open(found, card.closest(THING) ?? card.querySelector(THING));
        });
      },
      true,
    );
    on("pointermove", (event) => {
      const moved = Math.hypot(event.clientX - at[0], event.clientY - at[1]);
      if (event.pointerType !== "mouse" && moved > SLIP) clearTimeout(this.#timer);
    });
    for (const kind of ["pointerup", "pointercancel"] as const) {
      on(kind, (event) => {
        if (event.pointerType !== "mouse") clearTimeout(this.#timer);
      });
    }
    const swallow = (event: Event) => {
      if (!this.#swallow) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.type === "click") this.#swallow = false;
    };
    for (const kind of ["click", "contextmenu", "dragstart"] as const) on(kind, swallow, true);
    on(
      "scroll",
      () => {
        if (!this.now?.stays) this.close();
      },
      true,
    );
    return () => {
      ends.abort();
      clearTimeout(this.#timer);
    };
  }

  /** The mouse is over a card, or over none. */
  #rest(card: Element | null): void {
    if (card === this.#over || this.now?.stays) return;
    this.#over = card;
    const found = card && lookAt(card, false);
    if (found) this.#later(this.now ? NEXT : REST, () => this.#open(found));
    else this.#later(LEAVE, () => this.close());
  }
}
