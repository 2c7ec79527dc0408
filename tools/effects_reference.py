"""Write `docs/effects.md`: the language of effects and the words of every room that has some.

python tools/effects_reference.py [FILE]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from ludarium.core.effects.reference import reference
from ludarium.core.effects.vocabulary import Vocabulary
from ludarium.core.game import find_room
from ludarium.games import ROOMS

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "effects.md"


def vocabularies() -> dict[str, Mapping[str, Vocabulary]]:
    """The vocabularies of each room that has an `effects.py`, by the room's title."""
    return {
        find_room(slug, ROOMS).title: import_module(f"{package}.effects").VOCABULARIES
        for slug, package in ROOMS.items()
        if find_spec(f"{package}.effects")
    }


def written() -> str:
    """The whole page."""
    return reference(vocabularies())


if __name__ == "__main__":
    page = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    page.parent.mkdir(exist_ok=True)
    page.write_text(written(), encoding="utf-8")
