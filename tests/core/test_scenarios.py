"""The runner of scenarios: strict, and clear about what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ludarium
from ludarium import Game, InvalidInput
from ludarium.core.errors import refuse
from ludarium.core.scenarios import load_scenario, run_file

# A small table to run temporary files at: P0 may build, attack with XFW8 or discard

HEAD = """
title = "A test"
game = "tears-of-nature"
clauses = ["TN-6.3"]
"""
TABLE = f"""{HEAD}
[options]
ruleset = "master"
[position]
hands = [["A1", "E1", "XFW8"], ["A5", "E5", "F5", "W5", "DFW"]]
empires = [[], [["F2", "W2"]]]
deck = ["A8", "E8"]
"""
ENDED = 'expect.asked = { "0" = "action" }'


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., str]:
    """Run text as a scenario file; gives the failure, or nothing when it passes."""

    def run_text(text: str, make: Callable[..., Game] = ludarium.game) -> str:
        path = tmp_path / "temporary.toml"
        path.write_text(text, encoding="utf-8")
        return run_file(path, make).failure or ""

    return run_text


@pytest.fixture
def fails_to_load(tmp_path: Path) -> Callable[[str], str]:
    """Read text as a scenario file that is wrong; gives the message."""

    def load_text(text: str) -> str:
        path = tmp_path / "temporary.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InvalidInput) as error:
            load_scenario(path)
        return str(error.value)

    return load_text


def test_a_scenario_passes(run: Callable[..., str]) -> None:
    text = f'{TABLE}\n[[steps]]\nsay = "Look around."\n[[steps]]\nseat = 0\ndo = "build A1 E1"\n'
    assert run(text + 'expect.asked = { "1" = "action" }') == ""


def test_null_is_written_as_a_word(run: Callable[..., str]) -> None:
    text = f"{TABLE}\n[[steps]]\n{ENDED}\n"
    assert run(text + 'expect.position = { trigger = "null", size_since = ["null", "null"] }') == ""


def test_a_failure_names_the_step_and_what_is_said_there(run: Callable[..., str]) -> None:
    steps = '[[steps]]\nsay = "Nothing yet."\n[[steps]]\nsay = "P0 builds."\nseat = 0\n'
    failure = run(f'{TABLE}\n{steps}do = "build A1 E1"\nexpect.counts = {{ "hands.0" = 3 }}')
    assert failure == (
        "step 2 (P0 builds.): number of cards in hands.0 differs\n  expected  3\n  got       1"
    )


def test_a_failure_without_words_names_the_step(run: Callable[..., str]) -> None:
    failure = run(f"{TABLE}\n[[steps]]\nexpect.over = true")
    assert failure == "step 1: the match is not over"


# Files that cannot be read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "not TOML"),
        ('title = "A test"', "missing required field `game`"),
        (f"{HEAD}colour = 3", "unknown field `colour`"),
        (f'{HEAD}claus = ["TN-6.3"]', "did you mean 'clauses'?"),
        (f'{HEAD}[[steps]]\nsay = "x"\n[[steps]]\nsaay = "y"', "step 2: "),
        (f'{HEAD}[[steps]]\nsaay = "y"', "did you mean 'say'?"),
        (f"{HEAD}[[steps]]\nexpect.askd = {{}}", "unknown field `askd`"),
        (
            f"{HEAD}[[steps]]\nexpect.legal = [{{ verb = 'build' }}]",
            "missing required field `seat`",
        ),
        (f"{HEAD}[[steps]]\nseat = 'P0'\ndo = 'decline'", "Expected `int | null`"),
        (f"{HEAD}[[steps]]", "step 1: says and does nothing"),
        (f"{HEAD}[[steps]]\nsay = 'x'\nseat = 1", "step 1: seat goes with do or try"),
        (f"{HEAD}[[steps]]\ndo = 'decline'", "step 1: seat goes with do or try"),
        (f"{HEAD}[[steps]]\nseat = 0\ntry = 'decline'", "try needs refused or invalid"),
        (f"{HEAD}[[steps]]\nseat = 0\ndo = 'decline'\ninvalid = 'x'", "invalid goes with try"),
        (f"{HEAD}[[steps]]\nconcede = 0\ninvalid = 'x'", "invalid goes with try"),
        (
            f"{HEAD}[[steps]]\nseat = 0\ndo = 'decline'\nrefused = {{ key = 'x', clause = 'y' }}",
            "refused goes with try or concede",
        ),
        (f"{HEAD}[[steps]]\nseat = 0\ndo = 'decline'\nconcede = 0", "only one of do, answers, try"),
        (
            f"{HEAD}[[steps]]\nanswers = {{ 0 = 'hold' }}\nconcede = 0",
            "only one of do, answers, try",
        ),
        (f"{HEAD}[[steps]]\nanswers = {{ P0 = 'hold' }}", "by seat number, not by 'P0'"),
        (f"{HEAD}[[steps]]\nanswers = {{ 0 = 'hold' }}\nseat = 0", "seat goes with do or try"),
    ],
)
def test_a_wrong_file_is_refused(
    fails_to_load: Callable[[str], str], text: str, message: str
) -> None:
    told = fails_to_load(text)
    assert message in told
    assert "temporary.toml" in told


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="No such file"):
        run_file(tmp_path / "nowhere.toml", ludarium.game)


# Starting


def test_a_start_that_fails_is_told(run: Callable[..., str]) -> None:
    failure = run(f'{HEAD}[position]\nhands = [["A1"], ["A1"]]')
    assert failure.startswith("cannot start: hands[1]: more copies of A1")


def test_an_unknown_game_is_told(run: Callable[..., str]) -> None:
    assert "no game 'chess'" in run(HEAD.replace("tears-of-nature", "chess"))


def test_a_start_may_have_to_fail(run: Callable[..., str]) -> None:
    text = f'{HEAD}rejected = "more copies of A1"\n[position]\nhands = [["A1"], ["A1"]]'
    assert run(text) == ""


def test_a_start_has_to_fail_in_the_way_it_says(run: Callable[..., str]) -> None:
    failure = run(f'{HEAD}rejected = "too late"\n[position]\nhands = [["A1"], ["A1"]]')
    assert failure.startswith("the message differs\n  expected  too late\n  got       hands[1]:")


def test_a_start_that_should_fail_but_does_not(run: Callable[..., str]) -> None:
    failure = run(f'{HEAD}rejected = "no"\n[position]\nhands = [["A1"], ["A2"]]')
    assert failure == "was to be refused with 'no', but started"


def test_no_steps_after_a_start_that_had_to_fail(run: Callable[..., str]) -> None:
    text = f'{HEAD}rejected = "A1"\n[position]\nhands = [["A1"], ["A1"]]\n[[steps]]\nsay = "x"'
    assert run(text) == "step 1 (x): nothing was started"


# Nature


def test_nature_needs_a_script_or_a_seed(run: Callable[..., str]) -> None:
    step = '[[steps]]\nexpect.asked = { "1" = "action" }\n'
    assert "Nature is asked to shuffle: script it" in run(f"{HEAD}[options]\ndealer = 0\n{step}")
    assert run(f"{HEAD}seed = 4\n[options]\ndealer = 0\n{step}") == ""
    assert "Nature is asked to pick: script it" in run(f'{HEAD}[options]\ndealer = "random"')


def test_nature_is_scripted_in_the_head(run: Callable[..., str]) -> None:
    setup = (
        '[position]\nstep = "draw"\nhands = [["A1"], ["A2"]]\ndiscard = ["E1", "E2", "E3", "E4"]\n'
    )
    step = '[[steps]]\nexpect.asked = { "0" = "action" }\n'
    assert run(f'{HEAD}nature = ["shuffle E1 E2 E3 E4"]\n{setup}{step}') == ""


LATER = """
[position]
hands = [["A1", "A3"], ["A2", "A5", "A6", "A7"]]
discard = ["E1"]
[[steps]]
seat = 0
do = "discard A1"
"""


@pytest.mark.parametrize(
    ("nature", "message"),
    [
        ('["shuffle E1 A1"]', ""),
        ('["shuffle E1"]', "shuffle: A1 left out"),
        ('["shuffle E1 A1 A2"]', "A2 is not among the cards to be shuffled"),
        ('["shuffle E1 A1 Q1"]', "no card 'Q1'"),
        ('["pick 1"]', "Nature is asked to shuffle, not to 'pick'"),
        ('["shuffle E1 A1", "shuffle A3"]', "Nature is not asked now"),
        ("[]", "Nature is asked to shuffle: script it"),
    ],
)
def test_the_script_of_nature_must_fit(run: Callable[..., str], nature: str, message: str) -> None:
    text = f'{HEAD}{LATER}nature = {nature}\nexpect.asked = {{ "1" = "action" }}'
    failure = run(text)
    assert failure.startswith("step 1: ") == bool(message)
    assert message in failure


def test_leftover_answers_of_nature_at_the_start(run: Callable[..., str]) -> None:
    text = TABLE.replace("\n[options]", 'nature = ["shuffle A8 E8"]\n[options]', 1)
    assert run(text) == "the start: Nature is not asked now, but was to answer 'shuffle A8 E8'"


# Answers


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ('seat = 1\ndo = "build A5 E5"', "not_your_decision (TN-4.1): decider 0"),
        ('seat = 0\ndo = "build A1 XFW8"', "not_buildable (TN-6.4): card XFW8"),
        ('seat = 0\ndo = "dance"', "no action 'dance'"),
        ('seat = 5\ndo = "build A1 E1"', "no seat 5; seats are 0 to 1"),
        ("concede = 2", "no seat 2; seats are 0 to 1"),
        (
            'seat = 0\ntry = "build A1 E1"\nrefused = { key = "two_wilds", clause = "TN-6.4" }',
            "'build A1 E1' was to be refused but was played",
        ),
        (
            'seat = 0\ntry = "build A1 E1"\ninvalid = "no action"',
            "'build A1 E1' was to be refused but was played",
        ),
        (
            'seat = 0\ntry = "build A1 A5"\nrefused = { key = "two_wilds", clause = "TN-6.4" }',
            "the refusal differs\n  expected  {'key': 'two_wilds', 'clause': 'TN-6.4'}\n"
            "  got       {'key': 'card_not_in_hand', 'clause': 'TN-6.3'}",
        ),
        (
            'seat = 0\ntry = "discard A5"\n'
            'refused = { key = "card_not_in_hand", clause = "TN-6.12", facts = { card = "A6" } }',
            "the facts of the refusal.card differs\n  expected  A6\n  got       A5",
        ),
        (
            'seat = 0\ntry = "discard A5"\n'
            'refused = { key = "card_not_in_hand", clause = "TN-6.12", facts = { hand = 3 } }',
            "the facts of the refusal.hand differs\n  expected  3\n  got       None",
        ),
        (
            'seat = 0\ntry = "discard A5"\ninvalid = "no card"',
            "instead of being no action at all",
        ),
        ('seat = 0\ntry = "dance"\ninvalid = "no card"', "no action 'dance'"),
        (
            'seat = 0\ntry = "dance"\nrefused = { key = "two_wilds", clause = "TN-6.4" }',
            "no action 'dance'",
        ),
    ],
)
def test_an_answer_must_fit(run: Callable[..., str], step: str, message: str) -> None:
    failure = run(f"{TABLE}\n[[steps]]\n{step}")
    assert failure.startswith("step 1: ")
    assert message in failure


@pytest.mark.parametrize(
    "step",
    [
        'seat = 0\ntry = "dance"\ninvalid = "no action \'dance\'"',
        'seat = 0\ntry = "build A1 XFW8"\nrefused = { key = "not_buildable", clause = "TN-6.4" }',
        'seat = 0\ntry = "attack XFW8 1.1"\n'
        'refused = { key = "no_such_pair", clause = "TN-8.2", facts = { owner = 1, slot = 1 } }',
    ],
)
def test_a_refused_answer_leaves_the_question_open(run: Callable[..., str], step: str) -> None:
    assert run(f"{TABLE}\n[[steps]]\n{step}\n{ENDED}") == ""


def test_a_refusal_that_changes_something_is_found_out(run: Callable[..., str]) -> None:
    def make(slug: str, **options: object) -> Game:
        game = ludarium.game(slug, **options)

        def meddle(state: ludarium.State, seat: int, action: ludarium.Action) -> ludarium.Refusal:
            state.numbers[0] += 1
            return refuse("TN-6.4", "two_wilds")

        game.rules.refusal = meddle  # type: ignore[method-assign]
        return game

    step = 'seat = 0\ntry = "discard A1"\nrefused = { key = "two_wilds", clause = "TN-6.4" }'
    failure = run(f"{TABLE}\n[[steps]]\n{step}", make)
    assert failure == "step 1: 'discard A1' was refused but changed something"


SIMULTANEOUS = """
title = "A test"
game = "galatune"
clauses = ["GT-6.1"]
[[position.seats]]
champion = "dace"
hand = ["A14"]
[[position.seats]]
champion = "ilo"
[[steps]]
"""
PLANNED = 'expect.asked = { 0 = "plan", 1 = "plan" }\n'


def test_several_seats_answer_in_one_step(run: Callable[..., str]) -> None:
    hit = "expect.position = { seats.1.hp = 9, seats.0.used = ['A14'] }\n"
    told = "expect.events = [{ seat = 1, told = [{ event = 'reveal' }, { event = 'turn' }] }]\n"
    answers = 'answers = { 0 = "act A14 1", 1 = "hold" }\n'
    assert run(SIMULTANEOUS + answers + PLANNED + hit + told) == ""


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ('{ 0 = "act A14 1" }', ""),
        ('{ 0 = "act A14 1", 1 = "hold", 2 = "hold" }', "no seat 2; seats are 0 to 1"),
        ('{ 0 = "act A14 1", 1 = "trap T02 p0" }', "wrong_phase"),
        ('{ 0 = "dance" }', "no action 'dance'"),
    ],
)
def test_answers_of_several_seats_must_fit(
    run: Callable[..., str], answers: str, message: str
) -> None:
    failure = run(f"{SIMULTANEOUS}answers = {answers}\nexpect.asked = {{ 1 = 'plan' }}\n")
    assert failure.startswith("step 1: ") == bool(message)
    assert message in failure


def test_conceding(run: Callable[..., str]) -> None:
    step = 'concede = 0\nexpect.result = { reason = "concede", winner = 1 }\nexpect.over = true'
    assert run(f"{TABLE}\n[[steps]]\n{step}") == ""


def test_conceding_may_be_refused(run: Callable[..., str]) -> None:
    three = f'{HEAD}[position]\nhands = [["A1"], ["A2"], ["A3"]]\n'
    refused = 'concede = 0\nrefused = { key = "cannot_concede", clause = "R-71" }'
    assert run(f"{three}[[steps]]\n{refused}\n{ENDED}") == ""
    assert run(f"{three}[[steps]]\nconcede = 0") == "step 1: cannot_concede (R-71): players 3"
    failure = run(f"{TABLE}\n[[steps]]\n{refused}")
    assert failure == "step 1: 'concede' was to be refused but was played"


# The end


def test_an_open_question_at_the_end_must_be_named(run: Callable[..., str]) -> None:
    wanted = "the end: seats [1] are still asked; say so with expect.asked"
    build = '[[steps]]\nseat = 0\ndo = "build A1 E1"\n'
    assert run(f"{TABLE}\n{build}") == wanted
    assert run(f"{TABLE}\n[[steps]]\n{ENDED}\n{build}") == wanted
    assert run(f"{TABLE}\n{build}expect.legal = [{{ seat = 0, count = 0 }}]") == wanted
    assert (
        run(f'{TABLE}\n{build}expect.legal = [{{ seat = 1, verb = "discard", count = 5 }}]') == ""
    )


# Expectations


BUILD = 'seat = 0\ndo = "build A1 E1"\n'
ATTACK = 'seat = 0\ndo = "attack XFW8 1.0"\n'
DISCARD = 'seat = 0\ndo = "discard A1"\n'


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ('expect.asked = { "1" = "action" }', "asked differs\n  expected  {'1': 'action'}"),
        ('expect.asked = { "0" = "draw" }', "asked differs"),
        ("expect.asked = {}", "asked differs\n  expected  {}\n  got       {'0': 'action'}"),
        ("expect.position = { turn = 3 }", "position.turn differs\n  expected  3\n  got       0"),
        (
            "expect.position = { turns = 0 }",
            "position.turns differs\n  expected  0\n  got       No",
        ),
        ("expect.position = { redraw = 0 }", "position.redraw differs"),
        ('expect.position = { empires = [[], [["F2"]]] }', "position.empires differs"),
        (
            "expect.position = { options = { turn_limit = 40 } }",
            "position.options.turn_limit differs\n  expected  40\n  got       500",
        ),
        ("expect.position = { options.colour = 1 }", "position.options.colour differs"),
        ("expect.position = { options = {} }", "position.options differs\n  expected  {}"),
        (
            'expect.position = { hands = { 0 = ["A1"] } }',
            "position.hands.0 differs\n  expected  ['A1']\n  got       ['A1', 'E1', 'XFW8']",
        ),
        ('expect.position = { hands.0.1 = "A1" }', "position.hands.0.1 differs"),
        ("expect.position = { hands.2 = [] }", "position.hands.2 differs"),
        ("expect.position = { hands.none = [] }", "position.hands.none differs"),
        ("expect.position = { turn.0 = 1 }", "position.turn differs"),
        ('expect.cards = { deck = ["A8"] }', "cards.deck differs"),
        ('expect.cards = { deck = ["A8", "A8"] }', "cards.deck differs"),
        ('expect.cards = { hands = [["A1", "E1"], ["A5"]] }', "cards.hands differs"),
        (
            'expect.cards = { hands = [["A5", "E5", "F5", "W5", "DFW"], ["A1", "E1", "XFW8"]] }',
            "cards.hands differs",
        ),
        ('expect.cards = { decks = ["A8", "E8"] }', "cards.decks differs"),
        ("expect.counts = { deck = 3 }", "number of cards in deck differs"),
        ('expect.counts = { "hands.1" = 3 }', "number of cards in hands.1 differs"),
        ('expect.counts = { "hands.2" = 3 }', "counts: nothing to count in 'hands.2'"),
        ('expect.counts = { "empires.1.0" = 3 }', "number of cards in empires.1.0 differs"),
        ("expect.counts = { step = 3 }", "counts: nothing to count in 'step'"),
        ("expect.counts = { dekc = 3 }", "counts: nothing to count in 'dekc'"),
        (
            'expect.legal = [{ seat = 0, verb = "build", exactly = [] }]',
            "legal actions of seat 0 differs\n  expected  []\n  got       ['build A1 E1']",
        ),
        (
            'expect.legal = [{ seat = 0, includes = ["decline"] }]',
            "'decline' is not legal for seat 0: build A1 E1, attack XFW8 1.0, discard A1",
        ),
        (
            'expect.legal = [{ seat = 0, excludes = ["discard A1"] }]',
            "'discard A1' is legal for seat 0 and should not be",
        ),
        ("expect.legal = [{ seat = 0, count = 6 }]", "number of actions of seat 0 differs"),
        ("expect.legal = [{ seat = 4, count = 6 }]", "no seat 4; seats are 0 to 1"),
        ("expect.view = [{ seat = 1, has = { turn = 2 } }]", "view of 1.turn differs"),
        ('expect.view = [{ seat = 1, has = { hands = "x" } }]', "view of 1.hands differs"),
        ('expect.view = [{ seat = 1, lacks = ["W5"] }]', "the view of 1 contains W5"),
        ('expect.view = [{ seat = 0, lacks = ["1.0"] }]', "the view of 0 contains 1.0"),
        ('expect.view = [{ seat = 0, lacks = ["pending"] }]', "the view of 0 contains pending"),
        ('expect.view = [{ seat = 1, without = ["hand"] }]', "the view of 1 has the field 'hand'"),
        ("expect.view = [{ seat = 2 }]", "no seat 2; seats are 0 to 1"),
        ('expect.view = [{ seat = "dog" }]', "a viewer is a seat number or 'spectator', not 'dog'"),
        ("expect.events = [{ seat = 3 }]", "no seat 3; seats are 0 to 1"),
        ("expect.over = true", "the match is not over"),
        ("concede = 0\nexpect.over = false", "the match is over"),
        ("expect.result = { winner = 0 }", "the match is not over"),
        ("concede = 0\nexpect.result = { winner = 0 }", "result.winner differs"),
        (f'{BUILD}expect.undo = {{ "0" = false }}', "undo by seat 0 should be refused"),
        (f'{BUILD}expect.undo = {{ "1" = true }}', "undo by seat 1 should be fair"),
        (
            f'{BUILD}expect.events = [{{ seat = 1, told = [{{ event = "attack" }}] }}]',
            "events told to 1 differs",
        ),
        (
            f"{BUILD}expect.events = [{{ seat = 1, told = [{{ slot = 1 }}] }}]",
            "events told to 1 differs",
        ),
        (
            f"{BUILD}expect.events = [{{ seat = 1, exactly = true }}]",
            "events told to 1 differs\n  expected  []\n  got       [{'event': 'build'",
        ),
        (
            f'{BUILD}expect.events = [{{ seat = 1, lacks = ["A1"] }}]',
            "seat 1 was told of A1",
        ),
    ],
)
def test_an_expectation_must_hold(run: Callable[..., str], step: str, message: str) -> None:
    failure = run(f"{TABLE}\n[[steps]]\n{step}")
    assert failure.startswith("step 1: ")
    assert message in failure


@pytest.mark.parametrize(
    "step",
    [
        'expect.position = { hands = [["A1", "E1", "XFW8"], ["A5", "E5", "F5", "W5", "DFW"]] }',
        "expect.position = { options = { turn_limit = 500 }, redraw = false }",
        'expect.position = { hands.0.2 = "XFW8", empires.1 = [["F2", "W2"]] }',
        'expect.position = { size_since.0 = "null" }',
        'expect.cards = { deck = ["E8", "A8"], step = "action" }',
        'expect.cards = { hands = [["XFW8", "E1", "A1"], ["DFW", "W5", "F5", "E5", "A5"]] }',
        'expect.counts = { deck = 2, "hands.1" = 5, "empires.1" = 1, "empires.1.0" = 2 }',
        'expect.legal = [{ seat = 0, verb = "build", exactly = ["build A1 E1"], count = 1 }]',
        'expect.legal = [{ seat = 0, includes = ["discard A1"], excludes = ["discard A5"] }]',
        'expect.view = [{ seat = "spectator", lacks = ["A1"], without = ["hand", "legal"] }]',
        'expect.view = [{ seat = 1, has = { hand = ["A5", "E5", "F5", "W5", "DFW"] } }]',
        'expect.events = [{ seat = "spectator", exactly = true, lacks = ["A1"] }]',
        "expect.over = false",
    ],
)
def test_expectations_that_hold(run: Callable[..., str], step: str) -> None:
    assert run(f"{TABLE}\n[[steps]]\n{step}\n{ENDED}") == ""


@pytest.mark.parametrize(
    ("step", "asked"),
    [
        (f'{BUILD}expect.undo = {{ "0" = true, "1" = false }}', "action"),
        (f'{ATTACK}expect.position = {{ pending = {{ card = "XFW8", slot = 0 }} }}', "defend"),
        (
            f'{DISCARD}expect.events = [{{ seat = 1, told = [{{ event = "discard" }}], '
            'exactly = true, lacks = ["A1"] }, { seat = 0, told = [{ card = "A1" }] }]',
            "action",
        ),
    ],
)
def test_expectations_that_hold_later(run: Callable[..., str], step: str, asked: str) -> None:
    assert run(f'{TABLE}\n[[steps]]\n{step}\nexpect.asked = {{ "1" = "{asked}" }}') == ""


def test_events_are_those_since_the_last_answer_in_order(run: Callable[..., str]) -> None:
    table = TABLE.replace('deck = ["A8", "E8"]', 'deck = ["A8", "E8", "F8", "W8", "A7"]')
    steps = f'[[steps]]\n{BUILD}[[steps]]\nseat = 1\ndo = "build A5 E5"\n{ENDED}\n[[steps]]\n'
    build, draw = '{ event = "build", seat = 1 }', '{ event = "draw", seat = 0 }'
    expect = "expect.events = [{{ seat = 0, told = [{}, {}], exactly = true }}]"
    assert run(f"{table}\n{steps}{expect.format(build, draw)}") == ""
    assert "step 3: events told to 0 differs" in run(
        f"{table}\n{steps}{expect.format(draw, build)}"
    )


@pytest.mark.parametrize(("exactly", "passes"), [("false", True), ("true", False)])
def test_events_between_may_be_left_out(
    run: Callable[..., str], exactly: str, passes: bool
) -> None:
    deck = TABLE.replace('"W5", "DFW"]', '"W5"]')
    told = f'told = [{{ event = "draw", seat = 1, count = 1 }}], exactly = {exactly}'
    step = f'{DISCARD}expect.events = [{{ seat = 0, {told} }}]\nexpect.asked = {{ "1" = "action" }}'
    assert (run(f"{deck}\n[[steps]]\n{step}") == "") is passes


# More refusals


def test_an_empty_answer_of_nature_is_named(run: Callable[..., str]) -> None:
    failure = run(f"{TABLE}\n[[steps]]\nnature = ['']\n{ENDED}")
    assert "Nature is not asked now" in failure


def test_undo_is_asked_of_a_seat(run: Callable[..., str]) -> None:
    failure = run(f"{TABLE}\n[[steps]]\n{ENDED}\nexpect.undo = {{ P0 = true }}")
    assert "no seat -1" in failure


def test_a_verb_that_is_none_is_named(run: Callable[..., str]) -> None:
    failure = run(f"{TABLE}\n[[steps]]\nexpect.legal = [{{ seat = 0, verb = 'atack' }}]")
    assert "no verb 'atack'; did you mean 'attack'?" in failure


def test_a_clause_that_is_none_is_named(run: Callable[..., str]) -> None:
    failure = run(f"{TABLE}\n[[steps]]\n{ENDED}".replace("TN-6.3", "TN-66.6"))
    assert "no clause 'TN-66.6'" in failure
