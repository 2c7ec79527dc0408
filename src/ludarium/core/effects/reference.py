"""The reference of the language, `docs/effects.md`: its syntax and the words of every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ludarium.core.effects.vocabulary import Vocabulary, Word

SYNTAX: Final = """\
# Effects

What a card does stands in its content file as one line of a little language, the same in every
game. A person who holds the printed card beside the line can tick off each phrase. The text that
is shown on the card is made from the line, so the two cannot disagree.

This page is made by `python tools/effects_reference.py` from the games' own declarations.

## Syntax

| part | form | example |
|---|---|---|
| effect | blocks, separated by `;` | `penetrates; success: draw(user, 1)` |
| block | a trigger and `:` if it has one, then steps separated by `,` | `success: draw(user, 1), sap(target, 2)` |
| step | a verb, and a condition if it has one | `add(3) if target_attacks` |
| slot | a name for what a step chooses, for later steps of the block | `t1=top(rival, rank<=2), retire(t1)` |
| arguments | in brackets, by place or by name | `steal(1, by=random)` |
| number | with or without sign, a word for one, or their sum | `2`, `-1`, `rating`, `X+2` |
| text | in single or double quotes; a backslash before a quote keeps it | `note("Sing!")` |
| filter | any words that narrow something down, and limits | `cancel(attack, Normal, rating<=2)` |
| limit | a word compared by `<`, `<=`, `>`, `>=`, `=` or `!=` | `rank>=3` |
| condition | `and`, `or`, `not` and brackets over words and comparisons | `if duel and not (full_moon or hand<2)` |

Steps are carried out from left to right. A trigger holds for all steps of its block, a condition
only for the step it follows. An empty effect does nothing. Capital letters matter; blanks and line
breaks do not.

A mistake is reported with file, line and column of the very word, and the nearest known one:

    cards.toml:12:20: unknown verb 'drw'; did you mean 'draw'?
"""  # noqa: E501

HEADINGS: Final = {
    "trigger": "Triggers",
    "verb": "Verbs",
    "condition": "Conditions",
    "filter": "Filters",
    "value": "Values",
}


def reference(games: Mapping[str, Mapping[str, Vocabulary]]) -> str:
    """The whole page, for the vocabularies of each game by its title."""
    parts = [SYNTAX]
    for title, vocabularies in games.items():
        parts.append(f"## {title}\n")
        for name, vocabulary in vocabularies.items():
            parts.append(f"### {name.capitalize()} of {title}\n")
            parts += _groups(vocabulary)
    return "\n".join(parts)


def _groups(vocabulary: Vocabulary) -> Iterator[str]:
    for group, words in vocabulary.groups.items():
        if words:
            yield f"**{HEADINGS[group]}**\n"
            yield "| word | kind | meaning | arguments | examples |"
            yield "|---|---|---|---|---|"
            yield from (_row(vocabulary, word) for word in words.values())
            yield ""


def _row(vocabulary: Vocabulary, word: Word) -> str:
    parameters = {"n": word.compares} if word.compares else word.parameters
    arguments = "; ".join(f"{name}: {each.takes}" for name, each in parameters.items())
    # Read and printed again, so that an example that is none stops the press.
    examples = ", ".join(f"`{vocabulary.read(example)}`" for example in word.examples)
    return f"| `{word.signature}` | {word.family} | {word.doc} | {arguments} | {examples} |"
