"""Champions, plays and hands, drawn from views."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ludarium.cli.tables.layout import Columns, Flow
from ludarium.cli.terminal.seats import Seat
from ludarium.core.game import Game
from ludarium.core.talk import View
from ludarium.core.words import Voice, Words
from ludarium.games.galatune.effects import FUNCTIONS, PROPERTIES
from ludarium.games.galatune.moves import TARGETS, TYPES, Champion, Move
from ludarium.games.galatune.seen import Meaning, Played, Seen, read
from ludarium.games.galatune.terms import EFFECTS

STYLES: Final = {
    "War": "red",
    "Mystic": "magenta",
    "Tech": "bright_blue",
    "Nature": "green",
    "Light": "yellow",
    "Dark": "cyan",
    "Unaligned": "",
}
INDENT: Final = 2
NOBODY: Final = Voice((), str)


class Drawing:
    """Draws what a viewer may see: types by name, and colour on top."""

    def __init__(self, game: Game, words: Words, plain: bool) -> None:
        self.words = words
        self.plain = plain
        self.meaning = Meaning(game)
        self.terms = self.meaning.terms
        self.dot = " - " if plain else " · "
        moves = [
            *self.meaning.moves.values(),
            *(champion.special for champion in self.meaning.champions.values()),
        ]
        self.style_of = {move.name: STYLES[TYPES[move.type]] for move in moves}
        names = sorted(self.style_of, key=len, reverse=True)
        self._named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names))

    def card(self, code: str) -> str:
        return self.meaning.name(code)

    def paint(self, text: str) -> Text:
        painted = Text(self._spelled(text))
        for match in self._named.finditer(painted.plain):
            painted.stylize(self.style_of[match[0]], match.start(), match.end())
        return painted

    def _spelled(self, text: str) -> str:
        """Signs that are no letters, spelled out where only ASCII can be printed."""
        return text.replace("∞", "inf").replace("−", "-") if self.plain else text

    def title(self) -> str:
        return self._label("title", goal=self.terms.goal)

    def piles(self, view: View) -> str:
        seen = read(view)
        told = [
            *([self._label("turn", turn=seen.turn)] if seen.turn else []),
            self.words.word("phases", seen.phase),
            self._label("deck", count=seen.source_count),
            self._label("scrap", count=len(seen.scrap)),
            *([self._label("full_moon")] if seen.full_moon else []),
        ]
        return self.dot.join(told)

    def _label(self, key: str, **facts: object) -> str:
        return self._said(key, NOBODY, **facts)

    def _said(self, key: str, voice: Voice, **facts: object) -> str:
        return self._spelled(self.words.say("table", key, facts, voice))

    # Cards

    def _types(self, *names: str) -> Text:
        told = Text()
        for at, name in enumerate(names):
            told.append(" " if at else "").append(self.words.word("types", name), STYLES[name])
        return told

    def _kind(self, move: Move) -> Text:
        """`Tech Normal Attack 2`."""
        told = self._types(TYPES[move.type])
        told.append(f" {self.words.word('properties', PROPERTIES[move.property])}")
        told.append(f" {self.words.word('functions', FUNCTIONS[move.function])}")
        rating = self.meaning.rating_told(move)
        if rating is not None:
            told.append(" " + self._spelled(self.words.word("numbers", str(rating))))
        return told

    def describe(self, code: str) -> list[Text]:
        """All that is printed on a card, a Champion or a Special Action."""
        champion = self.meaning.champions.get(code)
        if champion is not None:
            return list(self._champion_lines(champion))
        return list(self._move_lines(self.meaning.move(code)))

    def _move_lines(self, move: Move) -> Iterator[Text]:
        head = Text(move.name, style="bold").append("  ", "not bold").append_text(self._kind(move))
        if move.target >= 0:
            aim = self.words.word("words", TARGETS[move.target])
            head.append("  " + self._label("target", aim=aim), style="dim not bold")
        yield head
        text = self.meaning.text(move)
        if text:
            yield self.paint(text)

    def _champion_lines(self, champion: Champion) -> Iterator[Text]:
        head = Text(champion.name, style="bold").append("  ", "not bold")
        head.append_text(self._types(TYPES[champion.alignment], TYPES[champion.element]))
        numbers = {"hp": champion.hp, "ap": champion.ap, "pc": self.terms.prize_cost(champion)}
        head.append("  " + self._label("numbers", **numbers), "not bold")
        yield head
        yield from self._move_lines(champion.special)
        ability = self.meaning.ability_text(champion.ability)
        yield Text(champion.ability.name, style="bold").append(f"  {ability}", "not bold")

    # Players

    def legend(self) -> list[tuple[str, str]]:
        return list(self.words.table("legends", "all").items())

    def table(
        self, view: View, seats: Sequence[Seat], voice: Voice, compact: bool = False
    ) -> RenderableType:
        seen = read(view)
        first = 0 if voice.reader is None else voice.reader + 1
        order = [(first + at) % seen.players for at in range(seen.players)]
        rows = {seat: self._headline(seen, seat, seats[seat], voice.reader) for seat in order}
        count = len(rows[0]) - 1
        widths = [max(row[at].cell_len for row in rows.values()) for at in range(count)]
        parts: list[RenderableType] = []
        for seat in order:
            *cells, marks = rows[seat]
            for cell, width in zip(cells, widths, strict=True):
                cell.pad_right(width - cell.cell_len)
            cells.append(marks)
            parts.append(Flow([cell for cell in cells if cell.cell_len], INDENT, 2))
            parts += self._standing(seen, seat, voice, compact)
            if not compact:
                parts.append(Text())
        if seen.plays:
            parts += [*self._plays(seen, voice), *([] if compact else [Text()])]
        for shown in self._shown(seen, voice):
            parts += [shown, *([] if compact else [Text()])]
        if seen.hand:
            return Group(*parts, self.hand(view, compact))
        return Group(*(parts if compact else parts[:-1]))

    def _headline(self, seen: Seen, seat: int, chair: Seat, reader: int | None) -> list[Text]:
        """Name and who plays, points, numbers, cards, and what the others wait for."""
        held = seen.seats[seat]
        name = Text().append(f"{seat} ", style="dim")
        name.append(chair.name, "bold underline" if seat == reader else "bold")
        if chair.bot:
            name.append(" (bot)", style="dim")
        if held.gone:
            return [name, Text(self._label("gone"), style="dim"), Text(), Text(), Text(), Text()]
        marks = []
        if seat == seen.lead and seen.turn:
            marks.append(self._label("lead"))
        if seat in seen.ready:
            marks.append(self._label("ready"))
        health = Text()
        if held.champion is not None:
            printed = self.meaning.champions[held.champion].hp
            health.append(self._label("hp", hp=held.hp, printed=printed), style="bold")
        return [
            name,
            Text(self._label("vp", vp=held.vp)),
            health,
            Text(self._label("ap", ap=held.ap, pc=held.pc) if held.champion else ""),
            self._cards(seen, seat),
            Text(", ".join(marks), style="italic"),
        ]

    def _cards(self, seen: Seen, seat: int) -> Text:
        """How many cards somebody holds and has used, the newest used one by name."""
        told = Text(self._label("hand", count=seen.hand_counts[seat]))
        pile = seen.used_piles[seat]
        if pile:
            told.append(", " + self._label("used", count=len(pile)), style="dim")
        return told

    def _standing(
        self, seen: Seen, seat: int, voice: Voice, compact: bool
    ) -> Iterator[RenderableType]:
        """The Champion of a seat, what is printed on it, and what holds for it now."""
        held = seen.seats[seat]
        if held.champion is None:
            return
        champion = self.meaning.champions[held.champion]
        told = Text(champion.name).append("  ")
        told.append_text(self._types(held.alignment, held.element))
        cells = [told]
        special, ability = champion.special, champion.ability
        kind = Text().append(special.name + " ", style="dim").append_text(self._kind(special))
        cells.append(kind.append(f"{self.dot}{ability.name}", style="dim"))
        yield Flow(cells, 2 * INDENT, 2)
        states = list(self._states(seen, seat, voice))
        if states:
            yield Flow([Text(state, style="bold") for state in states], 2 * INDENT, 2)
        if seen.known_hands and seat != seen.seat and seen.known_hands[seat]:
            named = [self.paint(self.card(code)) for code in seen.known_hands[seat]]
            if not compact:
                yield Flow([Text(self._label("known"), style="dim"), *named], 2 * INDENT, 2)

    def _states(self, seen: Seen, seat: int, voice: Voice) -> Iterator[str]:
        """Everything that holds for a Champion beyond its card."""
        held = seen.seats[seat]
        for when, effects in (("now", held.now), ("next", held.next)):
            named = [
                self._label(f"effect_{name}", n=effects[name])
                for name in EFFECTS
                if effects.get(name)
            ]
            if named:
                yield self._label(when, effects=", ".join(named))
        if held.rating_add:
            yield self._label("rating_add", n=held.rating_add)
        if held.endure_spent:
            ability = self.meaning.champions[str(held.champion)].ability.name
            yield self._label("endure_spent", ability=ability)
        for key, pairs in (("bond", seen.bonds), ("rivalry", seen.rivalries)):
            for user, target in pairs:
                if seat == target or (key == "bond" and seat == user):
                    yield self._said(key, voice, other=user if seat == target else target)

    def _plays(self, seen: Seen, voice: Voice) -> Iterator[RenderableType]:
        """What lies on the table: who plays what on whom, and what became of it."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for _ in range(4):
            grid.add_column()
        for number, play in enumerate(self.meaning.plays(seen)):
            if play is not None:
                fate = self._fate(play, voice)
                name = self.paint(play.move.name)
                if play.stopped_by is not None:
                    name.stylize("strike dim")
                who = self._said("who", voice, seat=play.seat)
                grid.add_row(Text(f"p{number}", style="dim"), who, name, fate)
        yield Padding(grid, (0, 0, 0, INDENT))

    def _fate(self, play: Played, voice: Voice) -> Text:
        told = Text()
        if play.on is not None:
            told.append(self._label("on_play", play=play.on))
        elif play.target is not None:
            told.append(self._said("on_seat", voice, target=play.target))
        else:
            aim = self.words.word("words", TARGETS[play.move.target])
            told.append(self._label("on_all", aim=aim))
        if play.stopped_by is not None:
            told.append(self.dot + self._label("stopped", play=play.stopped_by), style="bold")
        elif play.countered_by is not None:
            told.append(self.dot + self._label("countered", play=play.countered_by), style="bold")
        return told

    def _shown(self, seen: Seen, voice: Voice) -> Iterator[RenderableType]:
        """Hands and pools that the viewer may look through now."""
        for lists in (seen.shown_hands, seen.shown_pools):
            for seat, cards in enumerate(lists):
                if cards:
                    title = Text(self._said("shown", voice, seat=seat), style="bold")
                    named = [self.paint(self.card(code)).append(",") for code in cards]
                    named[-1].right_crop(1)
                    yield Flow([title, *named], INDENT, 1)

    # The viewer's own cards

    def hand(self, view: View, compact: bool = False) -> RenderableType:
        seen = read(view)
        if compact:
            return self._small_hand(seen)
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(style="dim")
        for code in seen.hand:
            move = self.meaning.moves[code]
            text = self.meaning.text(move)
            grid.add_row(code, self.paint(move.name), self._kind(move), text)
        return Padding(grid, (0, 0, 0, 2 * INDENT))

    def _small_hand(self, seen: Seen) -> RenderableType:
        """The same on few lines, without texts."""
        cards = []
        for code in seen.hand:
            move = self.meaning.moves[code]
            name = Text(f"{code} ", style="dim").append_text(self.paint(move.name))
            cards.append([name, self._kind(move)])
        return Columns(cards, 2 * INDENT, 2)

    def known(self, view: View, voice: Voice) -> list[str]:
        seen = read(view)
        told = []
        for seat, cards in enumerate(seen.known_hands):
            if cards:
                told.append(self._said("known_hand", voice, seat=seat, cards=cards))
        if not seen.known_hands:
            told.append(self._label("no_memory"))
        for seat, pile in enumerate(seen.used_piles):
            if pile:
                told.append(self._said("used_pile", voice, seat=seat, cards=pile))
        if seen.scrap:
            told.append(self._said("scrap_pile", voice, cards=seen.scrap))
        return told
