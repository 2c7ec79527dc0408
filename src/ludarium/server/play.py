"""The match of a table: orders in; what to keep and what to tell out. No socket, clock or disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from ludarium.core import records, views
from ludarium.core.actions import Action
from ludarium.core.chance import is_thrown
from ludarium.core.errors import InvalidInput, Refusal
from ludarium.core.events import Event
from ludarium.core.match import Match
from ludarium.core.nature import Dice
from ludarium.core.state import NATURE
from ludarium.core.talk import Sum
from ludarium.core.words import Voice
from ludarium.server import telling, wire
from ludarium.server.kits import Kit
from ludarium.server.store.rows import LogRow, SnapshotRow
from ludarium.server.wire import Facts, Json

Audience: TypeAlias = "int | None"
"""A seat, or None for the spectators: all who are told the same."""

REMEMBERED: Final = 64
"""Rows whose events stay in memory, for those who come in or come back.

Rows without any do not count: how far the log goes back would tell how many were hidden.
"""
TABLE_EVENT: Final = "table."
"""How the kinds of the table's own events begin, which are no events of the game."""
UNDONE: Final = ("undo", "agreed")
"""Kinds of rows that take back: what was free to take back, and what the others agreed to."""
OLDER_LINES: Final = 100
WHOLE: Final[tuple[object, ...]] = ("", {}, {}, {}, "")
"""A packed event has a kind, facts, secrets, facts that pass, and when; what is empty may lack."""
SUGGESTED: Final = 3

encode = msgspec.json.Encoder().encode


class Play:
    """A match in play, with what each audience has been told of it."""

    __slots__ = (
        "_common", "_fresh", "_own", "_sums", "asked", "asks", "in_secret", "kit", "match", "n",
        "recent", "told",
    )  # fmt: skip

    def __init__(
        self, kit: Kit, match: Match, n: int, told: Sequence[int], asks: Sequence[int]
    ) -> None:
        self.kit = kit
        self.match = match
        self.n = n
        """The number of the last row."""
        self.told = list(told)
        """Lines told to each seat, and last to the spectators."""
        self.asks = list(asks)
        """Questions put to each seat so far."""
        self.asked = kit.game.asked(match.state)
        self.in_secret = False
        """Whether what was last done is nobody's business but the actor's."""
        self.recent: deque[bytes] = deque(maxlen=REMEMBERED)
        """The events of the last rows that had any, packed."""
        self._common: Json = {}
        self._own: dict[Audience, Json] = {}
        """What each audience was last told of the view, and what all were."""
        self._fresh: dict[Audience, list[Facts]] = {}
        self._sums: tuple[dict[str, Sum], list[int]] | None = None

    # Beginning and going on

    @classmethod
    def begin(
        cls, kit: Kit, seed: str, position: Json | None, paced: bool = False
    ) -> tuple[Play, list[records.Line], list[Event]]:
        """A fresh match: from the set-up, or from a position."""
        match = kit.game.start(seed=seed, position=position, paced=paced)
        players = kit.game.players
        play = cls(kit, match, 0, [0] * (players + 1), [0] * players)
        for seat in play.asked:
            play.asks[seat] = 1
        lines, events = match.lines[:], list(match.events)
        match.forget()
        return play, lines, events

    def remember(self, rows: Iterable[LogRow]) -> None:
        """Take up rows from the store, so that their lines can be told."""
        self.recent.extend(encode(row.events) for row in rows if row.events)

    # Orders

    def act(self, seat: int, do: str) -> tuple[list[records.Line], list[Event]]:
        """Play an answer; raises Refused or InvalidInput, and changes nothing, if it cannot be."""
        return self._after(seat, lambda: self.match.play(seat, do))

    @property
    def waiting(self) -> list[int]:
        """The seats whose answers are awaited: those who have sealed theirs may only change it."""
        return self.kit.game.awaited(self.match.state)

    @property
    def left(self) -> Sequence[int]:
        """The seats that take no part any more."""
        return self.kit.game.rules.left(self.match.state)

    @property
    def is_quiet(self) -> bool:
        """Whether nobody may see who is asked, nor whether anybody is."""
        return telling.is_quiet(self.kit.game, self.match.state)

    def asked_as_told(self, audience: Audience) -> list[int]:
        """Those who are asked, as far as an audience may know."""
        return telling.asked(self.kit.game, self.match.state, audience)

    def is_asked(self, seat: int) -> bool:
        """Whether a seat has a question, as far as it may know."""
        return seat in self.asked_as_told(seat)

    def resume(self) -> tuple[list[records.Line], list[Event]]:
        """Go on after a pause."""
        return self._after(None, self.match.resume)

    def is_final(self, seat: int) -> bool:
        """Whether what the seat is asked cannot be taken back."""
        kinds = self.kit.game.rules.kinds
        return any(kinds[kind].final for asked, kind, _ in self.match.state.asks if asked == seat)

    def concede(self, seat: int) -> tuple[list[records.Line], list[Event]]:
        return self._after(seat, lambda: self.match.concede(seat))

    def take_back(self, seat: int) -> tuple[list[records.Line], list[Event]]:
        return self._after(None, lambda: self.match.take_back(seat), same=True)

    def _after(
        self, actor: int | None, do: Callable[[], None], same: bool = False
    ) -> tuple[list[records.Line], list[Event]]:
        """Do something, and see what is asked then; `same`, nobody is asked anew."""
        match = self.match
        lines, events = len(match.lines), len(match.events)
        quiet, answered = self.is_quiet, [seat for seat, _ in match.state.answers]
        open_before = {ask[0]: ask for ask in match.state.asks if ask[0] not in answered}
        do()
        self.asked = self.kit.game.asked(match.state)
        for ask in () if same else match.state.asks:
            seat = ask[0]
            if seat in self.waiting and (seat == actor or open_before.get(seat) != ask):
                self.asks[seat] += 1
        told = list(match.events[events:])
        self.in_secret = not told and (quiet or actor in answered)
        return match.lines[lines:], told

    def rewind(self, match: Match) -> None:
        """Go on from an earlier moment; everyone who is asked there is asked anew.

        What people have seen since is not unseen, so no earlier action is free to take back now
        without a look at the log.
        """
        match.forget()
        self.match = match
        self.asked = self.kit.game.asked(match.state)
        for seat in self.asked:
            self.asks[seat] += 1

    def keep(self, n: int, events: Sequence[Event], packed: list[list[object]]) -> list[int]:
        """Count the lines that a row gives each audience; these are told once it is on disk."""
        public = telling.forget(self.lines(events, None))
        secret = {seat for event in events for seat in event.secrets}
        self._fresh = {None: public}
        for seat in range(self.kit.game.players):
            own = telling.forget(self.lines(events, seat)) if seat in secret else public
            self._fresh[seat] = own
            self.told[seat] += len(own)
        self.told[-1] += len(public)
        self.n = n
        if events:
            self.recent.append(encode(packed))
        self.match.forget(keep=1)
        return self.told[:]

    def lines(self, events: Sequence[Event], audience: Audience) -> list[Facts]:
        """The log lines of some events; the table's own stand among the game's."""
        told: list[Facts] = []
        game: list[Event] = []
        for event in events:
            if event.kind.startswith(TABLE_EVENT):
                told += telling.told(self.kit.talk, game, audience) if game else []
                told.append(event.seen_by(audience))
                game = []
            else:
                game.append(event)
        return told + telling.told(self.kit.talk, game, audience) if game else told

    # Telling

    def fresh(self, audience: Audience) -> list[Facts]:
        """The lines of the last row."""
        return self._fresh[audience]

    def seq(self, audience: Audience) -> int:
        return self.told[-1 if audience is None else audience]

    def last_lines(self, audience: Audience, have: int | None) -> list[Facts]:
        """The last lines as far as they are remembered; those after `have` if it is known."""
        rows = (unpack_events(msgspec.json.decode(packed)) for packed in self.recent)
        told = telling.forget([line for events in rows for line in self.lines(events, audience)])
        if have is not None and 0 <= self.seq(audience) - have <= len(told):
            return told[len(told) - (self.seq(audience) - have) :]
        return told

    def lines_by(self, seat: int, rows: Iterable[LogRow]) -> list[Facts]:
        """What a seat did in some rows, as far as it stands, as that seat is told it."""
        return [
            line
            for row in standing(rows)
            for line in self.lines(unpack_events(row.events), seat)
            if line.get("seat") == seat and not str(line["event"]).startswith(TABLE_EVENT)
        ]

    def older(self, rows: Iterable[LogRow], audience: Audience, before: int) -> wire.Lines:
        """The lines before number `before`, as many as are sent at once."""
        at = -1 if audience is None else audience
        last = min(before - 1, self.seq(audience))
        first = max(1, last - OLDER_LINES + 1)
        told: list[Facts] = []
        later: set[str] = set()
        begun = end = 0
        for row in rows:
            begin, end = end, row.told[at]
            if end >= first and begin < last:
                begun = begun or begin + 1
                told += self.lines(unpack_events(row.events), audience)
            elif begun:
                later.update(str(kind) for kind, *_ in row.events)
        told = telling.forget(told, later)
        return wire.Lines(first=first, log=told[first - begun : last - begun + 1])

    def look(self, audience: Audience) -> Json:
        """The whole view; from now on this audience is told only what changes."""
        self._common, self._sums = views.changing(self.kit.game, self.match.state), None
        self._own[audience] = telling.own(self.kit.game, self.match.state, audience)
        return self.view(audience)

    def view(self, audience: Audience) -> Json:
        """The view as it was last told."""
        return {**self.kit.header, **self._common, **self._own[audience]}

    def news(self, audiences: Iterable[Audience]) -> dict[Audience, Json]:
        """What changed since these audiences, all that there are, last looked."""
        game, state = self.kit.game, self.match.state
        common = views.changing(game, state)
        changed = telling.changed(self._common, common)
        self._common = common
        if not changed.keys().isdisjoint(self.kit.talk.counted):
            self._sums = None
        told: dict[Audience, Json] = {}
        for audience in audiences:
            own = telling.own(game, state, audience)
            told[audience] = {**changed, **telling.changed(self._own[audience], own)}
            self._own[audience] = own
        return told

    def lose_sight(self, audience: Audience) -> None:
        """Nobody of this audience is left."""
        self._own.pop(audience, None)

    def sums(self) -> tuple[dict[str, Sum], list[int], bool]:
        """The public numbers, who is ahead, and whether that is new since the last call."""
        if self._sums is not None:
            return *self._sums, False
        own = telling.own(self.kit.game, self.match.state, None)
        view = {**self.kit.header, **self._common, **own}
        self._sums = (self.kit.talk.sums(view), self.kit.talk.ahead(view))
        return *self._sums, True

    def ask(self, audience: Audience) -> wire.Ask | None:
        """The open question of a seat."""
        if audience is None or not self.is_asked(audience):
            return None
        question = self.match.question(audience)
        if question is None:
            return None
        view, talk = self.view(audience), self.kit.talk
        view["legal"] = [action.text for action in question.options]
        return wire.Ask(
            n=self.asks[audience],
            kind=question.kind,
            form=question.ask,  # type: ignore[arg-type]
            facts=talk.prompt_facts(view),
            options=[self._choice(view, action) for action in question.options],
            answered=question.answered,
        )

    def _choice(self, view: Json, action: Action) -> wire.Choice:
        talk = self.kit.talk
        record, things = self.kit.meant(action.text)
        facts = {**record, **talk.choice_facts(view, action)}
        caution = talk.caution(view, action)
        if caution is None:
            return wire.Choice(action.text, action.verb, facts, things)
        key, why = caution
        return wire.Choice(
            action.text, action.verb, facts, things, wire.Caution(key, why, key in talk.mild)
        )

    def hints(self, seat: int) -> wire.Hints:
        """Why not: what a person might try now, and the clauses against it."""
        view = self._whole_view(seat)
        refused: list[wire.Not] = []
        if self.is_asked(seat):
            parse = self.kit.game.grammar.parse
            tries = [parse(do) for _, some in self.kit.talk.temptations(view) for do in some]
            for action in {action.text: action for action in tries}.values():
                refusal = self.match.refusal(seat, action)
                if refusal is not None:
                    refused.append(self._not(view, action, refusal))
        return wire.Hints(n=self.asks[seat], refused=refused)

    def _whole_view(self, seat: int) -> Json:
        """What a seat sees, with what it may do."""
        view = telling.look(self.kit.game, self.match.state, seat)
        if self.is_asked(seat):
            view["legal"] = [action.text for action in self.match.legal(seat)]
        return view

    def _not(self, view: Json, action: Action, refusal: Refusal) -> wire.Not:
        key, facts = self.kit.talk.reason(view, action, refusal)
        return wire.Not(
            do=action.text,
            verb=action.verb,
            things=self.kit.talk.things(action),
            clause=refusal.clause,
            key=key,
            facts=facts,
        )

    def refuse(
        self, id: str, seat: int, do: str, refusal: Refusal, names: Sequence[str]
    ) -> wire.No:
        """The answer to an order that the rules do not allow."""
        view = self._whole_view(seat)
        try:
            action = self.kit.game.grammar.read(do)
            key, facts = self.kit.talk.reason(view, action, refusal)
            verb, near = action.verb, self._near(seat, action)
        except InvalidInput:  # conceding is no action of the game
            key, facts, verb, near = refusal.key, dict(refusal.facts), do, []
        voice = Voice(names, self.kit.card_name, seat)
        text = self.kit.words.say("refusals", key, facts, voice)
        return wire.No(
            id=id, key=key, text=text, clause=refusal.clause, facts=facts, verb=verb, instead=near
        )

    def _near(self, seat: int, tried: Action) -> list[str]:
        """Legal answers that share most with the one that was tried."""
        wanted = set(self.kit.talk.things(tried))

        def shared(action: Action) -> tuple[int, bool]:
            return len(wanted.intersection(self.kit.talk.things(action))), action.verb == tried.verb

        legal = [action for action in self.match.legal(seat) if shared(action)[0]]
        return [action.text for action in sorted(legal, key=shared, reverse=True)[:SUGGESTED]]

    def over(self) -> wire.Ending | None:
        result = self.match.result
        return None if result is None else telling.ending(self.kit.talk, result)

    # Keeping

    def snapshot(self, table: str) -> SnapshotRow:
        return SnapshotRow(table, self.n, self.match.position(), self.match.dice.asked)


def load_match(
    kit: Kit,
    seed: str,
    origin: Json | None,
    snapshot: SnapshotRow,
    rows: Iterable[LogRow],
    paced: bool = False,
) -> Match:
    """A match from a position and the answers since."""
    assert snapshot.position is not None
    state = kit.game.load(snapshot.position)
    match = Match(kit.game, state, Dice(seed, snapshot.throws), origin, settle=False, paced=paced)
    for line in lines_of(rows):
        if line.seat == NATURE and is_thrown(line.text):
            match.dice.asked += 1
        records.play_line(match, line)
    return match


def pack_lines(lines: Iterable[records.Line]) -> list[list[object]]:
    return [[line.seat, line.text, line.anonymous] for line in lines]


def pack_events(events: Iterable[Event]) -> list[list[object]]:
    return [_packed(event) for event in events]


def _packed(event: Event) -> list[object]:
    secrets = {str(seat): facts for seat, facts in event.secrets.items()}
    if event.passing:
        return [event.kind, event.facts, secrets, event.passing, event.until]
    return [event.kind, event.facts, secrets] if secrets else [event.kind, event.facts]


def unpack_events(packed: Iterable[list[object]]) -> list[Event]:
    events = []
    for entry in packed:
        kind, facts, hidden, passing, until = (*entry, *WHOLE[len(entry) :])
        assert isinstance(kind, str) and isinstance(until, str)
        assert isinstance(facts, dict) and isinstance(hidden, dict) and isinstance(passing, dict)
        secrets = {int(seat): known for seat, known in hidden.items()}
        events.append(Event(kind, facts, secrets, passing, until))
    return events


def standing(rows: Iterable[LogRow]) -> list[LogRow]:
    """The rows that were not undone later; an undo row says in `do` after which row it went on."""
    kept: list[LogRow] = []
    for row in rows:
        if row.kind in UNDONE:
            kept = [earlier for earlier in kept if earlier.n <= int(row.do)]
        kept.append(row)
    return kept


def lines_of(rows: Iterable[LogRow]) -> list[records.Line]:
    """The answers of some rows, as far as they stand."""
    return [
        records.Line(seat, text, anonymous)
        for row in standing(rows)
        for seat, text, anonymous in msgspec.convert(row.lines, list[tuple[int, str, bool]])
    ]
