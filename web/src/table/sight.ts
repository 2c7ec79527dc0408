/** What can be seen of the table where parts of it scroll. */

/** The box that scrolls an element, or the page. */
function scroller(element: Element): Element {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.documentElement;
}

/** Room for what is written below a thing. */
const BELOW = 16;

function isInSight(element: Element): boolean {
  const own = element.getBoundingClientRect();
  const room = scroller(element).getBoundingClientRect();
  return own.top >= room.top && own.bottom + BELOW <= room.bottom;
}

/** Scrolls to the first of several things, unless one of them can be seen already. */
export function showOne(things: readonly Element[], behavior: ScrollBehavior): void {
  if (!things.some(isInSight)) things[0]?.scrollIntoView({ block: "nearest", behavior });
}

const MARGIN = 4;

/** Keeps a note that is laid over the table inside the box that scrolls it, and in sight. */
export function inside(node: HTMLElement): { destroy: () => void } {
  const place = () => {
    node.style.translate = "none";
    const own = node.getBoundingClientRect();
    const room = scroller(node).getBoundingClientRect();
    const over = Math.max(0, own.right - room.right + MARGIN);
    const left = Math.min(over, own.left - room.left - MARGIN);
    if (over) node.style.translate = `${-left}px 0`;
    node.scrollIntoView({ block: "nearest" });
  };
  const sizes = new ResizeObserver(place);
  sizes.observe(node);
  return { destroy: () => sizes.disconnect() };
}

const FADE = 28;

/** Lets a box that scrolls fade out where it goes on: `--above` and `--below` say by how much. */
export function edges(box: HTMLElement): { destroy: () => void } {
  const look = () => {
    const below = box.scrollHeight - box.clientHeight - box.scrollTop;
    box.style.setProperty("--above", `${Math.min(FADE, Math.max(0, box.scrollTop))}px`);
    box.style.setProperty("--below", `${below > 1 ? Math.min(FADE, below) : 0}px`);
  };
  const sizes = new ResizeObserver(look);
  const parts = new MutationObserver(watch);
  function watch(): void {
    sizes.disconnect();
    for (const part of [box, ...box.children]) sizes.observe(part);
  }
  watch();
  parts.observe(box, { childList: true });
  box.addEventListener("scroll", look, { passive: true });
  return {
    destroy: () => {
      sizes.disconnect();
      parts.disconnect();
      box.removeEventListener("scroll", look);
    },
  };
}
