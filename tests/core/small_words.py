"""A small vocabulary that has a word of every sort, to read effects with."""

from __future__ import annotations

import pytest

from ludarium import InvalidInput
from ludarium.core.effects.program import (
    Program,
)
from ludarium.core.effects.vocabulary import (
    Choice,
    Name,
    Number,
    Ref,
    Text,
    Vocabulary,
    Which,
    Word,
)

WHO = Choice(("self", "each", "rival"))
X = Number(0, words=("X",), sums=True)
WORDS = Vocabulary(
    triggers=[
        Word("general", "At once."),
        Word("ongoing", "Every turn.", {"phase": Choice(("start", "end"))}),
        Word("reaction", "After an event.", {"event": Ref(values=("deployed",))}),
        Word("fee", "For a price.", {"cost": Ref(values=("retire_hand",), named=True)}),
    ],
    verbs=[
        Word("collect", "Take cards.", {"who": WHO, "n": X}),
        Word("drop", "Lose cards.", {"who": Ref(("self",), ("leader",)), "n": Number(1, 9)}),
        Word("retire", "Retire an Asset.", {"what": Ref(("this",), ("top",), default="this")}),
        Word("search", "Find a card.", {"to": Choice(("hand", "team"), "hand", True),
                                        "f": Which()}),
        Word("boost", "Grow.", {"n": Number(default=1), "all": Choice(("yes", "no"), "no")}),
        Word("bam", "Grow here.", {"n": Number(most=9, default=0), "f": Which()}),
        Word("name", "Be called.", {"id": Name("leader"), "text": Text("", named=True)}),
        Word("dismiss", "End it.", under=("general", "fee")),
        Word("stay", "Stay.", under=("",)),
    ],
    conditions=[
        Word("duel", "Two play."),
        Word("night", "It is dark."),
        Word("leads", "Someone leads.", {"who": WHO}),
        Word("admin", "Own Assets.", compares=Number(0, words=("rival_admin",), sums=True)),
    ],
    filters=[
        Word("rival", "Of a Rival.", family="side"),
        Word("Hero", "A Hero.", family="faction"),
        Word("Villain", "A Villain.", family="faction"),
        Word("champion", "A Champion.", family="kind"),
        Word("within", "Near.", {"n": Number(1)}, family="place"),
        Word("rank", "By Rank.", compares=X),
    ],
    values=[
        Word("top", "A Top Asset.", {"f": Which()}),
        Word("leader", "A Leader.", {"who": WHO}),
        Word("deployed", "An Asset was deployed.", {"by": WHO}),
        Word("retire_hand", "Retire cards.", {"n": X}),
    ],
)  # fmt: skip


def read(text: str) -> Program:
    return WORDS.read(text)


def wrong(text: str) -> str:
    """The error of a text, without the name of the file."""
    with pytest.raises(InvalidInput) as error:
        read(text)
    return str(error.value).removeprefix("effect:1:")
