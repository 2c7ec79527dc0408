"""Who sits where: people at this keyboard, and bots."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludarium.core.errors import InvalidInput

YOU: Final = "you"
LONGEST: Final = 16
"""Letters of a name; the table has 80 columns."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair: what the player is called, and which bot plays, if one does."""

    name: str
    bot: str | None = None

    @property
    def is_human(self) -> bool:
        return self.bot is None


def parse_seats(words: Sequence[str]) -> list[Seat]:
    """Chairs from words: `you`, the name of a bot, or the name of another person here."""
    from ludarium.bots import BOTS

    humans = [word for word in words if word not in BOTS]
    seats: list[Seat] = []
    for at, word in enumerate(words):
        if word in BOTS:
            seats.append(seat_bot(word, seats))
        elif word == YOU:
            seats.append(Seat("You" if len(humans) == 1 else f"Player {at + 1}"))
        else:
            close = difflib.get_close_matches(word, BOTS, n=1, cutoff=0.75)
            if close:
                raise InvalidInput(f"seats: no bot {word!r}; did you mean {close[0]!r}?")
            seats.append(Seat(check_name(word, [seat.name for seat in seats])))
    return seats


def seat_bot(bot: str, seated: Sequence[Seat]) -> Seat:
    """Bots are called what they are, numbered where there are several."""
    alike = sum(seat.bot == bot for seat in seated)
    return Seat(f"{bot.capitalize()} {alike + 1}" if alike else bot.capitalize(), bot)


def check_person(name: str, taken: Sequence[str]) -> str:
    """A name for a person, which no bot has and which nobody is called in sentences."""
    from ludarium.bots import BOTS

    if name.casefold().split(" ")[0] in BOTS:
        raise InvalidInput(f"seats: {name!r} is what a bot is called")
    if name.casefold() == YOU:
        raise InvalidInput(f"seats: {name!r} is what the program calls everyone")
    return check_name(name, taken)


def check_name(name: str, taken: Sequence[str] = ()) -> str:
    """A name that can stand in the table and in a sentence."""
    if not name or not name.isprintable() or name != name.strip():
        raise InvalidInput(f"seats: {name!r} cannot be a name")
    if len(name) > LONGEST:
        raise InvalidInput(f"seats: {name!r} is longer than {LONGEST} letters")
    if name.casefold() in [other.casefold() for other in taken]:
        raise InvalidInput(f"seats: {name!r} sits there already")
    return name


def arrange(
    players: int | None, bots: Sequence[str] | None, seats: Sequence[str] | None
) -> list[Seat]:
    """The chairs that the command line asks for: you and one steady bot unless it says more."""
    if bots is not None and seats is not None:
        raise InvalidInput("say --bots or --seats, not both")
    if seats is None:
        chosen = list(bots or ["steady"])
        count = players or len(chosen) + 1
        if not 1 <= len(chosen) < count:
            raise InvalidInput(f"bots: {len(chosen)} named, but {count - 1} chairs are left")
        seats = [YOU, *(chosen[at % len(chosen)] for at in range(count - 1))]
        _check_bots(seats[1:])
    elif players is not None and players != len(seats):
        raise InvalidInput(f"seats: {len(seats)} named for {players} players")
    return parse_seats(seats)


def _check_bots(names: Sequence[str]) -> None:
    from ludarium.bots import BOTS
    from ludarium.core.errors import nearest

    for name in names:
        if name not in BOTS:
            raise InvalidInput(f"no bot {name!r}{nearest(name, BOTS)}")
