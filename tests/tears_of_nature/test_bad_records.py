"""Records that were cut, edited or made up are refused with the line that is wrong."""

from __future__ import annotations

import random
import re

import pytest

import ludarium
from complaints import complaint
from ludarium import InvalidInput, Match
from tears_of_nature.tables import tears

# Records


@pytest.fixture(scope="module")
def record() -> str:
    return finished().record()


def finished() -> Match:
    match = tears(turn_limit=12).start(seed=3)
    rng = random.Random(3)
    while match.result is None:
        (seat,) = match.questions
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def test_every_truncated_record_is_refused(record: str) -> None:
    lines = record.splitlines(keepends=True)
    for cut in range(len(lines)):
        message = complaint(lambda cut=cut: ludarium.verify("".join(lines[:cut])))
        assert message.startswith(("not a record", "the record is cut off: no"))


def test_a_record_without_any_one_of_its_lines_is_refused(record: str) -> None:
    lines = record.splitlines(keepends=True)
    for at, line in enumerate(lines):
        if line.strip() and not line.startswith("seed"):
            complaint(lambda at=at: ludarium.verify("".join(lines[:at] + lines[at + 1 :])))


def test_without_its_seed_a_record_is_true_but_not_proven(record: str) -> None:
    answers = len(finished().lines)
    assert ludarium.verify(record) == ludarium.Verdict(answers, finished=True, proven=True)
    unproven = ludarium.Verdict(answers, finished=True, proven=False)
    assert ludarium.verify(without_seed(record)) == unproven


def without_seed(record: str) -> str:
    return re.sub(r"^seed .*\n", "", record, flags=re.M)


@pytest.mark.no_cover
def test_no_edit_of_a_record_raises_anything_but_invalid_input(record: str) -> None:
    rng = random.Random(8)
    refused = 0
    for _ in range(300):
        at = rng.randrange(len(record))
        edit = rng.choice(["", rng.choice(record), '"', "{", "\n", "9", "é"])
        edited = record[:at] + edit + record[at + rng.randrange(3) :]
        try:
            ludarium.verify(edited)
        except InvalidInput:
            refused += 1
    assert refused > 250


EDITS = {
    "another format": ("ludarium record 1", "ludarium record 9", "not a record: the first line"),
    "another game": ("game tears-of-nature", "game tears", "no game 'tears'"),
    "another version": ("rules 1", "rules 2", "the record was played under rules 2"),
    "no version": ("rules 1", "rules one", "rules: a number, not 'one'"),
    "unknown option": ('"players"', '"plyers"', "no option 'plyers'"),
    "an odd option": ('"players"', '"slug"', "no option 'slug'"),
    "broken options": ("options {", "options {{", "options: not JSON"),
    "options no table": (r"options .*", "options [1]", "options: a table"),
    "another pledge": (r"pledge .", "pledge x", "the seed does not fit the pledge"),
    "another seed": ("seed 3", "seed 4", "the seed does not fit the pledge"),
    "another shuffle": (r"(shuffle) (\S+) (\S+)", r"\1 \3 \2", "the seed gives another answer"),
    "another seat": (r"\n0 (\w+)", r"\n1 \1", "not_your_decision"),
    "no such seat": (r"\n0 (\w+)", r"\n7 \1", "no seat 7"),
    "nobody": (r"\n0 (\w+)", r"\nP0 \1", "an answer begins with a seat number"),
    "another verb": (r"\n0 \w+ ", "\n0 stock ", "wrong_step"),
    "no verb": (r"\n0 \w+ ", "\n0 stack ", "no action 'stack'"),
    "a sealed line": (r"\n0 .*", "\n? abcd", "opens only with the seed"),
    "a badly sealed line": (r"\n0 .*", "\n? xyz", "opens only with the seed"),
    "another digest": (r"digest ....", "digest 0000", "the digest does not fit"),
    "another winner": ('"winner":.', '"winner":7', "the result is not the one the answers lead"),
    "no result": (r"result .*\n", "", "the record has a result and a running match, or the other"),
    "broken result": ("result {", "result ", "result: not JSON"),
    "another count": (r"end \d+", "end 3", "the record says 3 answers but has"),
    "more answers": (r"(end .*)", r"\1\n0 decline", "an answer after the end"),
    "a second header": (r"(rules 1\n)", r"\1\1", "line 4: a second 'rules'"),
    "a late header": (r"(pledge .*\n)((?s:.*))(\ndigest)", r"\2\1\3", "belongs before the answers"),
}


@pytest.mark.parametrize(("old", "new", "message"), EDITS.values(), ids=EDITS.keys())
def test_an_edited_record_is_refused(record: str, old: str, new: str, message: str) -> None:
    edited = re.sub(old, new, record, count=1)
    assert edited != record
    assert message in complaint(lambda: ludarium.verify(edited))


IMPOSSIBLE_ANSWERS = {
    "a card too few": (r"(shuffle) (\S+)", r"\1", "shuffle: A1 left out"),
    "a card too many": (r"(shuffle) (\S+)", r"\1 \2 \2", "A1 is not among the cards"),
    "an unknown card": (r"(shuffle) (\S+)", r"\1 ZZ", "shuffle: no card 'ZZ'"),
    "a pick for a shuffle": (r"nature shuffle.*", "nature pick 1", "Nature is asked to shuffle"),
    "nature unasked": (r"\n(\d .*)", r"\nnature pick 0\n\1", "Nature is not asked now"),
    "nothing from nature": (r"nature .*\n", "", "not_your_decision"),
    "an answer too many": (r"\n(\ndigest)", r"\n0 discard A1\n\1", "game_over"),
    "conceding too late": (r"\n(\ndigest)", r"\n0 concede\n\1", "game_over"),
    "taking back": (r"\n(\ndigest)", r"\n0 take-back\n\1", "no sealed answer to take back"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "message"), IMPOSSIBLE_ANSWERS.values(), ids=IMPOSSIBLE_ANSWERS.keys()
)
def test_an_impossible_answer_is_refused_even_if_the_count_is_mended(
    record: str, old: str, new: str, message: str
) -> None:
    edited = re.sub(old, new, without_seed(record), count=1)
    answers = len(re.findall(r"^(?:nature|\d+) ", edited, re.M))
    edited = re.sub(r"end .*", f"end {answers}", edited)
    assert message in complaint(lambda: ludarium.replay(edited))


def test_a_record_that_stops_before_nature_answers_is_refused() -> None:
    match = tears(dealer="random").start(seed=1)
    text = match.record()
    shuffle = next(line for line in text.splitlines() if line.startswith("nature shuffle"))
    cut = text.replace(f"{shuffle}\n", "").replace("end 2", "end 1")
    assert complaint(lambda: ludarium.verify(cut)).endswith("before Nature has answered")


def test_an_edited_answer_names_its_line(record: str) -> None:
    edited = record.replace("\n0 ", "\n7 ", 1)
    line = 1 + edited[: edited.index("\n7 ")].count("\n") + 1
    assert complaint(lambda: ludarium.replay(edited)).startswith(f"line {line}: '7 ")


def test_a_record_from_a_position_must_fit_its_own_header() -> None:
    position = {"hands": [["F6", "W6"], ["A1"]], "ruleset": "master"}
    text = tears().start(seed=1, position=position).record()
    assert ludarium.verify(text).answers == 0
    edited = text.replace('"ruleset":"master"}', '"ruleset":"apprentice"}')
    assert edited != text
    assert "ruleset" in complaint(lambda: ludarium.verify(edited))


def test_a_record_with_a_broken_position_is_refused() -> None:
    text = tears().start(seed=1, position={"hands": [["F6", "W6"], ["A1"]]}).record()
    edited = text.replace('"F6"', '"F9"')
    assert "hands[0]: no card 'F9'" in complaint(lambda: ludarium.replay(edited))
