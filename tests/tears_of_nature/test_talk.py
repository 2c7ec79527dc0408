"""What the room tells about itself: things to point at, sums, clauses, questions."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

import ludarium
from ludarium import Match
from ludarium.bots import RandomBot
from ludarium.core.clauses import load_rulebook
from ludarium.core.talk import Part, Sum, talk_for
from ludarium.games.tears_of_nature import talk as talk_module
from ludarium.games.tears_of_nature.seen import Pending, Trigger, read
from ludarium.games.tears_of_nature.talk import CLAUSES
from tears_of_nature import tables
from tears_of_nature.told import (
    MINE,
    RULESETS,
    SLUG,
    THEIRS,
    WORDS,
    at,
    decisions,
    game,
    lying,
    some_tables,
    talk,
)

# Things


@pytest.mark.parametrize(
    ("ruleset", "action", "things"),
    [
        ("practitioner", "draw deck", ["deck"]),
        ("practitioner", "draw stock 1", ["stock/1"]),
        ("master", "build F6 W6", ["hand/F6", "hand/W6"]),
        ("master", "attack XEW16 1.0", ["hand/XEW16", "pair/1.0"]),
        ("master", "discard A3", ["hand/A3"]),
        ("practitioner", "stock A3", ["hand/A3"]),
        ("master", "defend DEW", ["hand/DEW"]),
        ("master", "decline", []),
    ],
)
def test_what_a_person_points_at(ruleset: str, action: str, things: list[str]) -> None:
    table = game(ruleset)
    assert talk_for(table).things(table.grammar.parse(action)) == things


def test_a_card_inside_a_pile_is_pointed_at() -> None:
    table = game("practitioner", stock_access="any")
    assert talk_for(table).things(table.grammar.parse("draw stock 1 XS")) == ["stock/1/XS"]
    assert talk_for(table).things(table.grammar.parse("draw deck")) == ["deck"]


@pytest.mark.no_cover
@pytest.mark.parametrize(("options", "seed"), list(some_tables()))
def test_verb_and_things_tell_all_answers_apart(options: dict[str, object], seed: int) -> None:
    """And everything that is pointed at lies on the table: in the own hand, an empire, a pile."""
    told = talk_for(ludarium.game(SLUG, **options))
    for match in decisions(options, seed):
        for seat, question in match.questions.items():
            pointed = [(action.verb, *told.things(action)) for action in question.options]
            assert len(set(pointed)) == len(pointed)
            assert {thing for _, *things in pointed for thing in things} <= shown(match, seat)


def shown(match: Match, seat: int) -> set[str]:
    """Everything that a player could point at."""
    seen = read(match.view(seat))
    things = {"deck"} | {f"hand/{code}" for code in seen.hand}
    for owner in range(seen.players):
        things |= {f"pair/{owner}.{slot}" for slot in range(len(seen.empires[owner]))}
        if seen.stocks[owner]:
            things |= {f"stock/{owner}", *(f"stock/{owner}/{code}" for code in seen.stocks[owner])}
    return things


# Sums


def test_a_pair_is_the_sum_of_its_two_cards() -> None:
    """TN-1.11; R-16: a wild counts 0; R-31: so does a Spirit card, whatever is printed on it."""
    pairs = [["F7", "W7"], ["F6", "WILD"], ["F8", "S8"]]
    sums = talk("practitioner").sums(lying("practitioner", pairs, []))
    card, wild, spirit = (
        lambda code, value=0, key=key: Part(key, {"card": code}, value)
        for key in ("card", "wild", "spirit")
    )
    assert sums["pair/0.0"] == Sum(14, "TN-1.11", [card("F7", 7), card("W7", 7)])
    assert sums["pair/0.1"] == Sum(6, "TN-1.11", [card("F6", 6), wild("WILD")])
    assert sums["pair/0.2"] == Sum(8, "TN-1.11", [card("F8", 8), spirit("S8")])


def test_an_empire_is_the_sum_of_its_pairs() -> None:
    """TN-1.12, with the figures of a worked example: 8+6+14+2+4 and 16+10+14."""
    first = [["F8", "S8"], ["F6", "WILD"], ["A7", "W7"], ["A1", "E1"], ["A2", "E2"]]
    second = [["A8", "E8"], ["F5", "W5"], ["E7", "F7"]]
    view = lying("practitioner", first, second, dealer=0, turn=1)
    sums = talk("practitioner").sums(view)
    assert [part.value for part in sums["strength/0"].parts] == [8, 6, 14, 2, 4]
    assert [part.facts["cards"] for part in sums["strength/1"].parts] == second
    assert (sums["strength/0"].value, sums["strength/1"].value) == (34, 40)
    assert {sums[f"strength/{seat}"].clause for seat in (0, 1)} == {"TN-1.12"}
    assert sums["strength/0"].goal is None


@pytest.mark.parametrize(("ruleset", "goal"), [("master", 4), ("practitioner", 5)])
def test_pairs_are_counted_towards_a_complete_empire(ruleset: str, goal: int) -> None:
    """TN-1.16; an empty empire has strength 0 (TN-1.12)."""
    sums = talk(ruleset).sums(lying(ruleset, [["A1", "E1"], ["F2", "WILD"]], []))
    assert sums["pairs/0"] == Sum(
        2,
        "TN-1.16",
        [Part("pair", {"cards": ["A1", "E1"]}, 1), Part("pair", {"cards": ["F2", "WILD"]}, 1)],
        goal,
    )
    assert sums["pairs/1"] == Sum(0, "TN-1.16", [], goal)
    assert sums["strength/1"] == Sum(0, "TN-1.12", [])
    assert set(sums) == {
        "pair/0.0", "pair/0.1", "strength/0", "strength/1", "pairs/0", "pairs/1",
    }  # fmt: skip


def test_apprentices_count_elements() -> None:
    """TN-1.16; R-15: a second pair of an element counts no more than the first."""
    view = lying("apprentice", [["W1", "W2"], ["A1", "A2"], ["A3", "WILD"]], [])
    sums = talk("apprentice").sums(view)
    parts = [Part("element", {"element": name}, 1) for name in ("air", "water")]
    empty = Sum(0, "TN-1.16", [], goal=4)
    assert sums == {"elements/0": Sum(2, "TN-1.16", parts, goal=4), "elements/1": empty}


@pytest.mark.no_cover
@pytest.mark.parametrize(("options", "seed"), list(some_tables()))
def test_sums_add_up_and_agree_with_the_result(options: dict[str, object], seed: int) -> None:
    told = talk_for(ludarium.game(SLUG, **options))
    for match in decisions(options, seed):
        sums = told.sums(match.view(None))
        for number in sums.values():
            assert number.value == sum(part.value for part in number.parts)
            for part in number.parts:
                assert WORDS.fits("sums", part.key, part.facts)
    assert match.result is not None
    record = match.result.record
    names = ["elements"] if options["ruleset"] == "apprentice" else ["strength", "pairs"]
    for name in names:
        figures = [sums[f"{name}/{seat}"].value for seat in range(match.game.players)]
        assert figures == record[name]


def test_sums_need_only_the_parts_of_the_view_they_name() -> None:
    told, view = talk(), lying("master", [["A1", "E1"]], [["F2", "W2"]])
    other = lying("master", [["A1", "E1"]], [["F2", "W2"]], turn=8, deck=["A8"], hands=[["A7"], []])
    assert all(view[key] == other[key] for key in told.counted)
    assert (told.sums(view), told.ahead(view)) == (told.sums(other), told.ahead(other))


@pytest.mark.parametrize(
    ("ruleset", "empires", "seats"),
    [
        ("master", [[], []], []),
        ("master", [[["A1", "E1"], ["A2", "E2"]], [["A4", "E4"]]], [1]),
        ("master", [[["A1", "E1"], ["A3", "E3"]], [["A4", "E4"]]], [0, 1]),
        ("practitioner", [[["A6", "S6"]], [["A4", "E4"]], [["F1", "W1"]]], [1]),
        ("apprentice", [[], []], []),
        ("apprentice", [[["A1", "A2"]], [["E7", "E8"]]], [0, 1]),
        ("apprentice", [[["A1", "A2"], ["F1", "F2"]], [["E7", "E8"], ["E6", "WILD"]]], [0]),
    ],
)
def test_who_is_ahead(ruleset: str, empires: list[Any], seats: list[int]) -> None:
    view = lying(ruleset, *empires, players=len(empires))
    assert talk(ruleset, players=len(empires)).ahead(view) == seats


# Cards


def test_what_is_printed_on_the_cards() -> None:
    cards = talk("practitioner").cards()
    assert len(cards) == 60
    assert cards["F6"] == {
        "name": "Fire 6", "kind": "build", "elements": ["fire"], "strength": 6,
    }  # fmt: skip
    assert cards["XEW16"] == {
        "name": "Landslide", "kind": "attack", "elements": ["earth", "water"], "strength": 16,
    }  # fmt: skip
    assert cards["DEW"]["elements"] == ["earth", "water"]
    assert cards["S3"] == {
        "name": "Spirit 3", "kind": "build", "elements": ["spirit"], "strength": 3,
    }  # fmt: skip
    without = {code for code, card in cards.items() if card["strength"] is None}
    assert without == {"DAE", "DAF", "DAW", "DEF", "DEW", "DFW", "WILD", "XS"}
    assert json.loads(json.dumps(cards)) == cards
    assert talk("apprentice").cards() == cards


def test_typed_in_cards_are_told_too() -> None:
    deck = [tables.entry(f"B{n}", "build", ["fire"], n, 3) for n in range(1, 6)]
    assert talk(deck=deck).cards()["B2"] == {
        "name": "b2", "kind": "build", "elements": ["fire"], "strength": 2,
    }  # fmt: skip


# Clauses

EVENTS: list[tuple[dict[str, object], tuple[str, str, str]]] = [
    # An event, and what it rests on in Apprentice, Master and Practitioner; "" where it cannot be
    ({"event": "dealer_draw"}, ("TN-2.7", "TN-2.7", "TN-2.7")),
    ({"event": "dealer_by_chance"}, ("R-64", "R-64", "R-64")),
    ({"event": "deal"}, ("TN-2.11", "TN-2.11", "TN-2.11")),
    ({"event": "draw", "source": "deck"}, ("TN-5.1", "TN-6.2", "TN-7.2")),
    ({"event": "draw", "source": "stock"}, ("", "", "TN-7.3")),
    ({"event": "reshuffle"}, ("TN-4.5", "TN-4.5", "TN-7.4")),
    ({"event": "build", "cards": ["A1", "A2"]}, ("TN-5.3", "", "")),
    ({"event": "build", "cards": ["A6", "F6"]}, ("", "TN-6.3", "TN-7.7")),
    ({"event": "build", "cards": ["A6", "WILD"]}, ("TN-5.3", "TN-6.3", "TN-7.9")),
    ({"event": "build", "cards": ["A6", "S6"]}, ("", "", "TN-7.8")),
    ({"event": "attack", "card": "XAE8", "pair": ["A1", "A2"]}, ("TN-5.7", "", "")),
    ({"event": "attack", "card": "XAE8", "pair": ["A1", "E1"]}, ("", "TN-6.6", "TN-7.13")),
    ({"event": "attack", "card": "XAE8", "pair": ["A1", "WILD"]}, ("TN-5.7", "TN-6.8", "TN-7.13")),
    ({"event": "attack", "card": "WILD", "pair": ["A1", "WILD"]}, ("TN-5.9", "TN-6.9", "TN-7.13")),
    ({"event": "attack", "card": "XS", "pair": ["A1", "S1"]}, ("", "", "TN-7.12")),
    ({"event": "defend"}, ("TN-8.5", "TN-8.5", "TN-8.5")),
    ({"event": "decline"}, ("TN-8.3", "TN-8.3", "TN-8.3")),
    ({"event": "surrender", "cards": ["A1", "WILD"]}, ("TN-8.6", "TN-8.6", "TN-8.6")),
    ({"event": "surrender", "cards": ["A1", "S1"]}, ("", "", "TN-7.16")),
    ({"event": "discard"}, ("TN-5.13", "TN-6.12", "")),
    ({"event": "stock"}, ("", "", "TN-7.19")),
    ({"event": "hand_swap"}, ("TN-5.14", "TN-6.12", "TN-7.20")),
    ({"event": "pass"}, ("TN-4.9", "TN-4.9", "TN-4.9")),
    ({"event": "trigger"}, ("TN-5.16", "TN-6.13", "TN-7.22")),
]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_event_names_its_clause(ruleset: str) -> None:
    told = talk(ruleset)
    for event, clauses in EVENTS:
        expected = clauses[RULESETS.index(ruleset)]
        assert not expected or told.clause(event) == expected


@pytest.mark.parametrize("ruleset", RULESETS)
def test_optional_ends_have_clauses_of_their_own(ruleset: str) -> None:
    told = talk(ruleset, end_rule="cold_war")
    assert told.clause({"event": "trigger"}) == "TN-10.1"
    assert told.clause({"event": "round_end", "forgotten": True}) == "TN-10.6"
    assert told.clause({"event": "round_end", "forgotten": False}) == "TN-10.4"


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("complete", "TN-9.1"),
        ("quitters_never_win", "TN-10.2"),
        ("equal_opportunity", "TN-10.5"),
        ("cold_war", "TN-10.6"),
        ("limit", "R-42"),
        ("concede", "R-71"),
    ],
)
def test_the_end_names_the_clause_of_its_reason(reason: str, clause: str) -> None:
    assert talk().clause({"event": "game_over", "result": {"reason": reason}}) == clause


OTHERS = {
    "apprentice": ("TN-6.", "TN-7."),
    "master": ("TN-5.", "TN-7."),
    "practitioner": ("TN-5.",),
}


@pytest.mark.no_cover
def test_whatever_happens_has_a_clause_of_the_book() -> None:
    """Over matches of all kinds in which everything does happen; told to everyone alike."""
    book = load_rulebook(ludarium.room(SLUG)).clauses
    assert {clause for clauses in CLAUSES.values() for clause in clauses} - {""} <= set(book)
    happened: set[str] = set()
    rng = random.Random(5)
    alike = [tables.entry("B", "build", ["fire"], 1, 12)]  # no dealer can be drawn for
    games = [game(deck=alike), *(ludarium.game(SLUG, **options) for options, _ in some_tables())]
    games += [tables.random_game(rng) for _ in range(20)]
    matches = [table.start(seed=seed) for seed, table in enumerate(games)]
    matches.append(at({"step": "draw", "hands": [[], ["A1", "A2"]]}))  # seat 0 passes
    bot = RandomBot(rng)
    for match in matches:
        while match.questions:
            ((seat, question),) = match.questions.items()
            match.play(seat, bot.choose({}, question))
        told = talk_for(match.game)
        clauses = [
            [told.clause(told.annotate(event)) for event in match.events_for(viewer)]
            for viewer in (None, 0, 1)
        ]
        assert clauses[0] == clauses[1] == clauses[2]
        for event, clause in zip(match.events, clauses[0]):
            assert clause in book, event
            assert not clause.startswith(OTHERS[str(match.game.options["ruleset"])])
        happened |= {event.kind for event in match.events}
    assert happened == {case.split()[0] for case in CLAUSES} | {"game_over"}


# Stories


def test_cards_drawn_one_after_the_other_are_one_line() -> None:
    match = ludarium.game(SLUG, ruleset="practitioner").start(
        seed=1,
        position={
            "step": "draw",
            "hands": [["A1", "A2"], ["E1"]],
            "stocks": [["W8"], []],
            "deck": ["F1", "F2", "F3", "F4"],
        },
    )
    for source in ("deck", "deck", "stock 0"):  # the last card comes by itself
        match.play(0, f"draw {source}")
    told = talk_for(match.game)
    for viewer, faces in ((0, ["F1", "F2"]), (1, None)):
        events = [told.annotate(event) for event in match.events_for(viewer)]
        folded = told.fold(events, brief=False)
        assert [(event["source"], event["count"]) for event in folded] == [
            ("deck", 2), ("stock", 1), ("deck", 1),
        ]  # fmt: skip
        assert folded[0].get("cards") == faces
        assert [event.get("own") for event in folded] == [False, True, False]
        assert [told.clause(event) for event in folded] == ["TN-7.2", "TN-7.3", "TN-7.2"]


@pytest.mark.parametrize(("ruleset", "more"), [("apprentice", {}), ("master", {"strength": "14"})])
def test_events_say_what_follows_from_them(ruleset: str, more: dict[str, object]) -> None:
    told = talk(ruleset)
    build = {"event": "build", "seat": 0, "cards": ["E7", "W7"], "slot": 0}
    assert told.annotate(build) == {**build, **more}
    bids = [(0, "F5"), (1, "W5"), (0, "E7"), (1, "W3")]
    assert told.annotate({"event": "dealer_draw", "bids": bids, "dealer": 0})["best"] == "E7"


# Questions and second thoughts

BEHIND: dict[str, object] = {
    "hands": [["E1", "W1", "XAE16", "WILD", "DAE"], ["A4"]],
    "empires": [MINE, THEIRS],
    "deck": ["A6", "E6", "A7"],
}


def caution(position: dict[str, object], do: str) -> object:
    match = at(position)
    return talk_for(match.game).caution(match.view(0), match.game.grammar.parse(do))


def test_completing_an_empire_that_would_lose_is_warned_of() -> None:
    facts = {"mine": "22", "leader": 1, "theirs": "30", "answered": False}
    assert caution(BEHIND, "build E1 W1") == ("complete_behind", facts)
    assert caution(BEHIND, "attack XAE16 1.0") is None  # that would win: 36 to 14
    position = {**BEHIND, "empires": [MINE, [*THEIRS, ["E4", "W4"], ["F8", "W8"]]]}
    facts = {"mine": "28", "leader": 1, "theirs": "46", "answered": True}
    assert caution(position, "attack WILD 1.2") == ("complete_behind", facts)


def test_nothing_is_answered_in_advance() -> None:
    told, view = talk(), lying("master", [["A2", "E2"]], [])
    assert not told.wishes and told.granted(view, "draw", "pass_turn") is None
    assert not told.is_wish(view, "pass_turn")
    assert told.lapsed(view, 0, "pass_turn", told.moment(view))


def test_there_is_no_warning_without_need() -> None:
    assert caution({**BEHIND, "empires": [[], [["A8", "E8"]]]}, "build E1 W1") is None
    last = {"end_rule": "equal_opportunity", "dealer": 0, "trigger": {"seat": 1, "turn": 8}}
    assert caution({**BEHIND, **last, "turn": 9}, "build E1 W1") is None  # it ends in any case
    apprentice = {"ruleset": "apprentice", "hands": [["W1", "W2"], []]}
    assert caution({**apprentice, "empires": [[["A1", "A2"]], []]}, "build W1 W2") is None
    assert caution(BEHIND, "discard DAE") is None


@pytest.mark.parametrize("piled", [False, True])
def test_throwing_a_wild_away_is_warned_of(piled: bool) -> None:
    assert caution(BEHIND, "discard WILD") == ("swap", {"count": 4, "pile": False})
    position = {
        "ruleset": "practitioner",
        "hands": [["A1", "WILD"], ["A4"]],
        "stocks": [["A2"] if piled else [], ["A3"]],
    }
    assert caution(position, "stock WILD") == ("swap", {"count": 1, "pile": piled})
    assert caution({**position, "hands": [["WILD"], []]}, "stock WILD") is None


def test_a_question_says_what_it_is_about() -> None:
    attack = {
        "step": "defend",
        "turn": 1,
        "hands": [["DEW"], ["A4"]],
        "empires": [[["E8", "W8"]], []],
        "pending": {"attacker": 1, "card": "XEW16", "owner": 0, "slot": 0},
    }
    match = at(attack)
    facts = talk_for(match.game).prompt_facts(match.view(0))
    about = {"attacker": 1, "card": "XEW16", "pair": ["E8", "W8"], "strength": "16"}
    assert about.items() <= facts.items()
    missing = {"step": "draw", "redraw": True, "hands": [["A1", "A2"], []], "stocks": [[], ["A3"]]}
    match = at({"ruleset": "practitioner", **missing, "deck": ["E1", "E2", "E3", "E4", "E5"]})
    facts = talk_for(match.game).prompt_facts(match.view(0))
    assert facts == {"missing": 4, "several": True, "redraw": True}


# What a view holds


def test_a_view_is_read_as_it_is() -> None:
    match = at(
        {
            "step": "defend",
            "dealer": 1,
            "turn": 6,
            "hands": [["A3"], ["DFW", "A8"]],
            "empires": [[], [["F6", "WILD"]]],
            "end_rule": "cold_war",
            "pending": {"attacker": 0, "card": "XFW8", "owner": 1, "slot": 0},
        }
    )
    own, public = read(match.view(1)), read(match.view(None))
    assert (own.seat, own.hand, own.legal) == (1, ["A8", "DFW"], ["defend DFW", "decline"])
    assert (public.seat, public.hand, public.legal) == (None, [], [])
    assert own.pending == public.pending == Pending(0, "XFW8", 1, 0)
    assert public.empires == [[], [("F6", "WILD")]]
    assert public.trigger is None
    told = {**match.view(None), "trigger": {"seat": 1, "turn": 5}}
    assert read(told).trigger == Trigger(1, 5)
    with pytest.raises(msgspec.ValidationError, match=r"\$\.turn"):
        read({**told, "turn": "six"})


def test_many_calls_about_one_view_read_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[object] = []

    def counting(view: Any) -> Any:
        views.append(view)
        return read(view)

    monkeypatch.setattr(talk_module, "read", counting)
    match = game().start(seed=7)
    told = talk_for(match.game)
    ((seat, question),) = match.questions.items()
    view, equal = match.view(seat), match.view(seat)
    for action in question.options:
        told.choice_facts(view, action)
        told.caution(view, action)
    told.prompt_facts(view)
    assert len(views) == 1
    told.sums(equal)  # another object, which could differ
    told.sums(view)
    assert [seen is view for seen in views] == [True, False, True]


def test_a_new_view_is_told_anew() -> None:
    told = talk()
    assert told.ahead(lying("master", [["A1", "E1"]], [])) == [0]
    assert told.ahead(lying("master", [], [["A1", "E1"]])) == [1]


def test_any_card_of_a_pile_tempts() -> None:
    match = at(
        {
            "ruleset": "practitioner",
            "step": "draw",
            "hands": [["A1"], []],
            "stocks": [[], ["XS", "W3", "XS"]],
            "deck": ["F1", "F2", "F3", "F4", "F5", "F6"],
        },
        ruleset="practitioner",
        stock_access="any",
    )
    tempted = talk_for(match.game).temptations(match.view(0))
    assert tempted[0] == ("", ["draw deck", "draw stock 1 XS", "draw stock 1 W3"])


def test_a_card_on_top_of_a_pile_is_named() -> None:
    match = at(
        {
            "ruleset": "practitioner",
            "step": "draw",
            "hands": [["A1"], []],
            "stocks": [["F8"], ["XS", "W3"]],
            "deck": ["F1", "F2", "F3", "F4", "F5", "F6"],
        }
    )
    told, view = talk_for(match.game), match.view(0)
    facts = {str(action): told.choice_facts(view, action) for action in match.legal(0)}
    assert facts == {
        "draw deck": {}, "draw stock 0": {"card": "F8"}, "draw stock 1": {"card": "W3"},
    }  # fmt: skip
