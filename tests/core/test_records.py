"""Records: readable, replayable, verifiable."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import ludarium
from ludarium import InvalidInput, Match
from ludarium.core import records
from tears_of_nature import tables


def played(match: Match, seed: int = 1) -> Match:
    rng = random.Random(seed)
    while match.result is None:
        (seat,) = match.questions
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def small_deck(**fields: object) -> dict[str, object]:
    """A deck of eleven, written as shortly as a deck may be."""
    card = {"code": "Q", "kind": "build", "elements": ["air"], "strength": 1, "copies": 11}
    return {"cards": [{**card, **fields}]}


def test_a_record_has_header_answers_and_footer() -> None:
    match = played(ludarium.game(tables.SLUG, dealer=0, turn_limit=2).start(seed=7))
    lines = match.record().split("\n")
    assert lines[:3] == ["ludarium record 1", "game tears-of-nature", "rules 1"]
    assert json.loads(lines[3].removeprefix("options "))["players"] == 2
    assert lines[4] == f"pledge {match.dice.pledge}"
    assert lines[5] == ""
    assert lines[6].startswith("nature shuffle ")
    assert lines[7].startswith("1 ") and lines[8].startswith("0 ")
    assert lines[9] == ""
    assert [line.split(" ")[0] for line in lines[10:]] == ["digest", "result", "seed", "end", ""]
    assert lines[-3:] == ["seed 7", "end 3", ""]


def test_a_running_match_keeps_its_seed() -> None:
    match = ludarium.game(tables.SLUG).start(seed="secret seed")
    assert "secret" not in match.record()
    assert "result" not in match.record()
    again = ludarium.replay(match.record())
    assert again.record() == match.record()
    assert again.dice.seed is None
    verdict = ludarium.verify(match.record())
    assert (verdict.finished, verdict.proven) == (False, False)


def test_a_finished_match_shows_its_seed_unless_told_not_to() -> None:
    match = played(ludarium.game(tables.SLUG, turn_limit=2).start(seed="shown"))
    assert "seed shown" in match.record()
    assert "seed" not in match.record(reveal=False)
    assert not ludarium.verify(match.record(reveal=False)).proven


def test_a_replayed_running_match_cannot_throw_dice_but_takes_them_from_a_script() -> None:
    position = {"hands": [["WILD"], ["A2"]], "discard": ["A1"]}
    match = ludarium.game(tables.SLUG).start(seed=1, position=position)
    again = ludarium.replay(match.record())
    with pytest.raises(InvalidInput, match="seed of this match is not known"):
        again.fork().play(0, "discard WILD")
    again.play(0, "discard WILD", settle=False)
    again.settle_one("shuffle WILD A1")
    assert again.view(0)["hand"] == ["A1", "WILD"]


def test_conceding_is_part_of_the_record() -> None:
    match = ludarium.game(tables.SLUG).start(seed=1)
    match.concede(0)
    assert "\n0 concede\n" in match.record()
    again = ludarium.replay(match.record())
    assert again.result.winner == 1
    assert again.record() == match.record()
    assert ludarium.verify(match.record()).proven


def test_comments_and_empty_lines_do_not_matter() -> None:
    text = played(ludarium.game(tables.SLUG, turn_limit=3).start(seed=1)).record()
    told = text.replace("\n0 ", "\n# a good move\n\n0 ")
    assert ludarium.replay(told).record() == text


def test_a_match_from_a_position_records_where_it_began() -> None:
    position = {"hands": [["F6", "W6", "A1"], ["E2"]], "deck": ["A8", "E8", "F8"], "turn": 4}
    match = ludarium.game(tables.SLUG, turn_limit=6).start(seed=1, position=position)
    played(match)
    assert ludarium.replay(match.record()).record() == match.record()
    assert ludarium.verify(match.record()).proven


def test_a_position_changed_afterwards_does_not_change_the_record() -> None:
    position = {"hands": [["F6", "W6"], ["E2"]]}
    match = ludarium.game(tables.SLUG).start(seed=1, position=position)
    before = match.record()
    position["hands"][0].append("A1")
    position["turn"] = 9
    assert match.record() == before


@pytest.mark.parametrize("ruleset", ["master", "practitioner"])
def test_a_record_with_a_typed_in_deck_stands_alone(ruleset: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    card = '[[cards]]\ncode = "Q{0}"\nkind = "build"\nelements = ["air"]\nstrength = {0}\n'
    path.write_text("".join(card.format(n) for n in range(1, 14)))
    game = ludarium.game(tables.SLUG, ruleset=ruleset, deck=str(path), turn_limit=9)
    match = played(game.start(seed=1))
    text = match.record()
    path.unlink()
    again = ludarium.replay(text)
    assert again.record() == text
    assert again.events == match.events
    assert ludarium.verify(text).proven


@pytest.mark.parametrize("name", ["plain", "", "two\nlines", "a\u2028b\x85c", "ümlaut", "\x1f"])
def test_any_deck_name_survives_a_record(name: str) -> None:
    deck = {"name": name, **small_deck()}
    match = played(ludarium.game(tables.SLUG, deck=deck, turn_limit=4).start(seed=1))
    text = match.record()
    assert ludarium.replay(text).record() == text
    assert ludarium.verify(text).proven


def test_a_deck_given_as_data_may_leave_out_what_has_a_default() -> None:
    match = played(ludarium.game(tables.SLUG, deck=small_deck(), turn_limit=4).start(seed=1))
    assert ludarium.replay(match.record()).record() == match.record()
    assert ludarium.verify(match.record()).proven


def test_a_deck_changed_afterwards_does_not_change_the_game() -> None:
    deck = small_deck()
    game = ludarium.game(tables.SLUG, deck=deck, turn_limit=4)

    def told() -> tuple[str, str]:
        match = game.start(seed=1)
        return match.record(), json.dumps(match.position())

    before = told()
    deck["cards"][0]["code"] = "Z"
    assert told() == before


def test_watching_a_replay_sees_every_answer_before_it_is_played() -> None:
    match = played(ludarium.game(tables.SLUG, turn_limit=5).start(seed=1))
    seen: list[str] = []
    lines: list[int] = []

    def watch(replaying: Match, line: records.Line) -> None:
        seen.append(str(line))
        lines.append(len(replaying.lines))

    records.replay(records.read(match.record()), match.game, watch)
    assert seen == [str(line) for line in match.lines]
    assert lines == list(range(len(seen)))


def test_a_record_is_the_same_text_on_every_machine() -> None:
    assert records.compact({"b": [1, {"ü": None}], "a": True}) == '{"a":true,"b":[1,{"ü":null}]}'


def test_a_record_may_come_with_the_line_ends_of_another_system() -> None:
    record = played(ludarium.game(tables.SLUG, turn_limit=9).start(seed=7)).record()
    assert ludarium.verify(record.replace("\n", "\r\n")).proven


def test_what_is_no_text_is_no_record() -> None:
    with pytest.raises(InvalidInput, match="not a record: a text, not NoneType"):
        ludarium.replay(None)  # type: ignore[arg-type]
