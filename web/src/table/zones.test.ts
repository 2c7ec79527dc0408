// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { attend, enter, nearest, zone } from "./zones";

const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 }) as DOMRect;

describe("the nearest thing in a direction", () => {
  const row = [box(0, 0), box(20, 0), box(40, 0), box(20, 30)];
  it("goes along a row and down to the next", () => {
    expect(nearest(row[0]!, row, [1, 0])).toBe(1);
    expect(nearest(row[2]!, row, [-1, 0])).toBe(1);
    expect(nearest(row[1]!, row, [0, 1])).toBe(3);
  });
  it("stays where nothing is further on", () => {
    expect(nearest(row[2]!, row, [1, 0])).toBe(-1);
  });
});

describe("a zone", () => {
  function made(...names: string[]): HTMLElement {
    const node = document.createElement("div");
    node.innerHTML = names.map((name) => `<button data-thing="${name}">${name}</button>`).join("");
    document.body.append(node);
    return node;
  }
  const things = (node: HTMLElement) => [...node.querySelectorAll<HTMLElement>("[data-thing]")];

  afterEach(() => document.body.replaceChildren());

  it("has one thing in the tab order: the one focused last", () => {
    const node = made("a", "b", "c");
    const { destroy } = zone(node);
    expect(things(node).map((thing) => thing.tabIndex)).toEqual([0, -1, -1]);
    things(node)[2]!.focus();
    expect(things(node).map((thing) => thing.tabIndex)).toEqual([-1, -1, 0]);
    things(node)[2]!.blur();
    expect(enter(node)?.dataset["thing"]).toBe("c");
    destroy();
  });

  it("jumps to its ends", () => {
    const node = made("a", "b", "c");
    const { destroy } = zone(node);
    things(node)[1]!.focus();
    node.dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
    expect(document.activeElement).toBe(things(node)[2]);
    node.dispatchEvent(new KeyboardEvent("keydown", { key: "Home" }));
    expect(document.activeElement).toBe(things(node)[0]);
    destroy();
  });

  it("hands the focus of a thing that left to its neighbour", async () => {
    const node = made("a", "b", "c");
    const { destroy } = zone(node);
    things(node)[1]!.focus();
    things(node)[1]!.remove();
    await new Promise((done) => setTimeout(done));
    expect((document.activeElement as HTMLElement).dataset["thing"]).toBe("c");
    destroy();
  });
});

describe("the focus at a table", () => {
  const root = document.createElement("div");
  const at = () => document.activeElement!.textContent;
  const find = (part: string) => root.querySelector<HTMLElement>(part)!;
  let destroy = () => {};

  beforeEach(() => {
    root.innerHTML = `<b><button>Lead</button></b><p class="prompt" tabindex="-1">What now?</p>
      <p class="answers"></p>`;
    document.body.append(root);
    ({ destroy } = attend(root));
  });
  afterEach(() => {
    destroy();
    document.body.replaceChildren();
  });

  it("is at the question for whoever comes without one", () => expect(at()).toBe("What now?"));

  it("goes to the question when what had it is gone, and on to the first answer", async () => {
    find("b button").focus();
    find("b").replaceChildren();
    await vi.waitFor(() => expect(at()).toBe("What now?"));
    find(".answers").innerHTML = "<button disabled>Undo</button><button>Hold</button><button>Act</button>";
    await vi.waitFor(() => expect(at()).toBe("Hold"));
  });

  it("goes nowhere when somebody points elsewhere", async () => {
    find("b button").focus();
    find("b button").blur();
    dispatchEvent(new Event("pointerdown"));
    find("b").replaceChildren();
    await new Promise((done) => setTimeout(done, 5));
    expect(document.activeElement).toBe(document.body);
  });
});
