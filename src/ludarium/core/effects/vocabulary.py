"""What a game declares: its words, with the types of what stands in their brackets.

    WHO = Choice(("user", "target"))
    ACTIONS = Vocabulary(
        triggers=[Word("success", "When the Attack succeeds.")],
        verbs=[Word("draw", "A champion draws cards.", {"who": WHO, "n": Number(1)})],
        conditions=[Word("duel", "While only two play.")],
    )
    ACTIONS.read("success: draw(user, 1) if not duel")

A parameter with a default may be left out; a `named` one is written `by=random`, never by its
place; a `Which` comes last and takes all that is left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ludarium.core.effects.program import Line, Program
from ludarium.core.effects.syntax import NOWHERE, Place, Source, either

GROUPS: Final = ("trigger", "verb", "condition", "filter", "value")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, one of a few words for one (`rating`), or with `sums` also `rating+1`."""

    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()
    sums: bool = False
    default: int | str | None = None
    named: bool = False

    @property
    def takes(self) -> str:
        """What may stand there, in words."""
        bounds = (f" from {self.least}" if self.least is not None else "") + (
            f" to {self.most}" if self.most is not None else ""
        )
        return f"a whole number{bounds}" + (f", or {either(self.words)}" if self.words else "")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these words."""

    words: tuple[str, ...]
    default: str | None = None
    named: bool = False

    @property
    def takes(self) -> str:
        return either(self.words)


@dataclass(frozen=True, slots=True)
class Name:
    """The id of something that content declares, such as a `champion`."""

    kind: str
    default: str | None = None
    named: bool = False

    @property
    def takes(self) -> str:
        return f"the id of a {self.kind}"


@dataclass(frozen=True, slots=True)
class Text:
    """Anything, in quotes."""

    default: str | None = None
    named: bool = False

    @property
    def takes(self) -> str:
        return "a text in quotes"


@dataclass(frozen=True, slots=True)
class Ref:
    """A slot bound before (`t1`), one of these words (`this`), or a value: `top(rival)`."""

    words: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    default: str | None = None
    named: bool = False

    @property
    def takes(self) -> str:
        return either(["a slot", *self.words, *self.values])


@dataclass(frozen=True, slots=True)
class Which:
    """Any number of filters and limits: `Normal, attack, rating<=2`."""

    @property
    def takes(self) -> str:
        return "any filters"


Single: TypeAlias = Number | Choice | Name | Text | Ref
Parameter: TypeAlias = Single | Which


@dataclass(frozen=True, slots=True)
class Word:
    """A word that a game knows."""

    name: str
    doc: str
    """One sentence for the reference."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    examples: tuple[str, ...] = ()
    """Whole effects that use it."""
    family: str = ""
    """Words that belong together: the reference lists them so, and filters are said by family."""
    under: tuple[str, ...] = ()
    """Of a verb: the triggers it may stand under, "" for none; left empty, anywhere."""
    compares: Number | None = None
    """Of a filter or a condition: it is a number, and compared with one: `rank<=2`."""

    @property
    def signature(self) -> str:
        """How it is written: `steal(n, by=...)`, `cancel(filter...)`, `rating<=n`."""
        if self.compares:
            return f"{self.name}<=n"
        shown = [
            name if name in self.places else f"{name}..." if name == self.which else f"{name}=..."
            for name in self.parameters
        ]
        return self.name + (f"({', '.join(shown)})" if shown else "")

    @property
    def places(self) -> list[str]:
        """The parameters that may be given by their place."""
        return [
            name
            for name, parameter in self.parameters.items()
            if not isinstance(parameter, Which) and not parameter.named
        ]

    @property
    def which(self) -> str:
        """The parameter that takes all that is left, or nothing."""
        found = (name for name, each in self.parameters.items() if isinstance(each, Which))
        return next(found, "")


Check: TypeAlias = Callable[[Line], str]
"""What is wrong with a line as a whole, or nothing."""


class Vocabulary:
    """The words of a game, or of one kind of its cards; a name may stand in several groups."""

    __slots__ = ("groups",)

    def __init__(
        self,
        *,
        verbs: Iterable[Word],
        triggers: Iterable[Word] = (),
        conditions: Iterable[Word] = (),
        filters: Iterable[Word] = (),
        values: Iterable[Word] = (),
    ) -> None:
        given = (triggers, verbs, conditions, filters, values)
        self.groups: Mapping[str, Mapping[str, Word]] = {
            group: {word.name: word for word in words} for group, words in zip(GROUPS, given)
        }

    def read(
        self,
        text: str,
        place: Place = NOWHERE,
        names: Mapping[str, Collection[str]] | None = None,
        check: Check | None = None,
    ) -> Program:
        """The program of a text, or InvalidInput: `cards.toml:12:20: unknown verb 'drw'; ...`.

        `names` are the known ids by the kind of a `Name`; kinds that are not there are not
        checked. `check` says what is wrong with a line beyond what types can tell.
        """
        from ludarium.core.effects.reading import Reader

        return Reader(self, Source(text, place), names or {}, check).program()
