"""The text on a card, made from its program and the game's `words.toml`.

So that card and behaviour cannot disagree, a game writes no card texts but one template for each
word of its vocabulary, in sections by group; `core/words.py` explains the braces.

    [effects.triggers]
    success = "on success"
    [effects.verbs]
    penetrates = "penetrates Defenses"
    draw = [
        "{who:in effects.who} draws as many cards as the rating{n_rating:when}",
        "{who:in effects.who} draws {n:count card|cards}",
    ]
    status = "{who:in effects.who} is {status:in effects.status} next turn"
    cancel = ["cancels {a_filter}", "cancels any Action"]
    retire = "retires {what}"
    [effects.conditions]
    duel = "there is only one opponent"
    not_duel = "there are several opponents"
    user_is = "the user is {champion:card}"
    admin = "you hold at least {n:count Asset|Assets}{at_least:when}"
    [effects.filters]
    attack = "Attack|Attacks"
    no_function = "Action|Actions"
    rating = "of rating {n} or less{at_most:when}"
    [effects.values]
    top = "the Top Asset of {who}"
    [effects.who]
    user = "the user"

**Sentences.** Steps of a block with the same condition make one sentence: trigger, steps joined
with commas and `and`, `if`, condition. Capital letter and full stop are added. A step that binds a
slot says nothing itself: its value is said where the slot is used.

**Facts.** Each argument by the name of its parameter, and `PARAMETER_WORD` for arguments that are
words (`who_user`, `n_rating`), to pick a text with `{who_user:when}`; `minus_PARAMETER` is there
only for a negative number and has no sign. Where no text fits, the line itself is shown.

**Filters** are facts in three forms: `{filter}` is `Normal Attack`, `{a_filter}` `a Normal Attack`,
`{filters}` `Normal Attacks`; the template of a filter is its singular and, after a bar, its plural.
Its words are said in the order of the vocabulary, those of one family joined with `or`, limits
last. `no_FAMILY` is said when no word of that family is there. An empty filter is no fact.

**Comparisons** have the fact `n` and one of `below`, `at_most`, `above`, `at_least`, `exactly`,
`other_than`.

**Negation** of a condition is the text of `not_WORD`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from ludarium.core.effects.program import (
    Amount,
    Comparison,
    Condition,
    Filter,
    Junction,
    Line,
    Not,
    Program,
    Term,
    Value,
)
from ludarium.core.effects.vocabulary import Ref, Vocabulary
from ludarium.core.words import Voice, Words, join

PLAIN: Final = Voice((), str)
ORDERS: Final = {
    "<": "below",
    "<=": "at_most",
    ">": "above",
    ">=": "at_least",
    "=": "exactly",
    "!=": "other_than",
}
OPPOSITE: Final = {
    "<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "=", "and": "or", "or": "and",
}  # fmt: skip


def card_text(program: Program, vocabulary: Vocabulary, words: Words, voice: Voice = PLAIN) -> str:
    """What a program does, in sentences; `voice.card` names the things that ids stand for."""
    sentences = []
    for lines in program.blocks():
        slots = {line.slot: line.verb for line in lines if line.slot}
        speaker = _Speaker(vocabulary, words, voice, slots)
        told = [line for line in lines if not line.slot]
        for when, steps in groupby(told, lambda line: line.when):
            sentences.append(speaker.sentence(lines[0].trigger, list(steps), when))
    return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Says the lines of one block."""

    vocabulary: Vocabulary
    words: Words
    voice: Voice
    slots: Mapping[str, Term]

    def sentence(self, trigger: Term | None, steps: list[Line], when: Condition | None) -> str:
        said = [self.phrase("trigger", trigger)] if trigger else []
        said.append(join([self.phrase("verb", line.verb) for line in steps]))
        if when:
            said.append(f"if {self.clause(when)}")
        text = " ".join(" ".join(said).split())
        return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")

    def clause(self, condition: Condition, negated: bool = False, within: str = "") -> str:
        """A condition; `not` moves inwards to the words that can say it."""
        match condition:
            case Not(part):
                return self.clause(part, not negated, within)
            case Junction(word, parts):
                word = OPPOSITE[word] if negated else word
                text = f" {word} ".join(self.clause(part, negated, word) for part in parts)
                alone = within in ("", word)
                return text if alone else f"{'both' if word == 'and' else 'either'} {text}"
            case Comparison(name, op, value):
                op = OPPOSITE[op] if negated else op
                return self.compared("condition", Comparison(name, op, value))
        return self.phrase("condition", condition, negated)

    def compared(self, group: str, comparison: Comparison) -> str:
        facts = {**_amount("n", comparison.value), ORDERS[comparison.op]: True}
        return self.say(group, comparison.name, facts) or str(comparison)

    def phrase(self, group: str, term: Term, negated: bool = False) -> str:
        parameters = self.vocabulary.groups[group][term.name].parameters
        facts: dict[str, object] = {}
        for name, value in term.args.items():
            facts |= self.facts(name, value, isinstance(parameters[name], Ref))
        if negated:
            said = self.say(group, f"not_{term.name}", facts)
            return said or f"not {self.phrase(group, term)}"
        return self.say(group, term.name, facts) or str(term)

    def facts(self, name: str, value: Value, is_ref: bool) -> dict[str, object]:
        """What templates may say of an argument."""
        if is_ref and isinstance(value, str):
            value = self.slots.get(value, value)
        if isinstance(value, Term):
            return {name: self.phrase("value", value), f"{name}_{value.name}": True}
        if isinstance(value, Filter):
            return self.filter_facts(name, value)
        return _amount(name, value)

    def filter_facts(self, name: str, given: Filter) -> dict[str, object]:
        if given == Filter():
            return {}
        one, many = self.filter(given, 0), self.filter(given, 1)
        article = "an" if one[:1].lower() in "aeiou" else "a"
        flags = {f"{name}_{word}": True for word in given.words}
        return {name: one, f"a_{name}": f"{article} {one}", f"{name}s": many, **flags}

    def filter(self, given: Filter, form: int) -> str:
        """The words of a filter, family by family, then its limits: in singular or plural."""
        known = self.vocabulary.groups["filter"].values()
        said = []
        for family in dict.fromkeys(word.family for word in known if not word.compares):
            names = [word.name for word in known if word.family == family]
            terms = [term for name in names for term in given.terms if term.name == name]
            texts = [self.phrase("filter", term) for term in terms]
            texts = texts or [self.say("filter", f"no_{family}", {})]
            said.append(" or ".join(text.split("|")[form if "|" in text else 0] for text in texts))
        said += [self.compared("filter", limit) for limit in given.limits]
        return " ".join(text for text in said if text)

    def say(self, group: str, key: str, facts: Mapping[str, object]) -> str:
        """The text of a key, or nothing where none fits."""
        section = f"effects.{group}s"
        fits = self.words.fits(section, key, facts)
        return self.words.say(section, key, facts, self.voice) if fits else ""


def _amount(name: str, value: Amount) -> dict[str, object]:
    """A number or word by its name, and one more fact for a word and for a negative number."""
    if isinstance(value, str):
        return {name: value, f"{name}_{value}": True}
    if isinstance(value, int) and value < 0:
        return {name: value, f"minus_{name}": -value}
    return {name: value if isinstance(value, int) else str(value)}
