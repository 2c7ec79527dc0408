/**
 * How a question is answered, by its form; every answer is one of those that the server offers.
 *
 * Most forms are answered by pointing at things (select.ts). Some have buttons, a scale or a list to
 * arrange besides: what these come to is looked up among the answers, never made up.
 */

import type { Ask, Choice } from "../wire";

export interface Shape {
  /** An answer may take several things, which are gathered until its button is pressed. */
  gathers: boolean;
  /** Answers that have a button from the start. */
  buttons: readonly Choice[];
  /** The answer that is gold before anything is pointed at. */
  first: Choice | null;
  /** Answers along a scale, from the smallest amount to the largest. */
  steps: readonly Choice[];
  /** Answers that put the same items into different orders. */
  orders: readonly Choice[];
}

export const amountOf = (choice: Choice): number => Number(choice.facts["amount"]);

export const orderOf = (choice: Choice): readonly unknown[] => {
  const order = choice.facts["order"];
  return Array.isArray(order) ? order : [];
};

const POINTED: Shape = { gathers: false, buttons: [], first: null, steps: [], orders: [] };

export function shapeOf(ask: Pick<Ask, "form" | "options">): Shape {
  const { form, options } = ask;
  switch (form) {
    case "pick-one":
      return POINTED;
    case "pick-cards":
    case "pick-spaces":
      return { ...POINTED, gathers: options.some((choice) => choice.things.length > 1) };
    case "pick-seat":
      return { ...POINTED, buttons: options };
    case "amount": {
      const steps = scale(options);
      return { ...POINTED, steps, buttons: besides(options, steps) };
    }
    case "order": {
      const orders = arrangements(options);
      return { ...POINTED, orders, buttons: besides(options, orders) };
    }
    case "yes-no":
    case "ready":
    case "pass":
      return { ...POINTED, buttons: options, first: options[0] ?? null };
  }
}

const besides = (all: readonly Choice[], taken: readonly Choice[]) =>
  all.filter((choice) => !taken.includes(choice));

/** The answers with an amount each of its own; none where amounts do not tell answers apart. */
function scale(options: readonly Choice[]): Choice[] {
  const steps = options.filter((choice) => typeof choice.facts["amount"] === "number");
  const amounts = new Set(steps.map(amountOf));
  return amounts.size === steps.length && steps.length > 1
    ? steps.sort((a, b) => amountOf(a) - amountOf(b))
    : [];
}

/** The answers that order the same items; none where a question is answered item by item. */
function arrangements(options: readonly Choice[]): Choice[] {
  const orders = options.filter((choice) => orderOf(choice).length > 1);
  const items = (choice: Choice) => JSON.stringify([...orderOf(choice)].map(String).sort());
  return new Set(orders.map(items)).size === 1 ? orders : [];
}

/** The answer that puts the items of the first one into this order, if there is one. */
export function ordered(orders: readonly Choice[], arranged: readonly number[]): Choice | null {
  const items = orderOf(orders[0]!);
  const wanted = arranged.map((at) => items[at]);
  return orders.find((choice) => orderOf(choice).every((item, at) => item === wanted[at])) ?? null;
}

/** A list with one of its items a step further up (-1) or down (1). */
export function shifted(list: readonly number[], at: number, step: -1 | 1): number[] {
  const to = at + step;
  if (to < 0 || to >= list.length) return [...list];
  const next = [...list];
  [next[at], next[to]] = [next[to]!, next[at]!];
  return next;
}
