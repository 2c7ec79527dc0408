"""What is told of the end, and what is done for someone whose time is up."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

import ludarium
from ludarium import Match
from ludarium.bots import make_bot
from ludarium.core.talk import Standing, ending_facts, talk_for
from tears_of_nature.told import MINE, RULESETS, SLUG, THEIRS, WORDS, at, game, talk

# The end


def ended(reason: str) -> Match:
    """A match that ended so."""
    if reason == "concede":
        match = ludarium.game(SLUG).start(seed=3)
        match.concede(0)
    elif reason == "limit":
        match = ludarium.game(SLUG, turn_limit=1).start(seed=3)
        ((seat, question),) = match.questions.items()
        match.play(seat, question.options[-1])  # a card is discarded
    else:
        match = at(
            {
                "hands": [["E1", "W1"], ["A4"]],
                "empires": [MINE, THEIRS],
                "deck": ["A6", "E6"],
            }
        )
        match.play(0, "build E1 W1")
    return match


def test_who_ends_a_game_may_lose_it() -> None:
    match = ended("complete")
    assert match.result is not None
    told = talk_for(match.game)
    facts = ending_facts(told, match.result)
    assert facts["completed"] is True
    assert (facts["winner"], facts["first"], facts["loser"]) == (1, [1], 0)
    assert (facts["strength"], facts["triggered_by"]) == ([22, 30], 0)
    figures = [Standing([22, 4]), Standing([30, 2])]
    assert told.standings(match.result.record) == (["strength", "pairs"], figures)


def test_who_concedes_is_named() -> None:
    match = ended("concede")
    assert match.result is not None
    facts = ending_facts(talk_for(match.game), match.result)
    assert (facts["winner"], facts["loser"], facts["completed"]) == (1, 0, False)
    assert facts["decided_by"] == "concede"
    assert [row.note for row in talk_for(match.game).standings(match.result.record)[1]] == ["", ""]


def test_nobody_wins_when_nothing_was_built() -> None:
    match = ended("limit")
    assert match.result is not None
    facts = ending_facts(talk_for(match.game), match.result)
    assert (facts["winner"], facts["first"]) == (None, [0, 1])
    assert [row.note for row in talk_for(match.game).standings(match.result.record)[1]] == ["", ""]


@pytest.mark.parametrize("reason", ["complete", "concede", "limit"])
def test_every_end_has_its_words(reason: str) -> None:
    match = ended(reason)
    assert match.result is not None
    facts = ending_facts(talk_for(match.game), match.result)
    assert WORDS.fits("reasons", match.result.reason, facts)
    assert WORDS.fits("results", "shared" if facts["winner"] is None else "wins", facts)
    assert json.loads(json.dumps(facts)) == facts


def test_apprentices_are_ranked_by_elements() -> None:
    record = {
        "ranking": [[0], [1]], "elements": [4, 4], "pairs": [5, 4], "decided_by": "pairs",
    }  # fmt: skip
    rows = [Standing([4, 5], "more_pairs"), Standing([4, 4])]
    assert talk("apprentice").standings(record) == (["elements", "pairs"], rows)


# When time is up


def forced(match: Match, seed: int = 0) -> str:
    ((seat, question),) = match.questions.items()
    bot: Any = make_bot("steady", match.game, random.Random(seed))
    return str(bot.forced(match.view(seat), question))


WORST = {
    "apprentice": (["A1", "A2", "E3", "XAE8", "WILD"], "discard"),
    "master": (["A8", "E8", "F1", "XAE8", "WILD"], "discard"),
    "practitioner": (["A8", "E8", "F1", "XAE8", "S8", "WILD"], "stock"),
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_forced_action_throws_a_card_that_the_bot_would(ruleset: str) -> None:
    """R-57; however good the builds and attacks in the hand are, and never the whole hand."""
    hand, verb = WORST[ruleset]
    pair = ["A5", "A6"] if ruleset == "apprentice" else ["A5", "E5"]
    match = at(
        {
            "ruleset": ruleset,
            "hands": [hand, ["A4"]],
            "empires": [[], [pair]],
            "deck": ["F2", "F3", "F4", "W2", "W3", "W4"],
        }
    )
    question = match.questions[0]
    steady = make_bot("steady", match.game, random.Random(0))
    assert steady.choose(match.view(0), question).verb != verb  # it would do better
    thrown = tuple(action for action in question.options if action.verb == verb)
    preferred = steady.choose(match.view(0), replace(question, options=thrown))
    assert forced(match) == str(preferred)
    assert forced(match) not in (f"{verb} WILD", f"{verb} A8")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_forced_defence_lets_the_pair_go(ruleset: str) -> None:
    pair = ["E7", "E8"] if ruleset == "apprentice" else ["E8", "W8"]
    match = at(
        {
            "ruleset": ruleset,
            "step": "defend",
            "turn": 1,
            "hands": [["DEW", "WILD", "A1"], ["A4"]],
            "empires": [[pair], []],
            "pending": {"attacker": 1, "card": "XEW16", "owner": 0, "slot": 0},
        }
    )
    assert len(match.legal(0)) == 3
    assert forced(match) == "decline"


def test_a_forced_draw_is_from_the_deck() -> None:
    match = at(
        {
            "ruleset": "practitioner",
            "step": "draw",
            "hands": [["A8", "E1", "F2", "W3", "DAE"], ["A4"]],
            "stocks": [[], ["W5", "E8"]],
            "deck": ["A1", "A2", "A3"],
        }
    )
    assert forced(match) == "draw deck"
    bot = make_bot("steady", match.game, random.Random(0))
    assert str(bot.choose(match.view(0), match.questions[0])) == "draw stock 1"


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_ever_acts_and_the_match_still_ends(ruleset: str) -> None:
    """All seats forced, as when everyone has left: legal to the limit."""
    match = game(ruleset, turn_limit=60).start(seed=2)
    bot: Any = make_bot("steady", match.game, random.Random(1))
    while match.questions:
        ((seat, question),) = match.questions.items()
        match.play(seat, bot.forced(match.view(seat), question))
    assert match.result is not None
    assert match.result.reason == "limit"
