"""The steady player: every option is judged by the chance of winning that it leaves.

It counts in points of strength: empires have points for what they hold, hands for what they may
still do, and whoever has more of them is likelier to win. It knows only its view; a card it cannot
see may lie anywhere, each unseen card as likely as the next.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import exp, pow
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from ludarium.core.actions import Action
from ludarium.core.game import Game
from ludarium.core.questions import Question
from ludarium.games.tears_of_nature.deck import SPIRIT, TANGIBLE
from ludarium.games.tears_of_nature.rules import TearsOfNature

# All figures are points of strength, or parts of them, and were found by self-play. Most may be
# changed by half without harm.
STEP: Final = {"apprentice": 10.0, "master": 2.0, "practitioner": 2.0}
"""A pair (Apprentice: one more element) besides its strength."""
FIRST_SPIRIT: Final = 7.0
"""The first Spirit pair besides, without which no Practitioner empire is complete."""
FINISH: Final = 25.0
"""A pair that would end the game and win it."""
READY: Final = 0.7
"""The part of its worth that a pair has while it waits in hand."""
HOPE: Final = {"apprentice": 0.6, "master": 3.0, "practitioner": 3.0}
"""How many unseen cards one counts on meeting while a build card waits for its partner."""
WILD: Final = 10.0
"""A wild in hand: the best attack, or the last defence."""
ATTACK: Final = 1.6
"""An attack card that fits nothing yet."""
REACH: Final = 0.25
"""The part of a capture's worth that a fitting attack has while it waits in hand."""
DEFEND: Final = 1.0
"""A defend card that fits nothing yet."""
GUARD: Final = 0.2
"""The part of a pair's worth that a fitting defence has while it waits in hand."""
GIFT: Final = 0.3
"""The part of a stocked card's worth that it has for the next player."""
UNKNOWN_HAND: Final = 15.0
"""A hand that one cannot see."""
SPREAD: Final = 15.0
"""The lead that makes the odds of winning e to one."""
LAST_SPREAD: Final = 4.0
"""The same when the end is settled and only a few turns are left."""
LAST_PART: Final = 0.2
"""The part of a hand's worth that one of those last turns brings."""


class Pair(NamedTuple):
    """Two faces lying together."""

    a: int
    b: int
    elements: int
    strength: int


Empires: TypeAlias = list[list[Pair]]
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


class Table:
    """What a view shows, in faces, and what this decision has worked out so far."""

    def __init__(self, bot: Steady, view: Mapping[str, Any]) -> None:
        face = bot.face
        self.me: int = view["seat"]
        self.current: int = view["current"]
        self.turn: int = view["turn"]
        self.trigger: int | None = view["trigger"] and view["trigger"]["turn"]
        self.pending: Mapping[str, Any] = view["pending"] or {}
        self.hand = [face[code] for code in view["hand"]]
        self.empires = [
            [bot.pairs[face[a], face[b]] for a, b in empire] for empire in view["empires"]
        ]
        self.stocks = [[face[code] for code in pile] for pile in view["stocks"]]
        self.known = [[face[code] for code in codes] for codes in view["known_hands"]]
        self.hidden = [count - len(known) for count, known in zip(view["hand_counts"], self.known)]
        # Compared as they are: earlier turns come first, and "grew" comes before "shrank".
        self.since = [(-1, "") if mark is None else tuple(mark) for mark in view["size_since"]]
        mine = self.empires[self.me]
        self.held = elements(mine)
        self.one_short = bot.progress(mine) == bot.terms.complete_pairs - 1
        self.unseen = self._unseen(bot, view)
        self.unseen_total = max(1, sum(self.unseen))
        self.worth = Memo(partial(bot.card_worth, self))
        self.price = Memo(partial(bot.stock_price, self))
        self.build_worth = Memo(partial(bot.build_worth, self))

    def _unseen(self, bot: Steady, view: Mapping[str, Any]) -> list[int]:
        """How many copies of each face could be in a hidden hand, the deck or the discards."""
        unseen = bot.copies[:]
        codes = [*view["known_discards"], *view["set_aside"]]
        if self.pending:
            codes.append(self.pending["card"])
        seen = [bot.face[code] for code in codes]
        others = [cards for seat, cards in enumerate(self.known) if seat != self.me]
        pairs = [(pair.a, pair.b) for empire in self.empires for pair in empire]
        for cards in (seen, self.hand, *self.stocks, *others, *pairs):
            for card in cards:
                unseen[card] = max(0, unseen[card] - 1)
        return unseen


class Steady:
    """The heuristic player of Tears of Nature; it keeps nothing between two questions."""

    blind = False

    def __init__(self, game: Game, rng: random.Random) -> None:
        rules = cast("TearsOfNature", game.rules)
        self.rng = rng
        self.terms = rules.terms
        self.legality = rules.legality
        self.step = STEP[self.terms.ruleset]
        self.hope = HOPE[self.terms.ruleset]
        self.apprentice = self.terms.ruleset == "apprentice"
        self.faces = self.terms.deck.faces
        self.face = self.terms.deck.cards.face_of_code
        self.copies = [0] * len(self.faces)
        for card in self.terms.pool:
            self.copies[self.terms.deck.cards.face[card]] += 1
        self.pairs = Memo(self.pair)
        self.mates = self.partners()
        self.takes = Memo(self.can_take)

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

    def forced(self, view: Mapping[str, object], question: Question) -> Action:
        """For someone whose time is up: the pair goes, the deck is drawn from, a card is thrown."""
        mild = {"defend": ("decline",), "draw": ("draw",), "action": ("discard", "stock")}
        options = tuple(o for o in question.options if o.verb in mild[question.kind])
        if question.kind == "draw":
            return options[0]  # the deck comes first
        return self.choose(view, replace(question, options=options))

    # The three questions

    def act(self, table: Table, option: Action) -> float:
        """The chance that a build, an attack, a discard or a stocked card leaves."""
        card = self.face[str(option.args[0])]
        rest = without(table.hand, card)
        if option.verb == "build":
            other = self.face[str(option.args[1])]
            empires = grown(table.empires, table.me, self.pairs[card, other])
            return self.chance(table, empires, self.hand_worth(table, without(rest, other)))
        if option.verb == "attack":
            return self.attack(table, card, int(option.args[1]), int(option.args[2]), rest)
        if self.faces[card].is_wild:  # a new hand: rarely good, unless this one does nothing
            average = self.average(table, table.worth.__getitem__)
            return self.chance(table, table.empires, self.terms.hand_size * average)
        gift = table.price[card] - table.worth[card] if option.verb == "stock" else 0.0
        return self.chance(table, table.empires, self.hand_worth(table, rest) - gift)

    def attack(self, table: Table, card: int, owner: int, slot: int, rest: list[int]) -> float:
        """A capture swings twice the pair's strength, unless the owner has a defence."""
        left = self.hand_worth(table, rest)
        taken = self.chance(table, surrendered(table.empires, table.me, owner, slot), left)
        kept = self.chance(table, table.empires, left)
        risk = self.defended(table, card, owner, table.empires[owner][slot])
        return risk * kept + (1 - risk) * taken

    def defend(self, table: Table, option: Action) -> float:
        """Declining is right when the pair is cheap and the card is needed for a better one."""
        if option.verb != "decline":
            rest = without(table.hand, self.face[str(option.args[0])])
            return self.chance(table, table.empires, self.hand_worth(table, rest))
        attacker, owner, slot = (table.pending[key] for key in ("attacker", "owner", "slot"))
        empires = surrendered(table.empires, attacker, owner, slot)
        return self.chance(table, empires, self.hand_worth(table, table.hand))

    def draw(self, table: Table, option: Action) -> float:
        """An open card is taken when it helps more than the deck does on average."""
        if option.args[0] == "deck":
            return self.average(table, partial(self.help, table))
        if len(option.args) == 3:
            return self.help(table, self.face[str(option.args[2])])
        return self.help(table, table.stocks[int(option.args[1])][-1])

    # The end, and the chance to win it

    def chance(self, table: Table, empires: Empires, hand: float) -> float:
        """My chance when the running turn leaves these empires and a hand of this worth."""
        left = self.turns_left(table, empires)
        if left == 0:
            return float(self.wins(table, empires))
        hands = [UNKNOWN_HAND] * len(empires)
        hands[table.me] = hand
        points = [float(self.points(empire)) for empire in empires]
        if left is None:
            spread = SPREAD
            points = [sum(both) for both in zip(points, hands)]
        else:
            spread = LAST_SPREAD
            for step in range(1, left + 1):
                seat = (table.current + step) % len(points)
                points[seat] += LAST_PART * hands[seat]
        mine = points[table.me]
        return 1 / sum([exp(min(50.0, (other - mine) / spread)) for other in points])

    def turns_left(self, table: Table, empires: Empires) -> int | None:
        """How many turns follow the running one; None while nobody can tell."""
        terms, players = self.terms, self.terms.players
        limit = max(0, terms.turn_limit - 1 - table.turn) if terms.turn_limit else players
        unless_ended = limit if limit < players else None
        trigger = table.trigger
        if trigger is None and self.complete(empires[table.current]):
            trigger = table.turn
        if trigger is None:
            return unless_ended
        if terms.end_rule == "standard":
            return 0
        if terms.end_rule == "quitters_never_win":
            return min(limit, trigger + players - 1 - table.turn)
        if terms.end_rule == "cold_war" and not any(map(self.complete, empires)):
            return unless_ended
        return min(limit, players - 1 - table.turn % players)

    def wins(self, table: Table, empires: Empires) -> bool:
        """Never complete an empire unless you are first then: this says who is."""
        standing = []
        for seat, empire in enumerate(empires):
            before, since = len(table.empires[seat]), table.since[seat]
            if len(empire) != before:
                since = (table.turn, "grew" if len(empire) > before else "shrank")
            score = self.progress(empire) if self.apprentice else strength(empire)
            standing.append((-score, -len(empire), since))
        mine = standing[table.me]
        return mine == min(standing) and standing.count(mine) == 1

    def complete(self, empire: list[Pair]) -> bool:
        """Whether an empire ends the game."""
        if self.progress(empire) < self.terms.complete_pairs:
            return False
        return not self.terms.practitioner or bool(elements(empire) & SPIRIT)

    def progress(self, empire: list[Pair]) -> int:
        """How far an empire is: different elements in Apprentice, else pairs."""
        return (elements(empire) & TANGIBLE).bit_count() if self.apprentice else len(empire)

    def points(self, empire: list[Pair]) -> float:
        """What an empire is worth on the way to the end."""
        points = self.step * self.progress(empire)
        if self.terms.practitioner and elements(empire) & SPIRIT:
            points += FIRST_SPIRIT
        return points if self.apprentice else points + strength(empire)

    def defended(self, table: Table, card: int, owner: int, pair: Pair) -> float:
        """How likely an owner can save a pair; cards seen discarded save nothing any more."""
        if self.faces[card].is_spirit:
            return 0.0
        if any(self.saves(known, pair) for known in table.known[owner]):
            return 1.0
        left = sum([n for face, n in enumerate(table.unseen) if n and self.saves(face, pair)])
        share = min(1.0, table.hidden[owner] / table.unseen_total)
        return 1 - pow(1 - share, left)

    # What cards are worth in hand

    def hand_worth(self, table: Table, hand: Sequence[int]) -> float:
        """The worth of the cards one by one, and of the best pair among them."""
        apart = sum([table.worth[card] for card in hand])
        return apart + max([self.bond(table, a, b) for a, b in combinations(hand, 2)], default=0)

    def help(self, table: Table, card: int) -> float:
        """What a card adds once the least useful one has gone; one that goes itself adds nothing.

        Without this two players would pass a useless card to each other for ever.
        """
        bonds = [self.bond(table, card, other) for other in table.hand]
        least = min([table.price[other] for other in (card, *table.hand)])
        return max(0.0, table.worth[card] + max(bonds, default=0) - least)

    def bond(self, table: Table, a: int, b: int) -> float:
        """What two cards are worth more together than apart."""
        pair = self.mates[a].get(b)
        if pair is None:
            return 0.0
        apart = table.worth[a] + table.worth[b]
        return max(0.0, READY * table.build_worth[pair] - apart)

    def card_worth(self, table: Table, card: int) -> float:
        """What a card may still do for me."""
        kind = self.faces[card].kind
        if kind == "build":
            return self.partner_worth(table, card)
        if kind == "defend":
            return DEFEND + GUARD * self.best_saved(table, card)
        waiting = WILD if kind == "wild" else ATTACK
        return waiting + REACH * self.best_capture(table, card)

    def partner_worth(self, table: Table, card: int) -> float:
        """A build card is worth the pairs it may still make; high pairs and missing elements."""
        found = 0.0
        for other, pair in self.mates[card].items():
            if table.unseen[other]:
                found += table.unseen[other] * table.build_worth[pair]
        return self.hope * found / table.unseen_total

    def best_saved(self, table: Table, card: int) -> float:
        """Keep the defence that matches your best pair."""
        mine = [pair for pair in table.empires[table.me] if self.saves(card, pair)]
        return max([self.capture_worth(table, pair) for pair in mine], default=0.0)

    def best_capture(self, table: Table, card: int) -> float:
        """An attack is worth the best pair within its reach."""
        best = 0.0
        for owner, empire in enumerate(table.empires):
            for pair in empire:
                if owner != table.me and self.takes[card, pair]:
                    best = max(best, self.capture_worth(table, pair))
        return best

    def capture_worth(self, table: Table, pair: Pair) -> float:
        """What a pair gives to one and takes from the other."""
        if not self.apprentice:
            return 2 * pair.strength + self.step
        return self.step * (1 if pair.elements & table.held else 2)

    def build_worth(self, table: Table, pair: Pair) -> float:
        """Choose high pairs; the one that ends the game wins it, or must not be built."""
        if self.apprentice and pair.elements & table.held:
            return 0.0
        if table.one_short:
            empires = grown(table.empires, table.me, pair)
            wins = self.complete(empires[table.me]) and self.wins(table, empires)
            return FINISH if wins else 0.0
        first_spirit = pair.elements & SPIRIT and not table.held & SPIRIT
        worth = self.step + (FIRST_SPIRIT if first_spirit else 0.0)
        return worth if self.apprentice else worth + pair.strength

    def stock_price(self, table: Table, card: int) -> float:
        """Stocking costs the card, and is a gift to the next player: stock what does least harm."""
        worth = table.worth[card]
        if self.faces[card].is_build:
            return worth + GIFT * worth
        mine = [pair for pair in table.empires[table.me] if self.takes[card, pair]]
        harm = max([self.capture_worth(table, pair) for pair in mine], default=ATTACK)
        return worth + GIFT * harm

    def average(self, table: Table, worth: Callable[[int], float]) -> float:
        """What an unseen card is worth on average."""
        found = [count * worth(card) for card, count in enumerate(table.unseen) if count]
        return sum(found) / table.unseen_total

    # Facts about faces, asked of the rules once

    def pair(self, faces: tuple[int, int]) -> Pair:
        """The pair that two faces make, in whichever order."""
        a, b = sorted(faces)
        return Pair(a, b, self.legality.elements(a, b), self.legality.strength(a, b))

    def partners(self) -> list[dict[int, Pair]]:
        """For each face the faces with which it makes a pair without a wild, and the pairs."""
        mates: list[dict[int, Pair]] = [{} for _ in self.faces]
        builds = [card for card, face in enumerate(self.faces) if face.is_build]
        for a, b in combinations_with_replacement(builds, 2):
            if self.legality.pair_fault(a, b) is None:
                mates[a][b] = mates[b][a] = self.pairs[a, b]
        return mates

    def can_take(self, attack: tuple[int, Pair]) -> bool:
        """Whether a card can attack a pair."""
        card, pair = attack
        strikes = self.legality.strikes(card)
        return strikes and self.legality.attack_fault(card, pair.a, pair.b) is None

    def saves(self, card: int, pair: Pair) -> bool:
        """Whether a card can defend a pair."""
        face = self.faces[card]
        return face.is_wild or (face.kind == "defend" and not pair.elements & ~face.elements)


def elements(empire: list[Pair]) -> int:
    """All elements of an empire."""
    held = 0
    for pair in empire:
        held |= pair.elements
    return held


def strength(empire: list[Pair]) -> int:
    return sum([pair.strength for pair in empire])


def without(cards: Sequence[int], card: int) -> list[int]:
    rest = list(cards)
    rest.remove(card)
    return rest


def grown(empires: Empires, seat: int, pair: Pair) -> Empires:
    """The empires after a seat got a pair."""
    after = empires[:]
    after[seat] = [*empires[seat], pair]
    return after


def surrendered(empires: Empires, attacker: int, owner: int, slot: int) -> Empires:
    """The empires after a pair changed hands."""
    after = grown(empires, attacker, empires[owner][slot])
    after[owner] = empires[owner][:slot] + empires[owner][slot + 1 :]
    return after
