"""Taking back, saving, loading, records and the end of an evening at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludarium
from cli.evenings import ACTION, DRAW, GAME, first_choice, play, write_save
from ludarium.cli.terminal.seats import parse_seats
from ludarium.cli.terminal.sitting import Sitting

# Taking back, saving, loading


def test_undo_while_nothing_new_was_seen(tmp_path: Path) -> None:
    save = write_save(tmp_path, DRAW, "you", "steady")
    answers = ["undo", "draw stock 1", "undo", "draw deck", "undo", "log"]
    evening = play("--load", save, answers=answers)
    assert "There is nothing of yours to take back." in evening.out
    assert "Taken back." in evening.out
    assert "Not any more" in evening.after("Taken back.")
    log = evening.after("> log")
    assert "You draw Air 3." in log and "Earth 2" not in log


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    position = write_save(tmp_path, ACTION, "you", "random")
    answers = [f"save {file}", "discard A3", f"load {file}", "log", "quit"]
    evening = play("--load", position, answers=answers)
    assert json.loads(file.read_text())["position"]["hands"][0] == ACTION["hands"][0]  # type: ignore[index]
    assert "You discard Air 3." not in evening.after(f"> load {file}")
    again = play("--load", file, answers=["1"])
    assert "You build Air 3 + Earth 3" in again.out


def test_a_loaded_match_remembers_its_log(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    play("--bots", "random", "--seed", 3, answers=["1", "1", f"save {file}"])
    evening = play("--load", file, answers=["log"])
    assert "you get" in evening.after("> log")


def test_saving_elsewhere_asks_before_it_replaces(tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("mine")
    answers = [f"save {file}", "n", f"save {file}", "y", f"save {file}", "quit"]
    evening = play("--bots", "steady", answers=answers)
    assert evening.out.count("exists. Replace it?") == 2
    assert evening.out.count("Saved to") == 2
    assert json.loads(file.read_text())["ludarium"] == "save"


@pytest.mark.parametrize(
    "path", ["/dev/full", "/nowhere/at/all.json", "/", "~nobody.of.that.name/x", "a\0b", "x" * 999]
)
def test_a_failed_save_is_one_line_and_the_match_goes_on(path: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    evening = play("--bots", "steady", "--seed", 1, answers=[f"save {path}", "1", "log"])
    assert evening.code == 0
    assert "Not saved:" in evening.out
    assert "You " in evening.after("> log")
    assert "Not loaded:" in play("--bots", "steady", answers=[f"load {path}"]).out
    ending = ["concede", "y", "y", path]
    assert "ritten:" in play("--bots", "steady", answers=ending).after("File [")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "not json",
        "[]",
        "[" * 100_000,
        "{}",
        '{"ludarium": "save"}',
        '{"ludarium":"save","game":"chess","rules":1,"options":{},"seats":[],"position":{}}',
        "\udcff",
    ],
)
def test_a_wrong_save_is_one_line_and_the_match_goes_on(content: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_bytes(content.encode(errors="surrogateescape"))
    evening = play("--bots", "steady", "--seed", 1, answers=[f"load {file}", "1", "log"])
    assert evening.code == 0
    assert "Not loaded:" in evening.out
    assert "You " in evening.after("> log")
    failed = play("--load", file)
    assert failed.code == 2
    assert failed.err.startswith("ludarium: ") and failed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": 99}, "saved under rules 99"),
        ({"seats": [{"name": "A"}]}, "seats: 1 for 2 players"),
        ({"seats": [{"name": "A"}, {"name": "A"}]}, "sits there already"),
        ({"seats": [{"name": "A"}, {"name": "B", "bot": "x"}]}, "no bot 'x'"),
        ({"seats": [{"name": "\x1b[2J"}, {"name": "B"}]}, "cannot be a name"),
        ({"options": {"ruleset": "expert"}}, "'expert' is not"),
        ({"position": {**ACTION, "turn": -1}}, "turn: a whole number"),
        ({"extra": 1}, "unknown field"),
    ],
)
def test_a_spoilt_save_names_what_is_wrong(
    change: dict[str, object], said: str, tmp_path: Path
) -> None:
    file = write_save(tmp_path, ACTION, "you", "steady")
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    failed = play("--load", file)
    assert failed.code == 2
    assert said in failed.err and str(file) in failed.err


def test_a_log_from_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    file = write_save(tmp_path, ACTION, "you", "steady")
    data = {**json.loads(file.read_text()), "log": [["before \x1b[2J after"], []]}
    file.write_text(json.dumps(data))
    evening = play("--load", file, answers=["log"])
    assert "before [2J after" in evening.out


def test_a_match_with_an_own_deck_is_saved_with_it(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    shipped = ludarium.room(GAME).content_folder() / "standard67.toml"
    deck.write_text(shipped.read_text().replace('name = "Dust Devil"', 'name = "Zephyr"'))
    file, record = tmp_path / "evening.json", tmp_path / "match.record"
    args = ("-o", f"deck={deck}", "--seed", 1, "--record", record, "--no-confirm")
    play(*args, answers=[f"save {file}", "1"])
    deck.unlink()
    evening = play("--load", file, answers=["quit"])
    assert evening.code == 0 and "Your turn" in evening.out
    replayed = ludarium.replay(record.read_text())
    assert isinstance(replayed.game.options["deck"], dict)


def test_an_unusual_deck_is_remarked_upon(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    shipped = ludarium.room(GAME).content_folder() / "standard67.toml"
    deck.write_text(shipped.read_text().replace('code = "A1"', 'code = "BREEZE"\ncopies = 2'))
    evening = play("-o", f"deck={deck}", "--seed", 1, "--no-confirm", answers=first_choice)
    assert "41 build cards instead of 40" in evening.out
    assert "A1=BREEZE" in evening.out or "BREEZE" not in evening.out


# Ending


def test_conceding_and_a_rematch_that_the_winner_deals(tmp_path: Path) -> None:
    record = tmp_path / "match.record"
    answers = ["concede", "n", "concede", "y", "y", str(record), "y", "log", "quit"]
    evening = play("--bots", "steady", "--seed", 3, answers=answers)
    assert "Steady wins." in evening.out
    assert "You conceded after" in evening.out and "(R-71)" in evening.out
    assert ludarium.verify(record.read_text()).finished
    assert "Steady deals; you get" in evening.after("Another match?")
    assert "Drawing for dealer" not in evening.after("Another match?")


def test_each_match_of_an_evening_keeps_its_record(tmp_path: Path) -> None:
    answers = ["concede", "y", "y", "concede", "y"]
    play("--bots", "steady", "--seed", 3, "--record", tmp_path / "a.record", answers=answers)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-2.record", "a.record"]
    assert all(ludarium.verify(path.read_text()).proven for path in tmp_path.iterdir())


def test_a_record_replaces_another_file_only_when_told(tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("mine")
    play("--bots", "steady", answers=["concede", "y", "y", str(file), "n"])
    assert file.read_text() == "mine"


@pytest.mark.parametrize("name", ["no/such/folder/x", ".", "x" * 999])
def test_an_impossible_record_is_refused_before_the_deal(name: str, tmp_path: Path) -> None:
    failed = play("--bots", "steady", "--record", tmp_path / name, answers=["1"])
    assert failed.code == 1 and failed.out == ""
    assert failed.err.startswith(f"ludarium: {tmp_path}") and failed.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_record_never_replaces_a_file_unasked(tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("mine")
    failed = play("--bots", "steady", "--record", file, answers=["1"])
    assert failed.code == 2 and failed.out == ""
    assert "exists already" in failed.err and failed.err.count("\n") == 1
    (tmp_path / "a-2.record").write_text("mine")
    answers = ["concede", "y", "y", "concede", "y"]
    play("--bots", "steady", "--seed", 3, "--record", tmp_path / "a.record", answers=answers)
    assert file.read_text() == (tmp_path / "a-2.record").read_text() == "mine"
    assert ludarium.verify((tmp_path / "a-3.record").read_text()).finished


def test_a_match_without_a_move_leaves_no_record(tmp_path: Path) -> None:
    args = ("--seats", "Anna,Ben", "--seed", 3, "--record", tmp_path / "a.record")
    evening = play(*args, answers=["", "quit"])
    assert "Nothing was played, so no record is written." in evening.out
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_cannot_be_written_may_go_elsewhere(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    file = tmp_path / "a.record"
    answers = ["concede", "y", str(tmp_path / "no" / "folder"), str(file)]
    evening = play("--bots", "steady", "--record", "/dev/full", answers=answers)
    assert "could not be written:" in evening.out and "Not written:" in evening.out
    assert ludarium.verify(file.read_text()).finished


def test_three_cannot_concede() -> None:
    evening = play("--seats", "you,steady,steady", "--seed", 1, answers=["concede", "help"])
    said = "Giving up is for two players, and here are 3; you can only leave with quit (R-71)."
    assert said in " ".join(evening.out.split())
    assert "give up" not in evening.after("> help")


def test_conceding_is_told_once() -> None:
    evening = play("--bots", "steady", "--seed", 3, answers=["concede", "sure", "y"])
    assert "Please type y or n." in evening.out
    assert "Decided by" not in evening.out and evening.out.count("The game is over") == 1


def test_the_last_screen_keeps_the_order_of_the_table() -> None:
    end = play("--bots", "steady", "--seed", 3, answers=["concede", "y"]).after("The game is over")
    assert end.index("Steady (bot)") < end.index("You   ")


def test_ranks_below_the_first_say_what_decided_them() -> None:
    game = ludarium.game(GAME, ruleset="master", players=4)
    sitting = Sitting(game, parse_seats(["you", "random", "random", "random"]))
    figures = {"strength": [9, 9, 9, 20], "pairs": [2, 1, 1, 3], "decided_by": "strength"}
    result = {**figures, "ranking": [[3], [0], [2], [1]]}
    headings, rows = sitting.talk.standings(result)
    assert headings == ["strength", "pairs"]
    assert [row.note for row in rows] == ["more_pairs", "", "earlier", ""]


def test_quitting_asks_when_something_would_be_lost(tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    assert "Leave without saving?" not in play("--load", save, answers=["quit"]).out
    evening = play("--load", save, answers=["1", "quit", "n", "quit", "y", "never read"])
    assert evening.out.count("Leave without saving?") == 2
    assert evening.code == 0 and evening.out.rstrip().endswith("Goodbye.")


def test_leaving_early_keeps_the_record(tmp_path: Path) -> None:
    record = tmp_path / "match.record"
    play("--bots", "steady", "--seed", 1, "--record", record, answers=["1"])
    verdict = ludarium.verify(record.read_text())
    assert not verdict.finished and not verdict.proven


@pytest.mark.parametrize("lines", range(9))
def test_the_end_of_the_input_is_a_goodbye_at_every_moment(lines: int) -> None:
    answers = ["3", "y", "", "", "", "", "2", "", "1"][:lines]
    evening = play(answers=answers)
    assert evening.code == 0 and evening.err == ""
    assert evening.out.rstrip().endswith("Goodbye.")


def test_ctrl_c_is_a_goodbye() -> None:
    def interrupt(shown: str) -> str:
        raise KeyboardInterrupt

    evening = play("--bots", "steady", answers=interrupt)
    assert evening.code == 130 and evening.err == ""
    assert evening.out.rstrip().endswith("Goodbye.")
