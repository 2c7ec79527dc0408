/** What is said about questions, answers and events: the game's words, the look's, or the table's. */

import type { Look, Scene } from "../games";
import type { Ask, Choice, Facts, Not } from "../wire";
import { type Segment, plain } from "../words/say";
import { own } from "../words/t";
import { isHand, thingOf } from "./select";
import { w, ws } from "./words";

/** More uses than these are counted, not listed: nobody listens to them all. */
const MANY = 6;

export class Tell {
  constructor(
    readonly scene: Scene,
    readonly look: Look,
  ) {}

  verb(verb: string): string {
    return this.scene.words.word("verbs", verb);
  }

  /** An answer in a list under its verb. */
  choice(choice: Choice): Segment[] {
    return this.scene.words.say("choices", choice.verb, choice.facts, this.scene.voice);
  }

  /** An answer by itself. */
  sentence(choice: Choice): string {
    return w("choice", { verb: this.verb(choice.verb), text: plain(this.choice(choice)) });
  }

  /** What an answer does with the one thing it points at, which is named already. */
  use(choice: Choice): string {
    const [thing, more] = choice.things;
    const named = thing && !more ? this.named(thing) : "";
    const repeats = named && plain(this.choice(choice)).startsWith(named);
    return repeats ? this.verb(choice.verb) : this.sentence(choice);
  }

  /** An answer on a button. */
  button(choice: Choice): string {
    const { words } = this.look;
    return words.fits("buttons", choice.verb, choice.facts)
      ? words.tell("buttons", choice.verb, choice.facts, this.scene.voice)
      : this.sentence(choice);
  }

  caution(choice: Choice): Segment[] {
    const { key, facts } = choice.caution!;
    return this.scene.words.say("cautions", key, facts, this.scene.voice);
  }

  /** What giving up would mean, where two play. */
  conceding(): string {
    const { you, names, words, voice } = this.scene;
    const winner = names.findIndex((_, seat) => seat !== you);
    return names.length === 2 ? words.tell("cautions", "concede", { winner }, voice) : "";
  }

  refusal(not: Pick<Not, "key" | "facts">): Segment[] {
    return this.scene.words.say("refusals", not.key, not.facts, this.scene.voice);
  }

  /** What a thing is called in a sentence. */
  named(thing: string): string {
    const [zone, seat] = thing.split("/");
    if (zone === "seat") return w("seat_name", { seat: Number(seat) }, this.scene.voice);
    return this.look.nameOf(thing, this.scene);
  }

  /** What an item of an order is called: a card, a thing, a word of the game. */
  item(item: unknown): string {
    const text = String(item);
    if (text in this.scene.cards) return this.scene.voice.card(text);
    return text.includes("/") ? this.named(text) : this.scene.words.word("words", text);
  }

  /** What was tried in vain with a thing, and why. */
  vain(not: Not, tried: string): string {
    const others = not.things.filter((thing) => thing !== tried).map((thing) => this.named(thing));
    return w("vain", { verb: this.verb(not.verb), others, reason: plain(this.refusal(not)) });
  }

  /** A refusal in two or three words, with its arithmetic: with its clause, without, and as a sign. */
  briefs(not: Not): string[] {
    const facts = this.look.chipFacts(not.facts, this.scene);
    const { words } = this.look;
    const { voice } = this.scene;
    const brief = words.fits("nots", not.key, facts)
      ? words.tell("nots", not.key, facts, voice)
      : plain(this.refusal(not));
    const sign = words.fits("signs", not.key, facts)
      ? words.tell("signs", not.key, facts, voice)
      : w("chip_no");
    return [`${brief}${w("chip_clause", { clause: not.clause })}`, brief, sign];
  }

  /** What pressing a thing comes to, in a few words and in fewer. */
  chips(choice: Choice): string[] {
    const facts = this.look.chipFacts(choice.facts, this.scene);
    const { words } = this.look;
    const found = ["chips", "sums"]
      .filter((section) => words.fits(section, choice.verb, facts))
      .map((section) => words.tell(section, choice.verb, facts, this.scene.voice));
    return found.length ? found : [this.verb(choice.verb)];
  }

  /** An answer that is left behind for questions to come. */
  wish(wish: string): string {
    const { words } = this.scene;
    return (words.fits("wishes", wish, {}) ? words : this.look.words).word("wishes", wish);
  }

  /** What is said where nobody may know who is asked, or something goes on by itself. */
  idle(): string {
    const phase = String(this.scene.view["phase"] ?? "");
    const { words } = this.look;
    return words.fits("idle", phase, {}) ? words.tell("idle", phase) : w("idle");
  }

  /** What is asked; a look may name what can be answered, by the verbs on offer. */
  prompt(ask: Ask): Segment[] {
    const verbs = Object.fromEntries(ask.options.map((choice) => [choice.verb, true]));
    const facts = { ...ask.facts, ...verbs };
    if (this.look.words.fits("prompts", ask.kind, facts)) {
      return this.look.words.say("prompts", ask.kind, facts, this.scene.voice);
    }
    return this.scene.words.say("prompts", ask.kind, ask.facts, this.scene.voice);
  }

  /** What to do with the things that are pointed at, when they lead to several answers. */
  pointed(marks: readonly string[], further: readonly Choice[]): Segment[] {
    const chosen = marks.map((mark) => this.named(thingOf(mark)));
    const verbs = new Set(further.map((choice) => choice.verb));
    const whole = further.some((choice) => choice.things.length === marks.length);
    const aim = further.length === 1 && marks.length === 1 && whole ? further[0]!.facts["aim"] : undefined;
    const facts = { chosen, first: chosen[0], last: chosen.at(-1), whole, aim };
    const [verb] = verbs;
    const asks = isHand(marks[0]!) ? "asks" : "aims";
    if (verbs.size === 1 && verb && this.look.words.fits(asks, verb, facts)) {
      return this.look.words.say(asks, verb, facts, this.scene.voice);
    }
    return ws("pointed", facts, this.scene.voice);
  }

  /** A line of the log, with the names of its time. */
  line(facts: Facts, names: readonly string[] = this.scene.names): Segment[] {
    const event = String(facts["event"]);
    const voice = { ...this.scene.voice, names };
    if (event.startsWith("table.")) return own.say("events", event.slice(6), facts, voice);
    return this.scene.words.say("events", event, facts, voice);
  }

  /** A thing and everything that can be done with it, for those who cannot see it light up. */
  label(name: string, uses: readonly Choice[], against: Not | null): string {
    name = name.replace(/\.$/, "");
    if (against) {
      return w("label_not", { name, reason: plain(this.refusal(against)), clause: against.clause });
    }
    if (uses.length > MANY) return w("label_many", { name, count: uses.length });
    const said = uses.map((choice) => this.use(choice)).filter((use) => use !== name);
    return w("label", { name, uses: said.join("; ") });
  }
}
