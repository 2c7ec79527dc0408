/** The words of the table page; like all words they are said by key. */

import type { Facts } from "../wire";
import { type Segment, type Voice, Words, nobody } from "../words/say";
import en from "./en.json";

export type TableKey = keyof typeof en;

const own = new Words({ table: en });

export function w(key: TableKey, facts: Facts = {}, voice: Voice = nobody): string {
  return own.tell("table", key, facts, voice);
}

export function ws(key: TableKey, facts: Facts = {}, voice: Voice = nobody): Segment[] {
  return own.say("table", key, facts, voice);
}

export const quickPhrases: readonly string[] = own.listed("table", "quick");
