"""Galatune, put together: what the engine asks of a game, answered by its modules.

effects.py    the words of cards and abilities
moves.py      Actions and Champions as the rules use them
sets.py       content from files
terms.py      what is fixed for one game: zones, verbs, questions, numbers
legality.py   refusals
choices.py    legal lists
turn.py       set-up, Plan, Action and Trap Phase
resolve.py    hits, Shields, HP
deeds.py      what effects do
spoils.py     Victory Points, Prizes, respawns, upkeep
market.py     trades
leaving.py    resignation
supply.py     draws and open moves of cards
ending.py     ends, ranking, result
record.py     positions; pending.py what is open in them, resuming.py reads it
numbering.py  flat action numbers
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.core.errors import InvalidInput, Refused
from ludarium.core.events import Log
from ludarium.core.game import Anytime, Numbering, Reply, Step
from ludarium.core.options import Options
from ludarium.core.questions import Kind
from ludarium.core.state import State
from ludarium.games.galatune.choices import Choices
from ludarium.games.galatune.deeds import Deeds
from ludarium.games.galatune.ending import Ending
from ludarium.games.galatune.leaving import Leaving
from ludarium.games.galatune.legality import Legality
from ludarium.games.galatune.numbering import ActionNumbers
from ludarium.games.galatune.pending import Pending
from ludarium.games.galatune.record import FACTS, Codec
from ludarium.games.galatune.resuming import Resuming
from ludarium.games.galatune.supply import Supply
from ludarium.games.galatune.terms import KINDS, Terms
from ludarium.games.galatune.turn import Flow


class Galatune:
    """The rules of one game, for the engine."""

    kinds: Mapping[str, Kind] = KINDS
    fact_names: Sequence[str] = FACTS
    warnings: Sequence[str] = ()

    def __init__(self, options: Options, players: int) -> None:
        self.terms = Terms(options, players)
        self.legality = Legality(self.terms)
        self.choices = Choices(self.terms, self.legality)
        self.ending = Ending(self.terms)
        self.supply = Supply(self.terms)
        self.deeds = Deeds(self.terms, self.supply)
        self.flow = Flow(self.terms, self.choices, self.supply, self.deeds, self.ending)
        self.leaving = Leaving(self.terms, self.flow, self.ending)
        resuming = Resuming(self.terms, self.choices, self.flow)
        self.codec = Codec(self.terms, Pending(self.terms), resuming, self.ending)
        self.layout = self.terms.layout
        self.grammar = self.terms.grammar
        self.steps: Mapping[str, Step] = self.flow.steps
        self.replies: Mapping[str, Reply] = self.flow.replies
        self.anytime: Mapping[str, Anytime] = {"resign": self.leaving.resign}
        self.pools: Mapping[str, Sequence[int]] = self.terms.stocks
        self.numbers = self.terms.numbers
        content = self.terms.content
        self.embedded: Mapping[str, object] = {} if content.shipped else {"content": content.plain}
        self.numbering: Numbering = ActionNumbers(self.terms)
        least, most = (int(str(options[f"trap_window_{end}"])) for end in ("min", "max"))
        if least > most:
            raise InvalidInput(f"trap_window_min: {least} is more than trap_window_max, {most}")
        self.window = (least, most)
        self.set_up = self.flow.set_up
        self.legal = self.choices.legal
        self.refusal = self.legality.refusal
        self.result = self.ending.result
        self.header = self.codec.header
        self.facts = self.codec.facts
        self.private = self.codec.private
        self.outlook = self.codec.outlook
        self.shown = self.codec.shown
        self.revealed = self.codec.pending.revealed
        self.restore = self.codec.restore
        self.inspect = self.codec.inspect

    def left(self, state: State) -> Sequence[int]:
        return [seat for seat in self.terms.seats if self.terms.is_gone(state, seat)]

    def concede(self, state: State, seat: int, log: Log | None) -> None:
        """To concede is to resign (R-66)."""
        refusal = self.legality.refusal(state, seat, self.grammar.make("resign"))
        if refusal is not None:
            raise Refused(refusal)
        self.leaving.resign(state, seat, None, log)
