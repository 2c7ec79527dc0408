"""The terms of one game: rule set, options, deck and the declared zones, verbs and questions."""

from __future__ import annotations

from typing import Final

from ludarium.core.actions import Grammar, Verb
from ludarium.core.errors import InvalidInput
from ludarium.core.options import Options
from ludarium.core.questions import Kind
from ludarium.core.state import State
from ludarium.core.zones import Layout, Memory, Sight, Zone
from ludarium.games.tears_of_nature.deck import Deck, load_deck

RULESETS: Final = ("apprentice", "master", "practitioner")
END_RULES: Final = ("standard", "quitters_never_win", "equal_opportunity", "cold_war")
# TN-2.11, TN-5.1, TN-6.2, TN-7.1
HAND_SIZES: Final = {"apprentice": 5, "master": 5, "practitioner": 6}
COMPLETE_PAIRS: Final = {"apprentice": 4, "master": 4, "practitioner": 5}  # TN-1.16

ZONES: Final = (
    Zone("hand", "hands", Sight.OWNER, Memory.PUBLIC, ordered=False),  # TN-1.13, TN-3.4, R-62, R-70
    Zone("empire", "empires", Sight.ALL, group=2),  # TN-1.8, TN-1.12, TN-3.1
    Zone("stock", "stocks", Sight.ALL),  # TN-3.2, R-23
    Zone("deck", top_first=True),  # TN-3.5, R-47
    Zone("discard", memory=Memory.SEATS),  # TN-3.3, R-46
    Zone("set_aside", sight=Sight.ALL, ordered=False),
    Zone("in_play", sight=Sight.ALL, listed=False),  # TN-3.6
)

KINDS: Final = {
    "draw": Kind("draw", "Take your next card from the deck or from a stock pile."),
    "action": Kind("action", "Take one action."),
    "defend": Kind("defend", "Defend the pair, or let it go."),
}  # each asks one seat at a time

# Numbers of a state
TURN: Final = 0
"""Completed turns, which is also the number of the running turn."""
DEALER: Final = 1
TRIGGER_SEAT: Final = 2
TRIGGER_TURN: Final = 3
REASON: Final = 4
"""Index into REASONS once the game is over, 0 before."""
CONCEDED: Final = 5
SINCE: Final = 6
"""One for each seat: 2 x (turn + 1) + (1 if it shrank), 0 from the start (R-34)."""
NOBODY: Final = -1

REASONS: Final = (
    "", "complete", "quitters_never_win", "equal_opportunity", "cold_war", "limit", "concede",
)  # fmt: skip


class Terms:
    """Everything about a game that does not change while it is played."""

    __slots__ = (
        "complete_pairs", "deck", "deck_zone", "discard", "duplicate_capture", "empires",
        "end_rule", "grammar", "hand_size", "hands", "in_play", "layout", "options", "players",
        "pool", "practitioner", "ruleset", "set_aside", "stock_access", "stocks", "turn_limit",
        "wilds",
    )  # fmt: skip

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.ruleset = str(options["ruleset"])
        self.practitioner = self.ruleset == "practitioner"
        self.end_rule = str(options["end_rule"])
        self.stock_access = str(options["stock_access"])
        self.duplicate_capture = options["duplicate_capture"] == "allowed"
        self.turn_limit = int(str(options["turn_limit"]))
        self.hand_size = HAND_SIZES[self.ruleset]
        self.complete_pairs = COMPLETE_PAIRS[self.ruleset]
        self.deck: Deck = load_deck(options["deck"])
        self.pool = [
            card
            for card in range(len(self.deck.cards))
            if self.practitioner or not self.deck.face_of(card).is_spirit  # TN-2.3, TN-2.4
        ]
        self.wilds = {card for card in self.pool if self.deck.face_of(card).is_wild}
        self.check_size(len(self.pool), f"deck: {self.deck.name}")
        self.layout = Layout(ZONES, players, self.deck.cards)
        self.grammar = Grammar(self._verbs(), self.deck.cards)
        self.hands = self.layout.each("hand")
        self.empires = self.layout.each("empire")
        self.stocks = self.layout.each("stock")
        self.deck_zone = self.layout.one("deck")
        self.discard = self.layout.one("discard")
        self.set_aside = self.layout.one("set_aside")
        self.in_play = self.layout.one("in_play")

    def check_size(self, cards: int, where: str) -> None:
        needed = self.players * self.hand_size + 1
        if cards < needed:
            raise InvalidInput(
                f"{where}: {cards} cards are too few for {self.players} players"
                f" ({self.ruleset} needs {needed})"
            )

    def _verbs(self) -> list[Verb]:
        pile = "{source=stock} {owner:number}"
        if self.practitioner and self.stock_access == "any":
            pile += " {card:card}"
        return [
            Verb("draw", "{source=deck}", pile),
            Verb("build", "{a:card} {b:card}", unordered=True),
            Verb("attack", "{card:card} {owner:number}.{slot:number}"),
            Verb("defend", "{card:card}"),
            Verb("decline"),
            Verb("discard", "{card:card}"),
            Verb("stock", "{card:card}"),
            Verb("pass"),
        ]

    def current(self, state: State) -> int:
        """The seat whose turn it is."""
        return (state.numbers[DEALER] + 1 + state.numbers[TURN]) % self.players  # TN-2.13, TN-2.14

    def pair(self, state: State, owner: int, slot: int) -> tuple[int, int]:
        """The two cards of a pair in an empire."""
        empire = state.zones[self.empires[owner]]
        return empire[2 * slot], empire[2 * slot + 1]

    def by_ruleset(self, apprentice: str, master: str, practitioner: str) -> str:
        """The clause that says the same thing in each rule set."""
        return (apprentice, master, practitioner)[RULESETS.index(self.ruleset)]
