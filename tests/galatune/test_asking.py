"""What Galatune asks and answers in words: prompts, choices, cautions and why not."""

from __future__ import annotations

from typing import Any

import pytest

from galatune.told import (
    CARDS,
    HOUSE,
    TRAP,
    WORDS,
    Position,
    at,
    game,
    seat,
    talk,
    told_by,
    turn,
    voice,
    why_not,
)
from ludarium import Match
from ludarium.games.galatune.legality import OFFERED
from ludarium.games.galatune.seen import Meaning

# Questions and answers


def choices(match: Match, who: int) -> dict[str, str]:
    """The answers of a seat in words."""
    told, view = told_by(match.game), match.view(who)
    return {
        action.text: WORDS.say(
            "choices", action.verb, {**action.record, **told.choice_facts(view, action)}, voice(who)
        )
        for action in match.legal(who)
    }


def prompt(match: Match, who: int) -> str:
    facts = told_by(match.game).prompt_facts(match.view(who))
    return WORDS.say("prompts", match.question(who).kind, facts, voice(who))


def test_planning() -> None:
    match = at(
        seat("ilo", "A06", "A05", "A18", "S05", "B01", "O05", "O10", now={"mul": 2}),
        seat("eron"),
        seat("nocturne"),
        seat("bramble"),
        turn=4,
    )
    assert prompt(match, 0) == "Turn 4: plan your Action in secret."
    said = choices(match, 0)
    assert said["act A06 1"] == "Hexbolt on Ben: 16 damage, doubled"
    assert said["act A06 2"] == "Hexbolt on Cleo, to no effect"
    assert said["act A05"] == "Cannonade on all opponents"
    assert said["act A18 1"] == "Starcalibur on Ben: 8 damage"
    assert said["act S05 0"] == "Mirror Mantle on yourself"
    assert said["act B01 1"] == "Unchained on Ben"
    assert said["act O05"] == "Rewind on yourself"
    assert said["special 1"] == "Discord on Ben: 8 damage, doubled"
    assert said["hold"] == "take no Action in this turn"
    facts = told_by(match.game).choice_facts(match.view(0), match.legal(0)[0])
    assert (facts["rating"], facts["rated"]) == (4, True)
    cells = {
        action.text: WORDS.say(
            "cells",
            action.verb,
            {**action.record, **told_by(match.game).choice_facts(match.view(0), action)},
            voice(0),
        )
        for action in match.legal(0)
        if action.verb in ("act", "special")
    }
    assert cells["act A06 1"] == "Ben: 16 (x2)" and cells["act A06 2"] == "Cleo: no effect"
    assert cells["act B01 0"] == "yourself: x4" and cells["act O10 3"] == "Dan"
    assert cells["act A05"] == "all opponents: 4"
    match.play(0, "hold")
    assert prompt(match, 0) == (
        "Your Action is sealed; until everybody is ready you may change it."
    )


def test_what_cannot_be_foreseen_is_left_out() -> None:
    """Whether the target attacks, and counters; the rest of R-41 is known beforehand."""
    match = at(
        seat("eron", "A04", "A17", "A19", "A21", "O09", "O01"),
        seat("dace", hp=3, vp=1),
        seat("requiem", now={"special_locked": True}),
    )
    told, view = told_by(match.game), match.view(0)
    facts = {
        action.text: told.choice_facts(view, action)
        for action in match.legal(0)
        if action.verb == "act"
    }
    assert [facts[f"act A04 {n}"]["rating"] for n in (1, 2)] == [3, 3]
    assert [facts[f"act A17 {n}"]["rating"] for n in (1, 2)] == [0, 6]
    assert [facts[f"act A21 {n}"]["rating"] for n in (1, 2)] == [6, 4]
    assert [facts[f"act A19 {n}"]["penetrates"] for n in (1, 2)] == [False, True]
    assert facts["act O01 1"]["immune"] is None


def test_what_concerns_several_is_foretold_for_each() -> None:
    match = at(
        seat("eron", "A05", "L06", "O05"), seat("valora"), seat("ilo"), seat(None, gone=True)
    )
    told, view = told_by(match.game), match.view(0)
    facts: Any = {
        action.text: told.choice_facts(view, action).get("against") for action in match.legal(0)
    }
    assert {seat: one["times"] for seat, one in facts["act A05"].items()} == {"1": 0, "2": 2}
    assert list(facts["act L06"]) == ["0", "1", "2"] and list(facts["act O05"]) == ["0"]
    assert facts["special 1"] is None


def test_conditions_that_concern_nobody_in_particular() -> None:
    """A custom card: by moon, and by how many there are."""
    card = {
        "id": "X01", "name": "Howl", "type": "War", "property": "Normal", "function": "attack",
        "rating": 1, "target": "opponent", "effect": "add(2) if full_moon, add(4) if duel",
    }  # fmt: skip
    content = {"name": "mine", "extends": "house", "cards": [card]}
    for full, players, rating in (("always", 2, 7), ("never", 3, 1), ("always", 3, 3)):
        seats = [seat("dace", "X01"), seat("eron"), seat("ilo")][:players]
        match = at(*seats, options={"content": content, "full_moon": full})
        facts = told_by(match.game).choice_facts(match.view(0), match.legal(0)[0])
        assert facts["rating"] == rating


def test_answers_for_questions_to_come() -> None:
    """R-16 and R-62: to pass in this turn, to pass until a Trap is sprung, never to trade."""
    told = talk()
    quiet: Position = {"plays": [[0, "act A14 1"], [1, None]], "turn": 4}
    sprung: Position = {"plays": [[0, "act A14 1"], [1, "trap T03 p0"]], "turn": 4}
    assert [told.granted(quiet, "trap", wish) for wish in told.wishes] == ["pass", "pass", None]
    assert [told.granted(sprung, "trap", wish) for wish in told.wishes] == ["pass", None, None]
    assert [
        told.granted(quiet, kind, "no_trading") for kind in ("trade_offer", "trade_reply", "plan")
    ] == ["no_trade", "decline", None]
    assert told.granted(quiet, "plan", "pass_turn") is None
    assert told.moment(quiet) == 4
    assert [told.lapsed(quiet, 0, wish, 3) for wish in told.wishes] == [True, False, False]
    assert not told.lapsed(quiet, 0, "pass_turn", 4)


def test_a_trap_that_is_to_be_sprung_when_it_may() -> None:
    """R-16: a certain Trap on a certain play, until it is played or no more are."""
    plays = [[0, "act A14 1"], [1, "act S01 1"]]
    match = at(
        seat("morwen", "T02"), seat("seraphine", "T02"), seat("dace", "T01", "A01"), phase="trap",
        plays=plays,
    )  # fmt: skip
    told, wish = told_by(match.game), "trap T01 p1"
    view = match.view(2)
    assert told.granted(view, "trap", wish) == wish
    assert told.granted(view, "trap", "trap T01 p0") is None  # not legal there
    assert told.granted(view, "plan", wish) is None
    wished = ("trap T01 p1", "trap T01 p0", "trap T01 p2", "trap T02 p1", "trap A01 p1", "trap")
    assert [told.is_wish(view, one) for one in wished] == [True, True, *[False] * 4]
    assert all(told.is_wish(view, one) for one in told.wishes)
    assert not told.lapsed(view, 2, wish, 1)
    assert told.lapsed({**view, "turn": 2}, 2, wish, 1)
    assert told.lapsed({**view, "phase": "effects"}, 2, wish, 1)
    played = {**view, "plays": [*plays, [2, wish]]}
    assert told.lapsed(played, 2, wish, 1) and not told.lapsed(played, 0, wish, 1)
    planning = at(seat("morwen"), seat("seraphine"), seat("dace", "T01"))
    assert not told.is_wish(planning.view(2), wish)


def test_choosing_a_champion() -> None:
    match = game(2).start(seed=1)
    assert prompt(match, 0) == "Choose your Champion."
    assert choices(match, 0)["choose_champion eron"] == (
        "Eron, Light Tech: 14 HP, 6 AP, Prize Cost 5"
    )
    match = game(2, champion_pick="deal2").start(seed=1)
    assert prompt(match, 0) == "Choose one of your two Champions, in secret."
    match = at(
        seat("dace", hp=0), seat("eron"), phase="respawn", pending={"queue": [0], "choosing": True},
        fallen=[0],
    )  # fmt: skip
    assert prompt(match, 0) == "Choose the Champion with whom you come back."


def test_springing_traps() -> None:
    match = at(
        seat("morwen", "T02"), seat("seraphine", "T02"), seat("dace"), phase="trap",
        plays=[[0, "act A14 1"], [1, "act S01 1"], [2, "trap T01 p1"]],
    )  # fmt: skip
    assert prompt(match, 0) == "Spring a Trap, or pass."
    assert choices(match, 0) == {
        "trap T02 p2": "Disarm on Cleo's Expose Weakness", "pass": "spring no Trap",
    }  # fmt: skip
    facts = told_by(match.game).prompt_facts(match.view(2))
    assert WORDS.say("prompts", "trap", facts, voice(2)) == "You have no Trap for these plays."
    match = at(seat("morwen", "T03"), seat("dace"), phase="trap", plays=[[1, "act A14 0"]])
    assert choices(match, 0)["trap T03 p0"] == "Tripwire on Ben's Thorn Lash against you"


def test_effects_that_ask() -> None:
    queue: Position = {"do": "steal", "play": "p0", "from": 1, "to": 0, "by": 0, "amount": 2}
    seats = (seat("dace", "A01", "A02"), seat("ilo", "A06", "S11", "T02"))
    match = at(*seats, phase="effects", plays=[[0, "act O03 1"]],
               pending={"queue": [queue], "victors": []})  # fmt: skip
    assert prompt(match, 0) == "Take a card from Ben's hand; 2 to go."
    assert choices(match, 0) == {
        "pick A06": "Hexbolt, Mystic Energy Attack 4",
        "pick S11": "Prismatic Wall, Light Energy Shield ∞",
        "pick T02": "Disarm, Light Normal Trap",
    }
    match = at(*seats, phase="effects", plays=[[0, "act O03 1"]],
               pending={"queue": [{**queue, "by": 1}], "victors": []})  # fmt: skip
    assert prompt(match, 1) == "Give Anna a card from your hand; 2 to go."
    match = at(
        seat("dace", used=["A01", "A02"]), seat("ilo"), phase="effects", plays=[[0, "act O05"]],
        pending={"queue": [{"do": "recover", "play": "p0", "to": 0, "amount": 2}], "victors": []},
    )  # fmt: skip
    assert prompt(match, 0) == "Take a card back from your Used Pile, or stop; 2 to go."
    assert choices(match, 0)["stop"] == "take no more"


PRIZE: Position = {
    "phase": "prize",
    "source": ["A05", "T03", "L03", "A02"],
    "fallen": [1],
    "pending": {"pools": [[], ["A01", "S04", "T05"]], "victors": [[], [0]], "of": 1, "victor": 0,
                "due": 2, "aside": [[], []]},
}  # fmt: skip


def test_prizes() -> None:
    match = at(seat("requiem", vp=1), seat("pixel", hp=0), **PRIZE)
    assert prompt(match, 0) == (
        "Ben fell. Do your 2 Prize cards come from Ben's cards or from the deck?"
    )
    assert choices(match, 0) == {
        "prize_source hand": "2 cards of your choice from those of Ben",
        "prize_source deck": "the top 2 cards of the deck",
    }
    match.play(0, "prize_source hand")
    assert prompt(match, 0) == "Take a Prize card from Ben's cards; 2 to go."


def test_coming_back() -> None:
    """WE-17: the figures of keeping and resetting are those that will be."""
    more: Position = {"phase": "respawn", "fallen": [0], "source": ["A05", "T03", "L03", "A02"]}
    match = at(seat("dace", "A01", "A06", "S04", hp=0), seat("eron"), **more)
    assert prompt(match, 0) == (
        "Your Champion fell, and you are left with 3 cards. How do you come back?"
    )
    assert choices(match, 0) == {
        "respawn keep": "keep your cards and draw 2 more",
        "respawn reset": "shuffle your cards into the deck and draw 5",
        "respawn change": "shuffle your cards into the deck and take another Champion",
    }
    full = seat("dace", "A01", "A06", "S04", "A02", "A07", hp=0)
    assert choices(at(full, seat("eron"), **more | {"source": []}), 0)["respawn keep"] == (
        "keep your cards"
    )


def test_trading() -> None:
    more: Position = {"phase": "trade", "options": {"trading": "on"}}
    match = at(seat("dace", "A22"), seat("eron", "S01"), **more)
    assert prompt(match, 0) == "Between the turns: offer one card for trade, or none."
    assert choices(match, 0) == {
        "trade_offer 1 A22": "Shadow Cleave to Ben", "no_trade": "offer nothing",
    }  # fmt: skip
    turn(match, "trade_offer 1 A22", "no_trade")
    assert prompt(match, 1) == "Anna offers you Shadow Cleave: answer with a card, or decline."
    assert choices(match, 1) == {
        "trade_reply S01": "Azure Aegis, Mystic Energy Shield 5", "decline": "keep your cards",
    }  # fmt: skip
    match.play(1, "trade_reply S01")
    assert prompt(match, 0) == "Ben answers with Azure Aegis for your Shadow Cleave. Swap?"
    assert choices(match, 0) == {
        "trade_confirm accept": "Shadow Cleave for Azure Aegis",
        "trade_confirm refuse": "no, keep Shadow Cleave",
    }
    assert talk(trading="off").verbs() == [
        verb for verb in talk().verbs() if "trade" not in verb and verb != "decline"
    ]
    every = {verb for verbs in OFFERED.values() for verb in verbs}
    assert set(talk().verbs()) == {*every, "resign"}


# Second thoughts


def caution(match: Match, who: int, text: str) -> tuple[str, str] | None:
    told = told_by(match.game)
    found = told.caution(match.view(who), match.game.grammar.parse(text))
    return found and (found[0], WORDS.say("cautions", *found, voice(who)))


def test_cautions_before_what_cannot_be_taken_back() -> None:
    match = at(seat("dace", "A01", "A06", "S04", hp=0), seat("eron"), phase="respawn", fallen=[0])
    assert caution(match, 0, "respawn keep") is None
    assert caution(match, 0, "respawn reset") == (
        "reset", "Your 3 cards go into the deck, Prizes included, and you draw 5 others.",
    )  # fmt: skip
    key, said = caution(match, 0, "respawn change") or ("", "")
    assert key == "change" and said.startswith("Your 3 cards go into the deck")
    assert caution(match, 0, "resign") == ("resign", "Ben would win at once.")
    match = at(
        seat("dace", "T01"), seat("eron"), seat("ilo"), phase="trap",
        plays=[[0, "act S01 0"], [1, "act S02 1"]],
    )  # fmt: skip
    assert caution(match, 0, "trap T01 p0") == ("own_trap", "That Azure Aegis is your own play.")
    assert caution(match, 0, "trap T01 p1") is None
    assert caution(match, 0, "trap T01 p9") is None
    assert caution(match, 0, "pass") is None
    key, said = caution(match, 0, "resign") or ("", "")
    assert key == "resign" and said.startswith("Your plays vanish")
    assert not {"reset", "change", "own_trap", "resign"} & set(talk().mild)


def test_mild_cautions_about_plays_without_effect() -> None:
    match = at(
        seat("dace", "A10", "A05", "A09", "O10", "L05", "A01"), seat("eron"), seat("pixel"),
        seat("nocturne"), bonds=[[0, 3]],
    )  # fmt: skip
    assert caution(match, 0, "act A10 1") == (
        "immune", "Ben's Champion is immune to the harm of Tech Actions.",
    )  # fmt: skip
    assert caution(match, 0, "act A09 2") == (
        "immune", "Cleo's Special Ability, Firewall, keeps Mind Lock off.",
    )  # fmt: skip
    assert caution(match, 0, "act O10 2") == (
        "immune", "Cleo's Champion is immune to the harm of Tech Actions.",
    )  # fmt: skip
    assert caution(match, 0, "act A01 3") == (
        "bond", "You and Dan are bonded: no harm passes between you.",
    )  # fmt: skip
    assert caution(match, 0, "act L05 3") == (
        "immune", "Dan's Champion is immune to the harm of Dark Actions.",
    )  # fmt: skip
    for harmless in ("act L05 0", "act A05", "act A01 1", "hold", "special 1"):
        assert caution(match, 0, harmless) is None, harmless
    match = at(seat("dace", "A01", "B04"), seat("eron"), seat("ilo"), rivalries=[[2, 0]])
    assert caution(match, 0, "act A01 1") == (
        "rivalry", "Cleo bound you by a rivalry: you can harm nobody else.",
    )  # fmt: skip
    assert caution(match, 0, "act A01 2") is None
    assert caution(match, 0, "act B04 1") is None
    assert set(talk().mild) == {"immune", "bond", "rivalry"}


# Why not


PLAN = at(
    seat("ilo", "A01", "T01", "A19", "O04", "O05", "A05", used=["A06"],
         now={"special_locked": True}),
    seat("dace", now={"immobilized": True}),
    seat(None, gone=True),
    seat("eron"),
    turn=3,
    options={"full_moon": "always"},
)  # fmt: skip


@pytest.mark.parametrize(
    ("match", "who", "text", "said"),
    [
        (PLAN, 2, "hold", "you have left the game (R-66)"),
        (
            PLAN, 0, "trap T01 p0",
            "Traps are sprung in the Trap Phase; now everybody plans (GT-10.14)",
        ),
        (PLAN, 1, "hold", "you are immobilized in turn 3, so you hold (R-13)"),
        (PLAN, 0, "special 1", "your Special Action is locked in turn 3 (R-45)"),
        (PLAN, 0, "act A02 1", "Siege Mortar is not in your hand (GT-11.10)"),
        (PLAN, 0, "act A06 1", "Hexbolt lies in your Used Pile, not in your hand (GT-11.10)"),
        (
            PLAN, 0, "act T01 1",
            "Expose Weakness is a Trap, and Traps wait for the Trap Phase (GT-7.4)",
        ),
        (PLAN, 0, "act A19 1", "Light Arrow cannot be played under a full moon (R-69)"),
        (PLAN, 0, "act A01 0", "an Attack cannot be aimed at your own Champion (GT-10.2)"),
        (PLAN, 0, "act O04 0", "Scrap Order needs an opponent as its target (R-11)"),
        (PLAN, 0, "act A01", "Iron Lunge needs a target: an opponent (R-11)"),
        (PLAN, 0, "act O05 1", "Rewind concerns yourself and takes no target (R-11)"),
        (PLAN, 0, "act A05 1", "Cannonade concerns all opponents and takes no target (R-11)"),
        (PLAN, 0, "act A01 7", "there is no seat 7 (R-11)"),
        (PLAN, 0, "act A01 2", "Cleo has left the game (R-11)"),
        (PLAN, 3, "special 3", "an Attack cannot be aimed at your own Champion (GT-10.2)"),
        (TRAP, 1, "trap T03 p0", "your Traps are locked in turn 2 (R-45)"),
        (TRAP, 1, "pass", "this is not for you to decide (GT-8.7)"),
        (TRAP, 0, "trap A01 p1", "Iron Lunge is no Trap (GT-10.14)"),
        (TRAP, 0, "trap T02 p1", "Disarm is not in your hand (GT-11.10)"),
        (TRAP, 0, "trap T03 p9", "no play p9 lies on the table, only p0 to p4 (GT-8.1)"),
        (TRAP, 0, "trap T11 p0", "your Perfect Pitch keeps Traps off Discord (GT-3.3)"),
        (
            TRAP, 0, "trap T03 p2",
            "Tripwire cancels a Normal Attack, and Bulwark Plate is of the kind War Normal Shield"
            " (GT-10.14)",
        ),
        (
            TRAP, 0, "trap T01 p2",
            "Bulwark Plate is cancelled already, by your Expose Weakness (R-17)",
        ),
        (
            TRAP, 0, "trap T10 p1",
            "Iron Lunge is countered already, by Cleo's Turnabout (R-21)",
        ),
    ],
)  # fmt: skip
def test_a_refusal_tells_what_stands_in_the_way(
    match: Match, who: int, text: str, said: str
) -> None:
    assert why_not(match, who, text) == said


def test_refusals_of_other_phases() -> None:
    match = at(seat("morwen", "T10"), seat("eron"), phase="trap",
               plays=[[0, "special 1"], [1, "special 0"]])  # fmt: skip
    assert why_not(match, 0, "trap T10 p0") == (
        "Creeping Briar is your own, and only an opponent's Attack can be countered (R-21)"
    )
    match.play(0, "pass")
    assert match.refusal(0, "resign") is None
    over = turn(at(seat("dace", "A22", vp=2), seat("eron", hp=1)), "act A22 1", "hold")
    assert why_not(over, 0, "hold") == "the game is over (GT-16.1)"
    match = at(seat("requiem", vp=1), seat("pixel", hp=0), **PRIZE)
    match.play(0, "prize_source hand")
    assert why_not(match, 0, "pick A06") == "Hexbolt is not among Ben's cards (GT-12.5)"
    assert why_not(match, 1, "pick A01") == "this is not for you to decide (R-47)"
    queue: Position = {"do": "steal", "play": "p0", "from": 1, "to": 0, "by": 0, "amount": 1}
    seats = (seat("dace", "A01", used=["A02", "A07"]), seat("ilo", "A06", "T02"))
    match = at(*seats, phase="effects", plays=[[0, "act O03 1"]],
               pending={"queue": [queue], "victors": []})  # fmt: skip
    assert why_not(match, 0, "pick A01") == "Iron Lunge is not in Ben's hand (R-47)"
    match = at(*seats, phase="effects", plays=[[0, "act O05"]],
               pending={"queue": [{"do": "recover", "play": "p0", "to": 0, "amount": 1}],
                        "victors": []})  # fmt: skip
    assert why_not(match, 0, "pick A06") == "Hexbolt is not in your Used Pile (R-47)"


def test_refusals_about_champions() -> None:
    match = game(2).start(seed=1)
    match.play(0, "choose_champion ilo")
    assert why_not(match, 1, "choose_champion ilo") == (
        "Ilo the Tuner stands in front of Anna (R-57)"
    )
    match = game(2, champion_pick="deal2").start(seed=1)
    dealt = [action.args[0] for action in match.legal(0)]
    other = next(code for code in Meaning(HOUSE).champions if code not in dealt)
    said = f"{CARDS[other]['name']} is not among those you may choose (R-57)"
    assert why_not(match, 0, f"choose_champion {other}") == said


def test_refusals_about_trades() -> None:
    more: Position = {"phase": "trade", "options": {"trading": "on"}, "turn": 2}
    match = at(
        seat("dace", "A22", used=["A01"]), seat("eron", "S01"), seat("ilo"),
        seat("pixel", "A02"), seat(None, gone=True), fallen=[3], **more,
    )  # fmt: skip
    for text, said in (
        ("trade_offer 0 A22", "you cannot trade with yourself (GT-15.2)"),
        ("trade_offer 2 A22", "Cleo has no card to give (GT-15.2)"),
        (
            "trade_offer 3 A22",
            "Dan's Champion fell in this turn, so there is no trade with Dan (GT-15.6)",
        ),
        ("trade_offer 4 A22", "Eve has left the game (GT-15.2)"),
        ("trade_offer 7 A22", "there is no seat 7 (GT-15.2)"),
        ("trade_offer 1 A01", "Iron Lunge lies in your Used Pile, not in your hand (GT-15.5)"),
    ):
        assert why_not(match, 0, text) == said
    assert why_not(match, 3, "no_trade") == (
        "your Champion fell in turn 2, so you cannot trade after it (GT-15.6)"
    )
    match.play(0, "trade_offer 1 A22")
    assert why_not(match, 0, "trade_offer 1 A22") == (
        "one offer in each interval, and you have made yours (GT-15.3)"
    )
    assert why_not(match, 0, "no_trade") == "your answer is in and stands (GT-15.1)"


def test_an_answer_that_stands() -> None:
    match = at(
        seat("morwen", "T03"), seat("eron", "T03"), phase="trap",
        plays=[[0, "act A14 1"], [1, "special 0"]],
    )  # fmt: skip
    match.play(0, "pass")
    assert why_not(match, 0, "pass") == "your answer is in and stands (GT-8.7)"


KEYS = (
    "game_over", "has_left", "wrong_phase", "immobilized", "trap_locked", "special_locked",
    "fell_this_turn", "one_trade", "not_your_decision", "not_in_hand", "trap_as_action",
    "not_a_trap", "full_moon", "own_champion", "bad_target", "no_such_play", "untrappable",
    "wrong_kind", "not_active", "own_play", "already_countered", "not_there", "no_choice",
    "champion_taken", "bad_partner",
)  # fmt: skip


def test_every_refusal_of_the_rulebook_has_words() -> None:
    """The table of refusals in the rules: every key that may be given, and every verb and phase."""
    for key in KEYS:
        assert WORDS.find("refusals", key), key
    for kind, verbs in OFFERED.items():
        assert WORDS.find("asked", kind) and WORDS.find("prompts", kind)
        for verb in verbs:
            assert WORDS.find("times", verb) and WORDS.find("examples", verb)
            assert WORDS.find("verbs", verb) and WORDS.find("choices", verb)


# What a person might try


def tempted(match: Match, who: int) -> dict[str, list[str]]:
    return dict(told_by(match.game).temptations(match.view(who)))


def test_temptations() -> None:
    assert tempted(PLAN, 0)["T01"] == ["act T01"]
    assert tempted(PLAN, 0)["A01"] == ["act A01 0", "act A01 1", "act A01 3"]
    assert tempted(PLAN, 0)["A05"] == ["act A05"]
    assert tempted(PLAN, 0)[""] == ["special 0", "special 1", "special 3", "hold"]
    traps = tempted(TRAP, 0)
    assert traps["T03"] == [f"trap T03 p{n}" for n in range(5)]
    assert traps["A01"] == ["trap A01 p0"] and traps[""] == ["pass"]
    match = game(2).start(seed=1)
    assert len(tempted(match, 0)[""]) == 14
    match = at(seat("dace", hp=0), seat("eron"), phase="respawn", fallen=[0])
    assert tempted(match, 0) == {"": ["respawn keep", "respawn reset", "respawn change"]}
    match.play(0, "respawn change")
    assert len(tempted(match, 0)[""]) == 14
    more: Position = {"phase": "trade", "options": {"trading": "on"}}
    match = at(seat("dace", "A22"), seat("eron", "S01"), **more)
    assert tempted(match, 0) == {
        "A22": ["trade_offer 0 A22", "trade_offer 1 A22"], "": ["no_trade"],
    }  # fmt: skip
    turn(match, "trade_offer 1 A22", "no_trade")
    assert tempted(match, 1) == {"": ["trade_reply S01", "decline"]}
