"""Taking a match up where a position or a view says it stands: what is open is asked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ludarium.core.content import one_of
from ludarium.core.effects.running import Entry
from ludarium.core.errors import InvalidInput
from ludarium.core.fields import flag, listed, seat_number, table, whole
from ludarium.core.positions import Copies, lay_cards, remember
from ludarium.core.state import Data, State
from ludarium.core.zones import Zone
from ludarium.games.galatune.choices import Choices
from ludarium.games.galatune.effects import BOOSTS, ELEMENTS, STATUSES
from ludarium.games.galatune.market import Offer, Trade
from ludarium.games.galatune.moves import INFINITE, TYPES
from ludarium.games.galatune.pending import ENTRY_FIELDS
from ludarium.games.galatune.resolve import RANDOM, Victor
from ludarium.games.galatune.spoils import FROM_HAND, Victors
from ludarium.games.galatune.terms import HP, SPECIAL, VANISHED, Play, Terms
from ludarium.games.galatune.turn import NOBODY, Flow

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "setup": ("offers", "answers"),
    "plan": ("answers",),
    "trap": ("priority", "answers"),
    "effects": ("queue", "victors"),
    "prize": (
        "pools", "victors", "of", "victor", "from", "due", "aside",
        "known_pools", "known_aside", "fleeting_pools", "fleeting_aside",
    ),
    "respawn": ("queue", "choosing"),
    "trade": ("answers", "offers", "reply", "traded"),
    "over": (),
}  # fmt: skip
"""What `pending` may hold, by phase."""
SIDES: Final = {"steal": ("from", "to"), "steal_vp": ("from", "to"), "bond": ("user", "to"),
                "rivalry": ("user", "to")}  # fmt: skip
"""Entries of the queue that concern two seats."""

Fields = Mapping[str, object]


class Resuming:
    """Reads what is open, and refuses what cannot be."""

    def __init__(self, terms: Terms, choices: Choices, flow: Flow) -> None:
        self.terms = terms
        self.choices = choices
        self.flow = flow

    def restore(self, state: State, record: Fields, phase: str, copies: Copies) -> None:
        """Push the frames that ask what is open; cards that only `pending` names are laid out."""
        fields = table(record.get("pending", {}), "pending", (), FIELDS[phase])
        from_view = "seat" in record
        lead = self.terms.lead(state)
        fallen = self._fallen(state, record, phase, lead)
        plays = self._plays(state, record.get("plays", []), phase, copies)
        if not from_view:
            self._lay_pending(state, fields, phase, copies)
            self._lay_champions(state, phase)
            state.answers = self._answers(fields)
        if phase == "over":
            return
        if phase == "setup":
            state.frames.append(("champions", 0, ()))
        elif phase == "plan":
            state.frames.append(("plan", 0, ()))
        elif phase == "trap":
            state.frames.append(("window", self._priority(fields, plays, lead), (plays,)))
        elif phase == "effects":
            self._restore_effects(state, fields, plays, lead)
        elif phase == "prize":
            self._restore_prize(state, fields, fallen, lead)
            if not from_view and "pools" not in fields:
                raise InvalidInput("pending.pools: needed, also where they are empty")
        elif phase == "respawn":
            self._restore_respawn(state, fields, fallen, lead)
        else:
            self._restore_trade(state, fields, fallen, lead)
        if not from_view:
            state.frames.append(("known", 0, ()))

    # Seats

    def _present(self, state: State, value: object, where: str) -> int:
        """A seat that is still in the game."""
        seat = seat_number(value, where, self.terms.players)
        if self.terms.is_gone(state, seat):
            raise InvalidInput(f"{where}: seat {seat} has left")
        return seat

    def _seats(self, value: object, where: str) -> tuple[int, ...]:
        """Different seats, whether they are still there or not."""
        seats = tuple(seat_number(one, where, self.terms.players) for one in listed(value, where))
        if len(set(seats)) < len(seats):
            raise InvalidInput(f"{where}: a seat stands there twice: {list(seats)}")
        return seats

    def _fallen(self, state: State, record: Fields, phase: str, lead: int) -> tuple[int, ...]:
        terms = self.terms
        usual = [
            seat
            for seat in terms.in_order(state, lead)
            if phase in ("prize", "respawn") and not state.numbers[terms.seat_at[seat] + HP]
        ]
        return self._seats(record.get("fallen", usual), "fallen")

    # Plays

    def _plays(self, state: State, value: object, phase: str, copies: Copies) -> tuple[Play, ...]:
        """What lies on the table, its cards included."""
        plays: list[Play] = []
        for number, entry in enumerate(listed(value, "plays")):
            where = f"plays[{number}]"
            seat, text = listed(entry, where, 2)
            if text is None:
                seat = seat_number(seat, where, self.terms.players)
                plays.append((seat, VANISHED, NOBODY, NOBODY))
            else:
                seat = self._present(state, seat, where)
                plays.append(self._play(state, seat, str(text), where, plays, copies))
        if plays and phase not in ("trap", "effects"):
            raise InvalidInput(f"plays: nothing lies on the table in phase {phase!r}")
        return tuple(plays)

    def _play(
        self, state: State, seat: int, text: str, where: str, plays: Sequence[Play], copies: Copies
    ) -> Play:
        terms = self.terms
        try:
            action = terms.grammar.parse(text)
        except InvalidInput as error:
            raise InvalidInput(f"{where}: {error}") from None
        if action.verb not in ("act", "special", "trap"):
            raise InvalidInput(f"{where}: {text!r} is no play")
        if action.verb == "special":
            if terms.champion(state, seat) is None:
                raise InvalidInput(f"{where}: seat {seat} has no Champion")
            move, card, aimed = terms.sitting(state, seat).special, SPECIAL, action.args
        else:
            card = copies.take(action.args[0], where)
            if terms.cards.face[card] not in terms.moves:
                raise InvalidInput(f"{where}: {action.args[0]} is no Action Card")
            terms.layout.put(state, card, terms.table)
            move, aimed = terms.moves[terms.cards.face[card]], action.args[1:]
        if (action.verb == "trap") != move.is_trap:
            raise InvalidInput(f"{where}: {text!r}: {move.code} cannot be played so")
        if action.verb == "trap":
            on = int(aimed[0])
            if on >= len(plays):
                raise InvalidInput(f"{where}: a Trap lies on an earlier play, not on p{on}")
            return (seat, card, NOBODY, on)
        if any(play[0] == seat and play[3] < 0 for play in plays):
            raise InvalidInput(f"{where}: seat {seat} has an Action on the table already (R-8)")
        target = int(aimed[0]) if aimed else None
        everyone = (1 << terms.players) - 1
        fault = self.choices.legality.target_fault(everyone, seat, move, target)
        if fault is not None:
            raise InvalidInput(f"{where}: {text!r}: {fault}")
        return (seat, card, NOBODY if target is None else target, NOBODY)

    # Cards that no zone of the record names

    def _zone(self, name: str) -> Zone:
        return next(zone for zone in self.terms.layout.zones if zone.name == name)

    def _lay_pending(self, state: State, fields: Fields, phase: str, copies: Copies) -> None:
        """Pools and cards set aside; in set-up the Champions offered."""
        terms = self.terms
        if phase == "prize":
            for key, name, zones in (
                ("pools", "pool", terms.pools),
                ("aside", "aside", terms.aside),
            ):
                self._lay(state, fields.get(key, [[]] * terms.players), key, name, zones, copies)
                self._mark(state, fields, key, name, zones)
        elif phase == "setup" and "offers" in fields:
            self._lay(state, fields["offers"], "offers", "offer", terms.offers, copies)
            for seat in terms.in_order(state, 0):
                offered = state.zones[terms.offers[seat]]
                if len(offered) != 2 or any(card not in terms.champions for card in offered):
                    raise InvalidInput(f"pending.offers[{seat}]: two Champions to choose from")

    def _lay(
        self, state: State, value: object, key: str, name: str, zones: Sequence[int], copies: Copies
    ) -> None:
        for seat, cards in enumerate(listed(value, f"pending.{key}", self.terms.players)):
            where = f"pending.{key}[{seat}]"
            lay_cards(self.terms.layout, state, self._zone(name), zones[seat], cards, where, copies)

    def _mark(
        self, state: State, fields: Fields, key: str, name: str, zones: Sequence[int]
    ) -> None:
        """What is known of the cards of Prizes, for good or for a while (R-80)."""
        terms = self.terms
        nothing: list[object] = [[]] * terms.players
        where = f"pending.known_{key}"
        for seat, codes in enumerate(listed(fields.get(where[8:], nothing), where, terms.players)):
            zone, place = self._zone(name), f"{where}[{seat}]"
            remember(terms.layout, state, zone, zones[seat], codes, terms.everyone, place)
        where = f"pending.fleeting_{key}"
        for seat, codes in enumerate(listed(fields.get(where[8:], nothing), where, terms.players)):
            self.mark_fleeting(state, zones[seat], codes, f"{where}[{seat}]")

    def mark_fleeting(self, state: State, zone: int, value: object, where: str) -> None:
        """Mark the known cards of a zone whose names are soon forgotten (R-80)."""
        terms = self.terms
        public = terms.layout.eye(None)
        for code in listed(value, where):
            copies = terms.cards.copies[terms.cards.find(code, where)]
            known = [
                card
                for card in state.zones[zone]
                if card in copies and state.seen[card] & (public | terms.fleeting) == public
            ]
            if not known or terms.draw_log != "fleeting":
                raise InvalidInput(f"{where}: {code} is not known there, or is never forgotten")
            state.seen[known[0]] |= terms.fleeting

    def _lay_champions(self, state: State, phase: str) -> None:
        """Champions that are nowhere else are free, or still in the stack."""
        terms = self.terms
        hidden = phase == "setup" and terms.options["champion_pick"] != "open"
        place = terms.stack if hidden else terms.box
        taken = {card for zone in state.zones for card in zone}
        free = tuple(card for card in terms.champions if card not in taken)
        state.zones[place] = free
        for card in free:
            state.seen[card] = terms.layout.watchers[place]

    # Phases

    def _answers(self, fields: Fields) -> tuple[tuple[int, str], ...]:
        players = self.terms.players
        given = listed(fields.get("answers", [None] * players), "pending.answers", players)
        return tuple((seat, str(text)) for seat, text in enumerate(given) if text is not None)

    def _priority(self, fields: Fields, plays: Sequence[Play], lead: int) -> int:
        players = self.terms.players
        traps = [play for play in plays if play[3] >= 0]
        usual = (traps[-1][0] + 1) % players if traps else lead
        return seat_number(fields.get("priority", usual), "pending.priority", players)

    def _restore_effects(
        self, state: State, fields: Fields, plays: tuple[Play, ...], lead: int
    ) -> None:
        where = "pending.victors"
        victors: list[Victor] = []
        for told in listed(fields.get("victors"), where):
            fallen, victor, damage = listed(told, where, 3)
            pair = self._present(state, fallen, where), self._present(state, victor, where)
            if pair[0] == pair[1] or any(pair == known[:2] for known in victors):
                raise InvalidInput(f"{where}: {list(pair)}: nobody scores twice, or for oneself")
            victors.append((*pair, INFINITE if damage == "inf" else whole(damage, where)))
        queue = [
            self._entry(state, told, plays) for told in listed(fields.get("queue"), "pending.queue")
        ]
        state.frames.append(("spent", lead, (plays, tuple(victors))))
        self.flow.deeds.effects.push(state, lead, queue)

    def _entry(self, state: State, value: object, plays: Sequence[Play]) -> Entry:
        """An entry of the queue from its fields."""
        where = "pending.queue"
        if not isinstance(value, Mapping) or "do" not in value:
            raise InvalidInput(f"{where}: a table with 'do', not {value!r}")
        do = one_of(str(value["do"]), ENTRY_FIELDS, f"{where}.do")
        names = ENTRY_FIELDS[do]
        fields = table(value, where, ("do", "play", *names))
        play = str(fields["play"])
        if not (play[:1] == "p" and play[1:].isdecimal() and int(play[1:]) < len(plays)):
            raise InvalidInput(f"{where}.play: no play {play!r} on the table")
        sides = [fields[name] for name in SIDES.get(do, ())]
        if sides and sides[0] == sides[1]:
            raise InvalidInput(f"{where}.to: nobody can {do!r} with oneself")
        if fields.get("by", "random") not in ("random", *sides):
            raise InvalidInput(f"{where}.by: 'from', 'to' or chance picks, not {fields['by']!r}")
        entry: list[Data] = [do, int(play[1:])]
        for name in names:
            entry.append(self._datum(state, name, fields[name], f"{where}.{name}"))
        return tuple(entry)

    def _datum(self, state: State, name: str, given: object, where: str) -> int | str:
        if name == "by" and given == "random":
            return RANDOM
        if name == "stat":
            return one_of(str(given), BOOSTS, where)
        if name == "status":
            return one_of(str(given), STATUSES, where)
        if name == "element":
            return TYPES.index(one_of(str(given), ELEMENTS, where))
        return whole(given, where) if name == "amount" else self._present(state, given, where)

    def _restore_prize(
        self, state: State, fields: Fields, fallen: tuple[int, ...], lead: int
    ) -> None:
        where, spoils = "pending.victors", self.flow.spoils
        ordered: Victors = tuple(
            self._seats(some, where)
            for some in listed(fields.get("victors"), where, self.terms.players)
        )
        for seat, victors in enumerate(ordered):
            if seat in victors:
                raise InvalidInput(f"{where}[{seat}]: nobody scores for an own fall (R-49)")
        state.frames.append(("prizes_over", lead, (fallen, ordered)))
        if all(fields.get(name) is None for name in ("of", "victor", "from", "due")):
            state.frames.append(("prize", lead, (fallen, ordered, 0, 0)))
            return
        first = next((seat for seat in fallen if ordered[seat]), None)
        loser = self._present(state, fields.get("of", first), "pending.of")
        if loser not in fallen or not ordered[loser]:
            raise InvalidInput(f"pending.of: seat {loser} has not fallen to anybody")
        if not spoils.is_open(state, loser):
            raise InvalidInput(f"pending.of: Prizes over seat {loser} come from the deck")
        victor = self._present(state, fields.get("victor", ordered[loser][0]), "pending.victor")
        if victor not in ordered[loser]:
            raise InvalidInput(f"pending.victor: seat {victor} is no victor over seat {loser}")
        which = ordered[loser].index(victor)
        usual = spoils.due(state, loser, victor)
        due = whole(fields.get("due", usual), "pending.due")
        source = fields.get("from")
        if source not in (None, FROM_HAND):
            raise InvalidInput(f"pending.from: null or {FROM_HAND!r}, not {source!r}")
        spoils.show_pool(state, loser, ordered[loser])
        state.frames.append(("prize", lead, (fallen, ordered, fallen.index(loser), which + 1)))
        step = "prize_at" if source is None else "prize_pick"
        state.frames.append((step, victor, (fallen, ordered, loser, due, which)))

    def _restore_respawn(
        self, state: State, fields: Fields, fallen: tuple[int, ...], lead: int
    ) -> None:
        queue = self._seats(fields.get("queue", list(fallen)), "pending.queue")
        for seat in queue:
            self._present(state, seat, "pending.queue")
        state.frames.append(("upkeep", lead, (fallen,)))
        if flag(fields.get("choosing", False), "pending.choosing"):
            if not queue:
                raise InvalidInput("pending.queue: nobody is left to choose")
            state.frames.append(("reborn", queue[0], (queue, "change")))
        else:
            state.frames.append(("respawn", lead, (queue,)))

    def _restore_trade(
        self, state: State, fields: Fields, fallen: tuple[int, ...], lead: int
    ) -> None:
        state.frames.append(("turn", 0, ()))
        if "offers" not in fields:
            state.frames.append(("market", lead, (fallen,)))
            return
        traded = self._seats(fields.get("traded", []), "pending.traded")
        offers: list[Offer] = []
        for told in listed(fields["offers"], "pending.offers"):
            offer = self._offer(state, told, traded)
            if any(offer[0] == known[0] for known in offers):
                raise InvalidInput(f"pending.offers: seat {offer[0]} offers twice (GT-15.3)")
            offers.append(offer)
        trade: Trade = (fallen, tuple(offers), traded)
        reply = fields.get("reply")
        if reply is None:
            state.frames.append(("offers", lead, trade))
        elif not offers:
            raise InvalidInput("pending.reply: there is no offer that it answers")
        else:
            card = self._held(state, offers[0][1], reply, "pending.reply")
            state.frames.append(("confirm", lead, (*trade, card)))

    def _offer(self, state: State, told: object, traded: Sequence[int]) -> Offer:
        where = "pending.offers"
        seat, partner, code = listed(told, where, 3)
        offerer, other = self._present(state, seat, where), self._present(state, partner, where)
        if offerer == other:
            raise InvalidInput(f"{where}: seat {offerer} cannot trade with itself (GT-15.2)")
        if offerer in traded or other in traded:  # void: the card may have changed hands
            return offerer, other, self.terms.cards.copies[self.terms.cards.find(code, where)][0]
        return offerer, other, self._held(state, offerer, code, where)

    def _held(self, state: State, seat: int, code: object, where: str) -> int:
        """The card of a hand that lies open on the market."""
        terms = self.terms
        face = terms.cards.find(code, where)
        card = terms.layout.copy_of(state, face, terms.hands[seat])
        if card is None:
            raise InvalidInput(f"{where}: {code} is not in the hand of seat {seat}")
        state.seen[card] |= terms.everyone
        return card

    # Inspecting

    def inspect(self, state: State) -> None:
        """Sealed answers must be legal ones of seats that are asked."""
        if not state.answers:
            return
        probe = state.clone()
        while probe.frames and not probe.asks:
            step, seat, data = probe.frames.pop()
            self.flow.steps[step](probe, seat, data, None)
        asked = {seat: kind for seat, kind, _ in probe.asks}
        for seat, text in state.answers:
            where = f"pending.answers[{seat}]"
            if seat not in asked:
                raise InvalidInput(f"{where}: seat {seat} is not asked")
            legal = [action.text for action in self.choices.legal(probe, seat, asked[seat])]
            if text not in legal:
                raise InvalidInput(f"{where}: {text!r} is not legal there")
