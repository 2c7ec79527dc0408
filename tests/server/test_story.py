"""Matches and scenarios told again: complete, in order, and no more than the eyes may see."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

import ludarium
from ludarium import InvalidInput
from ludarium.core import records
from ludarium.core.clauses import load_rulebook, scenario_files
from ludarium.core.match import Match
from ludarium.core.scenarios import load_scenario
from ludarium.core.state import NATURE
from ludarium.core.talk import talk_for
from ludarium.server import story, telling
from ludarium.server.forms import Story
from ludarium.server.problems import BadInput, Conflict
from ludarium.server.wire import Json

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.record"))
SLUG = "tears-of-nature"
SCENARIOS = scenario_files(ludarium.room(SLUG))
# Measuring coverage makes play four times slower: of what goes through all records or scenarios,
# only the shorter tests are measured.
unmeasured = pytest.mark.no_cover
BY_RECORD = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def moments(text: str) -> list[Match]:
    """The match of a record at the beginning and after each action."""
    kept: list[Match] = []

    def watch(match: Match, line: records.Line) -> None:
        if line.seat != NATURE:
            kept.append(match.fork())

    record = records.read(text)
    match = records.replay(record, ludarium.game(record.slug, **record.options), watch)
    return [*kept, match]


@cache
def knowledge(text: str, seat: int | None) -> list[set[str]]:
    """The cards that a seat has ever known, at the beginning and after each action."""
    known: set[str] = set()
    kept: list[set[str]] = []

    def learn(match: Match) -> None:
        layout = match.game.layout
        cards = enumerate(match.state.seen)
        known.update(layout.cards.code[card] for card, seen in cards if seen & layout.eye(seat))
        for event in match.events:
            if event.kind == "dealer_draw":  # turned for all to see, and shuffled again
                known.update(re.findall(r"[A-Z]+[0-9]*", str(event.facts["turned"])))

    def watch(match: Match, line: records.Line) -> None:
        learn(match)  # before Nature, too: what is shuffled was seen before
        if line.seat != NATURE:
            kept.append(set(known))

    record = records.read(text)
    learn(records.replay(record, ludarium.game(record.slug, **record.options), watch))
    return [*kept, known]


def actions(text: str) -> list[tuple[int, str]]:
    answers = [answer.split(" ", 1) for _, answer in records.read(text).answers]
    return [(int(seat), do) for seat, do in answers if seat != "nature"]


def told_to(text: str, eyes: str) -> list[tuple[Match, int | None, int]]:
    """The moments of which these eyes are told, each with who acted and its number.

    Of what somebody else answers to a quiet question, or puts in the place of a sealed answer, only
    what comes of it is seen.
    """
    kept = moments(text)
    told: list[tuple[Match, int | None, int]] = [(kept[0], None, 0)]
    for number, (by, do) in enumerate(actions(text), 1):
        before, after = kept[number - 1], kept[number]
        hidden = telling.is_quiet(before.game, before.state) or by in dict(before.state.answers)
        openly = do in (records.CONCEDE, records.TAKE_BACK, *before.game.rules.anytime)
        if not hidden or openly or eyes in ("all", str(by)):
            told.append((after, by, number))
        elif len(after.events) > len(before.events):
            told.append((after, None, number))
    return told


def hands_of(match: Match) -> object:
    position = match.position()
    if match.game.room.slug == SLUG:
        return position["hands"]
    return [seat.get("hand", []) for seat in position["seats"]]  # type: ignore[attr-defined]


def in_names(text: str) -> str:
    """What a scenario says, as it is told to people."""
    for seat in range(4):
        text = text.replace(f"P{seat}", f"Player {seat + 1}")
    return text


def scenario(name: str) -> Path:
    return next(path for path in SCENARIOS if path.stem == name)


# Matches


@unmeasured
@BY_RECORD
@pytest.mark.parametrize("eyes", ["public", "all", "0", "1"])
def test_the_frames_add_up_to_the_view_after_every_action(path: Path, eyes: str) -> None:
    text = read(path)
    seat = int(eyes) if eyes.isdecimal() else None
    view: Json = {}
    told = story.of_record(text, eyes)
    for frame, (match, by, _) in zip(told.frames, told_to(text, eyes), strict=True):
        view.update(frame.set)
        look = telling.look(match.game, match.state, seat)
        assert view == {**dict.fromkeys(view), **look}, "what is gone is null"
        asked = match.game.asked(match.state)
        if eyes != "all":
            asked = telling.asked(match.game, match.state, seat)
        assert (frame.asked, frame.by) == (asked, by)
        assert (frame.over is None) == (match.result is None)
    assert "log" not in view and "legal" not in view
    assert [frame.n for frame in told.frames] == list(range(len(told.frames)))
    assert told.finished == (told.frames[-1].over is not None)


@unmeasured
@BY_RECORD
def test_sums_and_who_is_ahead_are_told_when_they_change(path: Path) -> None:
    text = read(path)
    talk = talk_for(ludarium.replay(text).game)
    sums: object = None
    ahead: object = None
    frames = story.of_record(text, "public").frames
    for frame, (match, _, _) in zip(frames, told_to(text, "public"), strict=True):
        view = telling.look(match.game, match.state, None)
        assert frame.sums is None or frame.sums != sums
        assert frame.ahead is None or frame.ahead != ahead
        sums = sums if frame.sums is None else frame.sums
        ahead = ahead if frame.ahead is None else frame.ahead
        assert (sums, ahead) == (talk.sums(view), talk.ahead(view))


@BY_RECORD
def test_all_eyes_see_every_hand_and_every_answer(path: Path) -> None:
    text = read(path)
    hands: Json = {}
    told = story.of_record(text, "all")
    for frame, match in zip(told.frames, moments(text), strict=True):
        hands.update(frame.hands)
        assert next(iter(hands.values())) == hands_of(match)
    assert [(frame.by, frame.do) for frame in told.frames[1:]] == actions(text)
    lines = [line for frame in told.frames for line in frame.log]
    assert any("cards" in line for line in lines if line["event"] == "draw")


@unmeasured
@BY_RECORD
@pytest.mark.parametrize("eyes", ["public", "0", "1"])
def test_a_story_holds_nothing_that_its_eyes_could_not_know(path: Path, eyes: str) -> None:
    text = read(path)
    seat = int(eyes) if eyes.isdecimal() else None
    told = story.of_record(text, eyes)
    known_at = knowledge(text, seat)
    for frame, (_, _, number) in zip(told.frames, told_to(text, eyes), strict=True):
        known = known_at[number]
        words = set(re.findall(r"[A-Z]+[0-9]*", msgspec.json.encode(frame).decode()))
        assert words & set(told.cards) <= known, f"action {frame.n}"
        assert frame.hands == {}
        if frame.by is not None and frame.by != seat:
            assert frame.do == ""


@unmeasured
@BY_RECORD
def test_every_line_of_the_log_names_its_clause(path: Path) -> None:
    book = load_rulebook(ludarium.room(records.read(read(path)).slug)).clauses
    for eyes in ("public", "all", "1"):
        for frame in story.of_record(read(path), eyes).frames:
            for line in frame.log:
                assert line["clause"] in book


@BY_RECORD
def test_a_seat_is_told_its_own_cards_and_nobody_elses(path: Path) -> None:
    options = records.read(read(path)).options
    secret = options.get("draw_log", "closed") == "closed"
    for frame in story.of_record(read(path), "1").frames:
        for line in frame.log:
            if line["event"] == "draw" and line.get("source", "deck") == "deck":
                assert ("cards" in line) == (line["seat"] == 1 or not secret)
            if line["event"] == "discard":
                assert ("card" in line) == (line["seat"] == 1)


def test_a_story_says_who_sat_there_and_what_was_played() -> None:
    match = records.replay(
        records.read(read(GOLDEN[-1])), ludarium.game(SLUG, ruleset="practitioner", players=4)
    )
    told = story.of_lines(
        match.game, match.lines, "2", title="Sunday", names=["Ann", "Bo", "Cy", "Dee"], bots=[3],
        may=["2", "public"],
    )  # fmt: skip
    assert (told.title, told.names, told.bots) == ("Sunday", ["Ann", "Bo", "Cy", "Dee"], [3])
    assert (told.eyes, told.may, told.game) == ("2", ["2", "public"], SLUG)
    assert told.options["ruleset"] == "practitioner" and told.options["players"] == 4
    assert told.cards["F6"]["name"] == "Fire 6"
    plain = story.of_lines(match.game, match.lines, "public")
    assert plain.names == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert plain.may == ["public", "all", "0", "1", "2", "3"]


def test_a_match_that_goes_on_from_a_position_is_told_from_there() -> None:
    head = load_scenario(scenario("ex-12-ending-the-game-and-losing-it")).head
    match = ludarium.game(SLUG, **head.options).start(seed=1, position=head.position)
    match.play(0, "build E1 W1")
    told = story.of_record(match.record(), "all")
    assert [len(empire) for empire in told.frames[0].set["empires"]] == [3, 2]  # type: ignore[union-attr,attr-defined]
    assert told.frames[-1].over is not None and told.frames[-1].over.facts["winner"] == 1
    assert told.frames[-1].over.ranking == [[1], [0]]
    assert told.frames[-1].over.standings[0].figures == [22, 4]


def test_a_running_match_is_told_as_far_as_it_goes() -> None:
    match = ludarium.game(SLUG, ruleset="master").start(seed=3)
    begun = story.of_lines(match.game, match.lines, "public")
    assert len(begun.frames) == 1 and not begun.finished
    seat = next(iter(match.questions))
    match.play(seat, match.legal(seat)[0])
    assert len(story.of_lines(match.game, match.lines, "public").frames) == 2


def test_answers_that_do_not_fit_the_rules_are_a_conflict() -> None:
    match = ludarium.game(SLUG, ruleset="master").start(seed=3)
    lines = [*match.lines, records.Line(0, "defend DAE")]
    with pytest.raises(Conflict, match=f"answer {len(lines)} cannot be played again"):
        story.of_lines(match.game, lines, "public")


@pytest.mark.parametrize("eyes", ["2", "-1", "", "everyone", "00", "\u0661"])
def test_eyes_that_nobody_has_are_refused(eyes: str) -> None:
    with pytest.raises(BadInput, match="eyes: 'public', 'all' or a seat from 0 to 1"):
        story.of_record(read(GOLDEN[0]), eyes)


# Records that anybody may have written

HEADER = "ludarium record 1\ngame tears-of-nature\nrules 1\n"
END = "pledge 0\n\ndigest 0\nend 0\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a record"),
        (HEADER, "cut off"),
        (f"{HEADER}options [1]\n{END}", "options: a table"),
        (f'{HEADER}options {{"deck":"/etc/passwd"}}\n{END}', "nothing shipped is called"),
        (f'{HEADER}options {{"deck":"../deck.py"}}\n{END}', "nothing shipped is called"),
        (f'{HEADER}options {{"players":9}}\n{END}', "players: 9 cannot play here"),
        (f"{HEADER}options {'[' * 200_000}\n{END}", "not a record"),
        (f'{HEADER}options {{"turn_limit":{"9" * 5000}}}\n{END}', "not a record"),
        (f"{HEADER.replace('rules 1', 'rules 9')}options {{}}\n{END}", "under rules 9"),
        (f"{HEADER}options {{}}\nposition ? 00\n{END}", "position: it is sealed"),
        (f"{HEADER}options {{}}\nposition nothing\n{END}", "position: not a table in JSON"),
        (
            f'{HEADER}options {{}}\nposition {{"options":{{"deck":"/etc/passwd"}}}}\n{END}',
            "nothing shipped is called",
        ),
    ],
)
def test_a_bad_record_is_refused_with_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        story.of_record(text, "public")


def test_a_record_of_endless_answers_is_refused() -> None:
    many = story.LONGEST_RECORD + 1
    lines = "0 decline\n" * many
    text = f"{HEADER}options {{}}\npledge 0\n\n{lines}\ndigest 0\nend {many}\n"
    with pytest.raises(InvalidInput, match=f"{many} answers; {many - 1} at most"):
        story.open_record(text)


@unmeasured
def test_a_spoilt_record_is_a_story_or_a_message_and_nothing_else() -> None:
    rng = random.Random(11)
    texts = [read(path) for path in GOLDEN]
    told = refused = 0
    for _ in range(200):
        lines = rng.choice(texts).split("\n")
        at = rng.randrange(len(lines))
        other = rng.choice(rng.choice(texts).split("\n"))
        how = rng.randrange(4)
        if how == 0:
            lines[at] = other
        elif how == 1:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        elif how == 2:
            lines[at] = lines[at].replace(rng.choice("0123:,{"), rng.choice('9"}[\\'))
        else:
            lines[at : at + 2] = lines[at : at + 2][::-1]
        try:
            told += isinstance(story.of_record("\n".join(lines), "all"), Story)
        except InvalidInput:
            refused += 1
    assert told and refused and told + refused == 200


# Scenarios


@unmeasured
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_is_told_or_says_why_it_cannot_be(path: Path) -> None:
    loaded = load_scenario(path)
    if loaded.head.rejected is not None:
        with pytest.raises(Conflict, match="no table can be set up like that") as error:
            story.of_scenario(path)
        assert loaded.head.rejected in error.value.text
        return
    told = story.of_scenario(path)
    assert (told.title, told.text, told.clauses) == (
        in_names(loaded.head.title),
        in_names(loaded.head.say),
        loaded.head.clauses,
    )
    done = [step for step in loaded.steps if step.do or step.attempt or step.concede is not None]
    shown = [frame for frame in told.frames if frame.by is not None]
    assert [frame.by for frame in shown] == [
        step.seat if step.concede is None else step.concede for step in done
    ]
    for frame, step in zip(shown, done, strict=True):
        assert frame.say == in_names(step.say)
        if step.refused is not None:
            line = frame.log[-1]
            assert (line["event"], line["clause"]) == ("refused", step.refused.clause)
            assert frame.set == {} and line["facts"] is not None
        elif step.invalid is not None:
            assert frame.log[-1]["event"] == "invalid"
            assert step.invalid in str(frame.log[-1]["text"])
    said = [in_names(step.say) for step in loaded.steps if step.say]
    assert [frame.say for frame in told.frames if frame.say] == said
    assert "hands" in told.frames[0].hands
    msgspec.json.encode(told)


def test_a_refused_try_shows_what_was_pointed_at_and_the_arithmetic() -> None:
    told = story.of_scenario(scenario("ex-08-the-14-strength-wall"))
    refused = [frame.refused for frame in told.frames if frame.refused is not None]
    assert refused[0].things == ["hand/XEW8", "pair/0.0"]
    assert (refused[0].clause, refused[0].key) == ("TN-6.6", "too_weak")
    assert refused[0].facts == {"card": 8, "pair": 14}
    assert told.frames[3].log[-1] == {
        "event": "refused", "seat": 1, "do": "attack XEW8 0.0", "verb": "attack",
        "key": "too_weak", "clause": "TN-6.6", "facts": {"card": 8, "pair": 14},
    }  # fmt: skip


def test_a_scenario_can_be_seen_with_the_eyes_of_a_seat() -> None:
    path = scenario("ex-08-the-14-strength-wall")
    told = story.of_scenario(path, "0")
    assert told.eyes == "0" and all(frame.hands == {} for frame in told.frames)
    assert [frame.do for frame in told.frames if frame.by == 1] == [""]
    assert [frame.do for frame in told.frames if frame.refused] == ["defend DAE"]
