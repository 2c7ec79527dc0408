"""The steady player: every option is judged by the chance of winning it leaves.

It counts in points of strength. Empires have points for what they hold, the hand for what it may
still do; the more points ahead of the others, and the nearer the end, the better the chance. It
knows only its view: what it cannot see it takes to lie anywhere, each card as likely as the next.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final, NamedTuple, cast

from ludarium.core.actions import Action
from ludarium.core.game import Game
from ludarium.core.questions import Question
from ludarium.games.tears_of_nature.deck import SPIRIT, TANGIBLE
from ludarium.games.tears_of_nature.rules import TearsOfNature


class Habits(NamedTuple):
    """What a steady player holds dear, in points of strength; the figures are from self-play."""

    pair: float
    """A pair besides its strength: one step nearer to the end."""
    spirit: float
    """The first Spirit pair, without which no Practitioner empire is complete."""
    near: float
    """How many points turn the odds by e when one pair is missing to the end."""
    far: float
    """How many more for each further missing pair."""
    ready: float
    """The part of a pair's worth that it has while still in hand."""
    hope: float
    """How many of the unseen cards one expects to meet in time."""
    wild: float
    attack: float
    reach: float
    """The part of a capture's worth that its card has before the attack."""
    guard: float
    """The part of a pair's worth that a fitting defend card has."""
    gift: float
    """The part of a stocked card's worth that goes to the next player."""
    hand: float
    """The worth of a hand that one cannot see."""

    element: float = 0
    """Apprentice: points of the first element."""
    convex: float = 0
    """Apprentice: how many points each further element is worth more than the one before."""
    last: float = 6
    """What others gain by a last turn."""
    own: float = 2
    """Reluctance to draw back from own pile."""
    finish: float = 20
    lastspread: float = 10
    base: float = 0.5
    """defend base"""


HABITS: Final = {
    "apprentice": Habits(1, 0, 10, 3, 0.6, 0.6, 4, 1, 0.18, 0.2, 0, 8, 5.4, 1),
    "master": Habits(2, 0, 10, 3, 0.6, 3, 10, 1.6, 0.24, 0.2, 0, 16),
    "practitioner": Habits(2, 7, 10, 3, 0.6, 3, 9, 1.6, 0.3, 0.2, 0.3, 14),
}


class Pair:
    """Two faces lying together."""

    __slots__ = ("a", "b", "elements", "strength")

    def __init__(self, a: int, b: int, elements: int, strength: int) -> None:
        self.a = a
        self.b = b
        self.elements = elements
        self.strength = strength


Empires = list[list[Pair]]


class Table:
    """What a view shows, in faces, with what this decision has already worked out."""

    def __init__(self, bot: Steady, view: Mapping[str, Any]) -> None:
        face = bot.face
        self.me: int = view["seat"]
        self.current: int = view["current"]
        self.turn: int = view["turn"]
        self.trigger: int | None = view["trigger"] and view["trigger"]["turn"]
        self.hand = [face[code] for code in view["hand"]]
        self.empires: Empires = [
            [bot.pair(face[a], face[b]) for a, b in empire] for empire in view["empires"]
        ]
        self.stocks = [[face[code] for code in pile] for pile in view["stocks"]]
        self.known = [[face[code] for code in codes] for codes in view["known_hands"]]
        self.hidden = [count - len(known) for count, known in zip(view["hand_counts"], self.known)]
        self.since = [mark and 2 * mark[0] + (mark[1] == "shrank") for mark in view["size_since"]]
        self.pending: Mapping[str, Any] | None = view["pending"]
        self.unseen = bot.copies[:]
        seen = [*self.hand, *(face[code] for code in view["known_discards"])]
        seen += [face[code] for code in view["set_aside"] if bot.copies[face[code]]]
        for cards in (*self.stocks, *(c for s, c in enumerate(self.known) if s != self.me)):
            seen += cards
        for empire in self.empires:
            for pair in empire:
                seen += (pair.a, pair.b)
        if self.pending:
            seen.append(face[self.pending["card"]])
        for card in seen:
            self.unseen[card] -= 1
        self.unseen_total = max(1, sum(self.unseen))
        self.worth: dict[int, float] = {}
        self.ready: list[tuple[float, int, int]] | None = None
        self.built: dict[Pair, float] = {}
        self.held = 0
        for pair in self.empires[self.me]:
            self.held |= pair.elements


class Steady:
    """The heuristic player of Tears of Nature."""

    blind = False

    def __init__(self, game: Game, rng: random.Random, habits: Habits | None = None) -> None:
        rules = cast(TearsOfNature, game.rules)
        terms = rules.terms
        self.rng = rng
        self.terms = terms
        self.legality = rules.legality
        self.faces = terms.deck.faces
        self.face = terms.deck.cards.face_of_code
        self.copies = [0] * len(self.faces)
        for card in terms.pool:
            self.copies[terms.deck.cards.face[card]] += 1
        self.habits = habits or HABITS[terms.ruleset]
        self.apprentice = terms.ruleset == "apprentice"
        self._pairs: dict[tuple[int, int], Pair] = {}
        self._takes: dict[tuple[int, int, int], bool] = {}
        self._mates: dict[int, dict[int, Pair]] = {}
        self._defenders: dict[int, list[int]] = {}

    def choose(self, view: Mapping[str, object], question: Question) -> Action:
        """The option with the best chance; equal ones are drawn for, which also breaks cycles."""
        options = question.options
        if len(options) == 1:
            return options[0]
        table = Table(self, view)
        judge = {"draw": self.draw, "action": self.act, "defend": self.defend}[question.kind]
        scores = [judge(table, option) for option in options]
        best = max(scores)
        return self.rng.choice([o for o, score in zip(options, scores) if score == best])

    # The three questions

    def act(self, table: Table, option: Action) -> float:
        card = self.face[str(option.args[0])]
        rest = without(table.hand, card)
        if option.verb == "build":
            other = self.face[str(option.args[1])]
            empires = table.empires[:]
            empires[table.me] = [*empires[table.me], self.pair(card, other)]
            return self.chance(table, empires, self.hand_worth(table, without(rest, other)))
        if option.verb == "attack":
            owner, slot = int(option.args[1]), int(option.args[2])
            left = self.hand_worth(table, rest)
            taken = self.chance(table, captured(table.empires, table.me, owner, slot), left)
            kept = self.chance(table, table.empires, left)
            held = self.defended(table, owner, table.empires[owner][slot], card)
            return held * kept + (1 - held) * taken
        if self.faces[card].is_wild:
            new = self.terms.hand_size * self.mean_worth(table)
            return self.chance(table, table.empires, new)
        gift = self.gift(table, card) if option.verb == "stock" else 0.0
        return self.chance(table, table.empires, self.hand_worth(table, rest) - gift)

    def defend(self, table: Table, option: Action) -> float:
        assert table.pending is not None
        attacker, owner, slot = (table.pending[key] for key in ("attacker", "owner", "slot"))
        if option.verb == "decline":
            empires = captured(table.empires, attacker, owner, slot)
            return self.chance(table, empires, self.hand_worth(table, table.hand))
        rest = without(table.hand, self.face[str(option.args[0])])
        return self.chance(table, table.empires, self.hand_worth(table, rest))

    def draw(self, table: Table, option: Action) -> float:
        if option.args[0] == "deck":
            return (
                sum(
                    count * self.gain(table, card)
                    for card, count in enumerate(table.unseen)
                    if count
                )
                / table.unseen_total
            )
        owner = int(option.args[1])
        pile = table.stocks[owner]
        card = self.face[str(option.args[2])] if len(option.args) == 3 else pile[-1]
        gain = self.gain(table, card)
        if owner == table.me:
            gain -= self.habits.own
        return gain

    # Chances

    def chance(self, table: Table, empires: Empires, hand: float) -> float:
        """The chance to win from here, when the running turn leaves these empires and this hand."""
        habits, me, players = self.habits, table.me, self.terms.players
        left = self.turns_left(table, empires)
        if left == 0:
            return self.wins(table, empires)
        points = [self.points(empire) for empire in empires]
        missing = min(self.missing(empire) for empire in empires)
        spread = habits.near + habits.far * max(0, missing - 1)
        if left is None:
            for seat in range(players):
                points[seat] += hand if seat == me else habits.hand
        else:
            spread = habits.lastspread
            for step in range(1, left + 1):
                points[(table.current + step) % players] += habits.last
        mine = points[me]
        return 1 / sum([exp(min(30.0, (other - mine) / spread)) for other in points])

    def turns_left(self, table: Table, empires: Empires) -> int | None:
        """How many turns follow this one, if that is settled."""
        terms, turn, players = self.terms, table.turn, self.terms.players
        left = terms.turn_limit - 1 - turn if terms.turn_limit else players
        limit = max(0, left) if left < players else None
        trigger = table.trigger
        if trigger is None:
            if not self.complete(empires[table.current]):
                return limit
            trigger = turn
        if terms.end_rule == "standard":
            return 0
        if terms.end_rule == "quitters_never_win":
            return trigger + players - 1 - turn
        if terms.end_rule == "cold_war" and not any(map(self.complete, empires)):
            return limit
        return players - 1 - turn % players

    def wins(self, table: Table, empires: Empires) -> float:
        """Whether I am first when the game is over with these empires."""
        now = 2 * table.turn
        standing = []
        for seat, empire in enumerate(empires):
            before = len(table.empires[seat])
            since = table.since[seat] or -1
            if len(empire) != before:
                since = now + (len(empire) < before)
            standing.append((-self.score(empire), -len(empire), since))
        mine = standing[table.me]
        return float(min(standing) == mine and standing.count(mine) == 1)

    def score(self, empire: list[Pair]) -> int:
        """What the ranking counts first."""
        if self.apprentice:
            return (elements(empire) & TANGIBLE).bit_count()
        return sum([pair.strength for pair in empire])

    def missing(self, empire: list[Pair]) -> int:
        if self.apprentice:
            return 4 - (elements(empire) & TANGIBLE).bit_count()
        return self.terms.complete_pairs - len(empire)

    def complete(self, empire: list[Pair]) -> bool:
        if self.missing(empire) > 0:
            return False
        return not self.terms.practitioner or bool(elements(empire) & SPIRIT)

    def points(self, empire: list[Pair]) -> float:
        """What an empire is worth on the way to the end."""
        habits = self.habits
        if self.apprentice:
            held = (elements(empire) & TANGIBLE).bit_count()
            return (
                held * habits.element
                + held * (held - 1) / 2 * habits.convex
                + habits.pair * len(empire)
            )
        points = sum([pair.strength for pair in empire]) + habits.pair * len(empire)
        if self.terms.practitioner and elements(empire) & SPIRIT:
            points += habits.spirit
        return points

    def defended(self, table: Table, owner: int, pair: Pair, card: int) -> float:
        """How likely the owner of a pair holds a defence against a card."""
        if self.faces[card].is_spirit:
            return 0.0
        fit = self.defenders(pair.elements)
        if any(card in fit for card in table.known[owner]):
            return 1.0
        free = 1.0
        share = min(1.0, table.hidden[owner] / table.unseen_total)
        for face in fit:
            free *= (1 - share) ** table.unseen[face]
        return 1 - free

    # Cards in hand

    def hand_worth(self, table: Table, hand: Sequence[int]) -> float:
        """What the cards of a hand may still do."""
        total = 0.0
        for card in hand:
            total += self.card_worth(table, card)
        if table.ready is None:
            table.ready = self.ready(table)
        for worth, a, b in table.ready:
            if a in hand and b in hand and (a != b or hand.count(a) > 1):
                hope = self.card_worth(table, a) + self.card_worth(table, b)
                return total + max(0, self.habits.ready * worth - hope)
        return total

    def ready(self, table):
        found = []
        hand = table.hand
        for at, card in enumerate(hand):
            mates = self.mates(card)
            for other in hand[at + 1 :]:
                if other in mates:
                    found.append((self.build_worth(table, mates[other]), card, other))
        found.sort(reverse=True)
        return found

    def gain(self, table, card):
        """What a further card adds to the hand."""
        mates = self.mates(card)
        if table.ready is None:
            table.ready = self.ready(table)
        worth = self.card_worth(table, card)
        now = 0.0
        if table.ready:
            w, a, b = table.ready[0]
            now = max(
                0, self.habits.ready * w - self.card_worth(table, a) - self.card_worth(table, b)
            )
        best = now
        for other in table.hand:
            if other in mates:
                best = max(
                    best,
                    self.habits.ready * self.build_worth(table, mates[other])
                    - worth
                    - self.card_worth(table, other),
                )
        return worth + best - now

    def card_worth(self, table: Table, card: int) -> float:
        if card not in table.worth:
            table.worth[card] = self._card_worth(table, card)
        return table.worth[card]

    def _card_worth(self, table: Table, card: int) -> float:
        face, habits = self.faces[card], self.habits
        if face.is_build:
            return (
                habits.hope
                / table.unseen_total
                * sum(
                    table.unseen[other] * self.build_worth(table, pair)
                    for other, pair in self.mates(card).items()
                )
            )
        if face.kind == "defend":
            fit = [p for p in table.empires[table.me] if not p.elements & ~face.elements]
            return habits.base + habits.guard * max(
                [self.capture_worth(table, p) for p in fit], default=0
            )
        best = 0.0
        for seat, empire in enumerate(table.empires):
            if seat == table.me:
                continue
            for pair in empire:
                if self.takes(card, pair):
                    best = max(best, self.capture_worth(table, pair))
        if face.is_wild:
            return habits.wild + habits.reach * best
        return habits.attack + habits.reach * best

    def build_worth(self, table: Table, pair: Pair) -> float:
        if pair not in table.built:
            table.built[pair] = self._build_worth(table, pair)
        return table.built[pair]

    def _build_worth(self, table: Table, pair: Pair) -> float:
        """What a pair adds to my empire."""
        habits = self.habits
        mine = [*table.empires[table.me], pair]
        if self.complete(mine):
            empires = table.empires[:]
            empires[table.me] = mine
            return habits.finish if self.wins(table, empires) else 0.0
        if self.apprentice:
            return 0.0 if pair.elements & table.held else habits.element
        if self.terms.practitioner and not table.held & SPIRIT:
            if pair.elements & SPIRIT:
                return pair.strength + habits.pair + habits.spirit
            if len(table.empires[table.me]) >= self.terms.complete_pairs - 1:
                return 0.0
        return pair.strength + habits.pair

    def capture_worth(self, table: Table, pair: Pair) -> float:
        if self.apprentice:
            return self.habits.element * (1 if pair.elements & table.held else 2)
        return 2.0 * pair.strength + self.habits.pair

    def mean_worth(self, table: Table) -> float:
        return (
            sum(
                count * self.card_worth(table, card)
                for card, count in enumerate(table.unseen)
                if count
            )
            / table.unseen_total
        )

    def gift(self, table: Table, card: int) -> float:
        """What the next player gains from a card on top of my pile."""
        face = self.faces[card]
        if face.is_build:
            return self.habits.gift * self.card_worth(table, card)
        if face.kind == "defend":
            return 0.5
        mine = [p for p in table.empires[table.me] if self.takes(card, p)]
        return self.habits.gift * max([self.capture_worth(table, p) for p in mine], default=2)

    # Facts about faces, asked of the rules once

    def pair(self, a: int, b: int) -> Pair:
        key = (a, b) if a < b else (b, a)
        if key not in self._pairs:
            elements, strength = self.legality.elements(*key), self.legality.strength(*key)
            self._pairs[key] = Pair(*key, elements, strength)
        return self._pairs[key]

    def mates(self, card: int) -> dict[int, Pair]:
        """The faces with which a face can make a pair without a wild, and the pairs."""
        if card not in self._mates:
            self._mates[card] = {
                other: self.pair(card, other)
                for other, face in enumerate(self.faces)
                if self.copies[other]
                and face.is_build
                and self.faces[card].is_build
                and self.legality.pair_fault(*sorted((card, other))) is None
            }
        return self._mates[card]

    def takes(self, card: int, pair: Pair) -> bool:
        key = (card, pair.a, pair.b)
        if key not in self._takes:
            self._takes[key] = self.legality.attack_fault(*key) is None
        return self._takes[key]

    def defenders(self, elements: int) -> list[int]:
        """All faces that can save a pair of these elements."""
        if elements not in self._defenders:
            self._defenders[elements] = [
                card
                for card, face in enumerate(self.faces)
                if face.is_wild or (face.kind == "defend" and not elements & ~face.elements)
            ]
        return self._defenders[elements]


def elements(empire: list[Pair]) -> int:
    held = 0
    for pair in empire:
        held |= pair.elements
    return held


def without(cards: Sequence[int], card: int) -> list[int]:
    rest = list(cards)
    rest.remove(card)
    return rest


def captured(empires: Empires, attacker: int, owner: int, slot: int) -> Empires:
    """The empires after a surrender."""
    after = empires[:]
    after[owner] = empires[owner][:slot] + empires[owner][slot + 1 :]
    after[attacker] = [*empires[attacker], empires[owner][slot]]
    return after
