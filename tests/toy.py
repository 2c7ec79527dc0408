"""Magpies: a tiny game, for tests only, that needs what no printed game here needs yet.

**MG-1** Chance picks the first leader; three cards each; two covered cards make the row. A covered
card shows its colour, not its worth.
**MG-2** Gifts: everyone but the leader secretly puts one card of the hand into the chest. Nobody,
not even a reader of the record, learns who gave what; the chest is shuffled.
**MG-3** Scouting: the leader may peek at a card of the row, then keeps it there, lays it on top of
the deck, or mixes it into the deck.
**MG-4** Rush: anyone may grab a card of the row at any time until everyone has passed.
**MG-5** Before a grab or a trap is done, everyone else in turn may spring a trap on it; whoever
lets it be has let it be for good.
**MG-6** A trap is a trap card from the hand. If it is done, what it was sprung on is not.
**MG-7** The leader takes the chest, the row is filled, the next seat leads.
**MG-8** After the last round the richest hand wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from laws import Book
from ludarium import Action, Game, Refusal, Refused, Result, Room, State
from ludarium.core.actions import Grammar, Verb
from ludarium.core.cards import Cards
from ludarium.core.chance import ask_pick
from ludarium.core.errors import refuse
from ludarium.core.events import Log
from ludarium.core.game import Answers, Anytime
from ludarium.core.options import Option
from ludarium.core.positions import Copies
from ludarium.core.questions import Kind, Mode
from ludarium.core.zones import Layout, Memory, Sight, Zone

JEWELS = [f"{colour}{worth}" for colour in "RGB" for worth in range(1, 5)]
TRAPS = ["T1", "T2", "T3"]
COLOURS = {"R": "red", "G": "green", "B": "blue", "T": "blue"}
ZONES = (
    Zone("hand", "hands", Sight.OWNER, Memory.SEATS, ordered=False),
    Zone("deck", top_first=True, memory=Memory.PLACES),
    Zone("row", memory=Memory.PLACES, glimpse=("colour",)),
    Zone("chest"),
    Zone("heap", sight=Sight.ALL),
)
KINDS = {
    "gift": Kind("gift", "Put a card into the chest.", anonymous=True),
    "scout": Kind("scout", "Peek at a covered card, or not."),
    "place": Kind("place", "Where does the card go?"),
    "rush": Kind("rush", "Grab a card, or pass.", mode=Mode.LIVE),
    "spring": Kind("spring", "Spring a trap, or let it be.", ask="yes-no", final=True),
}
VERBS = {
    "give": Verb("give", "{card:card}"),
    "peek": Verb("peek", "{place:number}"),
    "skip": Verb("skip"),
    "put": Verb("put", "{where=row|deck|mixed}"),
    "grab": Verb("grab", "{place:number}"),
    "pass": Verb("pass"),
    "trap": Verb("trap", "{card:card}"),
    "let": Verb("let"),
}
OFFERED = {
    "gift": ("give",),
    "scout": ("peek", "skip"),
    "place": ("put",),
    "rush": ("grab", "pass"),
    "spring": ("trap", "let"),
}
LEADER, ROUND = 0, 1
Told = Log | None


class MagpieRules:
    """What the engine asks of a game."""

    kinds = KINDS
    anytime: Mapping[str, Anytime] = {}
    window = (0, 0)
    numbers = 2
    fact_names = ("leader", "round", "frames", "asks", "sealed")
    embedded: Mapping[str, object] = {}

    def __init__(self, options: Mapping[str, object], players: int) -> None:
        codes = [*JEWELS, *TRAPS]
        colours = [COLOURS[code[0]] for code in codes]
        self.cards = Cards([(code, 1) for code in codes], {"colour": colours})
        self.layout = Layout(ZONES, players, self.cards)
        self.grammar = Grammar(list(VERBS.values()), self.cards)
        self.pools = {"": range(len(self.cards))}
        self.players = players
        self.rounds = int(str(options["rounds"]))
        self.hands = self.layout.each("hand")
        self.deck, self.row, self.chest, self.heap = map(
            self.layout.one, ("deck", "row", "chest", "heap")
        )
        steps = (self.deal, self.round, self.gifts, self.scout, self.rush, self.grab, self.spring)
        self.steps = {step.__name__: step for step in (*steps, self.snap, self.finish)}
        replies = (self.led, self.given, self.scouted, self.put, self.rushed, self.sprung)
        self.replies = {reply.__name__: reply for reply in replies}
        self.numbering = Numbers(self.grammar)

    # Play, in the order of the rules

    def set_up(self, state: State) -> None:
        state.zones[self.deck] = tuple(self.pools[""])
        state.frames.append(("led", 0, ()))
        ask_pick(state, self.players)

    def led(self, state: State, seat: int, data: tuple, answers: Answers, log: Told) -> None:
        state.numbers[LEADER] = answers[0][1].args[0]
        state.frames.append(("deal", 0, ()))
        self.layout.ask_shuffle(state, self.deck)

    def deal(self, state: State, seat: int, data: tuple, log: Told) -> None:
        for hand in self.hands:
            self.layout.draw(state, self.deck, hand, 3)
        self.fill_row(state)
        state.frames.append(("round", state.numbers[LEADER], ()))

    def fill_row(self, state: State) -> None:
        while state.zones[self.deck] and len(state.zones[self.row]) < 2:
            self.layout.draw(state, self.deck, self.row)

    def round(self, state: State, leader: int, data: tuple, log: Told) -> None:
        for step in ("finish", "rush", "scout", "gifts"):
            state.frames.append((step, leader, ()))

    def gifts(self, state: State, leader: int, data: tuple, log: Told) -> None:
        givers = [seat for seat in self.others(leader) if state.zones[self.hands[seat]]]
        if givers:
            state.frames.append(("given", leader, ()))
            state.asks = tuple((seat, "gift", ()) for seat in sorted(givers))

    def given(self, state: State, leader: int, data: tuple, answers: Answers, log: Told) -> None:
        for seat, action in answers:
            (card,) = self.cards.copies[action.faces[0]]
            self.layout.move(state, card, self.hands[seat], self.chest)
        if log is not None:
            log.tell("gifts", count=len(answers))
        self.layout.ask_shuffle(state, self.chest)

    def scout(self, state: State, leader: int, data: tuple, log: Told) -> None:
        if state.zones[self.row]:
            self.ask(state, "scouted", leader, (), "scout", leader)

    def scouted(self, state: State, leader: int, data: tuple, answers: Answers, log: Told) -> None:
        ((_, action),) = answers
        if action.verb == "peek":
            card = state.zones[self.row][action.args[0]]
            self.layout.show(state, card, self.layout.eye(leader))
            if log is not None:
                log.whisper("peek", leader, {"card": self.cards.code[card]}, place=action.args[0])
            self.ask(state, "put", leader, (action.args[0],), "place", leader)

    def put(self, state: State, leader: int, data: tuple, answers: Answers, log: Told) -> None:
        where = answers[0][1].args[0]
        if log is not None:
            log.tell("put", seat=leader, where=where)
        if where != "row":
            self.layout.move(state, state.zones[self.row][data[0]], self.row, self.deck)
        if where == "mixed":
            self.layout.ask_shuffle(state, self.deck)

    def rush(self, state: State, leader: int, passed: tuple, log: Told) -> None:
        waiting = [seat for seat in range(self.players) if seat not in passed]
        if waiting and state.zones[self.row]:
            state.frames.append(("rushed", leader, passed))
            state.asks = tuple((seat, "rush", ()) for seat in waiting)

    def rushed(self, state: State, leader: int, passed: tuple, answers: Answers, log: Told) -> None:
        ((seat, action),) = answers
        if action.verb == "pass":
            state.frames.append(("rush", leader, (*passed, seat)))
        else:
            state.frames.append(("rush", leader, passed))
            self.attempt(state, ("grab", seat, (action.args[0],)))

    def attempt(self, state: State, deed: tuple) -> None:
        """A deed is done unless somebody springs a trap on it."""
        seat = deed[1]
        state.frames += [deed, ("spring", seat, tuple(self.others(seat)))]

    def grab(self, state: State, seat: int, data: tuple, log: Told) -> None:
        card = state.zones[self.row][data[0]]
        self.layout.move(state, card, self.row, self.hands[seat])
        if log is not None:
            code = self.cards.code[card]
            log.whisper("grab", seat, {"card": code}, seat=seat, place=data[0])

    def spring(self, state: State, seat: int, waiting: tuple, log: Told) -> None:
        if waiting:
            self.ask(state, "sprung", seat, waiting, "spring", waiting[0])

    def sprung(self, state: State, seat: int, waiting: tuple, answers: Answers, log: Told) -> None:
        ((trapper, action),) = answers
        if action.verb == "let":
            state.frames.append(("spring", seat, waiting[1:]))
            return
        (card,) = self.cards.copies[action.faces[0]]
        self.layout.move(state, card, self.hands[trapper], self.heap)
        if log is not None:
            log.tell("trap", seat=trapper, card=self.cards.code[card], on=seat)
        self.attempt(state, ("snap", trapper, ()))

    def snap(self, state: State, seat: int, data: tuple, log: Told) -> None:
        """The trap undoes the deed that lies right below it."""
        deed, victim, _ = state.frames.pop()
        if log is not None:
            log.tell("snap", seat=seat, deed=deed, victim=victim)

    def finish(self, state: State, leader: int, data: tuple, log: Told) -> None:
        chest = self.layout.gather(state, [self.chest], self.hands[leader])
        if log is not None:
            log.whisper("chest", leader, {"cards": self.cards.codes(chest)}, count=len(chest))
        self.fill_row(state)
        state.numbers[ROUND] += 1
        state.numbers[LEADER] = (leader + 1) % self.players
        if state.numbers[ROUND] < self.rounds:
            state.frames.append(("round", state.numbers[LEADER], ()))

    def ask(self, state: State, reply: str, seat: int, data: tuple, kind: str, whom: int) -> None:
        state.frames.append((reply, seat, data))
        state.asks = ((whom, kind, ()),)

    def others(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in range(1, self.players)]

    # What may be done

    def candidates(self, state: State, seat: int) -> Iterator[Action]:
        """Everything a seat could try with what it holds and what lies there."""
        hand = self.cards.codes(state.zones[self.hands[seat]])
        places = range(len(state.zones[self.row]))
        args = {"give": hand, "trap": hand, "peek": places, "grab": places}
        args["put"] = ("row", "deck", "mixed")
        for verb in VERBS:
            for each in [(arg,) for arg in args[verb]] if verb in args else [()]:
                yield self.grammar.make(verb, *each)

    def legal(self, state: State, seat: int, kind: str) -> list[Action]:
        tried = self.candidates(state, seat)
        return [action for action in tried if self.refusal(state, seat, action) is None]

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        if self.result(state) is not None:
            return refuse("MG-8", "game_over")
        kind = next((kind for asked, kind, _ in state.asks if asked == seat), None)
        if kind is None or action.verb not in OFFERED[kind]:
            return refuse("MG-4" if kind == "rush" else "MG-5", "not_now", verb=action.verb)
        if action.verb in ("peek", "grab") and action.args[0] >= len(state.zones[self.row]):
            return refuse("MG-4", "no_such_place", place=action.args[0])
        if action.faces:
            if not set(self.cards.copies[action.faces[0]]) & set(state.zones[self.hands[seat]]):
                return refuse("MG-2", "not_in_hand", card=action.args[0])
            if action.verb == "trap" and action.args[0] not in TRAPS:
                return refuse("MG-6", "no_trap", card=action.args[0])
        return None

    def result(self, state: State) -> Result | None:
        if state.numbers[ROUND] < self.rounds:
            return None
        hands = [self.cards.codes(state.zones[hand]) for hand in self.hands]
        worth = tuple(sum(int(code[1]) for code in hand if code in JEWELS) for hand in hands)
        order = sorted(set(worth), reverse=True)
        ranking = tuple(tuple(s for s in range(self.players) if worth[s] == w) for w in order)
        return Result(ranking, worth, "rounds", "MG-8", {"worth": list(worth)})

    def concede(self, state: State, seat: int, log: Told) -> None:
        raise Refused(refuse("MG-8", "no_conceding"))

    # Positions: frames and questions hold only what everyone may know

    def header(self) -> dict[str, object]:
        return {"players": self.players, "options": {"rounds": self.rounds}}

    def facts(self, state: State) -> dict[str, object]:
        return {
            "leader": state.numbers[LEADER],
            "round": state.numbers[ROUND],
            "frames": listed(state.frames),
            "asks": listed(state.asks),
        }

    def private(self, state: State) -> dict[str, object]:
        return {"sealed": listed(state.answers)}

    def shown(self, state: State) -> Mapping[int, int]:
        return {}

    def left(self, state: State) -> list[int]:
        return []

    def revealed(self, view: Mapping[str, object]) -> Mapping[str, list[list[str]]]:
        return {}

    def outlook(self, state: State) -> dict[str, object]:
        return {"asked": [ask[0] for ask in state.asks]}

    def restore(self, state: State, record: Mapping[str, object], copies: Copies) -> None:
        state.numbers[:] = [record["leader"], record["round"]]
        state.frames[:] = tupled(record["frames"])
        state.asks = tupled(record["asks"])
        if isinstance(record.get("sealed"), list):  # a position: a view tells only one's own
            state.answers = tupled(record["sealed"])

    def inspect(self, state: State, record: Mapping[str, object]) -> None:
        """Nothing here contradicts itself."""


class Numbers(list[Action]):
    """All actions that can come up, in the order of their numbers."""

    def __init__(self, grammar: Grammar) -> None:
        args = {"give": [*JEWELS, *TRAPS], "trap": TRAPS, "peek": range(2), "grab": range(2)}
        args["put"] = ("row", "deck", "mixed")
        super().__init__(grammar.make(verb, arg) for verb in args for arg in args[verb])
        self.extend(grammar.make(verb) for verb in ("skip", "pass", "let"))

    def number(self, seat: int, action: Action) -> int:
        return self.index(action)

    def action(self, seat: int, number: int) -> Action:
        return self[number]


def listed(value: object) -> object:
    return [listed(each) for each in value] if isinstance(value, list | tuple) else value


def tupled(value: object) -> object:
    return tuple(tupled(each) for each in value) if isinstance(value, list | tuple) else value


ROOM = Room(
    slug="magpies",
    title="Magpies",
    version=1,
    folder=Path(__file__).parent,
    options=(Option("rounds", 2, "How many rounds are played.", least=1, clause="MG-8"),),
    seats=lambda options: (2, 4, "MG-1"),
    furnish=MagpieRules,
    header_keys=(),
    saved_options=("rounds",),
    bot="",
    talk="",
)

BOOK = Book(
    clauses=frozenset(re.findall(r"^\*\*(MG-\d)\*\*", __doc__, re.M)),
    keys={"any": ("game_over", "not_now", "no_such_place", "not_in_hand"), "trap": ("no_trap",)},
    longest=lambda game: 1000,
    candidates=lambda game, state, seat: game.rules.candidates(state, seat),
)


def magpies(players: int = 3, **options: object) -> Game:
    return Game(ROOM, {"players": players, **options})
