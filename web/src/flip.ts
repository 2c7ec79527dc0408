/**
 * Cards travel from where they were to where they are.
 *
 * A pass measures every `[data-card]` before the page changes and again after it. Cards are told
 * apart by the value of that attribute; of equal ones, each keeps its own element where it can.
 * What changed its place among its neighbours slides; what changed its zone flies above
 * everything, as a copy, so that no scrolling box cuts it off. Travels name the rest: cards that
 * come from or go to an anchor (`[data-anchor]`), or that nobody sees (`card-back`).
 */

/** Cards on their way between two anchors: with the faces that are told, else as backs. */
export interface Travel {
  from: string;
  to: string;
  cards: readonly string[];
  count: number;
}

interface Seen {
  element: HTMLElement;
  box: DOMRect;
  home: Element | null;
}

interface Move {
  element: HTMLElement;
  from: DOMRect;
  to: DOMRect;
  flies: boolean;
}

const MOVE = 220;
const STAGGER = 45;
/** The longest wait of a card for its turn; beyond it everything jumps to its place. */
export const LONGEST = 1200;
/** How long after its time a flight that has not landed is taken down. */
const LATE = 200;
/** What tells a card of the table from all others; a copy of it in the air is none of them. */
const NAMES = ["id", "data-card", "data-thing", "data-anchor", "data-place", "tabindex"];
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

export class Flip {
  #seen = new Map<string, Seen[]>();
  #anchors = new Map<string, DOMRect>();
  #running = new Set<Animation>();
  #busyUntil = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly still: () => boolean,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Measures everything, before the page changes. */
  before(): void {
    this.#seen = this.#cards();
    this.#anchors = this.#places();
  }

  /** Sets in motion what changed since `before`; the page must have changed already. */
  after(travels: readonly Travel[] = []): void {
    const cards = this.#cards();
    const moves: Move[] = [];
    const arrived: Seen[] = [];
    const gone: [string, Seen][] = [];
    for (const [code, now] of cards) {
      const { kept, left, fresh } = paired(this.#seen.get(code) ?? [], now);
      for (const [was, is] of kept) {
        if (!moved(was.box, is.box)) continue;
        moves.push({ element: is.element, from: was.box, to: is.box, flies: was.home !== is.home });
      }
      arrived.push(...fresh);
      gone.push(...left.map((seen): [string, Seen] => [code, seen]));
    }
    for (const [code, before] of this.#seen) {
      if (!cards.has(code)) gone.push(...before.map((seen): [string, Seen] => [code, seen]));
    }
    this.#seen = new Map();
    const places = this.#places();
    // The table is no longer shown: nothing flies over what has taken its place.
    if (!places.size) return this.finish();
    if (this.still())
      return this.#show([...moves.map((move) => move.element), ...arrived.map((seen) => seen.element)]);

    const start = Math.max(0, this.#busyUntil - this.now());
    if (start + MOVE > LONGEST) return this.finish();
    const steps = [
      ...moves.map((move) => () => this.#move(move, start)),
      ...this.#travel(travels, places, arrived, gone, start),
    ];
    steps.forEach((step) => step());
    if (steps.length) this.#busyUntil = this.now() + start + MOVE;
  }

  /** Puts everything in its place at once. */
  finish(): void {
    for (const animation of this.#running) animation.finish();
    this.#busyUntil = 0;
  }

  #cards(): Map<string, Seen[]> {
    const found = new Map<string, Seen[]>();
    for (const element of this.root.querySelectorAll<HTMLElement>("[data-card]")) {
      const code = element.dataset["card"]!;
      const seen = { element, box: element.getBoundingClientRect(), home: element.closest("[data-anchor]") };
      found.set(code, [...(found.get(code) ?? []), seen]);
    }
    return found;
  }

  #places(): Map<string, DOMRect> {
    const found = new Map<string, DOMRect>();
    for (const element of this.root.querySelectorAll<HTMLElement>("[data-anchor]")) {
      found.set(element.dataset["anchor"]!, element.getBoundingClientRect());
    }
    return found;
  }

  /** What travels tell beyond what was measured, card after card. */
  #travel(
    travels: readonly Travel[],
    places: ReadonlyMap<string, DOMRect>,
    arrived: readonly Seen[],
    gone: readonly [string, Seen][],
    start: number,
  ): (() => void)[] {
    const steps: (() => void)[] = [];
    const waiting = [...arrived];
    const leaving = [...gone];
    for (const travel of travels) {
      const from = this.#anchors.get(travel.from) ?? places.get(travel.from);
      const to = places.get(travel.to);
      if (!from || !to) continue;
      for (let n = 0; n < Math.max(travel.count, travel.cards.length); n += 1) {
        const code = travel.cards[n];
        const delay = Math.min(start + n * STAGGER, LONGEST - MOVE);
        const is = take(waiting, (seen) => code !== undefined && seen.element.dataset["card"] === code);
        const was = take(leaving, ([name]) => name === code)?.[1];
        if (is) {
          steps.push(() => this.#fly(is.element, is.element, centred(from, is.box), is.box, delay));
        } else if (was) {
          steps.push(() => this.#fly(was.element, null, was.box, centred(to, was.box), delay));
        } else {
          steps.push(() => this.#fly(back(), null, card(from), card(to), delay));
        }
      }
    }
    return steps;
  }

  #move({ element, from, to, flies }: Move, delay: number): void {
    if (flies) return this.#fly(element, element, from, to, delay);
    this.#run(element, [{ translate: shift(from, to, offset(element)), scale: size(from, to) }, {}], delay);
  }

  /** Flies a copy; the card itself shows when the copy has arrived. */
  #fly(drawn: HTMLElement, target: HTMLElement | null, from: DOMRect, to: DOMRect, delay: number): void {
    const copy = drawn.cloneNode(true) as HTMLElement;
    for (const part of [copy, ...copy.querySelectorAll("*")])
      NAMES.forEach((name) => part.removeAttribute(name));
    copy.classList.add("flight");
    const { style } = copy;
    style.left = `${to.left}px`;
    style.top = `${to.top}px`;
    style.width = `${to.width}px`;
    style.height = `${to.height}px`;
    style.setProperty("--card-w", `${to.width}px`);
    this.#sky().append(copy);
    const flight = this.#run(copy, [{ translate: shift(from, to), scale: size(from, to) }, {}], delay);
    const hidden = target && this.#run(target, [{ opacity: 0 }, { opacity: 0 }], delay);
    const landed = (): void => {
      clearTimeout(latest);
      copy.remove();
      hidden?.cancel();
    };
    // A page in the background plays no animations, and tells of no end.
    const latest = setTimeout(landed, delay + MOVE + LATE);
    flight.finished.then(landed, landed);
  }

  /** With little motion: what is new fades in, with a ring around it for a while. */
  #show(elements: readonly HTMLElement[]): void {
    for (const element of elements) {
      this.#run(element, [{ opacity: 0.2 }, {}], 0);
      const ring = "inset 0 0 0 3px var(--focus)";
      this.#run(element, [{ boxShadow: ring }, { boxShadow: ring, offset: 0.8 }, {}], 0, LONGEST);
    }
  }

  #run(element: HTMLElement, frames: Keyframe[], delay: number, duration = MOVE): Animation {
    const animation = element.animate(frames, { duration, delay, easing: EASE, fill: "backwards" });
    this.#running.add(animation);
    const done = (): void => void this.#running.delete(animation);
    animation.finished.then(done, done);
    return animation;
  }

  /** The layer that flying cards are in. */
  #sky(): HTMLElement {
    const found = this.root.querySelector<HTMLElement>(":scope > .flights");
    if (found) return found;
    const sky = document.createElement("div");
    sky.className = "flights";
    sky.inert = true;
    sky.setAttribute("aria-hidden", "true");
    this.root.append(sky);
    return sky;
  }
}

/** Which card of before is which of now: the same element, else the nearest that is left. */
function paired(
  before: readonly Seen[],
  now: readonly Seen[],
): {
  kept: [Seen, Seen][];
  left: Seen[];
  fresh: Seen[];
} {
  const left = [...before];
  const fresh: Seen[] = [];
  const kept: [Seen, Seen][] = [];
  for (const is of now) {
    const was = take(left, (seen) => seen.element === is.element);
    if (was) kept.push([was, is]);
    else fresh.push(is);
  }
  const still: Seen[] = [];
  for (const is of fresh) {
    left.sort((a, b) => distance(a.box, is.box) - distance(b.box, is.box));
    const was = left.shift();
    if (was) kept.push([was, is]);
    else still.push(is);
  }
  return { kept, left, fresh: still };
}

function take<T>(from: T[], wanted: (item: T) => boolean): T | undefined {
  const at = from.findIndex(wanted);
  return at < 0 ? undefined : from.splice(at, 1)[0];
}

const middle = (box: DOMRect): [number, number] => [box.left + box.width / 2, box.top + box.height / 2];

function distance(a: DOMRect, b: DOMRect): number {
  const [ax, ay] = middle(a);
  const [bx, by] = middle(b);
  return Math.hypot(ax - bx, ay - by);
}

function moved(a: DOMRect, b: DOMRect): boolean {
  return distance(a, b) > 1 || Math.abs(a.width - b.width) > 1;
}

/** A box of the size of `like` in the middle of a place. */
function centred(place: DOMRect, like: DOMRect): DOMRect {
  const [x, y] = middle(place);
  return new DOMRect(x - like.width / 2, y - like.height / 2, like.width, like.height);
}

/** A card-sized box in the middle of a place. */
function card(place: DOMRect): DOMRect {
  return centred(place, new DOMRect(0, 0, 44, 62));
}

function back(): HTMLElement {
  const made = document.createElement("span");
  made.className = "card-back";
  return made;
}

/** How far an element is shifted already by its own style. */
function offset(element: Element): [number, number] {
  const [x, y] = getComputedStyle(element).translate.split(" ").map(Number.parseFloat);
  return [x || 0, y || 0];
}

function shift(from: DOMRect, to: DOMRect, [x, y]: [number, number] = [0, 0]): string {
  const [fx, fy] = middle(from);
  const [tx, ty] = middle(to);
  return `${fx - tx + x}px ${fy - ty + y}px`;
}

function size(from: DOMRect, to: DOMRect): string {
  return to.width && from.width ? String(from.width / to.width) : "1";
}
