"""A game from the choice of Champions on: Plan, Action, Trap and Resolve, turn after turn."""

from __future__ import annotations

from typing import cast

from ludarium.core.events import Log
from ludarium.core.game import Answers, Reply, Step
from ludarium.core.pacing import pause
from ludarium.core.sky import ask_moon
from ludarium.core.state import Data, State
from ludarium.games.galatune.choices import Choices
from ludarium.games.galatune.deeds import Deeds
from ludarium.games.galatune.ending import Ending
from ludarium.games.galatune.legality import Table
from ludarium.games.galatune.resolve import Victor, resolve
from ludarium.games.galatune.spoils import Spoils
from ludarium.games.galatune.supply import Supply
from ludarium.games.galatune.terms import (
    ALIGNMENT,
    AP,
    EFFECTS,
    ELEMENT,
    ENDURED,
    HP,
    IMMOBILIZED,
    MOON,
    NEXT,
    NOW,
    PC,
    PRESENT,
    RATING_ADD,
    SPECIAL,
    SPECIAL_LOCKED,
    TRAP_LOCKED,
    TURN,
    WIDTH,
    Play,
    Terms,
)

NOBODY = -1


class Flow:
    """The steps and replies that the frames of a game run."""

    def __init__(
        self, terms: Terms, choices: Choices, supply: Supply, deeds: Deeds, ending: Ending
    ) -> None:
        self.terms = terms
        self.choices = choices
        self.legality = choices.legality
        self.supply = supply
        self.deeds = deeds
        self.ending = ending
        self.spoils = Spoils(terms, supply, ending, self.sit)
        self.steps: dict[str, Step] = {
            "known": self.known,
            "champions": self.champions,
            "dealt": self.dealt,
            "shuffle": self.shuffle,
            "deal": self.deal,
            "turn": self.turn,
            "plan": self.plan,
            "window": self.window,
            "spring": self.spring,
            "spent": self.spent,
            "drawn": supply.drawn,
            "pause": pause,
            **deeds.steps,
            **self.spoils.steps,
        }
        self.replies: dict[str, Reply] = {
            "moon": self.moon,
            "chosen": self.chosen,
            "placed": self.placed,
            "sprung": self.sprung,
            **deeds.replies,
            **self.spoils.replies,
        }

    # Set-up

    def set_up(self, state: State) -> None:
        """All cards at their places; Champions are chosen from the box or dealt (R-6)."""
        terms = self.terms
        dealt = terms.options["champion_pick"] != "open"
        state.numbers[PRESENT] = (1 << terms.players) - 1
        for stock, cards in terms.stocks.items():
            place = terms.source if not stock else terms.stack if dealt else terms.box
            state.zones[place] = tuple(cards)
            for card in cards:
                state.seen[card] = terms.layout.watchers[place]
        state.frames.append(("champions", 0, ()))
        if terms.options["full_moon"] == "always":
            state.numbers[MOON] = 1
        elif terms.options["full_moon"] == "calendar":
            state.frames.append(("moon", 0, ()))
            ask_moon(state)

    def known(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """A match that was loaded begins with what everybody knows of the hands (R-80)."""
        if log is not None:
            eye, fleeting = self.terms.layout.eye(None), self.terms.fleeting
            lasting = self._known(state, eye | fleeting, eye)
            passing = self._known(state, eye | fleeting, eye | fleeting)
            if any(passing):
                log.flash("known", "reveal", {"fleeting": passing}, None, hands=lasting)
            else:
                log.tell("known", hands=lasting)

    def _known(self, state: State, mask: int, eyes: int) -> list[list[str]]:
        """By seat: the cards of the hand that have been seen in this way."""
        return [
            self.terms.cards.codes(c for c in state.zones[hand] if state.seen[c] & mask == eyes)
            for hand in self.terms.hands
        ]

    def moon(
        self, state: State, seat: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        """Fixed when the game begins (R-69)."""
        state.numbers[MOON] = int(answers[0][1].args[0])
        if log is not None:
            log.tell("moon", full=bool(state.numbers[MOON]))

    def champions(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Have the next Champion chosen, or all of those that were dealt; then shuffle."""
        terms = self.terms
        without = [
            seat for seat in terms.in_order(state, 0) if not state.zones[terms.champion_zones[seat]]
        ]
        if not without:
            terms.layout.gather(state, [*terms.offers, terms.stack], terms.box)
            state.frames.append(("shuffle", 0, ()))
        elif state.zones[terms.stack] and not any(state.zones[offer] for offer in terms.offers):
            state.frames.append(("dealt", 0, ()))
            terms.layout.ask_shuffle(state, terms.stack)
        else:
            asked = without if terms.deal2 else without[:1]
            self.ask_champions(state, asked, log)

    def ask_champions(self, state: State, asked: list[int], log: Log | None) -> None:
        """Ask for Champions; the last free one is taken without asking (R-72)."""
        terms = self.terms
        state.frames.append(("chosen", asked[0], ()))
        state.asks = tuple((seat, "champion", ()) for seat in asked)
        if not terms.deal2 and len(state.zones[terms.box]) == 1:
            answer = self.choices.champions(state, asked[0])[0]
            state.asks = ()
            state.frames.pop()
            self.chosen(state, asked[0], (), ((asked[0], answer),), log)

    def dealt(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """One Champion each by lot, or two each to choose from in secret (R-6)."""
        terms = self.terms
        state.frames.append(("champions", 0, ()))
        for seat in terms.in_order(state, 0):
            if terms.deal2:
                terms.layout.draw(state, terms.stack, terms.offers[seat], 2)
                if log is not None:
                    codes = terms.cards.codes(state.zones[terms.offers[seat]])
                    log.whisper("offer", seat, {"champions": codes}, seat=seat, count=2)
            else:
                terms.layout.draw(state, terms.stack, terms.champion_zones[seat])
                self.sit(state, seat, log)
        state.zones[terms.stack] = tuple(sorted(state.zones[terms.stack]))

    def chosen(
        self, state: State, seat: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        terms = self.terms
        state.frames.append(("champions", 0, ()))
        for seat, action in answers:
            card = terms.cards.copies[action.faces[0]][0]
            place = terms.offers[seat] if state.zones[terms.offers[seat]] else terms.box
            terms.layout.move(state, card, place, terms.champion_zones[seat])
            self.sit(state, seat, log)

    def sit(self, state: State, seat: int, log: Log | None) -> None:
        """A Champion begins, or begins again, with its printed values (GT-2.3, GT-13.2, R-44)."""
        terms, numbers = self.terms, state.numbers
        champion, at = terms.sitting(state, seat), terms.seat_at[seat]
        numbers[at + HP] = champion.hp  # GT-10.10
        numbers[at + AP] = champion.ap
        numbers[at + PC] = terms.prize_cost(champion)
        numbers[at + ALIGNMENT] = champion.alignment
        numbers[at + ELEMENT] = champion.element
        numbers[at + RATING_ADD] = numbers[at + ENDURED] = 0
        numbers[at + NOW : at + WIDTH] = [0] * (WIDTH - NOW)
        if log is not None:
            log.tell("champion", seat=seat, champion=champion.code)

    def shuffle(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """The Source Deck is shuffled, then hands are dealt in seat order (GT-2.5, R-73)."""
        state.frames.append(("turn", 0, ()))  # no trades before it
        for seat in reversed(self.terms.in_order(state, 0)):
            state.frames.append(("deal", seat, ()))
        self.terms.layout.ask_shuffle(state, self.terms.source)

    def deal(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        self.supply.fill(state, seat, used=False, why="deal", log=log)  # GT-2.6, GT-2.7

    # Plan and Action

    def turn(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """A new turn: what was set for it holds now, and everybody plans (R-43, R-45)."""
        numbers = state.numbers
        numbers[TURN] += 1
        for at in self.terms.seat_at:
            if any(numbers[at + NOW : at + WIDTH]):
                numbers[at + NOW : at + NEXT] = numbers[at + NEXT : at + WIDTH]
                numbers[at + NEXT : at + WIDTH] = [0] * len(EFFECTS)
        if log is not None:
            log.tell("turn", turn=numbers[TURN], lead=self.terms.lead(state))
        self.plan(state, 0, (), log)

    def plan(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Who can do nothing but hold, for all to see, is not asked (R-13, R-72)."""
        planners = self.planners(state)
        if planners:
            state.frames.append(("placed", 0, ()))  # GT-6.3: when the last one is Ready
            state.asks = tuple([(seat, "plan", ()) for seat in planners])
        else:
            self.placed(state, 0, (), (), log)

    def planners(self, state: State) -> list[int]:
        numbers, zones = state.numbers, state.zones
        hands, seat_at = self.terms.hands, self.terms.seat_at
        return [
            seat
            for seat in self.terms.in_order(state, 0)
            if not numbers[seat_at[seat] + IMMOBILIZED]
            and (zones[hands[seat]] or not numbers[seat_at[seat] + SPECIAL_LOCKED])
        ]

    def placed(
        self, state: State, seat: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        """All Actions are revealed together and lie on their targets (GT-7.1, GT-7.2)."""
        terms = self.terms
        plays: list[Play] = []
        if terms.draw_log == "fleeting":
            self.supply.forget_fleeting(state)
        for seat, action in answers:
            if action.verb == "hold":
                continue
            card, aimed = SPECIAL, action.args  # no card, so it never runs out
            if action.verb == "act":
                card = self.supply.copy_in(state, action.faces[0], terms.hands[seat])
                self.supply.take(state, card, terms.hands[seat], terms.table)  # GT-5.6
                aimed = action.args[1:]
            plays.append((seat, card, int(aimed[0]) if aimed else NOBODY, NOBODY))
        if log is not None:
            log.tell("reveal", plays=[self.told(state, play) for play in plays])
        self.window(state, terms.lead(state), (tuple(plays),), log)  # GT-7.5

    def told(self, state: State, play: Play) -> dict[str, object]:
        """A play as events and views tell it."""
        seat, card, target, on = play
        told: dict[str, object] = {"seat": seat}
        if card == SPECIAL:
            told["special"] = self.terms.sitting(state, seat).code
        else:
            told["card"] = self.terms.cards.code[card]
        if on >= 0:
            told["on"] = on
        elif target >= 0:
            told["target"] = target
        return told

    # Traps

    def window(self, state: State, start: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Ask everybody who could spring a Trap; answers that stand already stay (R-16)."""
        plays = cast("tuple[Play, ...]", data[0])
        table = self.legality.table(state, plays)
        asked = self.trappers(state, table)
        if state.answers:
            state.answers = tuple([answer for answer in state.answers if answer[0] in asked])
        if asked:
            state.frames.append(("sprung", start, (plays,)))
            state.asks = tuple([(seat, "trap", ()) for seat in asked])
        elif log is not None and log.paced:
            self._wait(state, start, plays, ())
        else:
            self.resolve(state, table, log)

    def trappers(self, state: State, table: Table) -> list[int]:
        """Who has a Trap for one of these plays (3.3 of R-16): the others pass unseen."""
        terms, numbers, zones = self.terms, state.numbers, state.zones
        hands, seat_at, no_traps = terms.hands, terms.seat_at, terms.traps.isdisjoint
        holders = [
            seat
            for seat in terms.in_order(state, 0)
            if not numbers[seat_at[seat] + TRAP_LOCKED] and not no_traps(zones[hands[seat]])
        ]
        may_spring = self.choices.trap_plays
        return [seat for seat in holders if may_spring(state, seat, table, any_will_do=True)]

    def sprung(
        self, state: State, start: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        plays = cast("tuple[Play, ...]", data[0])
        texts = tuple([(seat, action.text) for seat, action in answers])
        if log is not None and log.paced:
            self._wait(state, start, plays, texts)
        else:
            self.spring(state, start, (plays, texts), log)

    def _wait(
        self,
        state: State,
        start: int,
        plays: tuple[Play, ...],
        answers: tuple[tuple[int, str], ...],
    ) -> None:
        """At tables with people a window does not close before its time (R-16, R-74).

        That goes for windows in which nobody is asked, too: who holds no Trap passes unseen.
        """
        state.frames.append(("spring", start, (plays, answers)))
        state.frames.append(("pause", start, ("trap",)))

    def spring(self, state: State, start: int, data: tuple[Data, ...], log: Log | None) -> None:
        """The first Trap in priority order is played, the others never were (GT-8.2, R-16)."""
        plays, answers = cast("tuple[tuple[Play, ...], tuple[tuple[int, str], ...]]", data)
        terms = self.terms
        submitted = {seat: text for seat, text in answers if text != "pass"}
        for seat in terms.in_order(state, start) if submitted else ():
            text = submitted.get(seat)
            if text is None:
                continue
            action = terms.grammar.parse(text)
            card = self.supply.copy_in(state, action.faces[0], terms.hands[seat])
            self.supply.take(state, card, terms.hands[seat], terms.table)
            play = (seat, card, NOBODY, int(action.args[1]))
            if log is not None:
                log.dropped += tuple(other for other in submitted if other != seat)
                under = plays[play[3]]
                trapped = terms.move_of(state, under).label
                log.tell("trap", **self.told(state, play), owner=under[0], trapped=trapped)
            self.window(state, (seat + 1) % terms.players, ((*plays, play),), log)  # GT-8.4
            return
        self.resolve(state, self.legality.table(state, plays), log)

    # Resolve

    def resolve(self, state: State, table: Table, log: Log | None) -> None:
        """Nobody springs a Trap any more: what lies there happens (GT-8.5)."""
        if log is not None:
            log.tell("traps_over")
        lead = self.terms.lead(state)
        entries, victors = resolve(self.terms, state, table, log)
        if entries:
            state.frames.append(("spent", lead, (table.plays, victors)))
            self.deeds.effects.push(state, lead, entries)
        else:
            self.spent(state, lead, (table.plays, victors), log)

    def spent(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Played cards go to their players' Used Piles, then falls count (GT-9.3, GT-14.2)."""
        plays, victors = cast("tuple[tuple[Play, ...], tuple[Victor, ...]]", data)
        terms, quiet = self.terms, True
        numbers, seat_at, move = state.numbers, self.terms.seat_at, self.terms.layout.move
        for seat, card, _, _ in plays:
            if card >= 0:
                move(state, card, terms.table, terms.used[seat])  # GT-8.6, R-5
                quiet = False
        fallen = [  # now that everything has taken effect
            seat
            for seat in terms.in_order(state, lead)
            if numbers[seat_at[seat] + HP] == 0  # GT-11.6
        ]
        self.spoils.award(state, lead, fallen, victors, quiet, log)
