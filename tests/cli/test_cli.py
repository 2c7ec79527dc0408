"""The program from outside: commands, exit codes, signals, pipes and terminals."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner, Result

import ludarium
from ludarium.bots import make_bot, play_out
from ludarium.cli.program import COMMANDS, program

GAME = "tears-of-nature"
PROGRAM = [sys.executable, "-c", "from ludarium.cli import main; main()"]


def run(*args: object) -> Result:
    return CliRunner().invoke(program, [str(arg) for arg in args])


def fails(result: Result, code: int, said: str) -> None:
    assert result.exit_code == code, result.output
    assert said in result.stderr
    assert result.stderr.startswith("ludarium: ") and result.stderr.count("\n") == 1


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished match, seats P0 and P1."""
    import random

    game = ludarium.game(GAME, ruleset="practitioner")
    match = game.start(seed=7)
    play_out(match, [make_bot("steady", game, random.Random(seat)) for seat in (0, 1)])
    path = tmp_path_factory.mktemp("records") / "match.record"
    path.write_text(match.record())
    return path


# Help


def test_the_program_alone_lists_its_commands() -> None:
    result = run()
    assert result.exit_code == 0
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", result.output, re.M)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"  ludarium {name}" in result.output.split("Examples:")[1]


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from ludarium.cli.program import program\n"
        "try: program.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('rich', 'msgspec')"
        " or name.startswith('ludarium.games.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_version() -> None:
    assert ludarium.__version__ in run("--version").output


# Errors


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["paly"], 2, "no command 'paly'; did you mean 'play'?"),
        (["play"], 2, "Missing argument 'GAME'"),
        (["play", "tears-of-natur"], 2, "did you mean 'tears-of-nature'?"),
        (["games", "--frob"], 2, "--frob"),
        (["sim", GAME, "--games", "0"], 2, "--games"),
        (["sim", GAME, "--bots", "nobody"], 2, "no bot 'nobody'"),
        (["sim", GAME, "--ruleset", "expert"], 2, "ruleset: 'expert'"),
        (["sim", GAME, "-o", "turn_limit=0"], 2, "turn_limit"),
        (["sim", GAME, "--timing"], 2, "--timing belongs to --json"),
        (["rules", GAME, "TN-66"], 2, "no clause 'TN-66'"),
        (["rules", GAME, "TN-6.6", "--coverage"], 2, "leave the ID out"),
        (["replay", "/no/such/file"], 1, "/no/such/file: No such file"),
        (["replay", "/"], 1, "/: Is a directory"),
        (["verify", "/no/such/file"], 1, "/no/such/file: No such file"),
        (["replay", __file__], 1, f"{__file__}: not a record"),
        (["verify", __file__], 1, "not a record"),
        (["scenario"], 2, "Missing argument"),
        (["scenario", "/dev/null"], 2, "neither a file nor a folder"),
    ],
)
def test_errors_are_one_line(args: list[str], code: int, said: str) -> None:
    fails(run(*args), code, said)


def test_a_defect_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[str]:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(ludarium, "games", broken)
    fails(run("games"), 1, "a defect: RuntimeError: two lines")
    monkeypatch.setenv("LUDARIUM_TRACEBACK", "1")
    assert isinstance(run("games").exception, RuntimeError)


# Commands


def test_games() -> None:
    result = run("games")
    assert result.exit_code == 0
    shown = " ".join(result.output.split())
    for word in (GAME, "Tears of Nature", "2-4 players", "5-30 minutes", "ages 4+"):
        assert word in shown
    for word in ("Pair the elements", "Bill Johnsen", "Drake Coffman", "unaffiliated"):
        assert word in shown


def test_games_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, run("games").output.splitlines())) <= 40


def test_rules_of_a_clause_and_its_rulings() -> None:
    shown = " ".join(run("rules", GAME, "tn-7.10").output.split())
    assert "TN-7.10" in shown and "R-27" in shown
    assert "**" not in shown and "`" not in shown
    assert "legality.py:" in shown


def test_rules_as_a_whole_and_of_a_ruling() -> None:
    whole = run("rules", GAME).output
    assert "TN-1.1 " in whole and "R-74" in whole and "TN-10 Optional ends" in whole
    assert "on TN-6.6" in run("rules", GAME, "R-2").output
    top = " ".join(whole.split("TN-1 ")[0].split())
    for word in ("2-4 players", "Kristy Johnsen", "Lili Burrup", "unaffiliated"):
        assert word in top


@pytest.mark.parametrize("wanted", ["TN-6", "tn-6", "6"])
def test_rules_of_a_section(wanted: str) -> None:
    shown = run("rules", GAME, wanted).output
    assert shown.startswith("TN-6 Master actions\n")
    assert "TN-6.1 " in shown and "TN-6.14" in shown and "TN-7.1 " not in shown


def test_a_clause_without_its_prefix() -> None:
    assert run("rules", GAME, "6.6").output == run("rules", GAME, "TN-6.6").output
    fails(run("rules", GAME, "6.66"), 2, "no clause 'TN-6.66'")


def test_coverage_is_told_and_decides_the_exit_code() -> None:
    result = run("rules", GAME, "--coverage")
    assert "enforced clauses and rulings" in result.output
    gaps = "without code:" in result.output or "without scenario:" in result.output
    assert result.exit_code == int(gaps or "cited but" in result.output)


def test_sim_prints_figures() -> None:
    args = ("sim", GAME, "--games", 20, "--bots", "random", "--players", 3, "--processes", 1)
    shown = run(*args).output
    for word in ("20 games, seed 0", "random", "95% interval", "turns", "complete", "decisions/s"):
        assert word in shown
    rules = shown.splitlines()[0]
    assert rules == f"{GAME} players=3 ruleset=master end_rule=standard"
    limited = run(*args, "-o", "turn_limit=60").output.splitlines()[0]
    assert limited == f"{rules} turn_limit=60"


@pytest.mark.parametrize(
    "args",
    [
        ["games"],
        ["rules", GAME],
        ["rules", GAME, "TN-6.6"],
        ["sim", GAME, "--games", "5", "--processes", "1"],
    ],
)
def test_no_line_ends_with_spaces(args: list[str]) -> None:
    assert [line for line in run(*args).output.splitlines() if line != line.rstrip()] == []


def test_sim_as_json_repeats_to_the_digit() -> None:
    args = ("sim", GAME, "--ruleset", "apprentice", "--games", 10, "--seed", 5, "--processes", 1)
    first, second = run(*args, "--json"), run(*args, "--json")
    assert first.stdout == second.stdout
    report = json.loads(first.stdout)
    assert report["games"] == 10 and report["seed"] == 5 and "timing" not in report
    assert "timing" in json.loads(run(*args, "--json", "--timing").stdout)


SCENARIO = """
title = "A light attack meets a heavy pair"
game = "tears-of-nature"
clauses = ["TN-6.6"]

[position]
hands = [["XEW8", "A1"], ["A2"]]
empires = [[], [["E5", "W5"]]]

[[steps]]
seat = 0
try = "attack XEW8 1.0"
refused = { key = "too_weak", clause = "TN-6.6", facts = { card = 8, pair = %s } }
expect.asked = { 0 = "action" }
"""


def test_scenarios_pass_and_fail(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(SCENARIO % 10)
    result = run("scenario", tmp_path)
    assert result.exit_code == 0
    assert "pass  good.toml  A light attack" in result.output
    assert "good.toml" not in run("scenario", "-q", tmp_path).output
    (tmp_path / "wrong.toml").write_text(SCENARIO % 11)
    (tmp_path / "odd.toml").write_text("title = 3")
    result = run("scenario", tmp_path / "wrong.toml", tmp_path / "good.toml", tmp_path / "odd.toml")
    assert result.exit_code == 1
    assert "FAIL  wrong.toml" in result.output
    (complaint,) = result.stderr.splitlines()
    assert complaint.startswith("ludarium: odd.toml: ")
    assert re.search(r"expected +11\n? +got +10", re.sub(" +\n", "\n", result.output))
    assert "1 of 3 scenarios pass" in result.output


def test_a_folder_without_scenarios_is_an_error(tmp_path: Path) -> None:
    fails(run("scenario", tmp_path), 2, "no .toml file")


def test_replay_tells_one_action_in_a_line(record: Path) -> None:
    result = run("replay", record)
    assert result.exit_code == 0
    actions = [line for line in record.read_text().splitlines() if re.match(r"\d ", line)]
    numbers = re.findall(r"^ +(\d+)  P", result.output, re.M)
    assert numbers == [str(at + 1) for at in range(len(actions))]
    shown = " ".join(result.output.split())
    assert "The game is over." in shown and "5 of 5 pairs" in shown
    assert "P0 wins. P0 ended the game with a complete empire" in shown
    assert re.search(r"1\. P0 \d+ 5 2\. P1", shown)
    assert [line for line in result.output.splitlines() if line != line.rstrip()] == []


def test_replay_calls_a_seat_the_same_everywhere(record: Path) -> None:
    shown = run("replay", record, "--seat", 1).output
    assert "P1" not in shown
    assert re.search(r"^  You +\d of 5 pairs", shown, re.M) and re.search(r"2\. +You", shown)


def test_replay_hides_what_a_viewer_may_not_know(record: Path) -> None:
    dealt = re.compile(r"you get|(P\d) is dealt")
    assert not dealt.search(run("replay", record).output)
    assert "you get" in run("replay", record, "--seat", 0).output
    everything = " ".join(run("replay", record, "--all").output.split())
    assert "P0 is dealt" in everything and "P1 is dealt" in everything


def test_replay_stops_where_it_is_told(record: Path) -> None:
    shown = run("replay", record, "--to", 3).output
    assert re.findall(r"^ +(\d+)  P", shown, re.M) == ["1", "2", "3"]
    assert "turn" in shown and "The game is over" not in shown
    assert run("replay", record, "--to", 0).exit_code == 0
    beyond = run("replay", record, "--to", 9999)
    assert beyond.exit_code == 0 and beyond.stdout == run("replay", record).stdout
    assert re.fullmatch(r".*: only \d+ actions, so --to 9999 is its end\n", beyond.stderr)


def test_replay_refuses_odd_wishes(record: Path) -> None:
    fails(run("replay", record, "--seat", 5), 2, "no seat 5")
    fails(run("replay", record, "--seat", 0, "--all"), 2, "exclude each other")


def test_verify_says_what_it_found(record: Path, tmp_path: Path) -> None:
    result = run("verify", record)
    assert result.exit_code == 0 and result.output.count("\n") == 1
    assert "true" in result.output and "the seed fits the pledge" in result.output
    lines = record.read_text().splitlines()
    actions = sum(bool(re.match(r"\d ", line)) for line in lines)
    shuffles = sum(line.startswith("nature shuffle") for line in lines)
    assert f"; {actions} actions, {shuffles} shuffles, finished; " in result.output
    running = tmp_path / "running.record"
    running.write_text(ludarium.game(GAME).start(seed=1).record())
    assert "not finished" in run("verify", running).output


def test_verify_finds_a_changed_record(record: Path, tmp_path: Path) -> None:
    forged = tmp_path / "forged.record"
    forged.write_text(record.read_text().replace("seed 7", "seed 8"))
    fails(run("verify", forged), 1, "the seed does not fit the pledge")
    forged.write_text(re.sub(r"(?m)^0 build .*", "0 build A1 DAE", record.read_text(), count=1))
    for command in ("verify", "replay"):
        fails(run(command, forged), 1, "'0 build A1 DAE': Air 1 is not in your hand (TN-7.5)")
    forged.write_text(record.read_text().replace("nature shuffle ", "nature shuffle A1 ", 1))
    fails(run("verify", forged), 1, "the seed gives another answer")
    assert len(run("verify", forged).stderr) < 200 + len(str(forged))
    forged.write_bytes(b"\xff\xfe\x00")
    fails(run("verify", forged), 1, "not a text file in UTF-8")


# From a shell


def shell(*args: str, **env: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*PROGRAM, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **env},
    )


def test_a_match_through_pipes() -> None:
    done = shell("play", GAME, "--bots", "steady", "--seed", "1").communicate(b"1\n\xff\nlog\n")
    out = done[0].decode()
    assert done[1] == b""
    assert "\x1b" not in out and out.rstrip().endswith("Goodbye.")
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80


def test_a_terminal_without_unicode_gets_plain_letters() -> None:
    args = ("play", GAME, "--bots", "steady", "--seed", "1")
    out, err = shell(*args, PYTHONIOENCODING="ascii").communicate(b"1\nlog\n")
    assert err == b"" and out.isascii() and b"?" not in out.replace(b"? explains", b"")


def test_exit_codes_reach_the_shell(record: Path) -> None:
    for args, code in (
        (["games"], 0),
        (["frob"], 2),
        (["verify", "/no/such/file"], 1),
        (["verify", str(record)], 0),
    ):
        process = shell(*args)
        _, err = process.communicate()
        assert process.returncode == code
        assert b"Traceback" not in err


def test_a_closed_pipe_is_no_noise() -> None:
    process = shell("rules", GAME)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait()
    assert process.stdin is not None
    process.stdin.close()
    process.stderr.close()


INTERRUPT, END = "\x03", "\x04"
"""Ctrl-C and Ctrl-D."""
PATIENCE = 60.0
"""Seconds that anything may take on however busy a machine."""


class Terminal:
    """The program in a real terminal of 80 columns."""

    def __init__(self, *args: str, **env: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:  # pragma: no cover
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests in the background may ignore it
            clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
            size = {"COLUMNS": "80", "LINES": "40", "TERM": "xterm-256color"}
            os.execve(sys.executable, [*PROGRAM, *args], {**clean, **size, **env})
        self.out = ""

    def wait_for(self, text: str) -> str:
        """Read until some words appear; everything read since the last wait."""
        until = time.monotonic() + PATIENCE
        fresh = ""
        while text not in fresh:
            ready, _, _ = select.select([self.fd], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"{text!r} did not appear:\n{fresh}"
            try:
                fresh += os.read(self.fd, 65536).decode(errors="replace")
            except OSError:
                break
        assert text in fresh, fresh
        return fresh

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def listen(self) -> None:
        """Wait until line editing waits for a key: it may miss one that comes earlier."""
        until = time.monotonic() + PATIENCE
        program = psutil.Process(self.pid)
        while (
            termios.tcgetattr(self.fd)[3] & termios.ICANON
            or program.status() != psutil.STATUS_SLEEPING
        ):
            assert time.monotonic() < until, "nobody waits for a key"
            time.sleep(0.01)

    def press(self, key: str, text: str) -> None:
        """Press a key at a prompt, and read until some words appear."""
        self.listen()
        self.type(key)
        self.out = self.wait_for(text)

    def leave(self) -> int:
        """Read what is left and return the exit code."""
        while True:
            try:
                fresh = os.read(self.fd, 65536)
            except OSError:
                break
            if not fresh:
                break
            self.out += fresh.decode(errors="replace")
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def test_a_terminal_shows_colours_and_ctrl_c_is_a_goodbye() -> None:
    terminal = Terminal("play", GAME, "--bots", "steady", "--seed", "1")
    shown = terminal.wait_for("> ")
    assert re.search(r"\x1b\[(\d+;)*3[1-6]m", shown)
    terminal.press(INTERRUPT, "Goodbye.")
    assert terminal.leave() == 130
    assert "Traceback" not in terminal.out


@pytest.mark.parametrize(("key", "code"), [(INTERRUPT, 130), (END, 0)])
def test_leaving_in_the_middle_of_a_match_asks_once(key: str, code: int) -> None:
    terminal = Terminal("play", GAME, "--bots", "steady", "--seed", "1", "--no-confirm")
    terminal.wait_for("> ")
    terminal.type("1\n")
    terminal.wait_for("> ")
    terminal.press(key, "Leave without saving? [y/N] ")
    terminal.type("n\n")
    terminal.wait_for("> ")
    terminal.press(key, "Leave without saving? [y/N] ")
    terminal.press(key, "Goodbye.")
    assert terminal.leave() == code


def test_a_record_on_a_terminal_asks_before_it_replaces(tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("mine")
    args = ("play", GAME, "--bots", "steady", "--seed", "1", "--record", str(file))
    terminal = Terminal(*args)
    terminal.wait_for("Replace it? [y/N] ")
    terminal.type("n\n")
    terminal.wait_for("Another file for the record [none]: ")
    terminal.type(f"{tmp_path}/other\n")
    terminal.wait_for("> ")
    terminal.type("1\n")
    terminal.wait_for("> ")
    terminal.type("quit\n")
    terminal.wait_for("Leave without saving? [y/N] ")
    terminal.type("y\n")
    assert terminal.leave() == 0
    assert file.read_text() == "mine" and (tmp_path / "other").is_file()


@pytest.mark.parametrize("lines", [24, 40])
def test_a_short_terminal_gets_the_compact_table(lines: int) -> None:
    args = ("play", GAME, "--ruleset", "practitioner", "--bots", "steady,random", "--seed", "4")
    terminal = Terminal(*args, "--no-confirm", LINES=str(lines))
    terminal.wait_for("> ")
    terminal.type("stock A3\n")
    shown = re.sub(r"\x1b\[[0-9;]*m", "", terminal.wait_for("> "))
    table = shown[shown.index("──") :]
    if lines == 24:
        assert table.count("\n") < 24
        assert re.search(r"Stock +\d+ \S.* · \d+ ", table) or "Draw" in table
        assert "no pairs" not in table and "\r\n\r\n  You" not in table
    else:
        assert "no pairs" in table and "\r\n\r\n  You" in table
    terminal.press(END, "Leave without saving? [y/N] ")
    terminal.press(END, "Goodbye.")
    terminal.leave()


def test_the_whole_rulebook_goes_through_a_pager() -> None:
    terminal = Terminal("rules", GAME, PAGER="sed -n 1p")
    assert "Tears of Nature" in terminal.wait_for("Tears of Nature")
    terminal.leave()
    assert "TN-1.1" not in terminal.out


def test_ctrl_c_in_a_long_simulation_restores_the_terminal() -> None:
    terminal = Terminal("sim", GAME, "--games", "1000000", "--processes", "1")
    terminal.wait_for("playing")
    terminal.type(INTERRUPT)
    terminal.out = terminal.wait_for("ludarium: interrupted")
    assert terminal.leave() == 130
    assert "\x1b[?25h" in terminal.out and "Traceback" not in terminal.out


def test_ctrl_d_is_a_goodbye() -> None:
    terminal = Terminal("play", GAME)
    terminal.wait_for("[2]: ")
    terminal.press(END, "Goodbye.")
    assert terminal.leave() == 0


@pytest.mark.parametrize("how", ["NO_COLOR", "--no-color", "--plain", "dumb"])
def test_colours_can_be_switched_off(how: str) -> None:
    env = {"NO_COLOR": {"NO_COLOR": "1"}, "dumb": {"TERM": "dumb"}}.get(how, {})
    flags = [how] if how.startswith("--") else []
    terminal = Terminal("play", GAME, "--bots", "steady", "--seed", "1", *flags, **env)
    shown = terminal.wait_for("> ")
    assert not re.search(r"\x1b\[(\d+;)*(3[0-8]|9[0-7])(;\d+)*m", shown)
    terminal.press(END, "Goodbye.")
    terminal.leave()


def test_the_curtain_clears_screen_and_scrollback() -> None:
    terminal = Terminal("play", GAME, "--seats", "Anna,Ben", "--seed", "3")
    terminal.wait_for("Pass the keyboard to Anna")
    terminal.type("\n")
    terminal.wait_for("> ")
    terminal.type("1\n")
    shown = terminal.wait_for("Pass the keyboard to Ben")
    clear = "\x1b[H\x1b[2J\x1b[3J"
    assert clear in shown
    assert "discard" not in shown.split(clear)[-1]
    terminal.type("\n")
    terminal.wait_for("> ")
    terminal.type("\x1b[A")  # the last line of the one before must not come back
    terminal.type("\n")
    again = terminal.wait_for("> ")  # nothing was played: the same is asked again
    assert "Your turn: take one action." in again and "discards" not in again
    terminal.press(END, "Leave without saving?")
    terminal.type("y\n")
    assert terminal.leave() == 0


def test_a_dumb_terminal_is_scrolled_clear() -> None:
    terminal = Terminal("play", GAME, "--seats", "Anna,Ben", "--seed", "3", TERM="dumb")
    shown = terminal.wait_for("Pass the keyboard to Anna")
    assert shown.count("\n") > 80 and "\x1b" not in shown
    terminal.press(END, "Goodbye.")
    terminal.leave()
