"""Resolve: everything Active happens at once, computed step by step in the order of GT-9.1.

Hits are made, countered, weighed against immunity, summed up against Shields; then all HP change in
one go, and what is left comes back as a queue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ludarium.core.effects.program import Term
from ludarium.core.effects.running import Entry
from ludarium.core.events import Log
from ludarium.core.state import State
from ludarium.games.galatune.hits import UNGUARDED, Change, Guard, Hit
from ludarium.games.galatune.legality import Table
from ludarium.games.galatune.moves import (
    ALL,
    ATTACK,
    HARMFUL,
    INFINITE,
    LIFE,
    RATED,
    SELF,
    SHIELD,
    TYPES,
    UNALIGNED,
    Effect,
    Filter,
    Move,
    Part,
    Test,
    When,
    capped,
    multiplier,
    written,
)
from ludarium.games.galatune.terms import (
    ADD,
    ALIGNMENT,
    ELEMENT,
    ENDURED,
    HP,
    IMMOBILIZED,
    MOON,
    MUL,
    PENETRATE,
    RATING_ADD,
    SAP,
    SPECIAL,
    VANISHED,
    VP,
    Play,
    Terms,
)

Victor: TypeAlias = tuple[int, int, int]
"""(seat without HP, who scores for it, damage)."""
RANDOM = -1
"""Who picks, when chance does."""


class Resolution:
    """One Resolve Phase: what was true at its start, and what comes of it."""

    __slots__ = (
        "abilities", "changes", "countered_by", "damage", "guards", "hits", "hits_of", "moves",
        "numbers", "order", "plays", "state", "terms", "tied", "working",
    )  # fmt: skip

    def __init__(self, terms: Terms, state: State, table: Table) -> None:
        self.terms = terms
        self.state = state
        self.numbers = state.numbers
        self.plays = table.plays
        self.order = terms.led(state)
        self.countered_by = table.countered
        self.moves = table.moves
        """By play; None for what is not Active (GT-11.1)."""
        if not all(table.active):
            self.moves = [move if table.active[n] else None for n, move in enumerate(table.moves)]
        self.working = [
            (number, move)
            for number, move in enumerate(self.moves)
            if move is not None and (move.effects or move.deals)
        ]
        """What does more than a plain Attack, Shield or Life."""
        self.abilities = [terms.ability(state, seat) for seat in terms.seats]
        self.tied = any(self.numbers[terms.bonds :])
        """Whether there are bonds or rivalries."""
        self.hits: list[Hit] = []
        self.hits_of: dict[int, list[Hit]] = {}
        """By play."""
        self.guards: dict[int, Guard] = {}
        """Of the Champions that are struck or shielded."""
        self.changes: dict[int, Change] = {}
        """Of the Champions whose HP change."""
        self.damage: dict[tuple[int, int], int] = {}
        """By (fallen, scorer)."""

    def stat(self, seat: int, which: int) -> int:
        return self.numbers[self.terms.seat_at[seat] + which]

    # 1 Ratings

    def met(self, when: When, user: int, target: int | None) -> bool:
        """Whether a condition is met; none always is."""
        return when is None or when.evaluate(self.test(user, target))

    def test(self, user: int, target: int | None) -> Test:
        """Conditions as they stand when Resolve begins (R-41); without a target unmet (R-76)."""

        def test(term: Term) -> bool:
            name = term.name
            if name == "user_is":
                champion = self.terms.champion(self.state, user)
                return champion is not None and champion.code == term.word("champion")
            if name == "full_moon":
                return bool(self.numbers[MOON])
            if name == "duel":
                return len(self.order) == 2
            if target is None:
                return False
            if name == "target_attacks":
                return self._attacks(target)
            if name == "target_hp_full":
                return self._is_whole(target)
            if name == "target_alignment":
                return TYPES[self.stat(target, ALIGNMENT)] == term.word("alignment")
            return self.stat(target, VP) > self.stat(user, VP)  # target_more_vp

        return test

    def _is_whole(self, seat: int) -> bool:
        """Whether a Champion has all its HP."""
        champion = self.terms.champion(self.state, seat)
        return champion is not None and self.stat(seat, HP) >= champion.hp

    def _attacks(self, seat: int) -> bool:
        """Whether a seat has an Active Attack on the table."""
        return any(
            play[0] == seat and move is not None and move.function == ATTACK
            for play, move in zip(self.plays, self.moves, strict=True)
        )

    def rate(self, hit: Hit) -> None:
        """Rating and keywords of a play against its target (R-22, R-23)."""
        move, user = hit.move, hit.user
        numbers, at = self.numbers, self.terms.seat_at[user]
        rating, parts = move.rating, [*move.printed]
        for when, value in move.becomes:
            if self.met(when, user, hit.target):
                rating = value
                parts.append(("becomes", value, "R-22"))
        if move.function in RATED:
            for part in self._additions(hit):
                rating = capped(rating + part[1])
                parts.append(part)
            rating = max(0, rating)
        times = numbers[at + MUL]
        if times:
            rating = capped(rating * times)
            parts.append(("times", times, "GT-10.12"))
        hit.penetrates = move.function == ATTACK and bool(numbers[at + PENETRATE])  # GT-11.4
        for when in move.penetrates:
            hit.penetrates |= self.met(when, user, hit.target)
        hit.rating = rating
        hit.parts = parts

    def _additions(self, hit: Hit) -> list[Part]:
        """What is added to a rating, and taken from it."""
        move, user = hit.move, hit.user
        found: list[Part] = []
        for when, n in move.adds:
            if self.met(when, user, hit.target):
                found.append(("card", n, "GT-5.5"))
        for n, which in self.abilities[user].rating_add:
            if which.fits(move):
                found.append(("ability", n, "GT-3.3"))
        numbers, at = self.numbers, self.terms.seat_at[user]
        if grown := numbers[at + RATING_ADD]:
            found.append(("grown", grown, "GT-10.11"))
        if boosted := numbers[at + ADD]:
            found.append(("boosted", boosted, "GT-10.12"))
        if sapped := numbers[at + SAP]:
            found.append(("sapped", -sapped, "R-43"))
        return found

    # 2 Hits

    def aim(self) -> None:
        """One hit for each Champion that an Active play concerns (R-11, R-14, R-40)."""
        plays, moves, order = self.plays, self.moves, self.order
        numbers, seat_at, abilities = self.numbers, self.terms.seat_at, self.abilities
        acts = {play[0]: number for number, play in enumerate(plays) if play[3] < 0}
        for user in order:
            number = acts.get(user, -1)
            move = moves[number] if number >= 0 else None
            if move is None:
                continue
            hits = self.hits_of[number] = self._hits_by(number, move, plays[number])
            self.hits += hits
            at = seat_at[user]
            swayed = any(numbers[at + RATING_ADD : at + IMMOBILIZED])
            if swayed or move.varies or abilities[user].rating_add:  # else it is as printed
                for hit in hits:
                    self.rate(hit)
        for number, move in self.working:
            if move.deals:
                trapper, _, _, on = plays[number]
                victim = plays[on][0]
                if victim in order and plays[on][1] >= SPECIAL:
                    hit = Hit(number, move, trapper, victim, victim, trapper)
                    self.hits_of[number] = [hit]  # Trap ratings are never changed
                    self.hits.append(hit)

    def _hits_by(self, number: int, move: Move, play: Play) -> list[Hit]:
        user, _, target, _ = play
        counterer = self.countered_by[number]
        if counterer >= 0:
            aimed = target if target >= 0 else None
            return [Hit(number, move, user, aimed, user, counterer)]
        if move.takes_target:
            return [Hit(number, move, user, target, target, user)] if target in self.order else []
        if move.target == SELF:
            return [Hit(number, move, user, user, user, user)]
        struck = [seat for seat in self.order if move.target == ALL or seat != user]
        return [Hit(number, move, user, seat, seat, user) for seat in struck]

    # 3 Counters

    def turn_back(self) -> None:
        """Attacks that Shields or abilities send back to their users (GT-11.3, R-37 to R-40)."""
        shields = [hit for hit in self.hits if hit.move.turns_back]
        for hit in self.hits:
            if hit.move.function != ATTACK or hit.countered or hit.penetrates:
                continue
            if not shields and not self.abilities[hit.recipient].counters:
                continue
            counterer = self._counterer(hit, shields)
            if counterer is not None:
                hit.recipient = hit.user
                hit.credit = counterer
                hit.countered = True

    def _counterer(self, hit: Hit, shields: list[Hit]) -> int | None:
        """Who counters a hit: the target's own means first, then in Lead order (R-38)."""
        struck = hit.recipient
        if _any_fits(self.abilities[struck].counters, hit):
            return struck
        willing = [
            shield.user
            for shield in shields
            if shield.recipient == struck
            and shield.move.counters is not None
            and shield.move.counters.fits(hit.move, hit.rating)
        ]
        return struck if struck in willing else next(iter(willing), None)

    # 4 and 5 Immunity and damage

    def weigh(self) -> None:
        numbers, seat_at = self.numbers, self.terms.seat_at
        for hit in self.hits:
            struck, move = hit.recipient, hit.move
            if not move.contested:
                continue
            attack = move.function == ATTACK
            hit.immune = self._immunity(hit)
            if not attack and not move.is_trap:
                continue  # GT-4.5
            if not hit.immune:
                at = seat_at[struck]
                times = multiplier(move.type, numbers[at + ELEMENT], numbers[at + ALIGNMENT])
                hit.times = times or 1
                hit.damage = capped(hit.rating * hit.times)
            else:
                hit.times = 0
            armour = self.abilities[struck].armour
            if armour and attack and not hit.penetrates:
                hit.armour = sum(n for n, which in armour if which.fits(move, hit.rating))
                hit.damage = capped(max(0, hit.damage - hit.armour))

    def _immunity(self, hit: Hit) -> str:
        """What keeps a hit's harm off its recipient (GT-4.3, GT-11.8, R-28, R-67, R-68, R-83)."""
        if hit.penetrates:
            return ""
        struck, type = hit.recipient, hit.move.type
        numbers, at = self.numbers, self.terms.seat_at[struck]
        if type == numbers[at + ELEMENT]:
            return "element"
        if type == numbers[at + ALIGNMENT] != UNALIGNED:
            return "alignment"
        immune = self.abilities[struck].immune
        if immune and hit.move.function == ATTACK and _any_fits(immune, hit):
            return "ability"
        if hit.credit == struck or not self.tied:
            return ""  # one's own types count, ties do not
        return self._tie(hit.credit, struck)

    def _tie(self, striker: int, struck: int) -> str:
        """The bond between two seats, or the rivalry of another that protects the second."""
        state, terms = self.state, self.terms
        bonds, rivalries, is_tied = terms.bonds, terms.rivalries, terms.is_tied
        if is_tied(state, bonds, striker, struck) or is_tied(state, bonds, struck, striker):
            return "bond"
        rivals = [seat for seat in terms.seats if is_tied(state, rivalries, seat, striker)]
        return "rivalry" if any(seat != struck for seat in rivals) else ""

    # 6 to 8 Shields and success

    def guard(self, seat: int) -> Guard:
        """The Shields of a Champion, and what they have to hold."""
        found = self.guards.get(seat)
        if found is None:
            found = self.guards[seat] = Guard()
        return found

    def defend(self) -> None:
        for hit in self.hits:
            if hit.move.function == SHIELD:
                self.guard(hit.recipient).add(hit)
            elif hit.damage and not hit.penetrates:
                self.guard(hit.recipient).strike(hit.move.property, hit.damage)
        for guard in self.guards.values():
            guard.settle()
        for hit in self.hits:
            if not hit.move.contested:
                continue
            hit.success = self._succeeds(hit)
            if hit.success and hit.damage and hit.credit != hit.recipient:
                self._score(hit.recipient, hit.credit, hit.damage)  # GT-12.2

    def _succeeds(self, hit: Hit) -> bool:
        guard, move = self.guards.get(hit.recipient, UNGUARDED), hit.move
        damaging = move.function == ATTACK or move.is_trap
        harmless = move.function == ATTACK and move.rating == 0  # it needs no damage
        if hit.penetrates:
            return not damaging or hit.damage > 0 or harmless
        if hit.immune:
            return False
        if damaging:
            if hit.damage and guard.lets_through(move.property):
                return True
            return harmless and not guard.blocks(move.property)
        return not (self.terms.shields_block_others and guard.blocks(move.property))

    def _score(self, fallen: int, scorer: int, damage: int) -> None:
        key = (fallen, scorer)
        self.damage[key] = capped(self.damage.get(key, 0) + damage)

    # 9 HP

    def change(self, seat: int) -> Change:
        """What a Champion gains and loses."""
        found = self.changes.get(seat)
        if found is None:
            found = self.changes[seat] = Change()
        return found

    def change_hp(self, log: Log | None) -> list[Victor]:
        """All gains and losses at once (R-26); who has no HP left, with those who score for it."""
        for hit in self.hits:
            if hit.penetrates or hit.move.function == LIFE or hit.move.at_once:
                self._count(hit)
        for number, move in self.working:
            if move.costs:
                self._count_costs(number, move)
            if move.is_trap and not move.deals:
                for hit in self._further(number, move):
                    self._count(hit)
        for seat, guard in self.guards.items():
            if guard.excess:
                self.change(seat).losses.append(("damage", guard.excess, -1))
        for seat in self.order:
            regen = self.abilities[seat].regen
            if regen and not self._is_whole(seat):
                self.change(seat).gains.append(("ability", regen, -1))
            if seat in self.changes:
                self._set_hp(seat, self.changes[seat], log)
        return [
            (fallen, scorer, damage)
            for (fallen, scorer), damage in self.damage.items()
            if self.stat(fallen, HP) == 0
        ]

    def _count_costs(self, number: int, move: Move) -> None:
        """What a play costs its user, whomever it strikes (R-27)."""
        for effect in move.costs:
            if effect.do == "lose_hp":
                user, _, target, _ = self.plays[number]
                if self.met(effect.when, user, target if target >= 0 else None):
                    struck = self.hits_of.get(number)
                    amount = effect.size(struck[0].rating if struck else move.rating)
                    self.change(user).losses.append(("cost", amount, number))

    def _count(self, hit: Hit) -> None:
        move, struck = hit.move, hit.recipient
        if move.function == LIFE:
            change = self.change(struck)
            change.gains.append(("life", hit.rating, hit.number))  # GT-10.8, GT-10.9
            bonus = self.abilities[struck].life_bonus
            if bonus and hit.rating:
                change.gains.append(("ability", bonus, hit.number))
        elif hit.penetrates and hit.damage:
            self.change(struck).losses.append(("penetrating", hit.damage, hit.number))
        for effect in move.at_once:
            if not self.applies(hit, effect):
                continue
            if effect.do == "gain_hp":
                gaining = hit.credit if effect.to_user else struck
                amount = effect.size(hit.rating)
                self.change(gaining).gains.append(("effect", amount, hit.number))
            else:  # fall_both, R-67
                self.change(struck).outright = self.change(hit.user).outright = True
                if hit.credit != struck:
                    self._score(struck, hit.credit, self.stat(struck, HP))

    def _set_hp(self, seat: int, change: Change, log: Log | None) -> None:
        at = self.terms.seat_at[seat]
        before = self.numbers[at + HP]
        gain = sum([n for _, n, _ in change.gains]) if change.gains else 0
        loss = capped(sum([n for _, n, _ in change.losses])) if change.losses else 0
        outright = change.outright
        after = 0 if outright or loss >= INFINITE else max(0, before + gain - loss)
        endured = after == 0 and not outright and self._endures(seat)
        if endured:
            after = 1
            self.numbers[at + ENDURED] = 1
        self.numbers[at + HP] = after
        if log is not None:
            log.tell(
                "hp",
                seat=seat,
                before=before,
                gains=[[key, n, number] for key, n, number in change.gains],
                losses=[[key, written(n), number] for key, n, number in change.losses],
                outright=outright,
                endured=endured,
                after=after,
            )

    def _endures(self, seat: int) -> bool:
        """Whether an ability keeps a Champion standing, once in its life."""
        return (
            self.abilities[seat].endures
            and not self.stat(seat, ENDURED)
            and not self._is_pierced(seat)
        )

    def _is_pierced(self, seat: int) -> bool:
        """Whether harm that no survival ability withstands has come through (R-33, R-75)."""
        return any(
            hit.recipient == seat and hit.penetrates and hit.success and hit.move.harms
            for hit in self.hits
        )

    # 10 Everything else

    def applies(self, hit: Hit, effect: Effect) -> bool:
        """Whether an effect of a hit takes place (R-34, R-35)."""
        if not self.met(effect.when, hit.user, hit.target):
            return False
        if effect.trigger == "success":
            return hit.success
        if effect.trigger == "unbroken":
            return not self.guards[hit.recipient].is_broken(hit.move)  # a Shield guards
        return hit.success or not effect.harms

    def queue(self) -> list[Entry]:
        """What is still to be done, in Lead order of users and in printed order (R-42, R-77)."""
        entries: list[Entry] = []
        for user in self.order if self.working else ():
            for number, move in self.working:
                if self.plays[number][0] == user:
                    self._queue(entries, number, move, user)
        return entries

    def _queue(self, entries: list[Entry], number: int, move: Move, user: int) -> None:
        for effect in move.costs:
            if effect.do == "status":
                target = self.plays[number][2]
                if self.met(effect.when, user, target if target >= 0 else None):
                    entries.append(("status", number, effect.word, user))
        if not move.lasting:
            return
        hits = self._further(number, move)
        if len(hits) > 1:
            hits = sorted(hits, key=lambda hit: self.order.index(hit.recipient))
        for hit in hits:
            for effect in move.lasting:
                if self.applies(hit, effect):
                    entry = _entry(hit, effect)
                    if entry is not None:
                        entries.append(entry)

    def _further(self, number: int, move: Move) -> list[Hit]:
        """The hits of a play; what a Trap without damage does further is for its player (R-19)."""
        hits = self.hits_of.get(number, [])
        user, _, _, on = self.plays[number]
        if move.is_trap and not hits and self.plays[on][1] != VANISHED:
            return [Hit(number, move, user, user, user, user)]
        return hits

    # Telling

    def tell(self, log: Log) -> None:
        """The derivation of every hit, and of every Shield that was tried."""
        for hit in self.hits:
            if not hit.move.contested:  # nothing but the story asks
                hit.immune = self._immunity(hit)
                hit.success = self._succeeds(hit)
            spared = hit.move.harms and hit.move.spares(self.test(hit.user, hit.target))
            log.tell("hit", **hit.told(spared))
        for seat, guard in self.guards.items():
            if guard.shields and any(guard.damage):
                log.tell("defence", seat=seat, **guard.told())


def _any_fits(filters: Sequence[Filter], hit: Hit) -> bool:
    return any(which.fits(hit.move, hit.rating) for which in filters)


def _entry(hit: Hit, effect: Effect) -> Entry | None:
    """An effect of a hit with seats and numbers filled in; None if there is nothing to do."""
    number, struck, gaining = hit.number, hit.recipient, hit.credit
    do, to = effect.do, struck
    if effect.to_user:
        to = hit.user if do in HARMFUL else gaining  # what burdens the user stays there
    amount = effect.size(hit.rating)
    if do in ("steal", "steal_vp", "bond", "rivalry") and struck == gaining:
        return None  # nobody robs oneself, nor is tied to oneself
    if do in ("status", "flip_alignment", "set_element", "bond", "rivalry"):
        if do == "status":
            return (do, number, effect.word, to)
        if do == "set_element":
            return (do, number, struck, TYPES.index(effect.word))
        return (do, number, struck) if do == "flip_alignment" else (do, number, gaining, struck)
    if not amount:
        return None
    if do == "boost":
        return (do, number, effect.word, struck, amount)
    if do == "steal_vp":
        return (do, number, struck, gaining, amount)
    if do == "steal":
        by = {"random": RANDOM, "user": gaining, "target": struck}[effect.word]
        return (do, number, struck, gaining, by, amount)
    return (
        do,
        number,
        to if do in ("draw", "sap") else gaining if do == "recover" else struck,
        amount,
    )


def resolve(
    terms: Terms, state: State, table: Table, log: Log | None
) -> tuple[list[Entry], tuple[Victor, ...]]:
    """Resolve a turn up to the change of HP; the rest of its effects, and who scores for whom."""
    turn = Resolution(terms, state, table)
    turn.aim()
    turn.turn_back()
    turn.weigh()
    turn.defend()
    entries = turn.queue()
    if log is not None:
        turn.tell(log)
    victors = turn.change_hp(log)
    return entries, tuple(victors)
