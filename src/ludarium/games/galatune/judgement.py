"""What a position is worth to a seat: points of strength, and the chance to win that they mean.

Points are counted for Victory Points, for HP and the danger they are in, and for cards that may
still be played. Whoever has more of them is likelier to win. What plays come to is computed by the
rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, Final, TypeVar, cast

from ludarium.core.actions import Action
from ludarium.core.effects.running import Entry
from ludarium.core.state import State
from ludarium.games.galatune.hits import Hit
from ludarium.games.galatune.moves import (
    ALL_OPPONENTS,
    ATTACK,
    HARMFUL,
    LIFE,
    SHIELD,
    TRAP,
    Effect,
    Move,
    holds,
)
from ludarium.games.galatune.resolve import Resolution, resolve
from ludarium.games.galatune.rules import Galatune
from ludarium.games.galatune.terms import (
    AP,
    EFFECTS,
    HP,
    NEXT,
    NOW,
    PC,
    RATING_ADD,
    SPECIAL,
    TURN,
    VP,
    Play,
)

# All figures are points of strength, or parts of them. They were fitted to the outcomes of
# self-play; most may be changed by half without harm.
POINT: Final = 10.0
"""A Victory Point."""
SPREAD: Final = 6.0
"""The lead that makes the odds of winning e to one."""
BREATH: Final = 0.34
"""One HP, as long as there are not plenty."""
PLENTY: Final = 20
SURPLUS: Final = 0.2
"""The part of its worth that one more HP has then."""
DANGER: Final = 3.0
"""Standing within reach of a blow that fells."""
EDGE: Final = 2.0
"""The HP over which that danger fades."""
FOCUS: Final = 0.3
"""The part of their force that further opponents add to that of the strongest."""
KEPT: Final = 0.4
"""The part of what a card does that it is worth while it waits in hand."""
CARD: Final = 0.5
"""A card that nobody knows."""
RETURNING: Final = 0.3
"""The part of a card's worth that it has in the Used Pile, from where a fall brings it back."""
CANCEL: Final = 1.1
"""What a Trap does that cancels."""
COUNTER: Final = 2.0
"""What it does to send an Attack back."""
BLOCK: Final = 0.8
"""The part of its rating that a Shield is likely to absorb."""
MOST: Final = 10
"""Ratings and damage beyond this do not do more: nobody has so much to lose in one turn."""
LARGEST_PRIZE: Final = 6
RIDERS: Final = {
    "vp": POINT, "steal_vp": POINT, "fall_both": POINT,
    "gain_hp": BREATH, "lose_hp": BREATH,
    "next_mul": 1.6, "next_add": 0.25, "next_penetrate": 0.8, "sap": 0.25,
    "immobilized": 2.5, "special_locked": 0.5, "trap_locked": 0.5,
    "rating_add": 1.2, "ap": 0.5, "prize_cost": 0.15,
    "steal": 1.2, "destroy": 0.7, "draw": 0.65, "recover": 0.8,
    "flip_alignment": 0.3, "set_element": 0.3, "bond": 0.2, "rivalry": 0.2,
}  # fmt: skip
"""What an effect gives to whom it helps, or takes from whom it harms, for each unit of it."""
WHOLE: Final = ("fall_both", "next_mul", "immobilized", "special_locked", "trap_locked")
"""Effects of which there is no more or less."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Memo(dict[Key, Value]):
    """A dictionary that works out what it does not hold yet."""

    def __init__(self, work: Callable[[Key], Value]) -> None:
        super().__init__()
        self.work = work

    def __missing__(self, key: Key) -> Value:
        value = self[key] = self.work(key)
        return value


class Scene:
    """A position as it may be, seen from one seat, and what was worked out about it so far."""

    def __init__(self, rules: Galatune, state: State, me: int, pending: Mapping[str, Any]) -> None:
        self.rules = rules
        self.terms = terms = rules.terms
        self.state = state
        self.me = me
        self.pending = pending
        """What is open, as views tell it."""
        self.seats = terms.in_order(state, 0)
        self.others = [seat for seat in self.seats if seat != me]
        self.champions = [terms.champion(state, seat) for seat in terms.seats]
        self.present = Resolution(terms, state, rules.legality.table(state, ()))
        """This turn, before anybody has played."""
        numbers = state.numbers[:]
        for at in terms.seat_at:
            numbers[at + NOW : at + NEXT] = [0] * len(EFFECTS)
        usual = State(state.zones, numbers, [], [])
        self.ordinary = Resolution(terms, usual, rules.legality.table(usual, ()))
        """A turn without the effects of this one."""
        self.force = Memo(self._force)
        self.reach = Memo(self._reach)
        self.worth = Memo(self._worth)
        self.held = Memo(self._held)

    def stat(self, seat: int, which: int) -> int:
        return self.state.numbers[self.terms.seat_at[seat] + which]

    def hand(self, seat: int) -> list[int]:
        """The faces of a hand."""
        face = self.terms.cards.face
        return [face[card] for card in self.state.zones[self.terms.hands[seat]]]

    def rivals(self, seat: int) -> list[int]:
        """The opponents of a seat who have a Champion."""
        return [other for other in self.seats if other != seat and self.champions[other]]

    # Force and reach

    def hit(self, turn: Resolution, user: int, move: Move, target: int) -> Hit:
        """What a move does to a Champion in a turn in which nobody else plays."""
        hit = Hit(0, move, user, target, target, user)
        turn.rate(hit)
        turn.hits = [hit]
        turn.turn_back()
        turn.weigh()
        return hit

    def _force(self, blow: tuple[int, Move, int]) -> int:
        """The damage of an Attack in an ordinary turn."""
        hit = self.hit(self.ordinary, *blow)
        return 0 if hit.countered else min(MOST, hit.damage)

    def _reach(self, seat: int) -> float:
        """The damage that a seat has to expect in one turn at worst."""
        blows = [0]
        for user in self.rivals(seat):
            champion = self.champions[user]
            assert champion is not None
            moves = [champion.special, *(self.terms.moves[face] for face in self.hand(user))]
            attacks = [move for move in moves if move.function == ATTACK]
            blows.append(max([self.force[user, move, seat] for move in attacks], default=0))
        strongest = max(blows)
        return strongest + FOCUS * (sum(blows) - strongest)

    # Cards

    def _held(self, seat: int) -> float:
        """The worth of a hand."""
        return sum([self.worth[seat, face] for face in self.hand(seat)])

    def _worth(self, card: tuple[int, int]) -> float:
        """What a card is worth in the hand of a seat."""
        seat, face = card
        return KEPT * self.use(seat, self.terms.moves[face])

    def use(self, seat: int, move: Move) -> float:
        """What a move does for a seat when it is well aimed."""
        rating = min(MOST, move.rating)
        rivals = self.rivals(seat)
        found = 0.0
        for effect in move.effects:
            if effect.when is None or any(self.applies(effect, seat, other) for other in rivals):
                found += self.rider(effect, rating)
        if move.function == ATTACK:
            blows = [self.force[seat, move, other] for other in rivals]
            every = move.target == ALL_OPPONENTS
            return found + BREATH * (sum(blows) if every else max(blows, default=rating))
        if move.function == SHIELD:
            return found + (COUNTER if move.counters else BLOCK * BREATH * rating)
        if move.function == LIFE:
            return found + BREATH * rating
        if move.function == TRAP:
            return found + (COUNTER if move.counters else CANCEL)
        return found

    def applies(self, effect: Effect, user: int, target: int) -> bool:
        return holds(effect.when, self.present.test(user, target))

    def rider(self, effect: Effect, rating: int) -> float:
        """What an effect gives to whoever uses it well; a cost takes it."""
        name = effect.word if effect.do in ("boost", "status") else effect.do
        size = 1 if name in WHOLE else effect.size(rating)
        return RIDERS[name] * (-size if effect.is_cost else size)

    # The chance after Resolve

    def chance(self, plays: Sequence[Play]) -> float:
        """My chance to win when these plays are resolved."""
        terms, zones = self.terms, self.state.zones
        state = State(zones, self.state.numbers[:], [], [])
        entries, victors = resolve(
            terms, state, self.rules.legality.table(state, tuple(plays)), None
        )
        cards = [
            self.held[seat] + RETURNING * CARD * len(zones[terms.used[seat]])
            for seat in terms.seats
        ]
        for seat, card, _, _ in plays:
            if card >= 0:
                cards[seat] -= (1 - RETURNING) * self.worth[seat, terms.cards.face[card]]
        for entry in entries:
            self.carry_out(state, entry, cards)
        numbers, at = state.numbers, terms.seat_at
        for fallen, scorer, _ in victors:
            numbers[at[scorer] + VP] += 1
            cards[scorer] += CARD * min(LARGEST_PRIZE, numbers[at[fallen] + PC])
        ended = self.ended(state)
        if ended is not None:
            return ended
        points = {seat: self.points(state, seat, cards[seat]) for seat in self.seats}
        mine = points[self.me]
        return 1 / sum([exp(min(50.0, (other - mine) / SPREAD)) for other in points.values()])

    def carry_out(self, state: State, entry: Entry, cards: list[float]) -> None:
        """An effect after the change of HP; cards are only counted, for nobody knows which."""
        do, zones, terms = str(entry[0]), state.zones, self.terms
        if do == "steal":
            _, _, victim, to, _, amount = cast("tuple[str, int, int, int, int, int]", entry)
            taken = self.average(victim) * min(amount, len(zones[terms.hands[victim]]))
            cards[victim] -= taken
            cards[to] += taken
        elif do in ("destroy", "draw", "recover"):
            _, _, seat, amount = cast("tuple[str, int, int, int]", entry)
            if do == "destroy":
                cards[seat] -= self.average(seat) * min(amount, len(zones[terms.hands[seat]]))
            elif do == "draw":
                cards[seat] += CARD * amount
            else:
                cards[seat] += (1 - RETURNING) * CARD * min(amount, len(zones[terms.used[seat]]))
        else:
            self.rules.deeds.effects.deeds[do](state, entry, None)

    def average(self, seat: int) -> float:
        """What a card of a hand is worth on average."""
        return self.held[seat] / max(1, len(self.state.zones[self.terms.hands[seat]]))

    def ended(self, state: State) -> float | None:
        """1 or 0 if the game is over now, shared by all who are first; else None."""
        leader = self.rules.ending.leader(state)
        if leader is not None:
            return float(leader == self.me)
        limit = self.terms.turn_limit
        if not limit or state.numbers[TURN] < limit:
            return None
        scores = [state.numbers[self.terms.seat_at[seat] + VP] for seat in self.seats]
        mine = state.numbers[self.terms.seat_at[self.me] + VP]
        return (mine == max(scores)) / scores.count(mine)

    def points(self, state: State, seat: int, cards: float) -> float:
        """The strength of a seat at the end of a turn."""
        numbers, terms = state.numbers, self.terms
        at, champion = terms.seat_at[seat], self.champions[seat]
        points = POINT * numbers[at + VP]
        if champion is not None and not numbers[at + HP]:  # afresh, with all but the Prize
            owned = len(state.zones[terms.hands[seat]]) + len(state.zones[terms.used[seat]])
            left = max(champion.ap, owned - numbers[at + PC])
            return points + self.vigour(seat, champion.hp) + CARD * left
        points += self.vigour(seat, numbers[at + HP]) + cards
        points += RIDERS["rating_add"] * numbers[at + RATING_ADD]
        points += RIDERS["ap"] * numbers[at + AP] - RIDERS["prize_cost"] * numbers[at + PC]
        coming = numbers[at + NEXT : at + NEXT + len(EFFECTS)]
        return points + self.coming(coming) if any(coming) else points

    def vigour(self, seat: int, hp: int) -> float:
        """HP, and how near they are to nothing."""
        safe = max(-30.0, min(30.0, (hp - self.reach[seat]) / EDGE))
        spare = SURPLUS * max(0, hp - PLENTY)
        return BREATH * (min(hp, PLENTY) + spare) - DANGER / (1 + exp(safe))

    def coming(self, effects: Sequence[int]) -> float:
        """What is set for the next turn."""
        mul, add, sap, penetrate, immobilized, special_locked, trap_locked = effects
        return (
            RIDERS["next_mul"] * bool(mul)
            + RIDERS["next_add"] * add
            + RIDERS["next_penetrate"] * penetrate
            - RIDERS["sap"] * sap
            - RIDERS["immobilized"] * immobilized
            - RIDERS["special_locked"] * special_locked
            - RIDERS["trap_locked"] * trap_locked
        )

    # What an option promises at first sight

    def play_of(self, seat: int, option: Action) -> Play | None:
        """The play that an answer of the Plan Phase or of a Trap window means."""
        verb, args = option.verb, option.args
        if verb in ("hold", "pass"):
            return None
        if verb == "special":
            return (seat, SPECIAL, int(args[0]) if args else -1, -1)
        card = self.terms.cards.copies[option.faces[0]][0]
        aimed = int(args[1]) if len(args) > 1 else -1
        return (seat, card, -1, aimed) if verb == "trap" else (seat, card, aimed, -1)

    def appeal(self, seat: int, option: Action) -> float:
        """What an Action promises its user if nobody else did anything."""
        play = self.play_of(seat, option)
        if play is None:
            return 0.0
        move, target = self.terms.move_of(self.state, play), play[2]
        price = self.worth[seat, option.faces[0]] if option.faces else 0.0
        if move.function == ATTACK:
            struck = self.rivals(seat) if target < 0 else [target]
            return sum([self.strike(seat, move, one) for one in struck]) - price
        to = seat if target < 0 else target
        hit = self.hit(self.present, seat, move, to)
        found = -price
        if move.function in (SHIELD, LIFE):
            found += self.cover(hit) if to == seat else -BREATH * min(MOST, hit.rating)
        for effect in move.effects:
            found += self.gain(hit, effect)
        return found

    def gain(self, hit: Hit, effect: Effect) -> float:
        """What an effect of something that is no Attack does for its user."""
        if not self.applies(effect, hit.user, hit.recipient):
            return 0.0
        points = self.rider(effect, min(MOST, hit.rating))
        if effect.to_user or effect.is_cost:
            return points
        if effect.do in HARMFUL or effect.word == "prize_cost":
            return -points if hit.user == hit.recipient else 0.0 if hit.immune else points
        return points if hit.user == hit.recipient or effect.do == "bond" else -points

    def strike(self, seat: int, move: Move, target: int) -> float:
        """What an Attack promises: damage, a fall, and what rides on it."""
        hit = self.hit(self.present, seat, move, target)
        if hit.countered or not hit.damage:
            return -BREATH * min(MOST, hit.damage)
        hp = self.stat(target, HP)
        found = BREATH * min(hit.damage, hp)
        if hit.damage >= hp:
            found += POINT
        elif len(self.seats) > 2 and hit.damage + FOCUS * self.reach[target] >= hp:
            found += POINT * FOCUS  # whoever helps to fell it scores as well
        return found + sum([self.rider(effect, min(MOST, hit.rating)) for effect in move.effects])

    def cover(self, hit: Hit) -> float:
        """What a Shield or Life promises its user: HP, and a fall that it may prevent."""
        reach, hp, rating = self.reach[hit.user], self.stat(hit.user, HP), min(MOST, hit.rating)
        saved = float(rating)
        if hit.move.function == SHIELD:
            saved = BLOCK * (reach if hit.move.counters else min(rating, reach))
        return BREATH * saved + (DANGER if reach - saved < hp <= reach else 0.0)
