import discard from "glyph:card-discard";
import draw from "glyph:card-draw";
import build from "glyph:stack";
import release from "glyph:hand";
import type { Facts } from "../../wire";
import type { Travel } from "../../flip";
import type { Look, Scene } from "..";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import door from "./door";
import { glyphs } from "./glyphs";
import Icon from "./Icon.svelte";
import { TANGIBLE, print, see } from "./seen";
import { words } from "./words";

const KINDS = ["build", "attack", "defend", "wild"];
const ELEMENTS: string[] = [...TANGIBLE, "spirit"];

const rank = (list: readonly string[], of: unknown) => list.indexOf(String(of));
const strength = (facts: Facts) => Number(facts["strength"] ?? 0);
const kind = (a: Facts, b: Facts) => rank(KINDS, a["kind"]) - rank(KINDS, b["kind"]);
const element = (a: Facts, b: Facts) =>
  rank(ELEMENTS, (a["elements"] as string[])[0]) - rank(ELEMENTS, (b["elements"] as string[])[0]);

function describe(code: string, scene: Scene): string {
  const face = print(scene.cards, code);
  return words.tell("cards", face.kind, { ...face }, scene.voice);
}

function details(code: string, scene: Scene): [string, string][] {
  const face = print(scene.cards, code);
  const spirit = face.elements.includes("spirit");
  const told = (key: string, facts: Facts = {}): [string, string][] =>
    words.fits("details", key, facts)
      ? [[words.word("labels", key), words.tell("details", key, facts, scene.voice)]]
      : [];
  return [
    ...told("kind", { kind: words.word("kinds", face.kind) }),
    ...told("elements", { elements: face.elements }),
    ...told("strength", { strength: face.strength, spirit: spirit && face.kind === "build" }),
  ];
}

/** `hand/F6`, `pair/1.0`, `deck`, `stock/1`, `stock/1/W6`. */
function nameOf(thing: string, scene: Scene): string {
  const [zone, at = "", card] = thing.split("/");
  if (zone === "hand") return scene.voice.card(at);
  const [owner = 0, slot = 0] = at.split(".").map(Number);
  const seen = see(scene.view);
  return words.tell("things", zone!, { owner, card, pair: seen.empires[owner]?.[slot] }, scene.voice);
}

const list = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

/** The arithmetic of a chip: the power that stands on the attack card, the elements it does not show. */
function chipFacts(facts: Facts, scene: Scene): Facts {
  const { card, pair } = facts;
  const printed = typeof card === "string" ? print(scene.cards, card) : null;
  const missing = list(pair).filter((element) => !list(card).includes(element));
  return { ...facts, missing, power: printed?.kind === "attack" ? printed.strength : null };
}

function travels(line: Facts): Travel[] {
  const seat = line["seat"];
  const move = (from: string, to: string, cards: string[], count = cards.length): Travel[] =>
    count > 0 ? [{ from, to, cards, count }] : [];
  switch (line["event"]) {
    case "draw": {
      const from = line["source"] === "stock" ? `stock/${line["owner"]}` : "deck";
      return move(from, `hand/${seat}`, list(line["cards"]), Number(line["count"]));
    }
    case "build":
      return move(`hand/${seat}`, `empire/${seat}`, list(line["cards"]));
    case "attack":
      return move(`hand/${seat}`, "stage", [String(line["card"])]);
    case "defend":
      return move(`hand/${seat}`, "discard", [String(line["card"])]);
    case "discard":
      return move(`hand/${seat}`, "discard", line["card"] ? [String(line["card"])] : [], 1);
    case "stock":
      return move(`hand/${seat}`, `stock/${seat}`, [String(line["card"])]);
    case "hand_swap":
      return [
        ...move(
          `hand/${seat}`,
          "discard",
          [String(line["wild"]), ...list(line["hand"])],
          Number(line["count"]) + 1,
        ),
        ...move(`stock/${seat}`, "discard", list(line["stock"])),
      ];
    case "reshuffle":
      return move("discard", "deck", [], Math.min(8, Number(line["deck"])));
    default:
      return [];
  }
}

const look: Look = {
  Board,
  Card,
  Icon,
  hand: (view) => see(view).hand ?? null,
  orders: [
    { key: "element", compare: (a, b) => kind(a, b) || element(a, b) || strength(a) - strength(b) },
    { key: "strength", compare: (a, b) => kind(a, b) || strength(a) - strength(b) || element(a, b) },
  ],
  nothing: ["decline"],
  verbs: {
    draw,
    build,
    attack: glyphs["attack"]!,
    defend: glyphs["defend"]!,
    discard,
    stock: discard,
    decline: release,
  },
  words,
  details,
  describe,
  nameOf,
  chipFacts,
  isBreak: (line) => line["event"] === "reshuffle",
  travels,
  tint: door.tint,
};

export default look;
