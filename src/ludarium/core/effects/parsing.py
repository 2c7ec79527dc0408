"""From text to syntax, by an LALR grammar. Import it late: the parsing library takes its time."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, cast

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from ludarium.core.effects import syntax
from ludarium.core.effects.syntax import KEYWORDS, Source, either
from ludarium.core.errors import InvalidInput, closest

GRAMMAR: Final = r"""
effect: (block (";" block)*)?
block: [call ":"] step ("," step)*
step: [NAME "="] call ["if" either]
call: NAME ("(" (arg ("," arg)*)? ")")?
arg: [NAME "="] value
?value: number | text | call | sum | compare
compare: NAME ORDER amount
?amount: number | call | sum
sum: NAME SIGNED
number: WHOLE | SIGNED
text: TEXT

?either: both ("or" both)*
?both: test ("and" test)*
?test: call | equal | compare | negation | "(" either ")"
equal: NAME "=" amount
negation: "not" test

NAME: /[^\W\d]\w*/
WHOLE: /[0-9]+/
SIGNED: /[+-] *[0-9]+/
ORDER: "<=" | ">=" | "!=" | "<" | ">"
TEXT: /"([^"\\]|\\.)*"|'([^'\\]|\\.)*'/s
%ignore /\s+/
"""

LONGEST: Final = 1000
"""Letters of an effect: far more than fits on a card, and nothing nests too deep to be read."""

_SAID: Final = {
    "NAME": "a word", "WHOLE": "a number", "SIGNED": "a number", "TEXT": "a text",
    "ORDER": "a comparison", "EQUAL": "'='", "LPAR": "'('", "RPAR": "')'", "COMMA": "','",
    "COLON": "':'", "SEMICOLON": "';'", "$END": "the end",
    **{word.upper(): f"'{word}'" for word in KEYWORDS},
}  # fmt: skip


def parse(source: Source) -> tuple[syntax.Block, ...]:
    """The blocks of an effect; what is no effect is refused at its first wrong letter."""
    if len(source.text) > LONGEST:
        raise source.wrong(LONGEST, f"an effect has at most {LONGEST} letters")
    try:
        return cast("tuple[syntax.Block, ...]", _parser().parse(source.text))
    except UnexpectedCharacters as error:
        raise _wrong_letter(source, error) from None
    except UnexpectedToken as error:
        raise _wrong_word(source, error) from None


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, start="effect", parser="lalr", lexer="basic", transformer=_Nodes())


def _wrong_letter(source: Source, error: UnexpectedCharacters) -> InvalidInput:
    at = cast("int", error.pos_in_stream)
    letter = source.text[at]
    if letter in "\"'":
        return source.wrong(at, f"the text that begins here has no closing {letter}")
    return source.wrong(at, f"unexpected {letter!r}")


def _wrong_word(source: Source, error: UnexpectedToken) -> InvalidInput:
    wanted = sorted({_SAID[name] for name in error.accepts}, key=list(_SAID.values()).index)
    expected = f"; expected {either(wanted)}"
    if error.token.type == "$END":
        return source.wrong(len(source.text.rstrip()), f"the effect breaks off{expected}")
    keywords = [word for word in KEYWORDS if word.upper() in error.accepts]
    hint = closest(error.token, keywords) or expected
    return source.wrong(_at(error.token), f"unexpected {str(error.token)!r}{hint}")


@v_args(inline=True)
class _Nodes(Transformer[Token, object]):
    """A node for each rule of the grammar."""

    def effect(self, *blocks: syntax.Block) -> tuple[syntax.Block, ...]:
        return blocks

    def block(self, trigger: syntax.Call | None, *steps: syntax.Step) -> syntax.Block:
        return syntax.Block(trigger, steps)

    def step(
        self, slot: Token | None, call: syntax.Call, when: syntax.Condition | None
    ) -> syntax.Step:
        return syntax.Step(str(slot or ""), call, when, _at(slot) if slot else call.at)

    def call(self, name: Token, *args: syntax.Arg) -> syntax.Call:
        return syntax.Call(str(name), args, _at(name))

    def arg(self, name: Token | None, value: syntax.Value) -> syntax.Arg:
        return syntax.Arg(str(name or ""), value, _at(name) if name else value.at)

    def compare(self, name: Token, order: Token, value: syntax.Value) -> syntax.Compare:
        return syntax.Compare(str(name), str(order), value, _at(name))

    def equal(self, name: Token, value: syntax.Value) -> syntax.Compare:
        return syntax.Compare(str(name), "=", value, _at(name))

    def sum(self, name: Token, plus: Token) -> syntax.Sum:
        return syntax.Sum(str(name), _whole(plus), _at(name))

    def number(self, digits: Token) -> syntax.Number:
        return syntax.Number(_whole(digits), _at(digits))

    def text(self, quoted: Token) -> syntax.Text:
        return syntax.Text(re.sub(r"\\(.)", r"\1", quoted[1:-1], flags=re.DOTALL), _at(quoted))

    def either(self, *parts: syntax.Condition) -> syntax.Join:
        return _join("or", parts)

    def both(self, *parts: syntax.Condition) -> syntax.Join:
        return _join("and", parts)

    def negation(self, part: syntax.Condition) -> syntax.Condition:
        return part.part if isinstance(part, syntax.Not) else syntax.Not(part)


def _at(token: Token) -> int:
    return token.start_pos or 0


def _whole(digits: str) -> int:
    return int(digits.replace(" ", ""))


def _join(word: str, parts: tuple[syntax.Condition, ...]) -> syntax.Join:
    """Brackets around the same word say nothing: `(a and b) and c` is `a and b and c`."""
    flat: list[syntax.Condition] = []
    for part in parts:
        flat += part.parts if isinstance(part, syntax.Join) and part.word == word else [part]
    return syntax.Join(word, tuple(flat))
