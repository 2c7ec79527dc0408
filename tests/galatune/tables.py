"""Tables of Galatune to fuzz at: options, and the game's book; `odd.py` has odd content.

What the rules page lists as legal is written here a second time, from plain data alone: the view of
a seat and the content files.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import ludarium
from choosing import Number, Pick, chooser
from galatune.odd import FUNCTIONS, PROPERTIES, TYPES, content, position
from laws import Book
from ludarium import Action, Game, State

SLUG = "galatune"
ROOM = ludarium.room(SLUG)
RULEBOOK = ROOM.folder / "rulebook.md"
SEATS = (2, 3, 4, 5)
View = Mapping[str, object]
Entry = dict[str, object]
__all__ = [
    "BOOK", "COUNTERED", "HOUSE", "SEATS", "SLUG", "content", "options", "position", "random_game",
]  # fmt: skip


# What the rules page says may be done


class Printed:
    """The entries of a content set as they are written, by id and in their order."""

    def __init__(self, cards: Sequence[Entry], champions: Sequence[Entry]) -> None:
        self.cards = {str(entry["id"]): entry for entry in cards}
        self.champions = {str(entry["id"]): entry for entry in champions}

    def in_order(self, codes: Sequence[str]) -> list[str]:
        """Each code once, in the order of the files."""
        return [code for code in (*self.cards, *self.champions) if code in codes]


@cache
def house() -> Printed:
    folder = ROOM.content_folder() / "house"
    return Printed(
        tomllib.loads((folder / "cards.toml").read_text())["cards"],
        tomllib.loads((folder / "champions.toml").read_text())["champions"],
    )


def printed(view: View) -> Printed:
    content = view["options"]["content"]
    if isinstance(content, str):
        return house()
    base = house() if content.get("extends") else Printed([], [])
    cards = {**base.cards, **{entry["id"]: entry for entry in content.get("cards") or []}}
    champions = {
        **base.champions,
        **{entry["id"]: entry for entry in content.get("champions") or []},
    }
    return Printed(list(cards.values()), list(champions.values()))


def ruled(view: View) -> list[str]:
    """Section 4: what the seat of a view may answer, in canonical order."""
    content, me = printed(view), view["seat"]
    pending, phase = view["pending"], view["phase"]
    hand = content.in_order(view["hand"])
    if phase == "setup" or (phase == "respawn" and pending["choosing"]):
        offered = view["offer"] or view["box"]
        return [f"choose_champion {code}" for code in content.in_order(offered)]
    if phase == "plan":
        return plans(view, content, hand)
    if phase == "trap":
        return [*traps(view, content, hand), "pass"]
    if phase == "effects":
        entry = pending["queue"][0]
        if entry["do"] == "recover":
            return [*picks(content, view["used_piles"][me]), "stop"]
        return picks(content, view["hand"] if entry["from"] == me else view_of_hand(view))
    if phase == "prize":
        if pending["from"] is None:
            return ["prize_source hand", "prize_source deck"]
        return picks(content, view["shown_pools"][pending["of"]])
    if phase == "respawn":
        modes = ["keep", "reset", "change"] if view["box"] else ["keep", "reset"]
        return [f"respawn {mode}" for mode in modes]
    if "offers" not in pending:
        return [*offers(view, hand), "no_trade"]
    if pending["reply"] is None:
        return [*(f"trade_reply {code}" for code in hand), "decline"]
    return ["trade_confirm accept", "trade_confirm refuse"]


def picks(content: Printed, codes: Sequence[str]) -> list[str]:
    return [f"pick {code}" for code in content.in_order(codes)]


def view_of_hand(view: View) -> list[str]:
    """The one hand that a thief looks through."""
    (hand,) = [hand for hand in view["shown_hands"] if hand is not None]
    return hand


def present(view: View) -> list[int]:
    return [seat for seat, told in enumerate(view["seats"]) if not told["gone"]]


def offers(view: View, hand: Sequence[str]) -> list[str]:
    partners = [
        seat
        for seat in present(view)
        if seat != view["seat"] and seat not in view["fallen"] and view["hand_counts"][seat]
    ]
    return [f"trade_offer {partner} {code}" for partner in partners for code in hand]


def plans(view: View, content: Printed, hand: Sequence[str]) -> list[str]:
    """D2: cards with their targets, the Special Action unless it is locked, `hold`."""
    mine = view["seats"][view["seat"]]
    found = []
    for code in hand:
        card = content.cards[code]
        barred = view["full_moon"] and "unplayable" in card.get("effect", "")
        if card["function"] != "trap" and not barred:
            found += [f"act {code}{aim}" for aim in aims(view, card)]
    if not mine["now"].get("special_locked"):
        special = content.champions[mine["champion"]]["special"]
        found += [f"special{aim}" for aim in aims(view, special)]
    return [*found, "hold"]


def aims(view: View, entry: Entry) -> list[str]:
    """R-11: a blank and a seat for each target, or nothing for plays that take none."""
    if entry["target"] not in ("opponent", "any"):
        return [""]
    own = entry["target"] == "any"
    return [f" {seat}" for seat in present(view) if own or seat != view["seat"]]


def traps(view: View, content: Printed, hand: Sequence[str]) -> list[str]:
    """D3: each Trap of the hand with each Active play that it may be placed on."""
    table = [play(view, content, *told) for told in view["plays"]]
    active = [entry is not None for entry in table]
    countered = [False] * len(table)
    for number in reversed(range(len(table))):
        trap = table[number]
        if trap and active[number] and "on" in trap and "cancel" in trap["effect"]:
            active[trap["on"]] = False
    for number, trap in enumerate(table):
        if trap and active[number] and "on" in trap and "counter" in trap["effect"]:
            countered[trap["on"]] = True
    found = []
    for code in hand:
        card = content.cards[code]
        if card["function"] != "trap":
            continue
        counters = "counter" in card["effect"]
        words = filter_words(card["effect"], "counter" if counters else "cancel")
        for number, entry in enumerate(table):
            if entry is None or not active[number] or safe(view, content, entry):
                continue
            if not fits(entry, words) or (counters and entry["function"] != "attack"):
                continue
            own = entry["seat"] == view["seat"]
            if own and (counters or "opponent" in words):
                continue
            if not (counters and countered[number]):
                found.append(f"trap {code} p{number}")
    return found


def play(view: View, content: Printed, seat: int, text: str | None) -> Entry | None:
    """What lies on the table: its printed entry, whose it is, and what a Trap lies on."""
    if text is None:
        return None
    verb, *words = text.split()
    if verb == "special":
        champion = content.champions[view["seats"][seat]["champion"]]
        return {"effect": "", **champion["special"], "seat": seat, "special": True}
    entry = {"effect": "", **content.cards[words[0]], "seat": seat}
    return entry | {"on": int(words[1][1:])} if verb == "trap" else entry


def filter_words(effect: str, verb: str) -> list[str]:
    found = re.search(rf"{verb}\(([^)]*)\)", effect)
    return [word.strip() for word in found[1].split(",")] if found else []


def fits(entry: Entry, words: Sequence[str]) -> bool:
    """Words of one family are alternatives; families add up (6.5)."""
    for family, kind in ((TYPES, "type"), (PROPERTIES, "property"), (FUNCTIONS, "function")):
        named = [word for word in words if word in family]
        if named and entry[kind] not in named:
            return False
    return "special" not in words or "special" in entry


def safe(view: View, content: Printed, entry: Entry) -> bool:
    """Whether an ability keeps Traps off a play, unless it is locked (GT-3.3, R-45)."""
    owner = view["seats"][entry["seat"]]
    ability = content.champions[owner["champion"]]["ability"].get("effect", "")
    words = filter_words(ability, "untrappable")
    return not owner["now"].get("special_locked") and any(fits(entry, [word]) for word in words)


def candidates(game: Game, state: State, seat: int) -> Iterator[Action]:
    """Every action that could ever be legal with what is there, in canonical order."""
    make, terms = game.grammar.make, game.rules.terms
    champions = [champion.code for champion in terms.champions.values()]
    cards = [move.code for move in terms.moves.values()]
    hand = list(dict.fromkeys(game.cards.codes(state.zones[terms.hands[seat]])))
    seats = range(game.players + 1)
    yield from (make("choose_champion", code) for code in champions)
    for code in hand:
        yield make("act", code)
        yield from (make("act", code, target) for target in seats)
    yield make("special")
    yield from (make("special", target) for target in seats)
    yield make("hold")
    plays = len(game.view(state, seat)["plays"]) + 1
    yield from (make("trap", code, play) for code in hand for play in range(plays))
    yield make("pass")
    yield from (make("pick", code) for code in cards)
    yield make("stop")
    yield from (make("prize_source", source) for source in ("hand", "deck"))
    yield from (make("respawn", mode) for mode in ("keep", "reset", "change"))
    yield from (make("trade_offer", partner, code) for partner in seats for code in hand)
    yield make("no_trade")
    yield from (make("trade_reply", code) for code in hand)
    yield make("decline")
    yield from (make("trade_confirm", answer) for answer in ("accept", "refuse"))


def picked_from(game: Game, state: State) -> int | None:
    """The hand of which chance is to pick a card (R-46)."""
    step, owner, data = state.frames[-1]
    hands = game.rules.terms.hands
    if step == "destroyed":
        return hands[owner]
    return hands[data[2]] if step == "stolen" else None


def longest(game: Game) -> int:
    """A turn asks each seat for few things, but answers may be replaced again and again."""
    return 120 * game.players * (game.rules.terms.turn_limit or 400)


TRADE = ("fell_this_turn", "one_trade", "not_in_hand")
BOOK = Book(
    clauses=frozenset(re.findall(r"^\*\*(GT-\d+\.\d+|R-\d+)\*\*", RULEBOOK.read_text(), re.M)),
    keys={
        "any": ("game_over", "has_left", "wrong_phase", "not_your_decision"),
        "act": (
            "immobilized", "not_in_hand", "trap_as_action", "full_moon", "own_champion",
            "bad_target",
        ),
        "special": ("immobilized", "special_locked", "own_champion", "bad_target"),
        "hold": ("immobilized",),
        "trap": (
            "trap_locked", "not_in_hand", "not_a_trap", "no_such_play", "untrappable",
            "wrong_kind", "not_active", "own_play", "already_countered",
        ),
        "pick": ("not_there",),
        "choose_champion": ("champion_taken",),
        "respawn": ("champion_taken",),
        "trade_offer": (*TRADE, "bad_partner"),
        "no_trade": ("fell_this_turn",),
        "trade_reply": ("fell_this_turn", "not_in_hand"),
        "decline": ("fell_this_turn",),
        "trade_confirm": ("fell_this_turn",),
    },
    longest=longest,
    restless=lambda game: 1 if game.rules.terms.turn_limit else 8,
    candidates=candidates,
    ruled=ruled,
    picked_from=picked_from,
)  # fmt: skip


def options(pick: Pick, number: Number, players: int) -> dict[str, object]:
    """Options of a table."""
    banned = pick(["none", "tournament", "A01,Disarm", ["T02", "Lucky Day", "O01"]])
    return {
        "players": players,
        "vp_goal": pick([1, 2, 3, 3, 4]),
        "champion_pick": pick(["open", "random", "deal2"]),
        "prize_mode": pick(["printed", "five"]),
        "trading": pick(["on", "off"]),
        "draw_log": pick(["open", "fleeting", "closed"]),
        "memory_aid": pick(["off", "on"]),
        "shields_block_others": pick(["on", "off"]),
        "full_moon": pick(["never", "always", "calendar"]),
        "ban_list": banned,
        "deadlock": pick(["regroup", "off"]),
        "turn_limit": pick(["auto", "auto", "none", number(1, 30)]),
    }


def random_game(rng: random.Random) -> Game:
    """Some table, every third time with odd content."""
    pick, number = chooser(rng)
    players = rng.choice(SEATS)
    chosen = options(pick, number, players)
    if rng.random() < 0.33:
        chosen["content"] = content(pick, number, players)
        chosen["ban_list"] = "none"
    return ludarium.game(SLUG, **chosen)


COUNTERED = {
    "phase": "trap",
    "seats": [
        {"champion": "morwen", "hand": ["T02"]},
        {"champion": "pixel"},
        {"champion": "eron", "hand": ["T10"]},
    ],
    "plays": [[0, "act A22 1"], [1, "trap T10 p0"]],
}
"""Two Traps for one Attack: so rare that chance alone would have to play hundreds of matches."""
HOUSE = Path(ROOM.content_folder() / "house")
