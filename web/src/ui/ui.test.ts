// @vitest-environment happy-dom
import { type Component, type ComponentProps, createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Button from "./Button.svelte";
import Field from "./Field.svelte";
import Sheet from "./Sheet.svelte";
import Switch from "./Switch.svelte";
import Tabs from "./Tabs.svelte";
import { OUTLINES, SHAPES, shapeOf } from "./signs";

const mounted: Record<string, unknown>[] = [];
const text = (said: string) => createRawSnippet(() => ({ render: () => `<span>${said}</span>` }));
const find = <T extends HTMLElement>(selector: string): T => document.querySelector<T>(selector)!;

function show<C extends Component<any, any, any>>(component: C, props: ComponentProps<C>): void {
  mounted.push(mount(component, { target: document.body, props }));
  flushSync();
}

afterEach(async () => {
  for (const one of mounted.splice(0)) await unmount(one);
  document.body.replaceChildren();
});

describe("seats", () => {
  it("have ten shapes, all different", () => {
    expect(new Set(SHAPES.map((shape) => OUTLINES[shape])).size).toBe(10);
    expect([0, 1, 2, 9].map(shapeOf)).toEqual(["triangle", "square", "circle", "drop"]);
  });
});

describe("a button", () => {
  it("is a button, unless it leads somewhere", () => {
    show(Button, { children: text("Go"), busy: true });
    expect(find("button").getAttribute("type")).toBe("button");
    expect(find("button").getAttribute("aria-busy")).toBe("true");
    show(Button, { children: text("Rules"), href: "/rules/x" });
    expect(find("a").getAttribute("href")).toBe("/rules/x");
  });
});

describe("a switch", () => {
  it("says what it is and asks to change", () => {
    const onchange = vi.fn();
    show(Switch, { label: "Sounds", on: false, onchange });
    const button = find("[role=switch]");
    expect(button.getAttribute("aria-checked")).toBe("false");
    expect(find(`#${button.getAttribute("aria-labelledby")}`).textContent).toBe("Sounds");
    button.click();
    expect(onchange).toHaveBeenCalledWith(true);
  });
});

describe("a field", () => {
  it("gives numbers as numbers, and says what is wrong", () => {
    const onchange = vi.fn();
    show(Field<number>, { label: "Seconds", type: "number", value: 30, error: "At least 5.", onchange });
    const input = find<HTMLInputElement>("input");
    expect(find("label").getAttribute("for")).toBe(input.id);
    expect(find(`#${input.getAttribute("aria-describedby")}`).textContent).toBe("At least 5.");
    input.value = "45";
    input.dispatchEvent(new Event("change", { bubbles: true }));
    expect(onchange).toHaveBeenCalledWith(45);
  });
});

describe("tabs", () => {
  it("are walked through with arrows, round and round", () => {
    const tabs = ["log", "talk", "notes"].map((name) => ({ name, label: name }));
    const panel = createRawSnippet<[string]>((name) => ({ render: () => `<p>${name()}</p>` }));
    show(Tabs<string>, { label: "Rail", tabs, open: "log", panel });
    const press = (key: string): void => {
      document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      flushSync();
    };
    find("[role=tab]").focus();
    press("ArrowLeft");
    expect(document.activeElement?.textContent?.trim()).toBe("notes");
    expect(document.querySelectorAll("[aria-selected=true]")).toHaveLength(1);
    press("Home");
    expect(document.activeElement?.textContent?.trim()).toBe("log");
    expect(find("[role=tabpanel]").getAttribute("aria-labelledby")).toBe(document.activeElement?.id);
  });
});

describe("a sheet", () => {
  it("takes the focus, and gives it back when Escape closes it", () => {
    const opener = document.createElement("button");
    document.body.append(opener);
    opener.focus();
    const onclose = vi.fn();
    show(Sheet, { title: "Log", open: true, children: text("lines"), onclose });
    const sheet = find("[role=dialog]");
    expect(document.activeElement).toBe(sheet);
    expect(find(`#${sheet.getAttribute("aria-labelledby")}`).textContent).toBe("Log");
    sheet.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    flushSync();
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("closes when the focus goes elsewhere", () => {
    const elsewhere = document.createElement("button");
    document.body.append(elsewhere);
    const onclose = vi.fn();
    show(Sheet, { title: "Log", open: true, children: text("lines"), onclose });
    const event = new FocusEvent("focusout", { bubbles: true, relatedTarget: elsewhere });
    find("[role=dialog]").dispatchEvent(event);
    expect(onclose).toHaveBeenCalledOnce();
  });
});
