"""The position record of the game: its own facts, and what is refused on loading."""

from __future__ import annotations

from collections.abc import Mapping

from ludarium.core.content import one_of
from ludarium.core.errors import InvalidInput
from ludarium.core.fields import seat_number, table, whole
from ludarium.core.positions import Copies, per_seat
from ludarium.core.records import compact
from ludarium.core.state import State
from ludarium.games.tears_of_nature.ending import Ending
from ludarium.games.tears_of_nature.legality import Legality
from ludarium.games.tears_of_nature.terms import (
    CONCEDED,
    DEALER,
    NOBODY,
    REASON,
    REASONS,
    SINCE,
    TRIGGER_SEAT,
    TRIGGER_TURN,
    TURN,
    Terms,
)

STEPS = ("setup", "draw", "action", "defend", "over")
CHANGES = ("grew", "shrank")
FACTS = ("dealer", "turn", "step", "size_since", "trigger", "redraw", "pending", "result")


class Codec:
    """Writes the facts of a state and restores a state from them."""

    __slots__ = ("ending", "legality", "terms")

    def __init__(self, terms: Terms, legality: Legality, ending: Ending) -> None:
        self.terms = terms
        self.legality = legality
        self.ending = ending

    # Writing

    def header(self) -> dict[str, object]:
        terms = self.terms
        return {
            "ruleset": terms.ruleset,
            "players": terms.players,
            "end_rule": terms.end_rule,
            "options": {
                "stock_access": terms.options["stock_access"],
                "duplicate_capture": terms.options["duplicate_capture"],
                "turn_limit": terms.options["turn_limit"],
                "deck": terms.deck.written(),
            },
        }

    def facts(self, state: State) -> dict[str, object]:
        numbers = state.numbers
        result = self.ending.result(state)
        trigger = None
        if numbers[TRIGGER_SEAT] != NOBODY:
            trigger = {"seat": numbers[TRIGGER_SEAT], "turn": numbers[TRIGGER_TURN]}
        return {
            "dealer": numbers[DEALER],
            "turn": numbers[TURN],
            "step": self.step(state),
            "size_since": [size_since(mark) for mark in numbers[SINCE:]],
            "trigger": trigger,
            "redraw": self._is_redraw(state),
            "pending": self._pending(state),
            "result": None if result is None else dict(result.record),
        }

    def outlook(self, state: State) -> dict[str, object]:
        over = bool(state.numbers[REASON])
        return {
            "current": None if over else self.terms.current(state),
            "decider": state.asks[0][0] if state.asks else None,
        }

    def step(self, state: State) -> str:
        return state.asks[0][1] if state.asks else "over"

    def _is_redraw(self, state: State) -> bool:
        return self.step(state) == "draw" and state.frames[-1][2] == ("redraw",)

    def _pending(self, state: State) -> dict[str, object] | None:
        if self.step(state) != "defend":
            return None
        _, attacker, (card, owner, slot) = state.frames[-1]
        assert isinstance(card, int)
        code = self.terms.deck.cards.code[card]
        return {"attacker": attacker, "card": code, "owner": owner, "slot": slot}

    # Restoring

    def restore(self, state: State, record: Mapping[str, object], copies: Copies) -> None:
        numbers = state.numbers
        step = one_of(str(record.get("step", "action")), STEPS, "step")
        numbers[TURN] = whole(record.get("turn", 0), "turn")
        numbers[DEALER] = self._dealer(record, step)
        numbers[CONCEDED] = NOBODY
        self._restore_sizes(state, record)
        self._restore_trigger(state, record)
        pending, redraw, result = (record.get(key) for key in ("pending", "redraw", "result"))
        for key, value, at in (("pending", pending, "defend"), ("result", result, "over")):
            if (value is not None) != (step == at):
                needs = "needs" if step == at else "has no"
                raise InvalidInput(f"{key}: step {step!r} {needs} {key!r}")
        if redraw is not None and not isinstance(redraw, bool):
            raise InvalidInput(f"redraw: true or false, not {redraw!r}")
        if redraw and step != "draw":
            raise InvalidInput(f"redraw: only at step 'draw', not at {step!r}")
        seat = self.terms.current(state)
        if step == "setup":
            state.frames.append(("dealer", 0, ("as it lies",)))
        elif step == "draw":
            state.frames.append(("draw", seat, ("redraw" if redraw else "turn",)))
        elif step == "action":
            state.frames.append(("action", seat, ()))
        elif step == "defend":
            self._restore_attack(state, pending, copies)
        else:
            self._restore_result(state, result)

    def _dealer(self, record: Mapping[str, object], step: str) -> int:
        dealer = record.get("dealer", None if step == "setup" else self.terms.players - 1)
        if dealer is None and step == "setup":
            return NOBODY
        return self._seat(dealer, "dealer")

    def _seat(self, value: object, where: str) -> int:
        return seat_number(value, where, self.terms.players)

    def _restore_sizes(self, state: State, record: Mapping[str, object]) -> None:
        seats = self.terms.players
        sizes = per_seat(record.get("size_since", [None] * seats), "size_since", seats)
        for seat, since in enumerate(sizes):
            if since is None:
                continue
            where = f"size_since[{seat}]"
            if not isinstance(since, (list, tuple)) or len(since) != 2:
                raise InvalidInput(f"{where}: null or [turn, 'grew' or 'shrank'], not {since!r}")
            turn = whole(since[0], where)
            if turn > state.numbers[TURN]:
                raise InvalidInput(f"{where}: turn {turn} is later than the running turn")
            change = CHANGES.index(one_of(str(since[1]), CHANGES, where))
            state.numbers[SINCE + seat] = 2 * (turn + 1) + change

    def _restore_trigger(self, state: State, record: Mapping[str, object]) -> None:
        trigger = record.get("trigger")
        state.numbers[TRIGGER_SEAT] = NOBODY
        if trigger is None:
            return
        fields = table(trigger, "trigger", ("seat", "turn"))
        state.numbers[TRIGGER_SEAT] = self._seat(fields["seat"], "trigger.seat")
        state.numbers[TRIGGER_TURN] = whole(fields["turn"], "trigger.turn")

    def _restore_attack(self, state: State, pending: object, copies: Copies) -> None:
        terms = self.terms
        fields = table(pending, "pending", ("attacker", "card", "owner", "slot"))
        attacker = self._seat(fields["attacker"], "pending.attacker")
        owner = self._seat(fields["owner"], "pending.owner")
        slot = whole(fields["slot"], "pending.slot")
        card = copies.take(fields["card"], "pending.card")
        if attacker != terms.current(state):
            raise InvalidInput(f"pending.attacker: it is not the turn of seat {attacker}")
        if owner == attacker:
            raise InvalidInput("pending.owner: nobody attacks an own pair")
        if 2 * slot >= len(state.zones[terms.empires[owner]]):
            raise InvalidInput(f"pending.slot: seat {owner} has no pair {slot}")
        terms.layout.put(state, card, terms.in_play)
        state.frames.append(("defence", attacker, (card, owner, slot)))
        state.asks = ((owner, "defend", ()),)

    def _restore_result(self, state: State, result: object) -> None:
        fields = table(result, "result", ("reason",), RESULT_FIELDS)
        reason = one_of(str(fields["reason"]), REASONS[1:], "result.reason")
        state.numbers[REASON] = REASONS.index(reason)
        if reason == "concede":
            winner = self._seat(fields.get("winner"), "result.winner")
            state.numbers[CONCEDED] = 1 - winner if winner < 2 else NOBODY

    # Inspecting

    def inspect(self, state: State, record: Mapping[str, object]) -> None:
        """Refuse what contradicts itself; what play could not reach is played as it lies (R-66)."""
        step = str(record.get("step", "action"))
        self._inspect_cards(state)
        if step == "setup":
            self._inspect_setup(state)
        elif step == "over":
            self._inspect_result(state, record)
        else:
            self._inspect_trigger(state)
        if step == "defend":
            self._inspect_attack(state)

    def _inspect_cards(self, state: State) -> None:
        terms, cards = self.terms, self.terms.deck.cards
        playable = set(terms.pool)
        for zone in terms.layout.zones:
            for index in terms.layout.indices(zone):
                for card in state.zones[index]:
                    if card not in playable and index != terms.set_aside:
                        where = "pending.card" if index == terms.in_play else zone.key
                        raise InvalidInput(
                            f"{where}: {cards.code[card]} is a Spirit card and not in a"
                            f" {terms.ruleset} game (TN-2.3)"
                        )
        self._inspect_stocks(state)
        for card in state.zones[terms.discard]:
            knowing = state.seen[card]
            if knowing != terms.layout.everyone and knowing.bit_count() > 1:
                code = cards.code[card]
                raise InvalidInput(f"known_discards.seats: {code} is known to several seats alone")
        for seat in range(terms.players):
            self._inspect_empire(state, seat)
        if not terms.practitioner:
            for seat, hand in enumerate(terms.hands):
                for card in state.zones[hand]:
                    if state.seen[card] & terms.layout.eye(None):
                        raise InvalidInput(
                            f"known_hands[{seat}]: no hand card is ever known in {terms.ruleset}"
                        )

    def _inspect_stocks(self, state: State) -> None:
        terms = self.terms
        for seat, pile in enumerate(terms.stocks):
            for card in state.zones[pile]:
                if not terms.practitioner:
                    raise InvalidInput(
                        f"stocks[{seat}]: {terms.ruleset} has no stock piles (TN-1.13)"
                    )
                if terms.deck.face_of(card).is_wild:
                    raise InvalidInput(f"stocks[{seat}]: a wild never rests on a stock pile (R-25)")

    def _inspect_empire(self, state: State, seat: int) -> None:
        terms = self.terms
        empire = state.zones[terms.empires[seat]]
        face = terms.deck.cards.face
        for at in range(0, len(empire), 2):
            fault = self.legality.pair_fault(face[empire[at]], face[empire[at + 1]])
            if fault is not None:
                codes = "+".join(terms.deck.cards.codes(empire[at : at + 2]))
                raise InvalidInput(f"empires[{seat}]: {codes} is no pair: {fault}")

    def _inspect_setup(self, state: State) -> None:
        terms, numbers = self.terms, state.numbers
        begun = {
            "turn": numbers[TURN] > 0,
            "trigger": numbers[TRIGGER_SEAT] != NOBODY,
            "size_since": any(numbers[SINCE:]),
        }
        for key, has_begun in begun.items():
            if has_begun:
                raise InvalidInput(f"{key}: nothing has happened yet at step 'setup'")
        allowed = (terms.deck_zone, terms.set_aside)
        for zone in terms.layout.zones:
            for index in terms.layout.indices(zone):
                if state.zones[index] and index not in allowed:
                    raise InvalidInput(f"{zone.key}: must be empty at step 'setup'")
        terms.check_size(len(state.zones[terms.deck_zone]), "deck")

    def _inspect_result(self, state: State, record: Mapping[str, object]) -> None:
        result = self.ending.result(state)
        given = record["result"]
        assert result is not None and isinstance(given, Mapping)
        if result.reason == "concede" and self.terms.players != 2:
            raise InvalidInput("result.reason: only one of two players can concede (R-71)")
        if result.reason not in (self.ending.reason, "limit", "concede"):
            raise InvalidInput(
                f"result.reason: {result.reason!r} cannot end a game under {self.terms.end_rule!r}"
            )
        self._inspect_trigger_turn(state)
        for key, value in given.items():
            if compact(value) != compact(result.record[key]):
                right = result.record[key]
                raise InvalidInput(f"result.{key}: {value!r} does not fit, {right!r} would")

    def _inspect_trigger(self, state: State) -> None:
        terms, numbers = self.terms, state.numbers
        turn = numbers[TRIGGER_TURN]
        if numbers[TRIGGER_SEAT] == NOBODY:
            return
        if terms.end_rule == "standard":
            raise InvalidInput("trigger: under the standard end the game would be over (TN-9.1)")
        self._inspect_trigger_turn(state)
        last = turn + terms.players - 1
        if terms.end_rule != "quitters_never_win":
            last = turn - turn % terms.players + terms.players - 1  # TN-10.4
        if numbers[TURN] > last:
            raise InvalidInput(f"trigger: the game would be over after turn {last}")

    def _inspect_trigger_turn(self, state: State) -> None:
        numbers = state.numbers
        seat, turn = numbers[TRIGGER_SEAT], numbers[TRIGGER_TURN]
        if seat == NOBODY:
            return
        if turn >= numbers[TURN]:
            raise InvalidInput(f"trigger.turn: turn {turn} is not completed yet")
        if (numbers[DEALER] + 1 + turn) % self.terms.players != seat:
            raise InvalidInput(f"trigger.seat: seat {seat} was not current in turn {turn}")

    def _inspect_attack(self, state: State) -> None:
        _, _, (card, owner, slot) = state.frames[-1]
        assert isinstance(card, int) and isinstance(owner, int) and isinstance(slot, int)
        terms = self.terms
        face = terms.deck.cards.face[card]
        code = terms.deck.faces[face].code
        if terms.deck.faces[face].is_spirit:
            raise InvalidInput(f"pending.card: {code} is a Spirit attack and cannot be defended")
        a, b = (terms.deck.cards.face[half] for half in terms.pair(state, owner, slot))
        attacker = terms.current(state)
        fault = self.legality.attack_fault(face, a, b) or self.legality.room_fault(
            state, attacker, self.legality.elements(a, b), building=False
        )
        if fault is not None:
            raise InvalidInput(f"pending.card: {code} could not attack that pair: {fault}")


RESULT_FIELDS = (
    "reason", "triggered_by", "turns", "ranking", "winner", "strength", "pairs", "elements",
    "decided_by",
)  # fmt: skip


def size_since(mark: int) -> list[object] | None:
    """The mark of R-34 as people write it."""
    return None if mark == 0 else [mark // 2 - 1, CHANGES[mark % 2]]
