"""Tables of Tears of Nature to fuzz at: options, odd decks, odd positions, and the game's book."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

import ludarium
from choosing import Number, Pick, chooser
from laws import Book
from ludarium import Action, Game, State

SLUG = "tears-of-nature"
RULEBOOK = ludarium.room(SLUG).folder / "rulebook.md"
SEATS = [("apprentice", 2), *[(name, n) for name in ("master", "practitioner") for n in (2, 3, 4)]]
END_RULES = ("standard", "quitters_never_win", "equal_opportunity", "cold_war")
TANGIBLE = ("air", "earth", "fire", "water")
HAND = {"apprentice": 5, "master": 5, "practitioner": 6}


def candidates(game: Game, state: State, seat: int) -> Iterator[Action]:
    """Every action with cards of the hand and pairs or piles that could be there, in order.

    Section 4: draws (deck, then piles clockwise from one's own, a pile bottom to top), builds by
    (a, b), attacks by (card, clockwise distance, slot), discards or stocks, defences, decline.
    """
    terms, make = game.rules.terms, game.grammar.make
    seats = [(seat + step) % game.players for step in range(game.players)]
    hand = list(dict.fromkeys(game.cards.codes(state.zones[terms.hands[seat]])))
    yield make("draw", "deck")
    for owner in seats:
        if game.options["stock_access"] == "top":
            yield make("draw", "stock", owner)
        else:
            pile = game.cards.codes(state.zones[terms.stocks[owner]])
            yield from (make("draw", "stock", owner, code) for code in dict.fromkeys(pile))
    for a, b in combinations_with_replacement(hand, 2):
        yield make("build", a, b)
    slots = max(len(state.zones[empire]) // 2 for empire in terms.empires) + 1
    for card, owner, slot in product(hand, seats, range(slots)):
        yield make("attack", card, owner, slot)
    for verb in ("discard", "stock", "defend"):
        yield from (make(verb, code) for code in hand)
    yield make("decline")
    yield make("pass")


BOOK = Book(
    clauses=frozenset(re.findall(r"^\*\*(TN-\d+\.\d+|R-\d+)\*\*", RULEBOOK.read_text(), re.M)),
    keys={
        "any": ("game_over", "not_your_decision", "wrong_step", "card_not_in_hand"),
        "build": (
            "not_buildable", "two_wilds", "spirit_needs_tangible", "element_mismatch",
            "strength_mismatch", "element_already_held", "empire_full", "spirit_gate",
        ),
        "attack": (
            "not_an_attack", "own_pair", "no_such_pair", "spirit_pair_needs_spirit_attack",
            "does_not_cover", "too_weak", "duplicate_capture_forbidden", "empire_full",
            "spirit_gate",
        ),
        "defend": ("not_a_defence", "does_not_cover"),
        "draw": ("empty_source",),
    },
    # A turn asks for at most six draws, an action, a defence and six draws of a new hand.
    longest=lambda game: 14 * (int(str(game.options["turn_limit"])) + 1),
    candidates=candidates,
    alike=lambda game, card: game.rules.terms.deck.face_of(card).is_wild,
    unshown=frozenset({"dealer_draw"}),
)  # fmt: skip


def options(pick: Pick, number: Number, ruleset: str, players: int) -> dict[str, object]:
    """Options of a table, whether they matter under the rule set or not."""
    return {
        "ruleset": ruleset,
        "players": players,
        "end_rule": pick(END_RULES),
        "dealer": pick(["auto", "random", *range(players)]),
        "previous_winner": pick([None, *range(players)]),
        "stock_access": pick(["top", "any"]),
        "duplicate_capture": pick(["allowed", "forbidden"]),
        "turn_limit": pick([number(1, 40), 150, 500]),
    }


# Decks


def deck(pick: Pick, number: Number, ruleset: str, players: int) -> dict[str, object]:
    """A deck that nobody would print: few faces, many twins, or no card of some kind at all."""
    style = pick([mixed, mixed, tiny, scarce, defenceless, unbuildable, tripled])
    cards = style(pick, number, ruleset)
    needed = players * HAND[ruleset] + 1
    in_play = [card for card in cards if ruleset == "practitioner" or not is_spirit(card)]
    short = needed - sum(int(card["copies"]) for card in in_play)
    if short > 0:
        in_play[0]["copies"] += short + number(0, 5)
    return {"name": style.__name__, "cards": cards}


def is_spirit(card: dict) -> bool:
    return "spirit" in card["elements"]


def entry(
    code: str, kind: str, elements: Sequence[str] = (), strength: int | None = None, copies: int = 1
) -> dict:
    return {
        "code": code,
        "kind": kind,
        "name": code.lower(),
        "elements": list(elements),
        "strength": strength,
        "copies": copies,
        "source": "house",
    }  # fmt: skip


def builds(pick: Pick, number: Number, most: int, spirit: bool) -> list[dict]:
    cards = [entry("B0", "build", ["fire"], number(1, 4), number(1, 3))]
    for at in range(1, number(2, most)):
        element = pick([*TANGIBLE, "spirit"] if spirit else TANGIBLE)
        cards.append(entry(f"B{at}", "build", [element], number(1, 5), pick([1, 1, 1, 2, 3])))
    return cards


def attacks(pick: Pick, number: Number, most: int, spirit: bool) -> list[dict]:
    """Attacks with one to four elements, with Spirit beside tangible ones, with any strength."""
    cards = []
    for at in range(number(0, most)):
        first = number(0, 3)
        elements = [TANGIBLE[(first + step) % 4] for step in range(pick([1, 2, 2, 3, 4]))]
        if spirit:
            elements = pick([elements, elements, ["spirit"], [*elements, "spirit"]])
        cards.append(
            entry(f"X{at}", "attack", elements, pick([None, 0, 3, 8, 16]), pick([1, 1, 2]))
        )
    return cards


def defences(pick: Pick, number: Number, most: int) -> list[dict]:
    return [
        entry(f"D{at}", "defend", TANGIBLE[number(0, 1) : number(2, 4)], None, pick([1, 1, 2]))
        for at in range(number(0, most))
    ]


def wilds(number: Number, most: int) -> list[dict]:
    copies = number(0, most)
    return [entry("JOKER", "wild", (), None, copies)] if copies else []


def mixed(pick: Pick, number: Number, ruleset: str) -> list[dict]:
    spirit = pick([True, ruleset == "practitioner"])
    return [
        *builds(pick, number, 14, spirit),
        *attacks(pick, number, 6, spirit),
        *defences(pick, number, 4),
        *wilds(number, 5),
    ]


def tiny(pick: Pick, number: Number, ruleset: str) -> list[dict]:
    """Hardly more than the hands: they run empty, and players pass."""
    return [*builds(pick, number, 4, ruleset == "practitioner"), *wilds(number, 1)]


def scarce(pick: Pick, number: Number, ruleset: str) -> list[dict]:
    """So few build cards that the deck runs out while the dealer is drawn for (R-5)."""
    return [
        entry("D", "defend", ["air", "fire"]),
        entry("B0", "build", ["air"], 1, number(2, 4)),
        entry("B1", "build", ["fire"], 2, number(1, 2)),
        *attacks(pick, number, 4, ruleset == "practitioner"),
        *wilds(number, 2),
    ]


def defenceless(pick: Pick, number: Number, ruleset: str) -> list[dict]:
    spirit = ruleset == "practitioner"
    return [*builds(pick, number, 8, spirit), *attacks(pick, number, 8, spirit)]


def unbuildable(pick: Pick, number: Number, ruleset: str) -> list[dict]:
    """Too few build cards to draw for dealer with (R-64)."""
    return [
        entry("D", "defend", ["air", "fire"]),
        *builds(pick, number, 2, False)[: number(0, 1)],
        *attacks(pick, number, 4, ruleset == "practitioner"),
        *wilds(number, 3),
    ]


def tripled(pick: Pick, number: Number, ruleset: str) -> list[dict]:
    """Every face three times, attacks on everything."""
    spirit = ruleset == "practitioner"
    cards = [
        *builds(pick, number, 6, spirit),
        entry("ALL", "attack", TANGIBLE, 16),
        entry("SOUL", "attack", ["spirit", "water"], 4)
        if spirit
        else entry("D", "defend", TANGIBLE),
        *wilds(number, 1),
    ]
    return [{**card, "copies": 3} for card in cards]


# Positions


def position(game: Game, rng: random.Random) -> dict[str, object]:
    """A position play may never reach: any cards anywhere, as far as a record may say so."""
    terms = game.rules.terms
    if rng.random() < 0.2:
        return _setup(game, rng)
    cards = [card for card in terms.pool if rng.random() < 0.9]
    rng.shuffle(cards)
    code, seats = game.cards.code, range(game.players)
    turn = rng.randrange(30)
    record: dict[str, object] = {
        "turn": turn,
        "dealer": rng.choice(list(seats)),
        "empires": [_empire(game, cards, rng) for _ in seats],
        "size_since": [
            rng.choice([None, [rng.randrange(turn + 1), rng.choice(["grew", "shrank"])]])
            for _ in seats
        ],
    }
    hands = [[cards.pop() for _ in range(min(rng.randrange(8), len(cards)))] for _ in seats]
    record["hands"] = [[code[card] for card in hand] for hand in hands]
    if terms.practitioner:
        tame = [card for card in cards if not terms.deck.face_of(card).is_wild]
        piles = [[tame.pop() for _ in range(min(rng.randrange(5), len(tame)))] for _ in seats]
        record["stocks"] = [[code[card] for card in pile] for pile in piles]
        cards = [card for card in cards if not any(card in pile for pile in piles)]
        record["known_hands"] = [_some(record["hands"][seat], rng) for seat in seats]
        record["step"] = rng.choice(["draw", "action"])
        record["redraw"] = record["step"] == "draw" and rng.random() < 0.5
    cut = rng.randrange(len(cards) + 1)
    record["deck"] = [code[card] for card in cards[:cut]]
    record["discard"] = [code[card] for card in cards[cut:]]
    known = _some(record["discard"], rng)
    cut = rng.randrange(len(known) + 1)
    alone: list[list[str]] = [[] for _ in seats]
    for card in known[cut:]:
        alone[rng.choice(list(seats))].append(card)
    record["known_discards"] = {"all": known[:cut], "seats": alone}
    return record


def _setup(game: Game, rng: random.Random) -> dict[str, object]:
    """A deck to be turned over for the dealer as it lies, or to be dealt by a seat."""
    deck = rng.sample(game.rules.pools[""], len(game.rules.pools[""]))
    dealer = rng.choice([None, None, *range(game.players)])
    return {"step": "setup", "dealer": dealer, "deck": game.cards.codes(deck)}


def _some(codes: list[str], rng: random.Random) -> list[str]:
    return rng.sample(codes, rng.randrange(len(codes) + 1))


def _empire(game: Game, cards: list[int], rng: random.Random) -> list[list[str]]:
    """Pairs that a Build could make, taken out of the cards; now and then too many of them."""
    pairs: list[list[str]] = []
    fault, face = game.rules.legality.pair_fault, game.cards.face
    for _ in range(rng.choice([0, 1, 2, 3, 8])):
        for a, b in zip(cards, rng.sample(cards, len(cards)), strict=True):
            if a != b and fault(*sorted((face[a], face[b]))) is None:
                cards.remove(a)
                cards.remove(b)
                pairs.append(game.cards.codes([a, b]))
                break
    return pairs


# Plain chance


def tears(**options: object) -> Game:
    return ludarium.game(SLUG, **options)


def random_game(rng: random.Random) -> Game:
    """Some table: any rule set, seats, options, and every other time an odd deck."""
    ruleset, players = rng.choice(SEATS)
    pick, number = chooser(rng)
    chosen = options(pick, number, ruleset, players)
    if rng.random() < 0.5:
        chosen["deck"] = deck(pick, number, ruleset, players)
    return ludarium.game(SLUG, **chosen)
