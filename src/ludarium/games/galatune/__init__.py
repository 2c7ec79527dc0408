"""Galatune: champions who plan in secret, strike at once and spring traps on traps."""

from __future__ import annotations

from pathlib import Path

from ludarium.core.game import Room
from ludarium.core.options import Option, Options
from ludarium.games.galatune.rules import Galatune

OPTIONS = (
    Option(
        "vp_goal",
        3,  # GT-18.5
        "Victory Points that win the game.",
        least=1,
        most=10,
        clause="GT-1.2",
    ),
    Option(
        "champion_pick",
        "open",
        "How Champions are chosen.",
        words=("open", "random", "deal2"),
        clause="R-6",
        word_texts=(
            "Openly, one after another in seat order.",
            "A lot gives everyone a Champion.",
            "Each player is dealt two in secret and all choose at once.",
        ),
    ),
    Option(
        "prize_mode",
        "printed",
        "How many cards a fall costs.",
        words=("printed", "five"),
        clause="R-3",
        word_texts=("The Prize Cost on the Champion card.", "Five, whoever falls."),
    ),
    Option(
        "trading",
        "on",
        "Whether cards are traded between turns.",
        words=("on", "off"),
        clause="R-62",
        word_texts=("One card for one, in the open, once a turn.", "No trades."),
    ),
    Option(
        "whispers",
        "on",
        "Whether players may whisper to each other in the chat.",
        words=("on", "off"),
        clause="GT-17.1",
        word_texts=("Private lines between two players.", "Everything is said aloud."),
    ),
    Option(
        "draw_log",
        "open",
        "Who sees the cards that are drawn.",
        words=("open", "fleeting", "closed"),
        clause="R-59",
        word_texts=(
            "Everybody, and the log keeps them.",
            "Everybody, until the next Plan Phase closes.",
            "Only who draws.",
        ),
    ),
    Option(
        "memory_aid",
        "off",
        "Whether the table lists the cards of each hand that everybody has seen.",
        words=("off", "on"),
        clause="R-59",
        word_texts=("Everyone remembers for themselves.", "The known cards are listed."),
    ),
    Option(
        "shields_block_others",
        "on",
        "Whether Shields keep off harm that is no Attack.",
        words=("on", "off"),
        clause="R-32",
        word_texts=("An unbroken Shield blocks all harm.", "Shields stop Attacks only."),
    ),
    Option(
        "full_moon",
        "never",
        "Whether the moon is full, so that Light Arrow cannot be played.",
        words=("never", "always", "calendar"),
        clause="R-69",
        word_texts=("It never is.", "It always is.", "As the sky says when the game begins."),
    ),
    Option(
        "ban_list",
        "none",
        "Cards that are left out of the Source Deck.",
        words=("none", "tournament"),
        names=True,
        clause="R-70",
        word_texts=("All cards play.", "Lucky Day stays in the box."),
    ),
    Option(
        "deadlock",
        "regroup",
        "What happens after six turns without a card played or a fall.",
        words=("regroup", "off"),
        clause="R-65",
        word_texts=("All Used Piles return to their hands.", "Nothing."),
    ),
    Option(
        "turn_limit",
        "auto",
        "After how many turns the game ends.",
        words=("auto", "none"),
        least=1,
        endless=("none",),
        clause="R-65",
        word_texts=("40, and 20 more for each Victory Point of the goal.", "Never."),
    ),
    Option(
        "clock",
        "none",
        "How long decisions may take, unless the table sets a clock of its own.",
        words=("none", "live", "correspondence"),
        clause="GT-18.1",
        word_texts=(
            "As long as they take.",
            "90 seconds to plan, 20 for a Trap, 60 for a Prize.",  # GT-18.2
            "A day for each decision.",
        ),
    ),
    Option(
        "trap_window_min",
        4,
        "Seconds that a Trap window stays open at least, at tables with people.",
        least=0,
        most=60,
        clause="R-16",
    ),
    Option(
        "trap_window_max",
        20,
        "Seconds after which whoever has not answered a Trap window passes.",
        least=1,
        most=600,
        clause="R-16",
    ),
    Option(
        "content",
        "house",
        "Champions and cards: the house set, or a folder of one's own.",
        free=True,
        clause="R-71",
    ),
)


def seats(options: Options) -> tuple[int, int, str]:
    """How many can play (GT-1.1)."""
    return (2, 5, "GT-1.1")


ROOM = Room(
    slug="galatune",
    title="Galatune",
    version=1,
    folder=Path(__file__).parent,
    options=OPTIONS,
    seats=seats,
    furnish=Galatune,
    header_keys=(),
    saved_options=tuple(option.name for option in OPTIONS),
    clocks={"live": ("move", 90), "correspondence": ("days", 86_400)},  # GT-18.1
    draws_seats=True,
    simulated={"trading": "off"},
    bot="ludarium.games.galatune.bot:Steady",
    talk="ludarium.games.galatune.talk:Talk",
)
