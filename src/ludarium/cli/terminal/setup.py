"""Setting up a match by menus: the rules, how many play, and who sits where."""

from __future__ import annotations

from ludarium.bots import BOTS
from ludarium.cli.terminal.screen import Screen
from ludarium.cli.terminal.seats import Seat, check_person, parse_seats, seat_bot
from ludarium.core.errors import InvalidInput
from ludarium.core.game import Game, Room
from ludarium.core.options import Option, check_options
from ludarium.core.words import Words

HERE = "A person"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
BOT_TEXTS = {
    "steady": "plays with care and a plan",
    "random": "plays anything allowed",
}


def ask_setup(screen: Screen, room: Room) -> tuple[Game, list[Seat]]:
    """Ask for everything a match needs; Enter takes the usual."""
    words = Words.load(room.folder)
    options: dict[str, object] = {}
    for name in words.listed("setup", "first"):
        options[name] = _ask_option(screen, words, _option(room, name))
    online = words.listed("setup", "online")
    more = [name for name in words.listed("setup", "more") if name not in online]
    if more and screen.agrees("Change other rules?"):
        for name in more:
            if _concerns(words, name, options):
                options[name] = _ask_option(screen, words, _option(room, name))
    players = _ask_players(screen, room, options)
    seats = _ask_seats(screen, players)
    return Game(room, {**options, "players": players}), seats


def _concerns(words: Words, name: str, options: dict[str, object]) -> bool:
    """Whether an option means something under those already chosen."""
    only = words.find("setup.only", name)
    return not isinstance(only, dict) or only.items() <= options.items()


def _option(room: Room, name: str) -> Option:
    return next(option for option in room.options if option.name == name)


def _ask_option(screen: Screen, words: Words, option: Option) -> object:
    title = words.word("options", option.name)
    if option.words:
        texts = option.word_texts or ("",) * len(option.words)
        rows = [(words.word("words", word), text) for word, text in zip(option.words, texts)]
        default = option.words.index(str(option.default))
        return option.words[screen.choose(title, rows, default)]
    while True:
        screen.show()
        screen.show(f"{title}. {option.text}", indent=2)
        answer = screen.ask(f"  [{option.default}]: ")
        try:
            return option.check(answer, 0) if answer else option.default
        except InvalidInput as error:
            screen.problem(f"{error}.")


def _ask_players(screen: Screen, room: Room, options: dict[str, object]) -> int:
    least, most, _ = room.seats(check_options(room.options, options, 2))
    if least == most:
        return least
    return screen.number("How many players?", least, most)


def _ask_seats(screen: Screen, players: int) -> list[Seat]:
    """You take the first seat; the others are people here or bots."""
    rows = [(f"{bot.capitalize()} bot", BOT_TEXTS.get(bot, "")) for bot in reversed(BOTS)]
    rows.append((HERE, "shares this keyboard with you"))
    chosen: list[str] = []
    for seat in range(1, players):
        at = screen.choose(f"Who takes {_chair(seat)}?", rows)
        chosen.append("" if at == len(BOTS) else BOTS[len(BOTS) - 1 - at])
    if "" not in chosen:
        return parse_seats(["you", *chosen])
    screen.show()
    seats: list[Seat] = []
    for seat, bot in enumerate(["", *chosen]):
        taken = [other.name for other in seats]
        seats.append(seat_bot(bot, seats) if bot else Seat(_ask_name(screen, seat, taken)))
    return seats


def _chair(seat: int) -> str:
    return f"the {ORDINALS[seat] if seat < len(ORDINALS) else f'{seat + 1}th'} seat"


def _ask_name(screen: Screen, seat: int, taken: list[str]) -> str:
    usual = f"Player {seat + 1}"
    while True:
        name = screen.ask(f"  Who sits on {_chair(seat)}? [{usual}]: ") or usual
        try:
            return check_person(name, taken)
        except InvalidInput as error:
            screen.problem(f"{str(error).removeprefix('seats: ')}.")
