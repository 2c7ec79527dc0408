"""Empires, stock piles and hands, drawn from views."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ludarium.cli.tables.layout import Columns, Flow
from ludarium.cli.terminal.seats import Seat
from ludarium.core.game import Game
from ludarium.core.talk import View
from ludarium.core.words import Voice, Words
from ludarium.games.tears_of_nature.deck import SPIRIT, TANGIBLE, Face, element_names
from ludarium.games.tears_of_nature.seen import Meaning, Seen, Trigger, read

SIGNS: Final = {"air": "△", "earth": "▽", "fire": "▲", "water": "▼", "spirit": "○"}
LETTERS: Final = {"air": "A", "earth": "E", "fire": "F", "water": "W", "spirit": "S"}
STYLES: Final = {
    "air": "cyan",
    "earth": "green",
    "fire": "red",
    "water": "bright_blue",
    "spirit": "magenta",
}
WILD_STYLE: Final = "yellow"
INDENT: Final = 2
NOBODY: Final = Voice((), str)


class Drawing:
    """Draws what a viewer may see: a sign and a letter for each element, and colour on top."""

    def __init__(self, game: Game, words: Words, plain: bool) -> None:
        self.words = words
        self.plain = plain
        self.meaning = Meaning(game)
        self.terms = self.meaning.terms
        self.style_of = {face.name: self._style(face) for face in self.meaning.faces.values()}
        names = sorted(self.style_of, key=len, reverse=True)
        self._named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names))

    def card(self, code: str) -> str:
        return self.meaning.name(code)

    def paint(self, text: str) -> Text:
        painted = Text(text)
        for match in self._named.finditer(text):
            painted.stylize(self.style_of[match[0]], match.start(), match.end())
        return painted

    def title(self) -> str:
        title = self.words.word("words", self.terms.ruleset)
        if self.terms.end_rule != "standard":
            title += f", {self.words.word('words', self.terms.end_rule)}"
        return title

    def piles(self, view: View) -> str:
        seen = read(view)
        told = [
            self._label("turn", turn=seen.turn + (seen.step != "over")),
            self._label("deck", count=seen.deck_count),
            self._label("discard", count=seen.discard_count),
        ]
        return (" - " if self.plain else " · ").join(told)

    def _label(self, key: str, **facts: object) -> str:
        return self.words.say("table", key, {k: str(v) for k, v in facts.items()}, NOBODY)

    # Cards

    def _style(self, face: Face) -> str:
        if face.is_wild:
            return WILD_STYLE
        names = element_names(face.elements)
        return STYLES[names[0]] if len(names) == 1 else "bold"

    def _chip(self, code: str) -> Text:
        """A card in few letters; a typed-in code that does not show the elements gets them."""
        face = self.meaning.faces[code]
        names = element_names(face.elements)
        letters = "".join(LETTERS[name] for name in names)
        strength = face.printed or ""
        prefix = {"build": "", "attack": "X", "defend": "D"}.get(face.kind, "")
        usual = code if face.is_wild else f"{prefix}{letters}{strength}"
        sign = SIGNS[names[0]] if face.is_build and not self.plain else ""
        chip = Text(sign + usual + ("" if code == usual else f"={code}"))
        if face.is_build or face.is_wild:
            chip.stylize(self._style(face))
        else:
            for at, name in enumerate(names, len(prefix)):
                chip.stylize(STYLES[name], at, at + 1)
        return chip

    # Players

    def legend(self) -> list[tuple[str, str]]:
        more = self.words.table("legends", self.terms.ruleset)
        return [*self.words.table("legends", "all").items(), *more.items()]

    def table(
        self, view: View, seats: Sequence[Seat], voice: Voice, compact: bool = False
    ) -> RenderableType:
        seen = read(view)
        first = 0 if voice.reader is None else voice.reader + 1
        order = [(first + at) % seen.players for at in range(seen.players)]
        rows = {seat: self._headline(seen, seat, seats[seat], voice.reader) for seat in order}
        widths = [max(row[at].cell_len for row in rows.values()) for at in range(4)]
        parts: list[RenderableType] = []
        if seen.trigger is not None and seen.step != "over":
            parts += [self._banner(seen, seen.trigger, voice), *([] if compact else [Text()])]
        for seat in order:
            for cell, width in zip(rows[seat], widths, strict=True):
                cell.pad_right(width - cell.cell_len)
            headline = [cell for cell in rows[seat] if cell.cell_len]
            parts.append(Flow(headline, INDENT))
            if seen.empires[seat] or not compact:
                parts.append(self._empire(seen, seat))
            lines = self._open_cards(seen, seat) if self.terms.practitioner else []
            if lines:
                joined = [cell for line in lines for cell in line]
                rows_of = [joined] if compact else lines
                parts += [Flow(cells, 2 * INDENT, 1) for cells in rows_of]
            if not compact:
                parts.append(Text())
        if seen.seat is not None:
            return Group(*parts, self.hand(view))
        return Group(*(parts if compact else parts[:-1]))

    def _banner(self, seen: Seen, trigger: Trigger, voice: Voice) -> Padding:
        facts: dict[str, object] = {
            "seat": trigger.seat,
            "turn": trigger.turn + 1,
            "dealer": seen.dealer,
            "left": trigger.turn + seen.players - seen.turn,
        }
        said = self.words.say("banner", self.terms.end_rule, facts, voice)
        return Padding(Text(said, style="bold"), (0, 0, 0, INDENT))

    def _headline(self, seen: Seen, seat: int, chair: Seat, reader: int | None) -> list[Text]:
        """Name and who plays, progress, strength, hand."""
        name = Text().append(chair.name, "bold underline" if seat == reader else "bold")
        if chair.bot:
            name.append(" (bot)", style="dim")
        return [
            name,
            self._progress(seen.empires[seat]),
            self._standing(seen, seat),
            Text(self._label("hand", count=seen.hand_counts[seat])),
        ]

    def _progress(self, empire: Sequence[Sequence[str]]) -> Text:
        needed = self.terms.complete_pairs
        held = self.meaning.elements(empire)
        if self.meaning.counts_strength:
            told = Text(self._label("pairs", pairs=len(empire), needed=needed))
            if self.terms.practitioner:
                told.append(", " + self._label("spirit" if held & SPIRIT else "no_spirit"))
            return told
        count = (held & TANGIBLE).bit_count()
        told = Text(self._label("elements", held=count, needed=needed) + " ")
        for name in element_names(TANGIBLE):
            sign = ("" if self.plain else SIGNS[name]) + LETTERS[name]
            has = name in element_names(held)
            blank = ("-" if self.plain else "·") * len(sign)
            told.append(" ").append(sign if has else blank, STYLES[name] if has else "dim")
        return told

    def _standing(self, seen: Seen, seat: int) -> Text:
        if not self.meaning.counts_strength:
            return Text()
        totals = [self.meaning.total(empire) for empire in seen.empires]
        told = Text(self._label("strength", strength=totals[seat]))
        if totals[seat] and totals[seat] == max(totals):
            alone = totals.count(totals[seat]) == 1
            told.append(f" {self._label('leads' if alone else 'ties')}", style="bold")
        return told

    def _empire(self, seen: Seen, seat: int) -> Flow:
        """The pairs with their addresses, as attacks name them, and their strengths."""
        cells = []
        for slot, pair in enumerate(seen.empires[seat]):
            cell = Text().append(f"{seat}.{slot} ", style="dim").append_text(self._chip(pair[0]))
            cell.append("+").append_text(self._chip(pair[1]))
            if self.meaning.counts_strength:
                cell.append(f" {self.meaning.strength(pair)}", style="bold")
            aim = seen.pending
            if aim is not None and (aim.owner, aim.slot) == (seat, slot):
                cell.append(f" <- {self._label('under_attack')}", style="bold")
            cells.append(cell)
        return Flow(cells or [Text(self._label("no_pairs"), style="dim")], 2 * INDENT)

    def _open_cards(self, seen: Seen, seat: int) -> list[list[Text]]:
        """The stock pile, and what everyone knows of the hand (R-62)."""
        lines: list[list[Text]] = []
        pile = seen.stocks[seat]
        if pile:
            chips = [self._chip(code) for code in pile]
            chips[-1].stylize("bold")
            if len(pile) > 1:
                chips.append(Text(f"({self._label('stock_order')})", style="dim"))
            lines.append([Text(self._label("stock"), style="dim"), *chips])
        known = [self._chip(code) for code in seen.known_hands[seat]]
        if known and seat != seen.seat:
            lines.append([Text(self._label("known"), style="dim"), *known])
        return lines

    # The viewer's own cards

    def hand(self, view: View, compact: bool = False) -> RenderableType:
        seen = read(view)
        useful = self._useful(seen)
        cards = []
        for code in seen.hand:
            face = self.meaning.faces[code]
            chip = self._chip(code)
            if code in useful:
                chip.stylize("bold")
            told = kind = self.words.word("kinds", face.kind)
            if face.kind in ("attack", "defend"):
                chip.append(f" {kind}", style="dim not bold")
                told = self._reach(face)
            cards.append([chip, Text(face.name), Text(told, style="dim")])
        return Columns(cards, 2 * INDENT)

    def _reach(self, face: Face) -> str:
        """What an attack or defend card can cover: its elements, and its strength if it counts."""
        names = [self.words.word("elements", name) for name in element_names(face.elements)]
        counts = face.kind == "attack" and face.printed and self.meaning.counts_strength
        return " ".join([*names, *([str(face.printed)] if counts else [])])

    def _useful(self, seen: Seen) -> set[str]:
        """Cards that can do more now than be let go."""
        third = self.meaning.legality.third
        return {
            word
            for line in seen.legal
            if not line.startswith((third, "draw"))
            for word in line.split()[1:]
        }

    def known(self, view: View, voice: Voice) -> list[str]:
        seen = read(view)
        key = "known_discards" if seen.known_discards else "no_known_discards"
        told = [self.words.say("table", key, {"cards": seen.known_discards}, voice)]
        for seat, cards in enumerate(seen.known_hands):
            if cards:
                facts = {"seat": seat, "cards": cards}
                told.append(self.words.say("table", "known_hand", facts, voice))
        return told

    def describe(self, code: str) -> list[Text]:
        face = self.meaning.faces[code]
        kind = self.words.word("kinds", face.kind)
        told = self.paint(face.name).append("  ").append_text(self._chip(code))
        told.append(f"  {kind}", style="dim")
        reach = self._reach(face) if face.kind in ("attack", "defend") else ""
        return [told.append(f"  {reach}" if reach else "")]
