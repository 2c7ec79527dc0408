"""The steady player: it weighs its options against what the others are likely to do.

It knows only its view. Draws are seen by all, so it mostly knows what the others hold; a card that
it does not know may be any that is left. It resolves a few likely turns for each of its options and
takes the one after which its chance to win is best.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, Final, TypeAlias, cast

from ludarium.core.actions import Action
from ludarium.core.game import Game
from ludarium.core.questions import Question
from ludarium.games.galatune.judgement import BREATH, CARD, RIDERS, Scene
from ludarium.games.galatune.moves import ATTACK, Champion, Move, multiplier
from ludarium.games.galatune.rules import Galatune
from ludarium.games.galatune.terms import IMMOBILIZED, TRAP_LOCKED, Play

CANDIDATES: Final = 8
"""Options that are looked at closely; the others promise less."""
PROFILES: Final = 5
"""Turns of the others against which each of them is tried."""
HEAT: Final = 2.0
"""Points of promise that make others choose an option e times as often."""
DOUBT: Final = 0.02
"""How often they choose any option at all, compared to the best."""
SURE: Final = 0.75
"""How likely an opponent springs a Trap that pays."""
UNSURE: Final = 0.1
"""How likely it springs one that does not."""
PAYS: Final = 0.04
"""The part of a chance that a Trap must change to pay."""
MARGIN: Final = 0.02
"""The part that it must add to one's own chance, beyond what it is worth in hand."""
TWIST: Final = 0.005
"""Options that are worse by this part count as equal: who always takes the best can be read."""
SKILL: Final = 1.0
"""Points for each damage of a Special Action that attacks: it comes again every turn."""
FEAR: Final = 0.5
"""The part of it that an opponent's Special Action takes from a Champion that it strikes."""
EXPOSED: Final = 0.5
"""What an Attack in another hand takes from a Champion; twice as much where it is weak."""
WHIM: Final = 1.0
"""The points up to which Champions count as equal."""
TRADE: Final = 0.3
"""Points that a trade must bring."""

Profile: TypeAlias = tuple[float, list[Play]]
"""How likely, and what the others play."""
MILD: Final = {
    "plan": "hold", "trap": "pass", "recover": "stop", "prize_source": "prize_source deck",
    "respawn": "respawn keep", "trade_offer": "no_trade", "trade_reply": "decline",
    "trade_confirm": "trade_confirm refuse",
}  # fmt: skip
"""The answer for whoever is late; what is not named here is left to chance (GT-18.1, GT-18.2)."""


class Steady:
    """The heuristic player of Galatune; it keeps nothing between two questions."""

    blind = False

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.rules = cast("Galatune", game.rules)
        self.terms = self.rules.terms
        self.judges: Mapping[str, Callable[[Scene, Sequence[Action]], list[float]]] = {
            "champion": self.champion,
            "plan": self.plan,
            "trap": self.trap,
            "steal": self.take,
            "give": self.give,
            "recover": self.recover,
            "prize_source": self.prize_source,
            "prize_card": self.take,
            "respawn": self.respawn,
            "trade_offer": self.offer,
            "trade_reply": self.reply,
            "trade_confirm": self.confirm,
        }

    def choose(self, view: Mapping[str, object], question: Question) -> Action:
        """The option with the best score, or any that comes near."""
        options = question.options
        if len(options) == 1:
            return options[0]
        pending = cast("Mapping[str, Any]", view["pending"])
        scene = Scene(self.rules, self.game.imagine(view, self.rng), question.seat, pending)
        scores = self.judges[question.kind](scene, options)
        best = max(scores)
        bar = best - TWIST * abs(best)
        return self.rng.choice([o for o, score in zip(options, scores) if score >= bar])

    def forced(self, view: Mapping[str, object], question: Question) -> Action:
        """For someone whose time is up: nothing is risked, and what must be picked is drawn."""
        options, mild = question.options, MILD.get(question.kind)
        if options[0].verb == "pick" and mild is None:  # any card, not any kind of card
            state = self.game.imagine(view, self.rng)
            card = self.rng.choice(state.zones[self.rules.legality.pick_zone(state)])
            return next(o for o in options if o.args[0] == self.terms.cards.code[card])
        return self.rng.choice([option for option in options if option.text == mild] or options)

    # Plan

    def plan(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """My chance after each option, against what the others are likely to do."""
        promises = [scene.appeal(scene.me, option) for option in options]
        bar = sorted(promises)[-CANDIDATES:][0]
        profiles = self.profiles(scene)
        return [
            self.outcome(scene, scene.play_of(scene.me, option), profiles)
            if promise >= bar or option.verb == "hold"
            else 0.0
            for option, promise in zip(options, promises)
        ]

    def outcome(self, scene: Scene, play: Play | None, profiles: Sequence[Profile]) -> float:
        """The chance that a play leaves, the Traps of the others considered."""
        if play is None:
            return sum([weight * scene.chance(plays) for weight, plays in profiles])
        free = sum([weight * scene.chance([play, *plays]) for weight, plays in profiles])
        trap = self.trap_for(scene, play)
        if trap is None:
            return free
        trapped = sum([weight * scene.chance([play, trap, *plays]) for weight, plays in profiles])
        risk = SURE if free - trapped > PAYS * free else UNSURE
        return risk * trapped + (1 - risk) * free

    def profiles(self, scene: Scene) -> list[Profile]:
        """What the others may play: the most likely of one opponent, or a few turns of several."""
        drawn: list[list[Play]] = [[] for _ in range(PROFILES)]
        for seat in scene.others:
            if scene.stat(seat, IMMOBILIZED):
                continue
            options = self.rules.choices.plans(scene.state, seat)
            promises = [scene.appeal(seat, option) for option in options]
            best = max(promises)
            weights = [DOUBT + exp((promise - best) / HEAT) for promise in promises]
            if len(scene.others) == 1:
                likely = sorted(zip(weights, range(len(options))))[-PROFILES:]
                total = sum([weight for weight, _ in likely])
                plays = [(w / total, scene.play_of(seat, options[at])) for w, at in likely]
                return [(weight, [play] if play else []) for weight, play in plays]
            for turn, option in zip(drawn, self.rng.choices(options, weights, k=PROFILES)):
                play = scene.play_of(seat, option)
                if play is not None:
                    turn.append(play)
        return [(1 / PROFILES, turn) for turn in drawn]

    def trap_for(self, scene: Scene, play: Play) -> Play | None:
        """A Trap that somebody holds for a play which lies first; one that counters, if any."""
        legality, terms = self.rules.legality, self.terms
        table = legality.table(scene.state, (play,))
        found: Play | None = None
        for seat in scene.others:
            if scene.stat(seat, TRAP_LOCKED):
                continue
            for card in scene.state.zones[terms.hands[seat]]:
                trap = terms.moves[terms.cards.face[card]]
                if trap.is_trap and not legality.trap_flaw(scene.state, seat, trap, 0, table):
                    found = (seat, card, -1, 0)
                    if trap.counters:
                        return found
        return found

    # Traps

    def trap(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """A Trap is sprung for what it changes, less what it is worth in hand."""
        plays = self.rules.legality.plays(scene.state)
        scores = []
        for option in options:
            trap = scene.play_of(scene.me, option)
            laid = [*plays, trap] if trap else plays
            scores.append(scene.chance(laid) * (1 if trap else 1 + MARGIN))
        return scores

    # Picks and Prizes

    def take(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """What serves me, and what I would not leave to its owner."""
        pending = scene.pending
        owner = pending["of"] if "of" in pending else pending["queue"][0]["from"]
        return [self.swing(scene, owner, option.faces[0]) for option in options]

    def swing(self, scene: Scene, other: int, face: int) -> float:
        """What a card is worth to me rather than to another seat."""
        return scene.worth[scene.me, face] + scene.worth[other, face] / len(scene.others)

    def give(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """What serves neither me nor the one who gets it."""
        taker = scene.pending["queue"][0]["to"]
        return [-self.swing(scene, taker, option.faces[0]) for option in options]

    def recover(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        return [scene.worth[scene.me, o.faces[0]] if o.faces else 0.0 for o in options]

    def prize_source(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """The best cards of the pool, for which the loser draws others, or some from the deck."""
        loser, due = scene.pending["of"], scene.pending["due"]
        pool = scene.state.zones[self.terms.pools[loser]]
        worths = sorted([self.swing(scene, loser, self.terms.cards.face[card]) for card in pool])
        best = worths[-due:]
        drawn = CARD / len(scene.others)
        chosen = sum(best) - drawn * len(best) + CARD * (due - len(best))
        return [chosen if option.args[0] == "hand" else CARD * due for option in options]

    # Champions

    def respawn(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """Keep a good remainder; change to a Champion that stands better against this table."""
        mine = scene.champions[scene.me]
        assert mine is not None
        kept = len(scene.state.zones[self.terms.hands[scene.me]])
        box = [self.terms.champions[card] for card in scene.state.zones[self.terms.box]]
        stay = self.stand(scene, mine)
        scores = {
            "keep": stay + scene.held[scene.me] + CARD * max(0, mine.ap - kept),
            "reset": stay + CARD * mine.ap,
            "change": max([self.stand(scene, one) + CARD * one.ap for one in box], default=0.0),
        }
        return [scores[str(option.args[0])] for option in options]

    def champion(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """How the Champions stand, with their cards; near ones are drawn for."""
        cards = [self.terms.cards.copies[option.faces[0]][0] for option in options]
        found = [self.terms.champions[card] for card in cards]
        whims = [self.rng.uniform(0, WHIM) for _ in found]
        return [self.stand(scene, one) + CARD * one.ap + whim for one, whim in zip(found, whims)]

    def stand(self, scene: Scene, champion: Champion) -> float:
        """How a Champion stands against this table: its Action and theirs, their hands, its HP."""
        special, rivals = champion.special, scene.rivals(scene.me)
        points = BREATH * champion.hp - RIDERS["prize_cost"] * champion.pc
        if special.function == ATTACK:
            forces = [scene.force[scene.me, special, rival] for rival in rivals]
            points += SKILL * max(forces, default=special.rating)
        for rival in rivals:
            theirs = scene.champions[rival]
            assert theirs is not None
            points -= (
                FEAR * SKILL * theirs.special.rating * times(theirs.special, champion) / len(rivals)
            )
            hand = [self.terms.moves[face] for face in scene.hand(rival)]
            points -= EXPOSED * sum([times(move, champion) for move in hand]) / len(rivals)
        return points

    # Trades

    def offer(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """A card for which its new owner would gladly give one that I would rather have."""
        return [self.hope(scene, int(o.args[0]), o.faces[0]) if o.args else TRADE for o in options]

    def hope(self, scene: Scene, partner: int, give: int) -> float:
        """What I may gain by offering a card."""
        return max([self.deal(scene, partner, give, get) for get in scene.hand(partner)])

    def deal(self, scene: Scene, partner: int, give: int, get: int) -> float:
        """My gain by a swap of two cards; none if the partner would not agree."""
        mine = self.profit(scene, scene.me, partner, give, get)
        return mine if self.profit(scene, partner, scene.me, get, give) > TRADE else 0.0

    def profit(self, scene: Scene, seat: int, partner: int, give: int, get: int) -> float:
        """What a swap brings a seat, less its share of what it brings the partner."""
        own = scene.worth[seat, get] - scene.worth[seat, give]
        theirs = scene.worth[partner, give] - scene.worth[partner, get]
        return own - theirs / len(scene.others)

    def reply(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """A card for the one offered, if both of us would be glad of it."""
        offerer, _, code = scene.pending["offers"][0]
        get = self.terms.cards.face_of_code[code]
        return [self.deal(scene, offerer, o.faces[0], get) if o.args else TRADE for o in options]

    def confirm(self, scene: Scene, options: Sequence[Action]) -> list[float]:
        """Whether the card shown is worth mine."""
        _, partner, code = scene.pending["offers"][0]
        face = self.terms.cards.face_of_code
        gain = self.profit(scene, scene.me, partner, face[code], face[scene.pending["reply"]])
        return [gain if option.args[0] == "accept" else TRADE for option in options]


def times(move: Move, champion: Champion) -> int:
    """How hard an Attack strikes a Champion: 0, 1 or 2 times."""
    attack = move.function == ATTACK
    return multiplier(move.type, champion.element, champion.alignment) if attack else 0
