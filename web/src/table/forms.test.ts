import { describe, expect, it } from "vitest";
import type { Ask, Choice } from "../wire";
import { ordered, shapeOf, shifted } from "./forms";

const choice = (text: string, facts: object = {}, ...things: string[]): Choice => ({
  do: text,
  verb: text.split(" ")[0]!,
  facts: { ...facts },
  things,
  caution: null,
});
const shape = (form: Ask["form"], ...options: Choice[]) => shapeOf({ form, options });
const said = (choices: readonly Choice[]) => choices.map((one) => one.do);

describe("the form of a question", () => {
  it("pointing needs nothing else, gathering a button at the end", () => {
    const pair = choice("take A B", {}, "hand/A", "hand/B");
    const one = choice("go L1", {}, "space/L1");
    expect(shape("pick-one", pair)).toMatchObject({ gathers: false, buttons: [], first: null });
    expect(shape("pick-cards", pair).gathers).toBe(true);
    expect(shape("pick-spaces", one).gathers).toBe(false);
    expect(shape("pick-spaces", one, choice("go L1 L2", {}, "space/L1", "space/L2")).gathers).toBe(true);
  });

  it("seats have buttons, none of them before the others", () => {
    const seats = [choice("ask 1", {}, "seat/1"), choice("ask 2", {}, "seat/2")];
    expect(shape("pick-seat", ...seats)).toMatchObject({ buttons: seats, first: null });
  });

  it("yes and no, ready and pass have buttons, the first of them golden", () => {
    const answers = [choice("yes"), choice("no")];
    for (const form of ["yes-no", "ready", "pass"] as const) {
      expect(shape(form, ...answers)).toMatchObject({ buttons: answers, first: answers[0] });
    }
  });

  it("amounts make a scale from the smallest to the largest, and the rest are buttons", () => {
    const bids = [5, 1, 3].map((amount) => choice(`bid ${amount}`, { amount }));
    const made = shape("amount", choice("pass"), ...bids);
    expect(said(made.steps)).toEqual(["bid 1", "bid 3", "bid 5"]);
    expect(said(made.buttons)).toEqual(["pass"]);
  });

  it("amounts that do not tell answers apart are buttons", () => {
    const twice = [choice("pay gold", { amount: 2 }), choice("pay wood", { amount: 2 })];
    expect(shape("amount", ...twice)).toMatchObject({ steps: [], buttons: twice });
  });

  it("orders of the same items are arranged, picks one by one are buttons", () => {
    const orders = [choice("order A B", { order: ["A", "B"] }), choice("order B A", { order: ["B", "A"] })];
    const made = shape("order", ...orders, choice("leave"));
    expect([said(made.orders), said(made.buttons)]).toEqual([["order A B", "order B A"], ["leave"]]);
    const staged = [choice("next A", { card: "A" }), choice("next B", { card: "B" })];
    expect(shape("order", ...staged)).toMatchObject({ orders: [], buttons: staged });
    const unlike = [choice("order A B", { order: ["A", "B"] }), choice("order A C", { order: ["A", "C"] })];
    expect(shape("order", ...unlike)).toMatchObject({ orders: [], buttons: unlike });
  });
});

describe("arranging", () => {
  const orders = ["A B B", "B A B"].map((text) => choice(text, { order: text.split(" ") }));

  it("finds the answer, whichever of two equal items comes first", () => {
    expect(ordered(orders, [0, 2, 1])?.do).toBe("A B B");
    expect(ordered(orders, [1, 0, 2])?.do).toBe("B A B");
  });
  it("finds none where that order is not offered", () => {
    expect(ordered(orders, [1, 2, 0])).toBeNull();
  });
  it("moves an item a step, and not beyond the ends", () => {
    expect(shifted([0, 1, 2], 1, 1)).toEqual([0, 2, 1]);
    expect(shifted([0, 1, 2], 2, -1)).toEqual([0, 2, 1]);
    expect(shifted([0, 1, 2], 0, -1)).toEqual([0, 1, 2]);
    expect(shifted([0, 1, 2], 2, 1)).toEqual([0, 1, 2]);
  });
});
