"""The position record of the game: its own facts, and what is refused on loading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludarium.core.content import one_of
from ludarium.core.errors import InvalidInput
from ludarium.core.fields import flag, listed, seat_number, table, whole
from ludarium.core.positions import Copies, lay_cards
from ludarium.core.records import compact
from ludarium.core.state import State
from ludarium.games.galatune.ending import Ending
from ludarium.games.galatune.moves import LIGHT, TYPES
from ludarium.games.galatune.pending import PHASES, Pending
from ludarium.games.galatune.resuming import Resuming
from ludarium.games.galatune.terms import (
    ALIGNMENT,
    AP,
    EFFECTS,
    ELEMENT,
    ENDURED,
    HP,
    MOON,
    NEXT,
    NOW,
    PC,
    PRESENT,
    QUIET,
    RATING_ADD,
    REASON,
    REASONS,
    TURN,
    VP,
    Terms,
)

FACTS: Final = (
    "turn", "phase", "seats", "bonds", "rivalries", "quiet_turns", "full_moon", "plays", "fallen",
    "pending", "result",
)  # fmt: skip
RESULT: Final = ("reason", "turns", "ranking", "winner", "scores")
COUNTED: Final = ("mul", "add", "sap")
"""Effects of a turn that have a number; the others are there or not."""
NUMBERS: Final = {"hp": HP, "vp": VP, "ap": AP, "pc": PC, "rating_add": RATING_ADD}
SEAT_FIELDS: Final = (
    "champion", *NUMBERS, "alignment", "element", "now", "next", "endure_spent", "gone", "hand",
    "used", "known", "fleeting",
)  # fmt: skip
STANDING: Final = ("effects", "prize", "respawn", "over")
"""The phases in which a Champion may lie at 0 HP."""


class Codec:
    """Writes the facts of a state and restores a state from them."""

    __slots__ = ("ending", "pending", "resuming", "terms")

    def __init__(self, terms: Terms, pending: Pending, resuming: Resuming, ending: Ending) -> None:
        self.terms = terms
        self.pending = pending
        self.resuming = resuming
        self.ending = ending

    # Writing

    def header(self) -> dict[str, object]:
        options = dict(self.terms.options)
        if not self.terms.content.shipped:
            options["content"] = self.terms.content.plain
        return {"players": self.terms.players, "options": options}

    def facts(self, state: State) -> dict[str, object]:
        terms, numbers = self.terms, state.numbers
        result = self.ending.result(state)
        return {
            "turn": numbers[TURN],
            "phase": self.pending.phase(state),
            "seats": [self._seat(state, seat) for seat in terms.seats],
            "bonds": [list(pair) for pair in terms.pairs(state, terms.bonds)],
            "rivalries": [list(pair) for pair in terms.pairs(state, terms.rivalries)],
            "quiet_turns": numbers[QUIET],
            "full_moon": bool(numbers[MOON]),
            "plays": self.pending.plays(state),
            "fallen": list(self.pending.fallen(state)),
            "pending": self.pending.open_part(state),
            "result": None if result is None else dict(result.record),
        }

    def _seat(self, state: State, seat: int) -> dict[str, object]:
        terms, numbers, at = self.terms, state.numbers, self.terms.seat_at[seat]
        champion = terms.champion(state, seat)
        told: dict[str, object] = {"champion": None if champion is None else champion.code}
        told |= {name: numbers[at + which] for name, which in NUMBERS.items()}
        if champion is not None:
            told["alignment"] = TYPES[numbers[at + ALIGNMENT]]
            told["element"] = TYPES[numbers[at + ELEMENT]]
        told["now"] = self._effects(state, at + NOW)
        told["next"] = self._effects(state, at + NEXT)
        told["endure_spent"] = bool(numbers[at + ENDURED])
        told["gone"] = terms.is_gone(state, seat)
        return told

    def _effects(self, state: State, first: int) -> dict[str, object]:
        return {
            name: state.numbers[first + n] if name in COUNTED else True
            for n, name in enumerate(EFFECTS)
            if state.numbers[first + n]
        }

    def private(self, state: State) -> dict[str, object]:
        """Sealed answers, pools and the like; and which names are soon forgotten (R-80)."""
        terms = self.terms
        told: dict[str, object] = {"pending": self.pending.whole(state)}
        seats = [self._seat(state, seat) for seat in terms.seats]
        for seat, fields in enumerate(seats):
            hand = sorted(state.zones[terms.hands[seat]])
            fleeting = [card for card in hand if state.seen[card] & terms.fleeting]
            if fleeting:
                fields["fleeting"] = terms.cards.codes(fleeting)
        return {**told, "seats": seats}

    def outlook(self, state: State) -> dict[str, object]:
        return {"lead": self.terms.lead(state), "goal": self.terms.goal}

    def shown(self, state: State) -> Mapping[int, int]:
        return self.pending.shown(state)

    # Restoring

    def restore(self, state: State, record: Mapping[str, object], copies: Copies) -> None:
        terms, numbers = self.terms, state.numbers
        phase = one_of(str(record.get("phase", "plan")), PHASES, "phase")
        numbers[TURN] = whole(record.get("turn", 0 if phase == "setup" else 1), "turn")
        numbers[QUIET] = whole(record.get("quiet_turns", 0), "quiet_turns", most=5)
        numbers[MOON] = self._moon(record)
        seats = listed(record.get("seats"), "seats", terms.players)
        for seat, fields in enumerate(seats):
            self._restore_seat(state, seat, fields, copies if "seat" not in record else None)
        for key, first in (("bonds", terms.bonds), ("rivalries", terms.rivalries)):
            terms.set_pairs(state, first, self._pairs(record.get(key, []), key))
        result = record.get("result")
        if (result is not None) != (phase == "over"):
            raise InvalidInput(
                f"result: phase {phase!r} {'needs' if result is None else 'has no'} one"
            )
        if phase == "over":
            fields = table(result, "result", ("reason",), RESULT)
            numbers[REASON] = REASONS.index(
                one_of(str(fields["reason"]), REASONS[1:], "result.reason")
            )
        self.resuming.restore(state, record, phase, copies)

    def _moon(self, record: Mapping[str, object]) -> int:
        option = self.terms.options["full_moon"]
        given = record.get("full_moon", option == "always")
        if option == "calendar" and "full_moon" not in record:
            raise InvalidInput("full_moon: needed where the calendar decides (R-69)")
        full = flag(given, "full_moon")
        if option != "calendar" and full != (option == "always"):
            raise InvalidInput(f"full_moon: {full} contradicts the option {option!r}")
        return int(full)

    def _restore_seat(self, state: State, seat: int, value: object, copies: Copies | None) -> None:
        terms, numbers, where = self.terms, state.numbers, f"seats[{seat}]"
        at = terms.seat_at[seat]
        fields = table(value, where, ("champion",), SEAT_FIELDS)
        if not flag(fields.get("gone", False), f"{where}.gone"):
            numbers[PRESENT] |= 1 << seat
        id = fields["champion"]
        if id is not None:
            id = one_of(str(id), terms.content.champions, f"{where}.champion")
        if id is not None and copies is not None:
            zone = next(zone for zone in terms.layout.zones if zone.name == "champion")
            index = terms.champion_zones[seat]
            lay_cards(terms.layout, state, zone, index, [id], f"{where}.champion", copies)
        if id is not None:
            champion = terms.content.champions[str(id)]
            printed = {"hp": champion.hp, "ap": champion.ap, "pc": terms.prize_cost(champion)}
            for name, which in (("alignment", champion.alignment), ("element", champion.element)):
                kinds = TYPES[LIGHT:] if name == "alignment" else TYPES[:LIGHT]
                word = one_of(str(fields.get(name, TYPES[which])), kinds, f"{where}.{name}")
                numbers[at + (ALIGNMENT if name == "alignment" else ELEMENT)] = TYPES.index(word)
        else:
            printed = {}
        for name, which in NUMBERS.items():
            numbers[at + which] = whole(fields.get(name, printed.get(name, 0)), f"{where}.{name}")
        numbers[at + ENDURED] = flag(fields.get("endure_spent", False), f"{where}.endure_spent")
        for name, first in (("now", NOW), ("next", NEXT)):
            self._restore_effects(state, at + first, fields.get(name, {}), f"{where}.{name}")
        fleeting = fields.get("fleeting", [])
        self.resuming.mark_fleeting(state, terms.hands[seat], fleeting, f"{where}.fleeting")

    def _restore_effects(self, state: State, first: int, value: object, where: str) -> None:
        for name, given in table(value, where, (), EFFECTS).items():
            at = first + EFFECTS.index(name)
            if name in COUNTED:
                state.numbers[at] = whole(given, f"{where}.{name}")
                if name == "mul" and not given:
                    raise InvalidInput(f"{where}.mul: at least 1")
            else:
                state.numbers[at] = flag(given, f"{where}.{name}")

    def _pairs(self, value: object, where: str) -> list[tuple[int, int]]:
        pairs = []
        for entry in listed(value, where):
            user, target = listed(entry, where, 2)
            pair = (
                seat_number(user, where, self.terms.players),
                seat_number(target, where, self.terms.players),
            )
            if pair[0] == pair[1] or pair in pairs:
                raise InvalidInput(f"{where}: {list(pair)} ties a seat to itself, or twice")
            pairs.append(pair)
        return pairs

    # Inspecting

    def inspect(self, state: State, record: Mapping[str, object]) -> None:
        """Refuse what contradicts itself; what play could not reach is played as it lies."""
        terms, numbers = self.terms, state.numbers
        phase = str(record.get("phase", "plan"))
        present = terms.in_order(state, 0)
        if not present or (len(present) < 2 and phase != "over"):
            raise InvalidInput("seats: at least two players must still be in the game")
        for seat in terms.seats:
            where, at = f"seats[{seat}]", terms.seat_at[seat]
            champion = terms.champion(state, seat)
            if terms.is_gone(state, seat):
                if champion or any(state.zones[zones[seat]] for zones in (terms.hands, terms.used)):
                    raise InvalidInput(f"{where}.gone: who has left has neither Champion nor cards")
            elif champion is None and phase not in ("setup", "over"):
                raise InvalidInput(f"{where}.champion: null is for set-up and for seats that left")
            elif champion is not None and not numbers[at + HP] and phase not in STANDING:
                raise InvalidInput(f"{where}.hp: 0 outside effects, prize and respawn")
            if any(seat == side for pair in self._ties(state) for side in pair) and terms.is_gone(
                state, seat
            ):
                raise InvalidInput(f"{where}.gone: bonds and rivalries end when a player leaves")
        if len(present) == 2:
            terms.set_pairs(state, terms.bonds, [])
        self._inspect_champions(state)
        self._inspect_cards(state)
        if phase == "setup" and numbers[TURN]:
            raise InvalidInput("turn: 0 in set-up")
        if phase not in ("setup", "over") and not numbers[TURN]:
            raise InvalidInput("turn: at least 1 after set-up")
        if phase == "over":
            self._inspect_result(state, record)
        else:
            self.resuming.inspect(state)

    def _ties(self, state: State) -> list[tuple[int, int]]:
        terms = self.terms
        return terms.pairs(state, terms.bonds) + terms.pairs(state, terms.rivalries)

    def _inspect_champions(self, state: State) -> None:
        """A Champion may be in one place only, and only Champions are Champions."""
        terms = self.terms
        for zones in (terms.hands, terms.used, terms.pools, terms.aside):
            for seat, index in enumerate(zones):
                for card in state.zones[index]:
                    if card in terms.champions:
                        code = terms.cards.code[card]
                        raise InvalidInput(f"seats[{seat}]: {code} is a Champion, no Action Card")
        for index, key in (
            (terms.source, "source"),
            (terms.scrap, "scrap"),
            (terms.table, "plays"),
        ):
            for card in state.zones[index]:
                if card in terms.champions:
                    code = terms.cards.code[card]
                    raise InvalidInput(f"{key}: {code} is a Champion, no Action Card")

    def _inspect_cards(self, state: State) -> None:
        """Under an open draw log every hand is known (R-59)."""
        terms = self.terms
        if terms.draw_log == "open":
            for zones in (terms.hands, terms.pools, terms.aside):
                for index in zones:
                    for card in state.zones[index]:
                        state.seen[card] |= terms.everyone

    def _inspect_result(self, state: State, record: Mapping[str, object]) -> None:
        result, given = self.ending.result(state), record["result"]
        assert result is not None and isinstance(given, Mapping)
        for key, value in given.items():
            if compact(value) != compact(result.record[key]):
                right = result.record[key]
                raise InvalidInput(f"result.{key}: {value!r} does not fit, {right!r} would")
