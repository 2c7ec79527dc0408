"""What may not be done, and why: every refusal of the game, in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias, cast

from ludarium.core.actions import Action
from ludarium.core.errors import Refusal, refuse
from ludarium.core.pacing import is_paused
from ludarium.core.state import State
from ludarium.games.galatune.moves import ANY, ATTACK, Move
from ludarium.games.galatune.terms import (
    IMMOBILIZED,
    KINDS,
    MOON,
    PRESENT,
    REASON,
    REASONS,
    SPECIAL_LOCKED,
    TRAP_LOCKED,
    VANISHED,
    Play,
    Terms,
)

OFFERED: Final = {
    "champion": ("choose_champion",),
    "plan": ("act", "special", "hold"),
    "trap": ("trap", "pass"),
    "steal": ("pick",),
    "give": ("pick",),
    "recover": ("pick", "stop"),
    "prize_source": ("prize_source",),
    "prize_card": ("pick",),
    "respawn": ("respawn",),
    "trade_offer": ("trade_offer", "no_trade"),
    "trade_reply": ("trade_reply", "decline"),
    "trade_confirm": ("trade_confirm",),
}
"""The verbs that answer each kind of question (section 4 of the rulebook's decisions)."""
PHASE_CLAUSES: Final = {
    "act": "GT-7.3", "special": "GT-7.3", "hold": "GT-7.3", "trap": "GT-10.14", "pass": "GT-8.7",
    "pick": "R-47", "stop": "R-47", "prize_source": "GT-12.5", "respawn": "GT-13.3",
    "choose_champion": "GT-2.2", "trade_offer": "GT-15.1", "no_trade": "GT-15.1",
    "trade_reply": "GT-15.1", "decline": "GT-15.1", "trade_confirm": "GT-15.1",
}  # fmt: skip
TRADE_VERBS: Final = ("trade_offer", "no_trade", "trade_reply", "decline", "trade_confirm")
PLAN_VERBS: Final = ("act", "special", "hold")


class Table(NamedTuple):
    """What lies on the table in a Trap window, and what has become of it."""

    plays: tuple[Play, ...]
    moves: list[Move | None]
    """By play; None for one that left with its player."""
    active: list[bool]
    """By play: False for what a Trap has cancelled."""
    countered: list[int]
    """By play: who counters it with a Trap, or -1 (R-21)."""


Check: TypeAlias = Callable[[State, int, Action], "Refusal | None"]


class Legality:
    """Refusals under the terms of one game."""

    __slots__ = ("_checks", "marks", "terms")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        specials = [champion.special for champion in terms.champions.values()]
        self.marks: dict[Move, frozenset[Move | None]] = {
            trap: frozenset(
                move for move in (*terms.moves.values(), *specials) if _is_mark(trap, move)
            )
            for trap in terms.moves.values()
            if trap.is_trap
        }
        """By Trap: the moves that it may lie on."""
        self._checks: dict[str, Check] = {
            "choose_champion": self._champion_refusal,
            "act": self._act_refusal,
            "special": self._special_refusal,
            "trap": self._trap_refusal,
            "pick": self._pick_refusal,
            "respawn": self._respawn_refusal,
            "trade_offer": self._offer_refusal,
            "trade_reply": self._reply_refusal,
        }

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """The first reason why not, in the order of the rulebook, or None."""
        numbers, verb = state.numbers, action.verb
        if numbers[REASON]:
            return refuse("GT-16.1", "game_over", reason=REASONS[numbers[REASON]])
        if self.terms.is_gone(state, seat):
            return refuse("R-66", "has_left", seat=seat)
        if verb == "resign":
            return None  # at any time
        kind = self.open_kind(state)
        if verb not in OFFERED.get(kind, ()):
            return refuse(PHASE_CLAUSES[verb], "wrong_phase", verb=verb, phase=kind)
        return self._standing_refusal(state, seat, verb, kind) or self._own_refusal(
            state, seat, action
        )

    def open_kind(self, state: State) -> str:
        """What is asked now; a pause is as good as what it holds open (R-74)."""
        _, kind, data = state.asks[0]
        return str(data[0]) if is_paused(state) else kind

    def _answer(self, state: State, seat: int) -> str:
        """What a seat has answered to what is asked now, if anything."""
        answers = state.answers
        if is_paused(state):
            answers = cast("tuple[tuple[int, str], ...]", state.frames[-1][2][1])
        return next((text for sealed, text in answers if sealed == seat), "")

    def _own_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """What stands against the action itself, for a seat that may answer."""
        check = self._checks.get(action.verb)
        return None if check is None else check(state, seat, action)

    def _standing_refusal(self, state: State, seat: int, verb: str, kind: str) -> Refusal | None:
        """What stands against the seat, whatever it would do."""
        numbers, at = state.numbers, self.terms.seat_at[seat]
        if verb in PLAN_VERBS and numbers[at + IMMOBILIZED]:
            return refuse("R-13", "immobilized", seat=seat)
        if verb == "trap" and numbers[at + TRAP_LOCKED]:
            return refuse("R-45", "trap_locked", seat=seat)
        if verb == "special" and numbers[at + SPECIAL_LOCKED]:
            return refuse("R-45", "special_locked", seat=seat)
        if verb in TRADE_VERBS and seat in self.fallen(state):
            return refuse("GT-15.6", "fell_this_turn", seat=seat)
        answered = self._answer(state, seat)
        if verb == "trade_offer" and answered.startswith(verb):
            return refuse("GT-15.3", "one_trade", seat=seat)
        asked = any(ask[0] == seat for ask in state.asks)
        if (not asked and verb != "trap") or (answered and KINDS[kind].once):
            return refuse(PHASE_CLAUSES[verb], "not_your_decision", seat=seat)
        return None

    def fallen(self, state: State) -> Sequence[int]:
        """The seats that fell in the turn just played, while a trade is on."""
        return cast("Sequence[int]", state.frames[-1][2][0])

    # Cards and targets

    def holds(self, state: State, seat: int, face: int) -> bool:
        hand = state.zones[self.terms.hands[seat]]
        return any(card in hand for card in self.terms.cards.copies[face])

    def _champion_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Whether the card named is a Champion that this seat may take now (R-57)."""
        terms = self.terms
        card = terms.cards.copies[action.faces[0]][0]
        place = terms.offers[seat] if state.zones[terms.offers[seat]] else terms.box
        if card not in state.zones[place]:
            return refuse("R-57", "champion_taken", champion=action.args[0])
        return None

    def _act_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        terms, face = self.terms, action.faces[0]
        if not self.holds(state, seat, face):
            return refuse("GT-11.10", "not_in_hand", card=action.args[0])
        move = terms.moves[face]
        if move.is_trap:
            return refuse("GT-7.4", "trap_as_action", card=move.code)
        if self.is_barred(state, move):
            return refuse("R-69", "full_moon", card=move.code)
        target = int(action.args[1]) if len(action.args) > 1 else None
        return self.target_fault(state.numbers[PRESENT], seat, move, target)

    def _special_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        move = self.terms.sitting(state, seat).special
        target = int(action.args[0]) if action.args else None
        return self.target_fault(state.numbers[PRESENT], seat, move, target)

    def is_barred(self, state: State, move: Move) -> bool:
        """Whether a card cannot be played under this moon (R-69)."""
        full = bool(state.numbers[MOON])
        return any(when is None or when.evaluate(lambda _: full) for when in move.unplayable)

    def target_fault(
        self, present: int, seat: int, move: Move, target: int | None
    ) -> Refusal | None:
        """Why a move may not be aimed there, with these seats in the game (GT-11.7, R-11)."""
        if move.function == ATTACK and target == seat:
            return refuse("GT-10.2", "own_champion", seat=seat)
        fits = target is None
        if move.takes_target:
            fits = target is not None and bool(present >> target & 1)
            fits = fits and (move.target == ANY or target != seat)
        return None if fits else refuse("R-11", "bad_target", move=move.name, target=target)

    # Traps

    def plays(self, state: State) -> tuple[Play, ...]:
        """What lies on the table in a Trap window."""
        _, _, data = state.frames[-1]
        return cast("tuple[Play, ...]", data[0])

    def table(self, state: State, plays: tuple[Play, ...]) -> Table:
        """Which plays are Active: from the newest Trap backwards (R-18)."""
        by_card = self.terms.card_moves
        moves = [
            by_card[play[1]] if play[1] >= 0 else self._cardless(state, play) for play in plays
        ]
        active, countered = [True] * len(plays), [-1] * len(plays)
        traps = [number for number, play in enumerate(plays) if play[3] >= 0]
        for number in reversed(traps):
            trap = moves[number]
            if active[number] and trap is not None and trap.cancels:
                active[plays[number][3]] = False  # GT-8.3, GT-10.15, GT-11.2
        for number in traps:
            trap, (seat, _, _, on) = moves[number], plays[number]
            if active[number] and trap is not None and trap.counters and countered[on] < 0:
                countered[on] = seat
        return Table(plays, moves, active, countered)

    def _cardless(self, state: State, play: Play) -> Move | None:
        """A Special Action, or nothing any more."""
        return None if play[1] == VANISHED else self.terms.sitting(state, play[0]).special

    def _trap_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        terms, face = self.terms, action.faces[0]
        if not self.holds(state, seat, face):
            return refuse("GT-11.10", "not_in_hand", card=action.args[0])
        trap = terms.moves[face]
        if not trap.is_trap:
            return refuse("GT-10.14", "not_a_trap", card=trap.code)
        table, number = self.table(state, self.plays(state)), int(action.args[1])
        if number >= len(table.plays) or table.moves[number] is None:
            return refuse("GT-8.1", "no_such_play", play=number)
        flaw = self.trap_flaw(state, seat, trap, number, table)
        if flaw is None:
            return None
        clause, key = flaw
        if key == "wrong_kind":
            return refuse(clause, key, card=trap.code, play=number)
        return refuse(clause, key, play=number)

    def trap_flaw(
        self, state: State, seat: int, trap: Move, number: int, table: Table
    ) -> tuple[str, str] | None:
        """Why a Trap may not lie on a play that is on the table, as clause and key, or None."""
        play, move = table.plays[number], table.moves[number]
        assert move is not None
        kept = self.terms.ability(state, play[0]).untrappable
        if kept and any(some.fits(move) for some in kept):
            return "GT-3.3", "untrappable"
        if move not in self.marks[trap]:
            return "GT-10.14", "wrong_kind"
        if not table.active[number]:
            return "R-17", "not_active"
        if play[0] == seat and (trap.counters or trap.lies_on_plays.opponent):
            return "R-21", "own_play"
        if trap.counters and table.countered[number] >= 0:
            return "R-21", "already_countered"
        return None

    # Picks, Prizes, respawns, trades

    def pick_zone(self, state: State) -> int:
        """The zone that the open question picks from."""
        step, seat, data = state.frames[-1]
        terms = self.terms
        if step == "prize_picked":
            return terms.pools[int(cast("int", data[2]))]
        if step == "recovered":
            return terms.used[seat]
        entry = cast("tuple[int, ...]", data)
        return terms.hands[entry[2]]

    def _pick_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        zone = state.zones[self.pick_zone(state)]
        if not any(card in zone for card in self.terms.cards.copies[action.faces[0]]):
            prize = state.asks[0][1] == "prize_card"
            return refuse("GT-12.5" if prize else "R-47", "not_there", card=action.args[0])
        return None

    def _respawn_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        if action.args[0] == "change" and not state.zones[self.terms.box]:
            return refuse("R-57", "champion_taken")
        return None

    def traders(self, state: State) -> Sequence[int]:
        """The seats that are in the trade interval."""
        return cast("Sequence[int]", state.frames[-1][2][1])

    def _offer_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        partner, card = int(action.args[0]), action.args[1]
        if not self.holds(state, seat, action.faces[0]):
            return refuse("GT-15.5", "not_in_hand", card=card)
        if partner in self.fallen(state):
            return refuse("GT-15.6", "bad_partner", partner=partner)
        if partner == seat or partner not in self.traders(state):
            return refuse("GT-15.2", "bad_partner", partner=partner)
        return None

    def _reply_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        if not self.holds(state, seat, action.faces[0]):
            return refuse("GT-15.5", "not_in_hand", card=action.args[0])
        return None


def _is_mark(trap: Move, move: Move) -> bool:
    """Whether a Trap may lie on a move, whoever plays it (GT-8.1)."""
    return trap.lies_on_plays.fits(move) and (not trap.counters or move.function == ATTACK)
