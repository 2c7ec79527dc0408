"""What Galatune tells of itself: cards, events and numbers, in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from galatune.told import (
    BOOK,
    CARDS,
    HOUSE,
    TABLES,
    TRAP,
    WORDS,
    at,
    decisions,
    glance,
    lines,
    say,
    seat,
    story,
    talk,
    told_by,
    turn,
    voice,
    why_not,
)
from ludarium.core.effects.vocabulary import Vocabulary
from ludarium.core.talk import Part, Standing, Sum, ending_facts
from ludarium.games.galatune import talk as talk_module
from ludarium.games.galatune.effects import ABILITIES, ACTIONS
from ludarium.games.galatune.seen import Meaning, read
from ludarium.games.galatune.story import CLAUSES
from ludarium.games.galatune.talk import POINTED
from ludarium.games.galatune.terms import TURN

# Cards


def test_every_card_and_champion_is_told() -> None:
    kinds = [facts["kind"] for facts in CARDS.values()]
    assert [kinds.count(kind) for kind in ("card", "champion", "special")] == [69, 14, 14]
    assert CARDS["A12"] == {
        "name": "Stun Baton",
        "kind": "card",
        "type": "Tech",
        "property": "Normal",
        "function": "attack",
        "rating": 2,
        "target": "opponent",
        "text": "On success, the target will be immobilized in the next turn.",
    }
    special = {
        "name": "Beamsword Arc",
        "type": "Light",
        "property": "Normal",
        "function": "attack",
        "rating": 2,
        "target": "opponent",
        "text": "",
    }
    assert CARDS["eron"] == {
        "name": "Eron",
        "kind": "champion",
        "alignment": "Light",
        "element": "Tech",
        "hp": 14,
        "ap": 6,
        "pc": 5,
        "special": special,
        "ability": {
            "name": "Star Crystal",
            "text": "This Champion's Light Actions, if Attacks, Shields or Life, have a rating 1 "
            "larger.",
        },
    }
    assert CARDS["special/eron"] == {"kind": "special", "champion": "eron", **special}


def test_ratings_are_told_as_they_are_printed() -> None:
    told = {code: CARDS[code]["rating"] for code in ("A17", "S11", "B01", "B02", "T01", "T11")}
    assert told == {"A17": 0, "S11": "inf", "B01": "x2", "B02": 1, "T01": None, "T11": 2}
    assert CARDS["T01"]["target"] is None


def test_a_prize_may_cost_the_same_for_all() -> None:
    assert talk(prize_mode="five").cards()["regent"]["pc"] == 5


TEXTS = {
    "A03": "As a cost, the user loses 2 HP.",
    "A04": "The rating is 3 larger if the target itself plays an Active Attack this turn.",
    "A16": "On success, next turn the target's Attack, Shield or Life has a rating 2 smaller.",
    "A18": "Penetrates Defenses. The rating becomes infinite if the user is Eron.",
    "A19": "Penetrates Defenses if the target's alignment is Dark. Cannot be played if the moon is"
    " full.",
    "S05": "Every Energy Attack on the target is Countered this turn.",
    "S09": "Unless this Shield is Broken, the user draws 1 card.",
    "S11": "As a cost, the user will be immobilized in the next turn.",
    "L05": "The target will be immobilized in the next turn (Harm).",
    "B07": "Until the target falls, its Prize Cost is raised by the rating (Harm).",
    "T03": "Cancels a Normal Attack.",
    "T08": "Cancels any Light Action, even a Trap.",
    "T10": "Has an opponent's Attack Countered.",
    "T11": "Cancels a Special Action and deals damage of its own type and rating to that Action's"
    " user.",
    "O01": "User and target fall together at once (Harm) if the user has only one opponent in the"
    " game. Until the user falls, no harm passes between user and target if the user has several"
    " opponents in the game.",
    "O03": "The user sees the target's hand and picks cards from it, as many as the rating (Harm).",
    "O09": "VP of the target, as many as the rating, go to the user if the target is ahead of the"
    " user in VP (Harm).",
}
ABILITY_TEXTS = {
    "requiem": "This Champion takes 1 damage less from each Energy Attack.",
    "bramble": "This Champion takes 1 damage less from each Attack.",
    "ilo": "No Trap can lie on this Champion's Special Action, nor on its Traps.",
    "pixel": "Energy Attacks of rating 2 or less do this Champion no harm.",
    "regent": "Energy Attacks of rating 2 or less on this Champion are Countered.",
    "nocturne": "A VP for a Finishing Blow of this Champion comes with 2 cards from the Source"
    " Deck.",
}


@pytest.mark.parametrize("code", TEXTS)
def test_a_card_says_what_its_line_does(code: str) -> None:
    assert CARDS[code]["text"] == TEXTS[code]


@pytest.mark.parametrize("champion", ABILITY_TEXTS)
def test_an_ability_says_what_its_line_does(champion: str) -> None:
    assert CARDS[champion]["ability"]["text"] == ABILITY_TEXTS[champion]  # type: ignore[index]


RAW = re.compile(r"[_:=<>]|\w\((?!Harm)|\(\w+,")


def test_no_text_of_the_house_set_is_raw() -> None:
    for code, facts in CARDS.items():
        said = [facts["text"]] if "text" in facts else [facts["ability"]["text"]]  # type: ignore[index]
        for text in map(str, said):
            assert not RAW.search(text), (code, text)
            assert not text or (text[0].isupper() and text.endswith(".")), (code, text)
    effects = [*Meaning(HOUSE).moves.values()]
    assert sum(bool(move.program) for move in effects) == sum(
        bool(CARDS[move.code]["text"]) for move in effects
    )


@pytest.mark.parametrize(
    ("vocabulary", "part"), [(ACTIONS, ""), (ACTIONS, "traps"), (ABILITIES, "abilities")]
)
def test_every_word_of_the_effect_language_can_be_said(vocabulary: Vocabulary, part: str) -> None:
    meaning = Meaning(HOUSE)
    for group in vocabulary.groups.values():
        for word in group.values():
            for example in word.examples:
                text = meaning.said(vocabulary.read(example), vocabulary, part)
                assert not RAW.search(text), (example, text)


def test_words_that_go_without_saying_are_said() -> None:
    """A filter without a function means Attacks here, and any word of another one will do."""
    content = {
        "name": "mine",
        "extends": "house",
        "champions": [
            {
                "id": "eron", "name": "Eron", "alignment": "Light", "element": "Tech",
                "hp": 14, "ap": 6, "pc": 5,
                "special": {
                    "name": "Arc", "type": "Light", "property": "Normal", "function": "attack",
                    "rating": 2, "target": "opponent",
                },
                "ability": {
                    "name": "Many",
                    "effect": "untrappable(War, attack), immune(shield, Energy), rating_add(2)",
                },
            }
        ],
    }  # fmt: skip
    facts: Any = talk(content=content).cards()["eron"]
    assert facts["ability"]["text"] == (
        "No Trap can lie on this Champion's War Actions, no Trap can lie on this Champion's "
        "Attacks, Energy Shields do this Champion no harm and this Champion's Attacks, Shields and "
        "Life have a rating 2 larger."
    )


# Things


@pytest.mark.parametrize(
    ("action", "things"),
    [
        ("choose_champion ilo", ["champion/ilo"]),
        ("act A18 1", ["hand/A18", "seat/1"]),
        ("act A05", ["hand/A05"]),
        ("special 2", ["special", "seat/2"]),
        ("special", ["special"]),
        ("hold", ["hold"]),
        ("trap T03 p0", ["hand/T03", "play/0"]),
        ("pass", ["pass"]),
        ("pick A06", ["card/A06"]),
        ("stop", ["stop"]),
        ("prize_source hand", ["pool"]),
        ("prize_source deck", ["deck"]),
        ("respawn reset", ["respawn/reset"]),
        ("trade_offer 2 A06", ["hand/A06", "seat/2"]),
        ("no_trade", ["no_trade"]),
        ("trade_reply S04", ["hand/S04"]),
        ("decline", ["decline"]),
        ("trade_confirm accept", ["accept"]),
        ("trade_confirm refuse", ["refuse"]),
        ("resign", ["resign"]),
    ],
)
def test_what_a_person_points_at(action: str, things: list[str]) -> None:
    assert talk().things(HOUSE.grammar.parse(action)) == things
    assert set(POINTED) <= set(HOUSE.grammar.verbs)


# Everything that is said in whole matches


@pytest.mark.parametrize(("options", "seed"), TABLES)
def test_all_that_happens_is_told(options: dict[str, object], seed: int) -> None:
    """Every line has its words and a clause of the rulebook; every sum adds up, in words too."""
    *_, match = decisions(options, seed)
    told = told_by(match.game)
    for reader in (None, *range(match.game.players)):
        for brief in (False, True):
            for line in lines(match, reader, brief):
                said = say(line, reader)
                assert said[0].isupper() and said.endswith("."), said
                assert BOOK.clause(told.clause(line))
                if "sum" in line:
                    check_sum(line["sum"])


def check_sum(total: dict[str, Any]) -> None:
    assert BOOK.clause(total["clause"])
    found: Any = 0
    for part in total["parts"]:
        assert WORDS.fits("sums", part["key"], part["facts"]), part
        assert BOOK.clause(part["facts"]["clause"])
        value = part["value"]
        if isinstance(value, str) or isinstance(found, str):
            found = total["value"] if value == "-inf" and total["value"] == 0 else value
            found = "inf" if total["value"] == "inf" else found
        else:
            found += value
    assert found == total["value"] or "inf" in (found, total["value"]), total


@pytest.mark.parametrize(("options", "seed"), TABLES[::2])
def test_all_that_is_asked_is_told(options: dict[str, object], seed: int) -> None:
    """Questions, answers, cautions; what a person might try is allowed, or refused in words."""
    for number, match in enumerate(decisions(options, seed)):
        told, parse = told_by(match.game), match.game.grammar.parse
        for asked, question in match.questions.items():
            if number % 3 or (question.answered and not question.options):
                continue
            view = glance(match, asked)
            assert WORDS.fits("prompts", question.kind, told.prompt_facts(view))
            pointed = [(action.verb, *told.things(action)) for action in question.options]
            assert len(set(pointed)) == len(pointed)
            for action in question.options:
                facts = {**action.record, **told.choice_facts(view, action)}
                assert WORDS.fits("choices", action.verb, facts)
                if WORDS.find("rows", action.verb):
                    assert WORDS.fits("cells", action.verb, facts)
                caution = told.caution(view, action)
                assert caution is None or WORDS.fits("cautions", *caution)
            if number % 9 == 0:
                tries = {text for _, some in told.temptations(view) for text in some}
                assert {action.text for action in question.options} <= tries
                for text in tries:
                    refusal = match.refusal(asked, text)
                    if refusal is not None:
                        key, facts = told.reason(view, parse(text), refusal)
                        assert WORDS.fits("refusals", key, facts), (key, facts)


@pytest.mark.parametrize(("options", "seed"), TABLES[1::2])
def test_what_is_foretold_comes_true(options: dict[str, object], seed: int) -> None:
    """The rating and the multiplier that a choice shows are those of the hit that it makes."""
    foretold: dict[tuple[int, str], dict[str, object]] = {}
    heard = checked = planned = 0
    for match in decisions(options, seed):
        told = told_by(match.game)
        for line in lines(match, since=heard):
            if line["event"] == "hit" and not line["countered"] and line["function"] != "trap":
                facts = foretold.get((line["seat"], f"{line['by']} {line['target']}"), {})
                unsure = "target_attacks" in str(told.meaning.move(line["by"]).program)
                if facts and not unsure:
                    assert str(facts["rating"]).removeprefix("x") == str(line["rating"])
                    assert facts["penetrates"] == line["penetrates"]
                    if "times" in facts and "times" in line:
                        assert facts["times"] == line["times"]
                    checked += 1
        heard = len(match.events)
        number, kind = match.state.numbers[TURN], match.game.kind(match.state)
        if kind is not None and kind.name == "plan" and number != planned:
            planned = number
            foretold.clear()
            for asked, question in match.questions.items():
                view = glance(match, asked)
                for action in question.options:
                    if action.verb in ("act", "special"):
                        facts = told.choice_facts(view, action)
                        by, target = str(facts["by"]), action.record.get("target")
                        foretold[asked, f"{by} {target}"] = facts
    assert checked


# Lines


def test_a_turn_in_lines() -> None:
    """The long story has everything, the short one leaves out what other lines tell."""
    match = at(
        seat("morwen", "A14"), seat("seraphine", "S01", "T02"), seat("dace", "L05", "T01", hp=9),
    )  # fmt: skip
    turn(match, "act A14 1", "act S01 1", "act L05 2")
    match.play(2, "trap T01 p1")
    match.play(1, "pass")
    assert story(match) == [
        "All Actions are revealed.",
        "Anna plays Thorn Lash on Ben.",
        "Ben plays Azure Aegis on their own Champion.",
        "Cleo plays Blood Pact on their own Champion.",
        "Cleo springs Expose Weakness on Ben's Azure Aegis.",
        "No more Traps are sprung.",
        "Anna hits Ben with Thorn Lash: 4 damage.",
        "Cleo gains 8 HP by their own Blood Pact.",
        "Ben loses 4 HP: 17 to 13.",
        "Cleo gains 8 HP: 9 to 17.",
        "Blood Pact: Cleo is immobilized next turn.",
        "Turn 2. Ben has the Lead.",
    ]
    assert story(match, 1, brief=True) == [
        "Anna plays Thorn Lash on you.",
        "You play Azure Aegis on your own Champion.",
        "Cleo plays Blood Pact on their own Champion.",
        "Cleo springs Expose Weakness on your Azure Aegis.",
        "Anna hits you with Thorn Lash: 4 damage.",
        "You lose 4 HP: 17 to 13.",
        "Cleo gains 8 HP: 9 to 17.",
        "Blood Pact: Cleo is immobilized next turn.",
        "Turn 2. You have the Lead.",
    ]


def test_harm_that_is_kept_off_a_gift() -> None:
    match = turn(at(seat("ilo", "L05"), seat("nocturne")), "act L05 1", "hold")
    assert "Ben gains 8 HP by Anna's Blood Pact; the harm in it is kept off." in story(match, None)


def test_harm_that_a_shield_keeps_off() -> None:
    """WE-26: nothing is taken, and nothing is told of it but the Shield."""
    match = at(seat("dace", "O03"), seat("ilo", "S02", "A06"))
    turn(match, "act O03 1", "act S02 1")
    assert "You are shielded from Anna's Pickpocket." in story(match, 1, brief=True)


def test_nobody_acts() -> None:
    match = turn(at(seat("dace"), seat("ilo")), "hold", "hold")
    assert story(match, brief=True)[0] == "Nobody takes an Action."


def test_cards_taken_one_after_another_make_one_line() -> None:
    """Prizes, thefts and destroyed cards of one answer; several answers are several lines."""
    told = talk()
    events = [
        {"event": "destroy", "seat": 1, "play": 0, "card": card} for card in ("A06", "S04", "T02")
    ]
    (line,) = told.fold([told.annotate(event) for event in events], brief=False)
    assert say(line) == "Ben loses Hexbolt, Barkskin and Disarm: destroyed."
    events = [
        {"event": "prize", "seat": one, "loser": 2, "card": card}
        for one, card in ((0, "A06"), (0, "S04"), (1, "T02"))
    ]
    assert [say(line) for line in told.fold(events, brief=True)] == [
        "Anna wins Hexbolt and Barkskin from Cleo.", "Ben wins Disarm from Cleo.",
    ]  # fmt: skip


def test_a_champion_comes_back() -> None:
    match = at(seat("dace", "A22", ap=5), seat("eron", hp=2, ap=6), source=["A01"] * 3)
    turn(match, "act A22 1", "hold")
    match.play(1, "respawn keep")
    told = story(match)
    assert "Eron stands again for Ben, with 14 HP." in told
    assert "Ben falls, and Anna scores 1 VP." in told
    again = next(line for line in lines(match) if line["event"] == "champion")
    assert told_by(match.game).clause(again) == "GT-13.2"


def test_another_champion_does_not_stand_again() -> None:
    deck = ["A01", "A06", "A10"] * 3
    match = at(seat("dace", "A22", ap=5), seat("eron", hp=2, ap=6), source=deck)
    turn(match, "act A22 1", "hold")
    match.play(1, "respawn change")
    match.play(1, "choose_champion ilo")
    assert "Ben comes back with Ilo the Tuner, who has 13 HP." in story(match)


def test_who_scores_for_a_fall() -> None:
    told = talk()
    for victors, said in (
        ([], "Cleo falls, and nobody scores."),
        ([[0, 4]], "Cleo falls, and you score 1 VP."),
        ([[1, 5], [0, 4]], "Cleo falls, and Ben and you score 1 VP each."),
    ):
        line = told.annotate({"event": "fall", "seat": 2, "victors": victors})
        assert say(line, 0) == said
        assert line["blows"] == [one for one, _ in victors]  # type: ignore[misc]
        assert told.clause(line) == ("GT-12.1" if victors else "R-49")


def test_a_loaded_match_tells_what_is_known() -> None:
    match = at(seat("dace", "A22", "A01"), seat("eron"))
    assert [say(line, 1) for line in lines(match, 1, brief=True)] == [
        "The game goes on from a position.",
        "As everybody knows, Anna holds Iron Lunge and Shadow Cleave.",
    ]


def test_what_is_known_for_a_while() -> None:
    """R-80: names that pass are marked, and without them the line still makes sense."""
    event = {"event": "known", "hands": [["A01"], []], "fleeting": [["A02"], []], "until": "reveal"}
    _, lasting, passing = talk().fold([event], brief=True)
    assert "passing" not in lasting and passing["passing"] == ["cards"]
    assert say(passing) == "As everybody knows, Anna holds Siege Mortar."
    left = {name: fact for name, fact in passing.items() if name != "cards"}
    assert say(left) == "What else everybody knew of Anna's hand is forgotten again."


def test_offers_are_told_one_by_one() -> None:
    match = at(seat("dace", "A22"), seat("eron", "S01"), phase="trade", options={"trading": "on"})
    turn(match, "trade_offer 1 A22", "no_trade")
    assert story(match) == ["All offers are shown.", "Anna offers Ben Shadow Cleave."]
    assert story(match, 1, brief=True) == ["Anna offers you Shadow Cleave."]


def test_every_case_has_a_clause_of_the_rulebook() -> None:
    for clause in CLAUSES.values():
        assert BOOK.clause(clause)
    over = {"event": "game_over", "result": {"reason": "goal"}}
    assert talk().clause(over) == "GT-16.1"


# What lies on the table


def test_what_became_of_plays() -> None:
    """R-18: from the newest Trap backwards; a countered play is not a cancelled one."""
    meaning = Meaning(TRAP.game)
    plays = meaning.plays(read(TRAP.view(None)))
    assert [(play.stopped_by, play.countered_by, play.on) for play in plays if play] == [
        (None, None, None), (None, 4, None), (3, None, None), (None, None, 2), (None, None, 1),
    ]  # fmt: skip
    assert [play.move.label for play in plays if play] == [
        "special/ilo", "A01", "S02", "T01", "T10",
    ]  # fmt: skip
    match = at(
        seat("morwen", "T02"), seat("seraphine", "T02"), seat("dace"), phase="trap",
        plays=[[0, "act A14 1"], [1, "act S01 1"], [2, "trap T01 p1"], [1, "trap T02 p2"]],
    )  # fmt: skip
    assert [play and play.stopped_by for play in meaning.plays(read(match.view(None)))] == [
        None, None, 3, None,
    ]  # fmt: skip


def test_plays_that_vanished() -> None:
    """R-66, R-81: a number stays, and Traps on it do nothing."""
    match = at(
        seat("morwen"), seat("seraphine", "T02", "T03"), seat("dace"), phase="trap",
        plays=[[0, "act A14 1"], [1, "act S01 1"], [2, "trap T10 p0"]],
    )  # fmt: skip
    match.play(0, "resign")
    plays = Meaning(match.game).plays(read(match.view(1)))
    assert plays[0] is None and plays[2] is not None and plays[2].on == 0
    assert why_not(match, 1, "trap T03 p0") == (
        "no play p0 lies on the table, only p0 to p2 (GT-8.1)"
    )


def test_names_of_what_is_unknown() -> None:
    meaning = Meaning(HOUSE)
    assert [meaning.name(code) for code in ("A01", "eron", "special/eron", "Q9")] == [
        "Iron Lunge", "Eron", "Beamsword Arc", "Q9",
    ]  # fmt: skip


# Numbers


def test_sums_of_a_seat() -> None:
    match = at(
        seat("eron", hp=10, vp=2, ap=8, pc=7), seat("ilo", ap=7), seat(None, gone=True, vp=1)
    )
    sums = told_by(match.game).sums(match.view(None))
    printed = {"champion": "eron"}
    assert sums["hp/0"] == Sum(
        10, "GT-3.6", [Part("printed_on", printed, 14), Part("hp_changed", {}, -4)]
    )
    assert sums["ap/0"] == Sum(
        8, "GT-3.7", [Part("printed_on", printed, 6), Part("ap_changed", {}, 2)]
    )
    assert sums["pc/0"].value == 7 and sums["pc/1"].parts == [
        Part("printed_on", {"champion": "ilo"}, 4)
    ]
    assert sums["vp/0"] == Sum(2, "GT-1.3", [Part("scored", {}, 2)], goal=3)
    assert sums["vp/1"] == Sum(0, "GT-1.3", [], goal=3)
    assert "hp/2" not in sums and sums["vp/2"].value == 1
    for name, total in sums.items():
        assert total.value == sum(part.value for part in total.parts), name
        assert WORDS.fits("sums", name.split("/")[0], {"seat": 0})
        for part in total.parts:
            assert WORDS.fits("sums", part.key, part.facts)


def test_the_same_prize_for_all_is_not_printed() -> None:
    match = at(seat("eron"), seat("ilo"), options={"prize_mode": "five"})
    sums = told_by(match.game).sums(match.view(None))
    assert sums["pc/1"].parts == [Part("for_all", {"champion": "ilo"}, 5)]
    assert sums["pc/0"].parts == [Part("printed_on", {"champion": "eron"}, 5)]


def test_sums_need_only_the_parts_of_the_view_they_name() -> None:
    match = at(seat("eron", "A01"), seat("ilo"))
    view = match.view(0)
    told = told_by(match.game)
    turn(match, "hold", "hold")
    other = match.view(0)
    assert all(view[key] == other[key] for key in told.counted)
    assert told.sums(view) == told.sums(other)


def test_who_is_ahead() -> None:
    told = talk(4)
    for points, ahead in (((0, 0, 0), []), ((2, 1, 2), [0, 2]), ((0, 1, 0), [1])):
        match = at(*(seat(code, vp=vp) for code, vp in zip(("eron", "ilo", "dace"), points)),
                   seat(None, gone=True, vp=9))  # fmt: skip
        assert told.ahead(match.view(None)) == ahead


# The end


def test_standings_are_points() -> None:
    match = turn(at(seat("dace", "A22", vp=2), seat("eron", hp=1)), "act A22 1", "hold")
    assert match.result is not None
    told = told_by(match.game)
    assert told.standings(match.result.record) == (["vp"], [Standing([3]), Standing([0])])
    facts = ending_facts(told, match.result)
    assert WORDS.say("results", "wins", facts, voice(0)) == "You win."
    assert WORDS.say("reasons", "goal", facts, voice()) == (
        "Anna stood at 3 VP, ahead of everyone, after 1 turn."
    )
    assert WORDS.word("results", "vp") == "VP"


@pytest.mark.parametrize("reason", ["goal", "turn_limit", "last_player"])
def test_every_end_has_words(reason: str) -> None:
    facts = {"winner": 0, "best": 3, "turns": 12}
    assert WORDS.fits("reasons", reason, facts)


def test_a_view_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = at(seat("dace", "A22"), seat("eron"))
    told, view, equal = told_by(match.game), match.view(0), match.view(0)
    views: list[object] = []
    whole: Callable[..., Any] = talk_module.read
    monkeypatch.setattr(talk_module, "read", lambda seen: [views.append(seen), whole(seen)][1])
    for action in match.legal(0):
        told.choice_facts(view, action)
        told.caution(view, action)
    told.prompt_facts(view)
    assert len(views) == 1
    told.sums(equal)
    assert len(views) == 2
