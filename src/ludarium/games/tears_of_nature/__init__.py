"""Tears of Nature: three rule sets of one game of elements, pairs and empires."""

from __future__ import annotations

from pathlib import Path

from ludarium.core.game import Room
from ludarium.core.options import Option, Options
from ludarium.games.tears_of_nature.rules import TearsOfNature
from ludarium.games.tears_of_nature.terms import END_RULES, RULESETS

OPTIONS = (
    Option(
        "ruleset",
        "master",
        "Which of the three rule sets is played.",
        words=RULESETS,
        clause="TN-2.1",
        word_texts=(
            "Pairs match by element; a pair of each element wins. Two players, for children too.",
            "Pairs match by strength; when someone has four pairs, the strongest empire wins.",
            "Master with the Spirit element, stock piles, hands of six and empires of five pairs.",
        ),
    ),
    Option(
        "end_rule",
        "standard",
        "How a complete empire ends the game.",
        words=END_RULES,
        clause="TN-10.1",
        word_texts=(
            "At once, as soon as an empire is complete.",
            "After one more turn of everyone else.",
            "When the Round is over, so that all have had equally many turns.",
            "When the Round is over, but only if some empire is still complete.",
        ),
    ),
    Option(
        "dealer",
        "auto",
        "Who deals: the last winner or else a draw for it, chance, or a seat.",
        words=("auto", "random"),
        seat=True,
        clause="TN-2.5",
        word_texts=(
            "The winner of the last game deals; without one, whoever draws the highest card.",
            "The dealer is drawn by lot.",
        ),
    ),
    Option(
        "previous_winner",
        None,
        "The seat that won the last game at this table.",
        seat=True,
        clause="TN-2.5",
    ),
    Option(
        "stock_access",
        "top",
        "Which card of a stock pile may be taken (Practitioner).",
        words=("top", "any"),
        clause="R-22",
        word_texts=(
            "Only the top card of a stock pile may be taken.",
            "Each card of a stock pile may be taken.",
        ),
    ),
    Option(
        "duplicate_capture",
        "allowed",
        "Whether a pair of an element one already holds may be attacked (Apprentice).",
        words=("allowed", "forbidden"),
        clause="R-14",
        word_texts=(
            "You may capture a pair of an element that you already hold.",
            "You may capture only pairs of elements that you still lack.",
        ),
    ),
    Option(
        "turn_limit",
        500,
        "The game ends after this many turns of all players together; 0 means never.",
        least=0,
        endless=(0,),
        clause="R-42",
    ),
    Option(
        "deck", "standard67", "The cards: a shipped deck or a deck file.", free=True, clause="R-1"
    ),
)


def seats(options: Options) -> tuple[int, int, str]:
    """How many can play (TN-1.17, R-49)."""
    return (2, 2, "R-49") if options["ruleset"] == "apprentice" else (2, 4, "TN-1.17")


ROOM = Room(
    slug="tears-of-nature",
    title="Tears of Nature",
    version=1,
    folder=Path(__file__).parent,
    options=OPTIONS,
    seats=seats,
    furnish=TearsOfNature,
    header_keys=("ruleset", "end_rule"),
    saved_options=("stock_access", "duplicate_capture", "turn_limit", "deck"),
    bot="ludarium.games.tears_of_nature.bot:Steady",
    talk="ludarium.games.tears_of_nature.talk:Talk",
    winner_option="previous_winner",  # TN-9.6
)
