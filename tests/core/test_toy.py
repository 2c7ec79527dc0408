"""Magpies under the laws, and each mechanism that only this toy uses."""

from __future__ import annotations

import json
import random
import re
from collections import Counter

import pytest

import laws
import ludarium
import secrecy
import toy
import trials
from ludarium import InvalidInput, Match, Refused
from ludarium.core import records
from ludarium.core.state import NATURE
from toy import magpies

HANDS = [["R1", "T1", "R4"], ["R2", "T2", "G4"], ["R3", "T3", "B4"]]
ROW = ["G1", "B1"]
DECK = ["G2", "B2", "G3", "B3"]


def at(
    step: str, seat: int, data: list[object], asks: list[list[object]], **zones: object
) -> dict[str, object]:
    """A position of three magpies, seat 0 leading, in the middle of a step."""
    below = {
        "given": ["finish", "rush", "scout"],
        "scouted": ["finish", "rush"],
        "put": ["finish", "rush"],
        "rushed": ["finish"],
    }
    frames = [[name, 0, []] for name in below[step]]
    return {
        "leader": 0,
        "round": 0,
        "hands": HANDS,
        "row": ROW,
        "deck": DECK,
        "frames": [*frames, [step, seat, data]],
        "asks": asks,
        "sealed": [],
        **zones,
    }


def gifts() -> Match:
    """Seats 1 and 2 are asked for a gift to the leader."""
    asks = [[1, "gift", []], [2, "gift", []]]
    return magpies().start(seed="gifts", position=at("given", 0, [], asks))


def scouting() -> Match:
    return magpies().start(seed="s", position=at("scouted", 0, [], [[0, "scout", []]]))


def rush() -> Match:
    """Everyone may grab or pass."""
    asks = [[seat, "rush", []] for seat in range(3)]
    return magpies().start(seed="rush", position=at("rushed", 0, [], asks))


def play(match: Match, *lines: str) -> None:
    for line in lines:
        seat, _, text = line.partition(" ")
        match.play(int(seat), text)


def again(match: Match) -> Match:
    """The match saved and loaded."""
    return match.game.start(seed="again", position=json.loads(json.dumps(match.position())))


def asked(match: Match) -> dict[int, str]:
    return {seat: question.kind for seat, question in match.questions.items()}


# The laws


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("planned", [300, pytest.param(4_000, marks=pytest.mark.no_cover)])
def test_the_laws_hold(players: int, planned: int) -> None:
    counts: Counter[str] = Counter()
    rng = random.Random(planned + players)
    shares = {**trials.SHARES, "imagine": 0.5, "redeal": 0.5, "position": 0.5, "replay": 0.02}
    while counts["decisions"] < planned:
        match = magpies(players, rounds=rng.choice([1, 2, 4])).start(seed=rng.getrandbits(64))
        counts += trials.play_out(match, rng, toy.BOOK, shares, rng.choice(trials.POLICIES))
    assert counts["re-deal"] > planned / 4
    assert counts["view and imagine"] > planned / 4
    assert counts["unlisted is refused"] > planned / 10


def test_every_kind_of_question_and_every_clause_comes_up() -> None:
    kinds, keys = set(), set()
    rng = random.Random(3)
    for seed in range(20):
        match = magpies().start(seed=seed)
        while match.result is None:
            kinds |= set(asked(match).values())
            for seat in range(3):
                tried = laws.any_action(match.game, match.state, seat, rng)
                refusal = match.refusal(seat, tried)
                keys |= {refusal.key} if refusal else set()
            seat = rng.choice(list(match.questions))
            match.play(seat, rng.choice(match.legal(seat)))
    assert kinds == set(toy.KINDS)
    assert keys == {"not_now", "no_such_place", "not_in_hand", "no_trap"}


# Sealed choices


def test_only_some_seats_are_asked_and_their_answers_stay_sealed() -> None:
    match = gifts()
    assert asked(match) == {1: "gift", 2: "gift"}
    play(match, "1 give R2")
    assert asked(match) == {2: "gift"} and match.question(1).answered
    assert match.state.zones[match.game.rules.chest] == ()
    assert match.view(1)["sealed"] == "give R2"
    for viewer in (0, 2, None):
        assert "R2" not in json.dumps(match.view(viewer))
    assert list(match.events) == []
    play(match, "2 give B4")
    assert [event["event"] for event in match.events_for(None)] == ["gifts"]
    assert match.view(0)["chest_count"] == 2
    assert asked(match) == {0: "scout"}


def test_a_sealed_answer_may_be_replaced_until_all_are_in() -> None:
    match = gifts()
    play(match, "2 give B4", "2 give R3", "1 give T2")
    assert match.view(2)["hand"] == ["B4", "T3"]
    assert match.view(1)["hand"] == ["R2", "G4"]


def test_a_sealed_answer_may_be_taken_back() -> None:
    match = gifts()
    play(match, "1 give R2")
    match.take_back(1)
    assert match.state.answers == ()
    assert "sealed" not in match.view(1)
    play(match, "2 give B4", "1 give T2")
    assert "R2" in match.view(1)["hand"]


def test_there_must_be_a_sealed_answer_to_take_back() -> None:
    match = gifts()
    before = match.record()
    with pytest.raises(InvalidInput, match="seat 1 has no sealed answer"):
        match.take_back(1)
    assert match.game.take_back(match.state, 1) is False
    with pytest.raises(InvalidInput, match="no seat 3"):
        match.take_back(3)
    assert match.record() == before


def test_replaced_and_taken_back_answers_replay_with_the_seed() -> None:
    match = magpies().start(seed=0)
    first = next(iter(match.questions))
    for action in match.legal(first):
        match.play(first, action)
    match.take_back(first)
    rng = random.Random(0)
    while match.result is None:
        seat = rng.choice(list(match.questions))
        match.play(seat, rng.choice(match.legal(seat)))
    laws.replayed(match)


def test_sealed_answers_survive_saving_and_forking() -> None:
    match = gifts()
    play(match, "2 give B4")
    for copy in (match.fork(), again(match)):
        assert asked(copy) == {1: "gift"} and copy.question(2).answered
        play(copy, "1 give R2")
        assert sorted(copy.position()["chest"]) == ["B4", "R2"]
    assert match.state.answers == ((2, "give B4"),)


def test_a_sealed_answer_that_is_refused_changes_nothing() -> None:
    match = gifts()
    play(match, "1 give R2")
    for seat, text in [(1, "give R3"), (0, "give R1"), (2, "pass")]:
        with pytest.raises(Refused):
            match.play(seat, text)
    assert match.state.answers == ((1, "give R2"),)


# Anonymous givers


def test_the_record_seals_who_gave_what_and_opens_it_with_the_seed() -> None:
    match = finished()
    sealed = match.record(reveal=False)
    assert "give" not in sealed
    secret = [line for line in match.lines if line.anonymous or line.seat == NATURE]
    assert len(re.findall(r"^\? [0-9a-f]+$", sealed, re.M)) == len(secret)
    with pytest.raises(InvalidInput, match="sealed and opens only with the seed"):
        records.replay(records.read(sealed), match.game)
    opened = records.replay(records.read(match.record()), match.game)
    assert opened.lines == match.lines
    assert records.verify(records.read(match.record()), match.game).proven


def test_a_sealed_line_is_as_long_for_every_answer() -> None:
    """Else its length tells which answer it is."""
    dice = gifts().dice
    assert len(dice.seal("1 give T1", 3)) == len(dice.seal("1 give T1 twice", 3))


def test_nothing_around_a_sealed_line_gives_the_giver_away() -> None:
    """Whoever knows the deal and the chest can name each giver; so both stay sealed too."""
    match = finished()
    given = {line.text.split()[1] for line in match.lines if line.text.startswith("give")}
    played = {line.text.split()[1] for line in match.lines if line.text.startswith("trap")}
    assert given - played
    assert not secrecy.codes_in(match.game, match.record(reveal=False)) & (given - played)


def test_the_digest_of_a_sealed_record_gives_nothing_away() -> None:
    """It would confirm a guess: with few cards, all guesses can be tried."""
    match = finished()
    digest = re.search(r"^digest .*$", match.record(), re.M)
    assert digest[0] not in match.record(reveal=False)


def test_a_seed_made_known_later_opens_and_proves_a_sealed_record() -> None:
    match = finished()
    sealed = match.record(reveal=False)
    opened = sealed.replace("\nend ", f"\nseed {match.dice.seed}\nend ")
    again = records.replay(records.read(opened), match.game)
    assert again.record() == match.record()
    assert records.verify(records.read(opened), match.game).proven


def test_the_position_a_secretive_match_began_with_is_sealed_too() -> None:
    match = finished(gifts())
    sealed = match.record(reveal=False)
    assert re.search(r"^position \? [0-9a-f]+$", sealed, re.M)
    with pytest.raises(InvalidInput, match="seed"):
        records.replay(records.read(sealed), match.game)
    laws.replayed(match)


def finished(match: Match | None = None) -> Match:
    """A match played to its end, from its start or from where it stands."""
    match = match or magpies().start(seed="a night")
    rng = random.Random("a night")
    while match.result is None:
        seat = rng.choice(list(match.questions))
        match.play(seat, rng.choice(match.legal(seat)))
    return match


# Live windows


def test_in_a_live_window_each_answer_applies_at_once_in_any_order() -> None:
    match = rush()
    play(match, "2 grab 1", "0 let", "1 let")
    assert "B1" in match.view(2)["hand"]
    assert asked(match) == {0: "rush", 1: "rush", 2: "rush"}
    play(match, "0 pass")
    assert asked(match) == {1: "rush", 2: "rush"}
    play(match, "2 pass")
    assert asked(match) == {1: "rush"}


def test_a_live_window_closes_when_all_have_passed() -> None:
    match = rush()
    play(match, "1 pass", "0 pass", "2 pass")
    assert match.position()["round"] == 1


def test_a_live_window_closes_when_nothing_is_left_to_grab() -> None:
    match = rush()
    play(match, "1 grab 0", "2 let", "0 let", "1 grab 0", "2 let", "0 let")
    assert match.position()["round"] == 1


def test_a_passed_seat_is_out_of_the_window() -> None:
    match = rush()
    play(match, "1 pass")
    with pytest.raises(Refused) as refused:
        match.play(1, "grab 0")
    assert (refused.value.clause, refused.value.key) == ("MG-5", "not_now")


# Interrupts inside interrupts


def test_a_trap_undoes_the_deed_it_is_sprung_on() -> None:
    match = rush()
    play(match, "0 grab 0", "1 trap T2", "2 let", "0 let")
    assert match.position()["row"] == ROW
    assert match.view(None)["heap"] == ["T2"]
    snap = {"event": "snap", "seat": 1, "deed": "grab", "victim": 0}
    assert match.events_for(None)[-1] == snap


def test_a_trap_on_a_trap_lets_the_first_deed_through() -> None:
    match = rush()
    play(match, "0 grab 0", "1 trap T2")
    steps = [step for step, _, _ in match.state.frames]
    assert steps == ["finish", "rush", "grab", "snap", "sprung"]
    play(match, "2 trap T3", "0 let", "1 let")
    assert "G1" in match.view(0)["hand"]
    assert match.view(None)["heap"] == ["T2", "T3"]


def test_a_trap_on_a_trap_on_a_trap_saved_at_every_depth() -> None:
    match = rush()
    for line in ("0 grab 0", "1 trap T2", "2 let", "0 trap T1", "1 let", "2 trap T3", "0 let"):
        play(match, line)
        match = again(match)
    play(match, "1 let")
    assert match.position()["row"] == ROW
    assert sorted(match.view(None)["heap"]) == ["T1", "T2", "T3"]


def test_everyone_is_asked_whether_they_hold_a_trap_or_not() -> None:
    match = rush()
    play(match, "0 grab 0")
    with_trap = match.legal(1)
    match = magpies().start(position=at("rushed", 0, [], [[0, "rush", []]], hands=[[], ["R2"], []]))
    play(match, "0 grab 0")
    assert [str(action) for action in with_trap] == ["trap T2", "let"]
    assert [str(action) for action in match.legal(1)] == ["let"]


# A choice in the middle of an effect


def test_a_choice_in_mid_effect_is_saved_loaded_and_forked_there() -> None:
    match = scouting()
    play(match, "0 peek 1")
    assert asked(match) == {0: "place"}
    matches = [match, match.fork(), again(match), again(again(match.fork()))]
    for each in matches:
        assert each.view(0)["row"] == [{"colour": "green"}, "B1"]
        play(each, "0 put deck")
        assert each.position() == match.position()
    assert match.position()["deck"] == ["B1", *DECK]


# A card visible in part


def test_a_covered_card_shows_its_colour_only() -> None:
    match = scouting()
    assert match.view(1)["row"] == [{"colour": "green"}, {"colour": "blue"}]
    rng = random.Random(0)
    seen = Counter()
    for _ in range(400):
        thought = match.game.imagine(match.view(1), rng)
        seen.update(match.game.cards.codes(thought.zones[match.game.rules.row]))
    # Green and blue cards that seat 1 does not hold, the traps showing blue.
    assert set(seen) == {"G1", "G2", "G3", "B1", "B2", "B3", "B4", "T1", "T3"}


def test_a_glimpse_that_no_card_can_show_is_refused() -> None:
    match = scouting()
    view = {**match.view(1), "row": [{"colour": "gold"}, {"colour": "blue"}]}
    with pytest.raises(InvalidInput, match=r"row: no card left that shows \{'colour': 'gold'\}"):
        match.game.imagine(view, random.Random(0))


# A peek that one seat remembers


def test_a_peek_is_remembered_by_the_peeking_seat_alone() -> None:
    match = scouting()
    play(match, "0 peek 1", "0 put row")
    assert match.view(0)["row"] == [{"colour": "green"}, "B1"]
    for viewer in (1, 2, None):
        assert match.view(viewer)["row"] == [{"colour": "green"}, {"colour": "blue"}]
    assert match.position()["known_rows"] == {"all": [], "seats": [[1], [], []]}
    assert again(match).view(0)["row"] == [{"colour": "green"}, "B1"]


def test_a_peeked_card_stays_known_in_the_deck_and_on_its_way_back() -> None:
    match = scouting()
    play(match, "0 peek 1", "0 put deck")
    assert match.view(0)["known_decks"] == [[4, "B1"]]
    assert match.view(1)["known_decks"] == []
    play(match, "0 pass", "1 pass", "2 pass")
    assert match.view(0)["row"] == [{"colour": "green"}, "B1"]


def test_a_peeked_card_stays_known_in_the_hand_of_another() -> None:
    match = scouting()
    play(match, "0 peek 1", "0 put row", "2 grab 1", "0 let", "1 let")
    for each in (match, again(match)):
        assert each.view(0)["known_hands"] == [[], [], ["B1"]]
        assert each.view(1)["known_hands"] == [[], [], []]
        assert each.view(None)["known_hands"] == [[], [], []]
    assert match.position()["known_hands"][2] == {"all": [], "seats": [["B1"], [], []]}
    thought = match.game.imagine(match.view(0), random.Random(1))
    assert "B1" in match.game.cards.codes(thought.zones[match.game.rules.hands[2]])


def test_a_shuffle_makes_everyone_forget() -> None:
    match = scouting()
    play(match, "0 peek 1", "0 put mixed")
    assert match.view(0)["known_decks"] == []
    assert match.position()["known_decks"] == {"all": [], "seats": [[], [], []]}
    rng = random.Random(0)
    tops = Counter(match.game.imagine(match.view(0), rng).zones[1][-1] for _ in range(300))
    assert len(tops) > 5


# Nature


def test_nature_picks_the_first_leader_and_the_record_keeps_it() -> None:
    leaders = Counter()
    for seed in range(60):
        match = magpies().start(seed=seed)
        pick, shuffle = match.lines[:2]
        assert str(pick) == f"nature pick {match.position()['leader']}"
        assert str(shuffle).startswith("nature shuffle ")
        leaders[match.position()["leader"]] += 1
    assert min(leaders[seat] for seat in range(3)) >= 10


@pytest.mark.parametrize(
    "text", ["pick 3", "pick -1", "pick", "pick 1 2", "pick one", "shuffle R1"]
)
def test_nature_answers_only_what_she_is_asked(text: str) -> None:
    game = magpies()
    match = Match(game, game.new_state(), ludarium.core.nature.Dice("1"), settle=False)
    with pytest.raises(
        InvalidInput, match=r"^(pick: a number from 0 to 2|Nature is asked to pick)"
    ):
        match.settle_one(text)
    assert match.lines == []
    match.settle_one("pick 2")
    assert match.state.numbers[toy.LEADER] == 2


# Giving up and going back


def test_where_nobody_can_concede_nothing_happens() -> None:
    match = gifts()
    before = match.record()
    with pytest.raises(Refused) as refused:
        match.concede(1)
    assert refused.value.refusal == ludarium.Refusal("MG-8", "no_conceding")
    assert match.record() == before


def test_undo_is_not_fair_once_another_seat_has_acted() -> None:
    match = rush()
    play(match, "0 pass", "1 pass")
    assert not match.undo(0)
    assert match.undo(0, rewinding=(1,))
    assert asked(match) == {0: "rush", 1: "rush", 2: "rush"}
    assert match.lines == []


def test_undo_is_not_fair_after_a_peek() -> None:
    match = scouting()
    play(match, "0 peek 1")
    assert not match.undo(0)


def test_undo_is_not_fair_once_nature_has_answered_even_from_a_script() -> None:
    match = magpies().start(position=at("put", 0, [1], [[0, "place", []]]))
    match.play(0, "put mixed", settle=False)
    match.settle_one("shuffle B1 G2 B2 G3 B3")
    assert not match.undo(0)


def test_what_is_final_is_never_undone() -> None:
    match = rush()
    play(match, "0 grab 0", "1 let")
    assert not match.may_undo(1)
    assert not match.undo(1)
    assert not match.undo(0, rewinding=(1,))
