import type { Facts } from "../../wire";
import type { Segment, Voice, Words } from "../../words/say";
import { own } from "../../words/t";

/** What a line of a story says: an event of the game or of the table, or what was tried in vain. */
export function said(line: Facts, words: Words, voice: Voice): Segment[] {
  const event = String(line["event"]);
  if (event === "refused") {
    const text = words.tell("refusals", String(line["key"]), (line["facts"] ?? {}) as Facts, voice);
    const verb = line["verb"] ? words.word("verbs", String(line["verb"])) : String(line["do"]);
    return own.say("replay", "refused", { seat: line["seat"], verb, text }, voice);
  }
  if (event === "invalid") return own.say("replay", "invalid", line, voice);
  if (event.startsWith("table.")) return own.say("events", event.slice("table.".length), line, voice);
  return words.say("events", event, line, voice);
}
