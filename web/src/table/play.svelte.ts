/** A person's hand on the table: what is pointed at, what that leads to, what stands against it. */

import type { TableState } from "../net/tableState.svelte";
import { settings } from "../settings.svelte";
import type { Choice, Not } from "../wire";
import { plain } from "../words/say";
import { type Shape, orderOf, ordered, shapeOf, shifted } from "./forms";
import type { Tell } from "./tell";
import {
  type Light,
  type Press,
  type Reach,
  isHand,
  lightOf,
  lights,
  press,
  reach,
  refused,
  thingOf,
  whyNot,
} from "./select";

interface Gesture {
  /** The question that it is about: with the next one it is forgotten. */
  n: number;
  marks: string[];
  /** An answer that waits for a second press. */
  armed: Choice | null;
  /** The thing on which a refusal is shown. */
  note: string | null;
  /** Where one stands on the scale of amounts. */
  step: number;
  /** The items of the first order as they are arranged now, by their numbers; null: as they came. */
  order: readonly number[] | null;
  /** A sealed answer lies in, and another is sought. */
  changing: boolean;
}

const STILL: Omit<Gesture, "n"> = {
  marks: [],
  armed: null,
  note: null,
  step: 0,
  order: null,
  changing: false,
};

const NO_SHAPE = shapeOf({ form: "pick-one", options: [] });

export class Play {
  #repeating: { kind: string; answer: string } | null = null;
  #gesture: Gesture = $state.raw({ n: 0, ...STILL });
  #given: { n: number; answer: string } | null = $state.raw(null);

  readonly state: TableState;
  readonly #tell: () => Tell;

  constructor(state: TableState, tell: () => Tell) {
    this.state = state;
    this.#tell = tell;
  }

  /** What is said about it all. */
  get tell(): Tell {
    return this.#tell();
  }

  #now: Gesture = $derived.by(() => {
    const n = this.state.ask?.n ?? 0;
    return this.#gesture.n === n ? this.#gesture : { n, ...STILL };
  });

  /** A sealed answer lies in, and stands. */
  settled = $derived.by(() => (this.state.ask?.answered ?? false) && !this.#now.changing);
  /** A sealed answer lies in, but another is sought. */
  changing = $derived.by(() => (this.state.ask?.answered ?? false) && this.#now.changing);

  /** Whether an answer can be given now. */
  open = $derived.by(() => {
    const { ask, live, acting } = this.state;
    return ask !== null && live && acting === null && !this.settled;
  });

  /** Only the button answers: pointing prepares. */
  deliberate = $derived.by(() => {
    const { ask } = this.state;
    return ask !== null && (this.tell.look.deliberate?.includes(ask.kind) ?? false);
  });

  marks: readonly string[] = $derived(this.#now.marks);
  armed: Choice | null = $derived(this.#now.armed);
  note: string | null = $derived(this.#now.note);

  options: readonly Choice[] = $derived.by(() => this.state.ask?.options ?? []);
  shape: Shape = $derived.by(() => {
    const { ask } = this.state;
    if (!ask) return NO_SHAPE;
    const shape = shapeOf(ask);
    return this.tell.look.spoken?.includes(ask.kind) ? { ...shape, buttons: ask.options } : shape;
  });
  reach: Reach<Choice> = $derived(reach(this.options, this.marks, this.shape.gathers));
  /** A selection that is whole and waits for its button: another last thing may still take its place. */
  #before: readonly string[] = $derived.by(() => {
    const rests = this.deliberate && this.marks.length > 1 && !this.reach.further.length;
    return rests ? this.marks.slice(0, -1) : this.marks;
  });
  #lit = $derived(lights(this.options, this.#before));
  #vain = $derived.by(() => refused(this.state.hints ?? [], this.marks));

  /** Where one stands on the scale of amounts. */
  step: number = $derived(this.#now.step);
  /** The items of an order as they are arranged now, by their numbers in the first one. */
  order: readonly number[] = $derived.by(() => {
    const [first] = this.shape.orders;
    return this.#now.order ?? (first ? orderOf(first).map((_, at) => at) : []);
  });

  /** What the golden button gives: what was pointed at, measured or arranged comes to this. */
  golden: Choice | null = $derived.by(() => {
    const { steps, orders, first } = this.shape;
    if (steps.length) return steps[this.step] ?? null;
    if (orders.length) return ordered(orders, this.order);
    return this.reach.primary ?? (this.marks.length ? null : first);
  });

  /** The answers with buttons beside the golden one. */
  beside: readonly Choice[] = $derived.by(() => {
    const { buttons, steps, orders } = this.shape;
    const shown = this.marks.length ? [] : buttons;
    const made = [...shown, ...steps, ...orders];
    const pointed = this.reach.beside.filter((choice) => !made.includes(choice));
    return [...shown, ...pointed].filter((choice) => choice !== this.golden);
  });

  /** The answer that does nothing, where there is one. */
  nothing: Choice | null = $derived.by(
    () => this.options.find(({ verb }) => this.tell.look.nothing.includes(verb)) ?? null,
  );

  /** The sealed answer that lies in, as its owner sees it or has just given it. */
  given: Choice | null = $derived.by(() => {
    const { ask, view } = this.state;
    if (!ask?.answered) return null;
    const text = view?.["sealed"] ?? (this.#given?.n === ask.n ? this.#given.answer : null);
    return this.options.find((choice) => choice.do === text) ?? null;
  });

  /** What was answered last in this browser: in quiet windows nothing else shows it any more. */
  get last(): string {
    return this.#given?.answer ?? "";
  }

  /** It can be neither replaced nor taken back. */
  stands = $derived.by(() => (this.state.ask?.answered ?? false) && !this.options.length);

  /** The answer on its way, with the things it uses. */
  pending: Choice | null = $derived.by(
    () => this.options.find((choice) => choice.do === this.state.acting) ?? null,
  );

  light(mark: string): Light {
    if (!this.open) return "off";
    if (this.armed) return this.marks.includes(mark) ? "chosen" : "off";
    return lightOf(this.#lit, this.marks, mark);
  }

  isPending(mark: string): boolean {
    return this.pending?.things.includes(thingOf(mark)) ?? false;
  }

  /** The answer that pressing a lit thing would come to, if it is the only one. */
  offer(mark: string): Choice | null {
    if (this.light(mark) !== "next") return null;
    const found = reach(this.options, [...this.#before, mark], this.shape.gathers).options;
    return found.length === 1 ? found[0]! : null;
  }

  /** What stands against a thing as the next one: shown in a chip beside it. */
  against(mark: string): Not | null {
    if (this.note === mark) return this.whyNot(mark);
    if (!this.open || this.armed || isHand(mark) || this.light(mark) !== "off") return null;
    return this.#vain.get(thingOf(mark)) ?? null;
  }

  /** Every answer that uses a thing, whatever is pointed at. */
  uses(mark: string): Choice[] {
    return this.options.filter((choice) => choice.things.includes(thingOf(mark)));
  }

  /** Why a thing is no use now, as far as the server has said. */
  whyNot(mark: string): Not | null {
    return whyNot(this.state.hints ?? [], this.marks, mark);
  }

  #press(mark: string): Press<Choice> {
    return press(this.options, this.marks, mark, this.shape.gathers);
  }

  /** Whether pressing a thing leads somewhere, lit or not: else it only says why not. */
  leads(mark: string): boolean {
    return this.open && this.#press(mark).kind !== "refuse";
  }

  press(mark: string): void {
    if (!this.open) return;
    this.state.why();
    const done = this.#press(mark);
    if (done.kind === "refuse") return this.#become({ armed: null, note: mark });
    if (done.kind === "act" && !settings.confirm && !this.deliberate) {
      this.#become({ marks: done.marks, note: null });
      return this.act(done.choice);
    }
    this.#become({ marks: done.marks, armed: null, note: null });
  }

  /** Whether a thing is about this question at all: it answers it, or is what such questions are about. */
  concerns(mark: string): boolean {
    const { ask } = this.state;
    return ask !== null && (this.uses(mark).length > 0 || ask.form === `pick-${mark.split("/")[0]}`);
  }

  /** Goes to a place on the scale of amounts. */
  measure(step: number): void {
    const last = this.shape.steps.length - 1;
    this.#become({ step: Math.max(0, Math.min(step, last)), armed: null });
  }

  /** Moves an item of the order up (-1) or down (1). */
  shift(at: number, by: -1 | 1): void {
    this.#become({ order: shifted(this.order, at, by), armed: null });
  }

  /** Looks for another answer than the sealed one that lies in; that one stands until then. */
  change(): void {
    this.#become({ ...STILL, changing: true });
  }

  /** Withdraws the sealed answer that lies in. */
  takeBack(): void {
    this.#become({ ...STILL });
    this.state.order({ t: "take-back" });
  }

  /** Gives an answer; one that a person might regret waits for a second press. */
  act(choice: Choice): void {
    if (!this.open) return;
    const { caution } = choice;
    const doubts = settings.doubts && !this.tell.scene.kids;
    if (caution && (doubts || !caution.mild) && this.armed?.do !== choice.do) {
      return this.#become({ marks: choice.things, armed: choice, note: null });
    }
    const { ask } = this.state;
    this.#given = ask && { n: ask.n, answer: choice.do };
    this.#become({ armed: null, note: null, changing: false });
    this.state.act(choice.do);
  }

  /** An answer that may be repeated as long as the same is asked, where the game has one. */
  rest: { answer: string; text: string; key: string } | null = $derived.by(() => {
    const { ask } = this.state;
    if (!ask) return null;
    const { answer, text, key, when } = this.tell.scene.words.table("shortcuts", ask.kind);
    const offered = answer && ask.options.some((choice) => choice.do === answer);
    return offered && text && (!when || ask.facts[when]) ? { answer, text, key: key ?? "" } : null;
  });

  /** Repeats the answer from question to question until something else is asked. */
  takeRest(): void {
    const { ask } = this.state;
    if (!ask || !this.rest || !this.open) return;
    this.#repeating = { kind: ask.kind, answer: this.rest.answer };
    this.goOn();
  }

  /** Gives the repeated answer to a new question, if it is of the same kind. */
  goOn(): void {
    const { ask } = this.state;
    if (!this.#repeating || !ask || !this.open) return;
    const { kind, answer } = this.#repeating;
    if (ask.kind === kind && ask.options.some((choice) => choice.do === answer)) this.state.act(answer);
    else this.#repeating = null;
  }

  /** What is to be done, in words. */
  get said(): string {
    const { ask } = this.state;
    return ask ? plain(this.tell.prompt(ask)) : "";
  }

  /** One step back: the second thought, the refusal, the last thing pointed at. True if there was one. */
  back(): boolean {
    if (this.armed || this.note) this.#become({ armed: null, note: null });
    else if (this.marks.length) this.#become({ marks: this.marks.slice(0, -1) });
    else if (this.changing) this.#become({ ...STILL });
    else return false;
    return true;
  }

  /** Whoever goes on has read why something else was refused. */
  #become(change: Partial<Omit<Gesture, "n">>): void {
    this.state.refused = null;
    this.#gesture = { ...this.#now, ...change, n: this.state.ask?.n ?? 0 };
  }
}
