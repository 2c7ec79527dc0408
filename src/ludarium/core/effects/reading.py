"""From syntax to a Program: every word known, every argument of its type, every error placed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final, cast

from ludarium.core.effects import syntax
from ludarium.core.effects.parsing import parse
from ludarium.core.effects.program import (
    Amount,
    Comparison,
    Condition,
    Filter,
    Junction,
    Line,
    Not,
    Program,
    Sum,
    Term,
    Value,
)
from ludarium.core.effects.syntax import KEYWORDS, Source, either
from ludarium.core.effects.vocabulary import (
    Check,
    Choice,
    Name,
    Number,
    Single,
    Text,
    Vocabulary,
    Which,
    Word,
)
from ludarium.core.errors import InvalidInput, closest, nearest

LARGEST: Final = 999_999_999
"""No number of a game comes near it, and sums of such numbers stay small."""
_NAME: Final = re.compile(r"[^\W\d]\w*")


class Reader:
    """Reads one text."""

    __slots__ = ("check", "names", "slots", "source", "vocabulary")

    def __init__(
        self,
        vocabulary: Vocabulary,
        source: Source,
        names: Mapping[str, Collection[str]],
        check: Check | None,
    ) -> None:
        self.vocabulary = vocabulary
        self.source = source
        self.names = names
        self.check = check
        self.slots: list[str] = []
        """Bound so far in this block."""

    def program(self) -> Program:
        blocks = enumerate(parse(self.source))
        return Program(line for number, block in blocks for line in self._block(block, number))

    def _block(self, block: syntax.Block, number: int) -> list[Line]:
        self.slots = []
        trigger = self._term("trigger", block.trigger) if block.trigger else None
        return [self._line(trigger, step, number) for step in block.steps]

    def _line(self, trigger: Term | None, step: syntax.Step, block: int) -> Line:
        verb = self._term("value" if step.slot else "verb", step.call)
        if not step.slot:
            self._check_trigger(trigger, step.call)
        elif step.slot in self.slots:
            raise self.source.wrong(step.at, f"{step.slot!r} is bound already")
        else:
            self.slots.append(step.slot)
        when = self._condition(step.when) if step.when else None
        line = Line(trigger, verb, when, step.slot, block)
        wrong = self.check(line) if self.check else ""
        if wrong:
            raise self.source.wrong(step.call.at, wrong)
        return line

    def _check_trigger(self, trigger: Term | None, verb: syntax.Call) -> None:
        under = self.vocabulary.groups["verb"][verb.name].under
        if under and (trigger.name if trigger else "") not in under:
            places = [f"under '{name}:'" if name else "without a trigger" for name in under]
            raise self.source.wrong(verb.at, f"{verb.name!r} stands only {either(places)}")

    def _condition(self, node: syntax.Condition) -> Condition:
        match node:
            case syntax.Not(part):
                return Not(self._condition(part))
            case syntax.Join(word, parts):
                return Junction(word, tuple(self._condition(part) for part in parts))
            case syntax.Compare():
                return self._comparison("condition", node)
        return self._term("condition", node)

    def _comparison(self, group: str, node: syntax.Compare) -> Comparison:
        word = self._word(group, node.name, node.at)
        if word.compares is None:
            raise self.source.wrong(node.at, f"{word.name!r} cannot be compared")
        value = self._amount(node.value, word.compares, f"the limit of {word.name}")
        return Comparison(word.name, node.op, value)

    # Words

    def _term(self, group: str, call: syntax.Call) -> Term:
        word = self._word(group, call.name, call.at)
        if word.compares is not None:
            raise self.source.wrong(call.at, f"{word.name!r} must be compared: {word.signature}")
        args = self._args(word, call)
        return Term(word.name, args, written(word, args))

    def _word(self, group: str, name: str, at: int) -> Word:
        groups = self.vocabulary.groups
        if name in groups[group]:
            return groups[group][name]
        for other, words in groups.items():
            if name in words:
                raise self.source.wrong(at, f"{name!r} is a {other}, not a {group}")
        raise self.source.wrong(at, f"unknown {group} {name!r}{nearest(name, groups[group])}")

    # Arguments

    def _args(self, word: Word, call: syntax.Call) -> dict[str, Value]:
        """The value of every parameter, in their order."""
        given, rest = self._assigned(word, call)
        args: dict[str, Value] = {}
        for name, parameter in word.parameters.items():
            if isinstance(parameter, Which):
                args[name] = self._filter(rest)
            elif name in given:
                args[name] = self._value(given[name], parameter, f"{name} of {word.name}")
            elif parameter.default is not None:
                args[name] = parameter.default
            else:
                raise self.source.wrong(
                    call.at, f"{name} of {word.name} is missing: {word.signature}"
                )
        return args

    def _assigned(
        self, word: Word, call: syntax.Call
    ) -> tuple[dict[str, syntax.Value], list[syntax.Value]]:
        """What is given for each parameter, and what is left for a filter."""
        given: dict[str, syntax.Value] = {}
        rest: list[syntax.Value] = []
        places = word.places
        for arg in call.args:
            name = arg.name or (places.pop(0) if places else word.which)
            if not name:
                raise self.source.wrong(arg.at, f"one argument too many: {word.signature}")
            if name in given:
                raise self.source.wrong(arg.at, f"{name} of {word.name} is given twice")
            if name == word.which:
                rest.append(arg.value)
            elif name in word.parameters:
                given[name] = arg.value
            elif word.which and name in self.vocabulary.groups["filter"]:
                rest.append(syntax.Compare(name, "=", arg.value, arg.at))
            else:
                hint = nearest(name, word.parameters)
                raise self.source.wrong(arg.at, f"{word.name} has no {name!r}{hint}")
        return given, rest

    def _filter(self, nodes: list[syntax.Value]) -> Filter:
        items: list[Term | Comparison] = []
        for node in nodes:
            item = self._filter_item(node)
            if item in items:
                raise self.source.wrong(node.at, f"{str(item)!r} stands there twice")
            items.append(item)
        return Filter(
            tuple(item for item in items if isinstance(item, Term)),
            tuple(item for item in items if isinstance(item, Comparison)),
        )

    def _filter_item(self, node: syntax.Value) -> Term | Comparison:
        match node:
            case syntax.Call():
                return self._term("filter", node)
            case syntax.Compare():
                return self._comparison("filter", node)
        hint = nearest("", self.vocabulary.groups["filter"])
        raise self.source.wrong(node.at, f"{_typed(node)!r} is no filter{hint}")

    def _value(self, node: syntax.Value, parameter: Single, what: str) -> Value:
        bare = node.name if isinstance(node, syntax.Call) and not node.args else ""
        known: Collection[str] = ()
        if isinstance(parameter, Number):
            return self._amount(node, parameter, what)
        if isinstance(parameter, Text):
            if isinstance(node, syntax.Text):
                return node.value
        elif isinstance(parameter, Name):
            name = node.value if isinstance(node, syntax.Text) else bare
            known = self.names.get(parameter.kind, (name,))
            if name and name in known:
                return name
        elif isinstance(parameter, Choice):
            known = parameter.words
            if bare in known:
                return bare
        else:
            known = (*self.slots, *parameter.words, *parameter.values)
            if isinstance(node, syntax.Call) and node.name in parameter.values:
                return self._term("value", node)
            if bare in known:
                return bare
        raise self._unfit(node, what, parameter, known)

    def _amount(self, node: syntax.Value, parameter: Number, what: str) -> Amount:
        least = -LARGEST if parameter.least is None else parameter.least
        most = LARGEST if parameter.most is None else parameter.most
        match node:
            case syntax.Number(value) if least <= value <= most:
                return value
            case syntax.Call(name, ()) if name in parameter.words:
                return name
            case syntax.Sum(name, plus) if (
                parameter.sums and name in parameter.words and abs(plus) <= LARGEST
            ):
                return Sum(name, plus)
        raise self._unfit(node, what, parameter, parameter.words)

    def _unfit(
        self, node: syntax.Value, what: str, parameter: Single, known: Collection[str]
    ) -> InvalidInput:
        typed = _typed(node)
        hint = closest(typed, known)
        return self.source.wrong(node.at, f"{what} is {parameter.takes}, not {typed!r}{hint}")


def _typed(node: syntax.Value) -> str:
    """A node in short, to show what is meant."""
    match node:
        case syntax.Call(name, args):
            return f"{name}(...)" if args else name
        case syntax.Compare(name, op):
            return f"{name}{op}..."
        case syntax.Sum(name, plus):
            return f"{name}{plus:+}"
        case syntax.Text(value):
            return f'"{value}"'
    return str(node.value)


def written(word: Word, args: Mapping[str, Value]) -> str:
    """A word with its arguments, as it is read again; defaults at the end are left out."""
    placed: list[tuple[str, bool]] = []
    named: list[str] = []
    for name, parameter in word.parameters.items():
        value = args[name]
        if isinstance(parameter, Which):
            placed += [(str(item), False) for item in cast("Filter", value)]
            continue
        text, usual = _written(value, parameter), value == parameter.default
        if not parameter.named:
            placed.append((text, usual))
        elif not usual:
            named.append(f"{name}={text}")
    while placed and placed[-1][1]:
        placed.pop()
    shown = [text for text, _ in placed] + named
    return word.name + (f"({', '.join(shown)})" if shown else "")


def _written(value: Value, parameter: Single) -> str:
    text = str(value)
    is_word = _NAME.fullmatch(text) is not None and text not in KEYWORDS
    if isinstance(parameter, Text) or (isinstance(parameter, Name) and not is_word):
        return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
    return text
