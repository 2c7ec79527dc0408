/** What cards and Champions are called in full, and what is printed on them. */

import type { Scene } from "..";
import type { Facts } from "../../wire";
import { ownOnly } from "./own.svelte";
import { type ActionPrint, championOf, isChampion, printOf, rated } from "./seen";
import { immuneTo, weakTo } from "./wheel";
import { words } from "./words";

/** To those who cannot see it. */
export function describe(code: string, scene: Scene): string {
  const { cards, voice } = scene;
  if (isChampion(cards, code)) {
    const { alignment, element, hp } = championOf(cards, code);
    return words.tell("cards", "champion", { champion: code, alignment, element, hp }, voice);
  }
  const face = printOf(cards, code);
  const facts = { card: code, ...face, rating: rated(face.rating) };
  const said = words.tell("cards", face.kind, facts as unknown as Facts, voice);
  const own = ownOnly(scene.ask?.options ?? []).get(code);
  if (!own) return said;
  return words.tell("plays", "and_own_only", { said, own: own.map((by) => voice.card(by)) }, voice);
}

type Detail = readonly [label: string, value: string];

const label = (key: string, value: string): Detail[] => (value ? [[words.word("labels", key), value]] : []);
const types = (names: readonly string[]): string => names.map((name) => words.word("types", name)).join(", ");

export function details(code: string, scene: Scene): Detail[] {
  const { cards } = scene;
  if (isChampion(cards, code)) {
    const face = championOf(cards, code);
    const { special, ability } = face;
    return [
      ...label("types", types([face.alignment, face.element])),
      ...label("hp", String(face.hp)),
      ...label("ap", String(face.ap)),
      ...label("pc", String(face.pc)),
      ...label("weak", types(weakTo(face.element, face.alignment))),
      ...label("immune", types(immuneTo(face.element, face.alignment))),
      ...label("special", [`${special.name}: ${kindOf(special)}`, special.text].filter(Boolean).join(". ")),
      ...label("ability", `${ability.name}: ${ability.text}`),
    ];
  }
  const face = printOf(cards, code);
  return [
    ...label("kind", kindOf(face)),
    ...label("target", face.target ? words.word("targets", face.target) : ""),
    ...label("text", face.text),
  ];
}

/** `Light Normal Attack 2`. */
export function kindOf(face: Pick<ActionPrint, "type" | "property" | "function" | "rating">): string {
  const said = [
    words.word("types", face.type),
    words.word("properties", face.property),
    words.word("functions", face.function),
    rated(face.rating),
  ];
  return said.filter(Boolean).join(" ");
}
