/** A person's hand on the table: what is pointed at, what that leads to, what stands against it. */

import type { TableState } from "../net/tableState.svelte";
import { settings } from "../settings.svelte";
import type { Choice, Not } from "../wire";
import { plain } from "../words/say";
import type { Tell } from "./tell";
import {
  type Light,
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
}

export class Play {
  #repeating: { kind: string; answer: string } | null = null;
  #gesture: Gesture = $state.raw({ n: 0, marks: [], armed: null, note: null });

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
    return this.#gesture.n === n ? this.#gesture : { n, marks: [], armed: null, note: null };
  });

  /** Whether an answer can be given now. */
  open = $derived.by(() => {
    const { ask, live, acting } = this.state;
    return ask !== null && live && acting === null;
  });

  marks: readonly string[] = $derived(this.#now.marks);
  armed: Choice | null = $derived(this.#now.armed);
  note: string | null = $derived(this.#now.note);

  options: readonly Choice[] = $derived.by(() => this.state.ask?.options ?? []);
  reach: Reach<Choice> = $derived(reach(this.options, this.marks));
  #lit = $derived(lights(this.options, this.marks));
  #vain = $derived.by(() => refused(this.state.hints ?? [], this.marks));

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
    const found = reach(this.options, [...this.marks, mark]).options;
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

  press(mark: string): void {
    if (!this.open) return;
    this.state.why();
    const done = press(this.options, this.marks, mark);
    if (done.kind === "refuse") return this.#become({ armed: null, note: mark });
    if (done.kind === "act" && !settings.confirm) {
      this.#become({ marks: done.marks, note: null });
      return this.act(done.choice);
    }
    this.#become({ marks: done.marks, armed: null, note: null });
  }

  /** Gives an answer; one that a person might regret waits for a second press. */
  act(choice: Choice): void {
    if (!this.open) return;
    if (choice.caution && this.armed?.do !== choice.do) {
      return this.#become({ marks: choice.things, armed: choice, note: null });
    }
    this.#become({ armed: null, note: null });
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
    else return false;
    return true;
  }

  #become(change: Partial<Omit<Gesture, "n">>): void {
    const { marks, armed, note } = this.#now;
    this.#gesture = { marks, armed, note, ...change, n: this.state.ask?.n ?? 0 };
  }
}
