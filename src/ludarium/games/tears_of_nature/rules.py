"""Tears of Nature, put together: what the engine asks of a game, answered by its modules.

terms.py      what is fixed for one game: zones, verbs, questions, options
deck.py       the cards
legality.py   refusals
choices.py    legal lists
turn.py       the course of play
ending.py     ends, ranking, result
record.py     positions
numbering.py  flat action numbers
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.core.game import Anytime, Numbering, Reply, Step
from ludarium.core.options import Options
from ludarium.core.questions import Kind
from ludarium.core.state import State
from ludarium.games.tears_of_nature.choices import Choices
from ludarium.games.tears_of_nature.ending import Ending
from ludarium.games.tears_of_nature.legality import Legality
from ludarium.games.tears_of_nature.numbering import ActionNumbers
from ludarium.games.tears_of_nature.record import FACTS, Codec
from ludarium.games.tears_of_nature.terms import (
    CONCEDED,
    DEALER,
    KINDS,
    NOBODY,
    SINCE,
    TRIGGER_SEAT,
    Terms,
)
from ludarium.games.tears_of_nature.turn import Flow


class TearsOfNature:
    """The rules of one game, for the engine."""

    kinds: Mapping[str, Kind] = KINDS
    anytime: Mapping[str, Anytime] = {}
    window = (0, 0)
    fact_names: Sequence[str] = FACTS

    def __init__(self, options: Options, players: int) -> None:
        self.terms = Terms(options, players)
        self.legality = Legality(self.terms)
        self.choices = Choices(self.terms, self.legality)
        self.ending = Ending(self.terms, self.legality)
        self.flow = Flow(self.terms, self.legality, self.ending)
        self.codec = Codec(self.terms, self.legality, self.ending)
        self.layout = self.terms.layout
        self.grammar = self.terms.grammar
        self.steps: Mapping[str, Step] = self.flow.steps
        self.replies: Mapping[str, Reply] = self.flow.replies
        self.pools: Mapping[str, Sequence[int]] = {"": self.terms.pool}
        self.numbers = SINCE + players
        deck = self.terms.deck
        self.warnings: Sequence[str] = deck.warnings(players, self.terms.practitioner)
        self.embedded: Mapping[str, object] = {} if deck.shipped else {"deck": deck.plain()}
        self.numbering: Numbering = ActionNumbers(self.terms, self.legality)
        self.legal = self.choices.legal
        self.refusal = self.legality.refusal
        self.concede = self.flow.concede
        self.result = self.ending.result
        self.header = self.codec.header
        self.facts = self.codec.facts
        self.outlook = self.codec.outlook
        self.restore = self.codec.restore
        self.inspect = self.codec.inspect

    def private(self, state: State) -> dict[str, object]:
        return {}

    def revealed(self, view: Mapping[str, object]) -> Mapping[str, Sequence[Sequence[str]]]:
        """No card of a hand lies open while something is asked."""
        return {}

    def shown(self, state: State) -> Mapping[int, int]:
        return {}

    def left(self, state: State) -> Sequence[int]:
        return ()

    def set_up(self, state: State) -> None:
        """All cards of the rule set in the deck, the Spirit cards aside where they do not play."""
        terms = self.terms
        for number in (DEALER, TRIGGER_SEAT, CONCEDED):
            state.numbers[number] = NOBODY
        playing = set(terms.pool)
        for card in range(len(terms.deck.cards)):
            terms.layout.put(state, card, terms.deck_zone if card in playing else terms.set_aside)
        state.frames.append(("dealer", 0, ()))
