import hold from "glyph:hand";
import type { Facts } from "../../wire";
import type { Travel } from "../../flip";
import type { Closing, Look, Scene } from "..";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import door from "./door";
import Icon from "./Icon.svelte";
import { hand as shown } from "./own.svelte";
import { ELEMENTS, FUNCTIONS, see, specialOf } from "./seen";
import { signs } from "./signs";
import { describe, details } from "./tell";
import { playsOf } from "./turn";
import { words } from "./words";

const TYPES: readonly string[] = [...ELEMENTS, "Light", "Dark"];

const rank = (list: readonly string[], of: unknown) => list.indexOf(String(of));
const kind = (a: Facts, b: Facts) => rank(FUNCTIONS, a["function"]) - rank(FUNCTIONS, b["function"]);
const type = (a: Facts, b: Facts) => rank(TYPES, a["type"]) - rank(TYPES, b["type"]);
const strength = ({ rating }: Facts) => (rating === "inf" ? Infinity : Number.parseInt(String(rating)) || 0);
const rating = (a: Facts, b: Facts) => strength(b) - strength(a);

/** `hand/A01`, `seat/1`, `special`, `play/2`, `card/A06`, `champion/ilo`, `respawn/keep`, `pool`, `deck`. */
function nameOf(thing: string, scene: Scene): string {
  const [zone = "", at = ""] = thing.split("/");
  if (zone === "hand" || zone === "card" || zone === "champion") return scene.voice.card(at);
  const seen = see(scene.view);
  if (zone === "special") {
    const champion = scene.you === null ? null : seen.seats[scene.you]?.champion;
    return champion ? scene.voice.card(specialOf(champion)) : words.word("things", "special");
  }
  if (zone === "play") {
    const champions = seen.seats.map((held) => held.champion);
    const play = playsOf(seen.plays, champions)[Number(at)];
    return words.tell("things", "play", { seat: play?.seat, by: play?.by }, scene.voice);
  }
  return zone === "respawn" ? words.word("respawn", at) : words.word("things", zone);
}

/** Nobody holds cards while Champions are chosen. */
function hand(view: Facts): string[] | null {
  const { phase, pending, hand } = see(view);
  if (shown.earlier) return [...shown.earlier];
  return phase === "setup" || pending?.choosing ? null : (hand ?? null);
}

const list = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

function travels(line: Facts): Travel[] {
  const seat = line["seat"];
  const move = (from: string, to: string, cards: string[], count = cards.length): Travel[] =>
    count > 0 ? [{ from, to, cards, count }] : [];
  const card = () => list(line["cards"] ?? [line["card"]]);
  switch (line["event"]) {
    case "draw":
      return move("deck", `hand/${seat}`, list(line["cards"]), Number(line["count"]));
    case "reveal":
      return list(line["plays"]).flatMap((play) => {
        const { seat: user, card: code } = play as unknown as Facts;
        return code === undefined ? [] : move(`hand/${user}`, "table", [String(code)]);
      });
    case "trap":
      return move(`hand/${seat}`, "table", [String(line["card"])]);
    case "steal":
      return move(`hand/${line["victim"]}`, `hand/${seat}`, card());
    case "destroy":
      return move(`hand/${seat}`, "scrap", card());
    case "recover":
      return move(`used/${seat}`, `hand/${seat}`, card());
    case "prize":
      return move("pool", `hand/${seat}`, card());
    case "reshuffle":
      return move("scrap", "deck", [], Math.min(8, Number(line["count"])));
    case "trade":
      return [
        ...move(`hand/${seat}`, `hand/${line["partner"]}`, [String(line["gives"])]),
        ...move(`hand/${line["partner"]}`, `hand/${seat}`, [String(line["gets"])]),
      ];
    default:
      return [];
  }
}

/** A Trap window: the next Trap opens another one. Who is asked plays no part in it. */
function closing(view: Facts, options: Facts): Closing | null {
  const { phase, turn, plays } = see(view);
  if (phase !== "trap") return null;
  const [least, most] = [options["trap_window_min"], options["trap_window_max"]].map(Number);
  return { key: `${turn}.${plays.length}`, seconds: Math.max(least || 0, most || 0) };
}

const look: Look = {
  Board,
  Card,
  Icon,
  hand,
  orders: [
    { key: "function", compare: (a, b) => kind(a, b) || type(a, b) || rating(a, b) },
    { key: "type", compare: (a, b) => type(a, b) || kind(a, b) || rating(a, b) },
  ],
  deliberate: ["champion", "plan", "respawn", "trade_offer", "trade_reply"],
  spoken: ["prize_source"],
  nothing: ["hold", "pass", "stop", "no_trade", "decline"],
  closing,
  verbs: {
    act: signs["attack"]!,
    special: signs["other"]!,
    hold,
    trap: signs["trap"]!,
    pass: hold,
    pick: signs["draw"]!,
    stop: hold,
    no_trade: hold,
    decline: hold,
  },
  words,
  details,
  describe,
  nameOf,
  chipFacts: (facts) => facts,
  isBreak: (line) => line["event"] === "turn",
  travels,
  tint: door.tint,
};

export default look;
