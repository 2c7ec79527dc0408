"""Actions and their notation: what a player could say aloud, parse and print being inverse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from ludarium.core.cards import Cards
from ludarium.core.errors import InvalidInput, nearest

Value: TypeAlias = "int | str"

_PIECE = re.compile(r"\{(?P<name>\w+)(?::(?P<kind>\w+)|=(?P<words>[\w|]+))\}")
_NUMBER = r"(?:0|[1-9][0-9]{0,17})"
MOST_KEPT: Final = 1 << 16
"""Actions that a grammar keeps: no game has so many, but anyone may write down large numbers."""


class Action:
    """An answer: a verb and a few small arguments. `str(action)` is its notation.

    >>> grammar = Grammar([Verb("attack", "{card:card} {owner:number}.{slot:number}")],
    ...                   Cards([("XEW16", 1)]))
    >>> action = grammar.parse("attack XEW16 1.0")
    >>> action.verb, action.args, str(action)
    ('attack', ('XEW16', 1, 0), 'attack XEW16 1.0')
    >>> action.record
    {'verb': 'attack', 'card': 'XEW16', 'owner': 1, 'slot': 0}
    """

    __slots__ = ("args", "faces", "names", "text", "verb")

    def __init__(
        self,
        verb: str,
        args: tuple[Value, ...],
        names: tuple[str, ...],
        text: str,
        faces: tuple[int, ...] = (),
    ) -> None:
        self.verb = verb
        self.args = args
        self.names = names
        self.text = text
        self.faces = faces
        """The faces of the cards among the arguments."""

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Action({self.text!r})"

    def __str__(self) -> str:
        return self.text

    @property
    def record(self) -> dict[str, Value]:
        return {"verb": self.verb, **dict(zip(self.names, self.args, strict=True))}


class Verb:
    """A verb with the forms its arguments may take.

    A form is text with pieces: `{card:card}` a card code, `{owner:number}` a whole number,
    `{source=deck}` a fixed word, `{mode=keep|reset}` one of several words. With `unordered`, the
    arguments are cards whose order does not matter: they are put in face order.
    """

    __slots__ = ("forms", "name", "unordered")

    def __init__(self, name: str, *forms: str, unordered: bool = False) -> None:
        self.name = name
        self.unordered = unordered
        self.forms = [Form(name, form) for form in (forms or ("",))]


class Form:
    __slots__ = ("kinds", "names", "pattern", "template", "words")

    def __init__(self, verb: str, text: str) -> None:
        names: list[str] = []
        kinds: list[str] = []
        words: list[tuple[str, ...]] = []
        pattern = template = f"{verb} {text}".rstrip()
        pattern = re.sub(r"(?<=[\w}])\.(?=\{)", r"\.", pattern)
        for piece in _PIECE.finditer(text):
            names.append(piece["name"])
            kinds.append(piece["kind"] or "word")
            choices = tuple(piece["words"].split("|")) if piece["words"] else ()
            words.append(choices)
            regex = "|".join(choices) or (_NUMBER if kinds[-1] == "number" else r"[^\s.]+")
            pattern = pattern.replace(piece[0], f"({regex})", 1)
            template = template.replace(piece[0], "{}", 1)
        self.names = tuple(names)
        self.kinds = tuple(kinds)
        self.words = tuple(words)
        self.pattern = re.compile(pattern)
        self.template = template

    def takes(self, args: Sequence[Value]) -> bool:
        """Whether these arguments could be printed in this form."""
        return len(args) == len(self.kinds) and all(
            (type(arg) is int and arg >= 0)
            if kind == "number"
            else isinstance(arg, str) and (not words or arg in words)
            for arg, kind, words in zip(args, self.kinds, self.words, strict=True)
        )


class Grammar:
    """All verbs of one game over its cards; equal actions are one object, as long as it is kept."""

    __slots__ = ("_made", "_read", "cards", "verbs")

    def __init__(self, verbs: Sequence[Verb], cards: Cards) -> None:
        self.verbs = {verb.name: verb for verb in verbs}
        self.cards = cards
        self._made: dict[tuple[Value, ...], Action] = {}
        self._read: dict[str, Action] = {}

    def make(self, verb: str, *args: Value) -> Action:
        """The action with this verb and these arguments."""
        key = (verb, *args)
        action = self._made.get(key)
        return action if action is not None else self._new(key)

    def _new(self, key: tuple[Value, ...]) -> Action:
        verb, args = str(key[0]), key[1:]
        declared = self._verb(verb)
        if declared.unordered:
            args = tuple(sorted(args, key=lambda code: self.cards.find(code, verb)))
        for form in declared.forms:
            if form.takes(args):
                faces = tuple(
                    self.cards.find(arg, verb)
                    for kind, arg in zip(form.kinds, args, strict=True)
                    if kind == "card"
                )
                action = Action(verb, args, form.names, form.template.format(*args), faces)
                if len(self._made) >= MOST_KEPT:
                    self._made.clear()
                self._made[key] = action
                return action
        raise InvalidInput(
            f"{verb}: {self._usage(verb)}, got {' '.join(map(str, args)) or 'nothing'}"
        )

    def _verb(self, name: str) -> Verb:
        verb = self.verbs.get(name)
        if verb is None:
            raise InvalidInput(f"no action {name!r}{nearest(name, self.verbs)}")
        return verb

    def _usage(self, name: str) -> str:
        usages = []
        for form in self.verbs[name].forms:
            words = [
                "|".join(words) or f"<{name}>"
                for name, words in zip(form.names, form.words, strict=True)
            ]
            usages.append(f"'{form.template.format(*words)}'")
        return "write " + " or ".join(usages)

    def parse(self, text: str) -> Action:
        """The action that a line of notation means."""
        action = self._read.get(text)
        if action is None:
            action = self._parse(text)
            if len(self._read) >= MOST_KEPT:
                self._read.clear()
            self._read[text] = action
        return action

    def _parse(self, text: str) -> Action:
        verb = self._verb(text.split(" ", 1)[0])
        for form in verb.forms:
            match = form.pattern.fullmatch(text)
            if match:
                args = [
                    int(arg) if kind == "number" else arg
                    for arg, kind in zip(match.groups(), form.kinds, strict=True)
                ]
                return self.make(verb.name, *args)
        raise InvalidInput(f"{text!r} is no {verb.name}: {self._usage(verb.name)}")

    def read(self, action: Action | str) -> Action:
        """An action of this game, from an action or its notation."""
        if not isinstance(action, (Action, str)):
            raise InvalidInput(f"an action is an Action or its notation, not {action!r}")
        return self.parse(str(action))
