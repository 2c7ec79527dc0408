"""Golden records: finished matches that replay byte for byte, whatever is changed in the engine.

python tests/test_golden.py --write      makes them anew, after a change of the rules
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

import ludarium
import trials
from galatune import tables as galatune
from ludarium import Match
from tears_of_nature import tables as tears

FOLDER = Path(__file__).parent / "golden"

TABLES: dict[str, dict[str, object]] = {
    **{f"{name}-{n}": {"ruleset": name, "players": n} for name, n in tears.SEATS},
    "apprentice-2-quitters": {"ruleset": "apprentice", "end_rule": "quitters_never_win"},
    "apprentice-2-forbidden": {"ruleset": "apprentice", "duplicate_capture": "forbidden"},
    "master-3-equal": {"players": 3, "end_rule": "equal_opportunity", "dealer": "random"},
    "master-2-cold-war": {"end_rule": "cold_war", "previous_winner": 1},
    "master-4-quitters": {"players": 4, "end_rule": "quitters_never_win", "dealer": 2},
    "practitioner-2-cold-war": {"ruleset": "practitioner", "end_rule": "cold_war"},
    "practitioner-3-any": {"ruleset": "practitioner", "players": 3, "stock_access": "any"},
    "master-2-limit": {"turn_limit": 15},
    **{f"galatune-{n}": {"players": n} for n in galatune.SEATS},
    "galatune-2-deal2": {"champion_pick": "deal2", "full_moon": "always", "trading": "off"},
    "galatune-3-closed": {"players": 3, "draw_log": "closed", "champion_pick": "random"},
    "galatune-4-fleeting": {"players": 4, "draw_log": "fleeting", "memory_aid": "on"},
    "galatune-5-tournament": {"players": 5, "ban_list": "tournament", "prize_mode": "five"},
    "galatune-3-limit": {"players": 3, "turn_limit": 6, "vp_goal": 10, "deadlock": "off"},
    "galatune-4-leaving": {"players": 4, "shields_block_others": "off"},
}
LEAVING = {"galatune-4-leaving": 0.05}
"""How often players resign."""


def played(name: str) -> Match:
    """The match of a name, by random play that prefers rare verbs."""
    rng = random.Random(name)
    match = ludarium.game(slug(name), **TABLES[name]).start(seed=name)
    while match.result is None:
        lists = trials.lists(match)
        seat, action = trials.by_verb(match, lists, rng)
        if name in LEAVING and rng.random() < LEAVING[name]:
            seat, action = trials.out_of_turn(match, rng) or (seat, action)
        trials.answer(match, seat, action)
    return match


def slug(name: str) -> str:
    return galatune.SLUG if name.startswith(galatune.SLUG) else tears.SLUG


def path(name: str) -> Path:
    return FOLDER / f"{name}.record"


def test_there_is_a_record_for_every_table_and_no_other() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {path(name).name for name in TABLES}


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_record_replays_byte_for_byte_and_verifies(name: str) -> None:
    text = path(name).read_text(encoding="utf-8")
    match = ludarium.replay(text)
    assert match.record() == text
    assert ludarium.verify(text) == ludarium.Verdict(len(match.lines), finished=True, proven=True)


@pytest.mark.parametrize("name", TABLES)
def test_the_same_choices_from_the_same_seed_make_the_same_record(name: str) -> None:
    assert played(name).record() == path(name).read_text(encoding="utf-8")


def test_the_records_show_every_way_to_end_by_the_rules() -> None:
    reasons = {ludarium.replay(path(name).read_text()).result.reason for name in TABLES}
    assert reasons == {
        *("complete", "quitters_never_win", "equal_opportunity", "cold_war", "limit"),
        *("goal", "turn_limit", "last_player"),
    }


def test_the_records_of_galatune_show_every_kind_of_question() -> None:
    records = [path(name).read_text() for name in TABLES if slug(name) == galatune.SLUG]
    verbs = {
        line.split()[1] for text in records for line in text.splitlines() if line[:1].isdigit()
    }
    rules = ludarium.game(galatune.SLUG).rules
    assert verbs == {*rules.grammar.verbs, "take-back"}


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name in TABLES:
        path(name).write_text(played(name).record(), encoding="utf-8")
        print(path(name))
