/**
 * Keyboard inside a zone of the table: one thing is in the tab order, arrows go to the others.
 *
 * A zone is any element with this action; its things are the buttons with `data-thing`. Focus that
 * was on a thing which left the table goes to its neighbour, not to the top of the page.
 */

const THINGS = "[data-thing]";

/** Every zone on the page, in the order of the page. */
export function zones(root: ParentNode = document): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-zone]")].filter(
    (zone) => zone.offsetParent !== null && thingsOf(zone).length > 0,
  );
}

function thingsOf(zone: ParentNode): HTMLElement[] {
  return [...zone.querySelectorAll<HTMLElement>(THINGS)];
}

/** Moves the focus into a zone, to the thing that was focused there last. */
export function enter(zone: HTMLElement): HTMLElement | undefined {
  const things = thingsOf(zone);
  const thing = things.find((found) => found.tabIndex === 0) ?? things[0];
  thing?.focus();
  return thing;
}

type Direction = [x: number, y: number];
const ARROWS: Record<string, Direction> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middle = (box: DOMRect): Direction => [box.x + box.width / 2, box.y + box.height / 2];

/** The nearest thing in a direction; things off that line count as farther away. */
export function nearest(from: DOMRect, others: readonly DOMRect[], [dx, dy]: Direction): number {
  const [x, y] = middle(from);
  let best = -1;
  let least = Infinity;
  others.forEach((box, at) => {
    const [ox, oy] = middle(box);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 1 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = at;
    }
  });
  return best;
}

export function zone(node: HTMLElement): { destroy: () => void } {
  let last = -1;

  const settle = () => {
    const things = thingsOf(node);
    const lost = last >= 0 && (document.activeElement === document.body || document.activeElement === null);
    const current = things.find((thing) => thing === document.activeElement);
    const tab = current ?? things.find((thing) => thing.tabIndex === 0) ?? things[0];
    for (const thing of things) thing.tabIndex = thing === tab ? 0 : -1;
    if (lost) (things[Math.min(last, things.length - 1)] ?? node).focus();
  };

  const focused = (event: FocusEvent) => {
    const things = thingsOf(node);
    last = things.indexOf(event.target as HTMLElement);
    if (last >= 0) things.forEach((thing, at) => (thing.tabIndex = at === last ? 0 : -1));
  };

  // A blur without a next place comes also when the focused thing is taken away: then `last` stays.
  const blurred = (event: FocusEvent) => {
    if (event.relatedTarget && !node.contains(event.relatedTarget as Node)) last = -1;
  };

  const pressed = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const things = thingsOf(node);
    const at = things.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const way = ARROWS[event.key];
    let next = -1;
    if (way)
      next = nearest(
        things[at]!.getBoundingClientRect(),
        things.map((thing) => thing.getBoundingClientRect()),
        way,
      );
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = things.length - 1;
    else return;
    event.preventDefault();
    things[next]?.focus();
  };

  const watcher = new MutationObserver(settle);
  watcher.observe(node, { childList: true, subtree: true });
  node.addEventListener("focusin", focused);
  node.addEventListener("focusout", blurred);
  node.addEventListener("keydown", pressed);
  settle();
  return {
    destroy() {
      watcher.disconnect();
      node.removeEventListener("focusin", focused);
      node.removeEventListener("focusout", blurred);
      node.removeEventListener("keydown", pressed);
    },
  };
}

const ANSWERS = ".answers button:not([disabled])";

const isNowhere = (at: Element | null): boolean => at === null || at === document.body;
const isThere = (element: Element): boolean =>
  element.isConnected && element.getClientRects().length > 0 && !element.matches(":disabled");

/**
 * Whoever comes without a focus is at the question. Focus that was on something which left the page
 * goes there too, and on to the first answer as soon as there is one.
 */
export function attend(root: HTMLElement): { destroy: () => void } {
  let last: Element | null = null;
  let lost = false;

  const to = (part: string) => root.querySelector<HTMLElement>(part);

  const look = () => {
    const at = document.activeElement;
    const prompt = to(".prompt");
    if (isNowhere(at)) lost ||= last !== null && !isThere(last);
    else lost &&= at === prompt;
    const next = to(ANSWERS) ?? prompt;
    if (lost && next !== at) next?.focus({ preventScroll: true });
  };

  const focused = ({ target }: FocusEvent) => (last = target as Element);
  // Whoever points elsewhere has let go of it.
  const pointed = () => {
    last = null;
    lost = false;
  };

  // A zone puts its own things right first.
  const watcher = new MutationObserver(() => setTimeout(look));
  watcher.observe(root, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  addEventListener("focusin", focused);
  addEventListener("pointerdown", pointed, true);
  if (isNowhere(document.activeElement)) to(".prompt")?.focus({ preventScroll: true });
  return {
    destroy() {
      watcher.disconnect();
      removeEventListener("focusin", focused);
      removeEventListener("pointerdown", pointed, true);
    },
  };
}
