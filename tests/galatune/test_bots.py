"""The steady player of Galatune: legal at every decision, honest, and worth playing against."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import pytest

import ludarium
from galatune import tables as galatune
from ludarium import Match
from ludarium.bots import BOTS, make_bot, play_out
from ludarium.games.galatune.bot import MILD, Steady
from ludarium.sim import simulate
from watched import Watched

SLUG = galatune.SLUG
TABLES: dict[str, dict[str, object]] = {
    "duel": {},
    "two Champions dealt": {"champion_pick": "deal2", "draw_log": "closed"},
    "three": {"players": 3, "draw_log": "fleeting", "memory_aid": "on"},
    "four": {"players": 4, "shields_block_others": "off", "prize_mode": "five"},
    "five": {"players": 5, "champion_pick": "random", "full_moon": "always"},
    "short": {"players": 3, "turn_limit": 4, "deadlock": "off"},
    "no trades": {"trading": "off", "ban_list": "tournament", "vp_goal": 1},
}


@pytest.mark.parametrize("table", TABLES)
def test_steady_plays_legally_to_the_end(table: str) -> None:
    game = ludarium.game(SLUG, **{"vp_goal": 2, **TABLES[table]})
    match = game.start(seed=table)
    names = [BOTS[(seat + 1) % 2] for seat in range(game.players)]
    bots = [Watched(make_bot(name, game, random.Random(at))) for at, name in enumerate(names)]
    play_out(match, bots)
    assert match.result is not None
    assert all(bot.chosen for bot in bots)


def test_steady_copes_with_content_and_positions_that_nobody_would_print() -> None:
    rng = random.Random("odd positions")
    kinds: set[str] = set()
    for seed in range(90):
        game = galatune.random_game(rng)
        match = game.start(seed=seed, position=galatune.position(game, rng))
        bot = Watched(make_bot("steady", game, rng))
        for seat, question in match.questions.items():
            if not match.game.stands(match.state, seat):
                bot.choose(match.view(seat), question)
                kinds.add(question.kind)
    assert len(kinds) > 8


def test_steady_needs_no_log_and_no_memory() -> None:
    """A bot that takes over a chair answers as the one that has sat there from the start."""
    game = ludarium.game(SLUG, vp_goal=1)
    match = game.start(seed=4)
    seats = [random.Random(), random.Random()]
    seated = [make_bot("steady", game, rng) for rng in seats]
    for at in range(10_000):
        if match.result is not None:
            break
        seat, question = next(iter(match.questions.items()))
        seats[seat].seed(at)
        action = seated[seat].choose(match.view(seat), question)
        fresh = make_bot("steady", game, random.Random(at))
        assert fresh.choose(match.view(seat), question) == action
        match.play(seat, action)
    assert match.result is not None


# What it does in a position


def at(position: Mapping[str, object], **options: object) -> Match:
    source = ["A10", "A10", "A11", "A14", "L04", "S01", "S01", "B04"]
    players = len(position["seats"])
    game = ludarium.game(SLUG, **{"players": players, **options})
    return game.start(position={"source": source, **position}, seed=1)


def choices(match: Match, seat: int) -> set[str]:
    """What steady answers, by any of eight moods; it remembers what it has seen."""
    question = match.questions[seat]
    view = match.game.view(match.state, seat, memory=True)
    bots = [make_bot("steady", match.game, random.Random(mood)) for mood in range(8)]
    return {str(bot.choose(view, question)) for bot in bots}


RICH = ["A03", "A03", "A01", "A01", "A20", "A20", "A22", "A22", "A10"]
MARKET = [
    # Each of the first two holds what only the other can use, and then twice as hard.
    {"champion": "gorvane", "hand": ["A15", "O08"]},
    {"champion": "tamsin", "hand": ["A22"]},
    {"champion": "morwen"},
]
JUDGEMENTS: dict[str, tuple[dict[str, object], str]] = {
    # What seat 0 does, a position, its answer
    "fells with what it does not spend": (
        {"seats": [{"champion": "eron", "hand": ["A20", "L01"]}, {"champion": "dace", "hp": 3}]},
        "special 1",
    ),
    "plays the card that wins the game": (
        {
            "seats": [
                {"champion": "eron", "vp": 2, "hand": ["A20", "A09", "L01"]},
                {"champion": "dace", "hp": 5, "vp": 2},
            ]
        },
        "act A20 1",
    ),
    "saves its Champion by a Trap": (
        {
            "seats": [
                {"champion": "dace", "hp": 4, "hand": ["T04", "L02"]},
                {"champion": "eron"},
            ],
            "phase": "trap",
            "plays": [[1, "act A06 0"]],
        },
        "trap T04 p0",
    ),
    "keeps its Trap when nothing is at stake": (
        {
            "seats": [{"champion": "bramble", "hand": ["T11"]}, {"champion": "dace"}],
            "phase": "trap",
            "plays": [[1, "special 0"]],
        },
        "pass",
    ),
    "does not disarm its own Trap": (
        {
            "seats": [
                {"champion": "dace", "hp": 4, "hand": ["T02"]},
                {"champion": "eron", "hp": 9},
            ],
            "phase": "trap",
            "plays": [[1, "act A06 0"], [0, "trap T04 p0"]],
        },
        "pass",
    ),
    "robs the best card": (
        {
            "seats": [{"champion": "gorvane"}, {"champion": "ilo", "hand": ["A03", "O08", "L06"]}],
            "phase": "effects",
            "plays": [[0, "act O03 1"]],
            "pending": {
                "queue": [{"do": "steal", "play": "p0", "from": 1, "to": 0, "by": 0, "amount": 1}],
                "victors": [],
            },
        },
        "pick A03",
    ),
    "gives its worst card": (
        {
            "seats": [{"champion": "ilo", "hand": ["A03", "O08", "A01"]}, {"champion": "regent"}],
            "phase": "effects",
            "plays": [[1, "special 0"]],
            "pending": {
                "queue": [{"do": "steal", "play": "p0", "from": 0, "to": 1, "by": 0, "amount": 1}],
                "victors": [],
            },
        },
        "pick O08",
    ),
    "brings its best card back": (
        {
            "seats": [{"champion": "gorvane", "used": ["A03", "O08", "L06"]}, {"champion": "ilo"}],
            "phase": "effects",
            "plays": [[0, "act O05"]],
            "pending": {
                "queue": [{"do": "recover", "play": "p0", "to": 0, "amount": 1}],
                "victors": [],
            },
        },
        "pick A03",
    ),
    "chooses its Prize among good cards": (
        {
            "seats": [{"champion": "gorvane"}, {"champion": "ilo", "hp": 0}],
            "phase": "prize",
            "pending": {
                "pools": [[], ["A03", "A03", "A01", "A20", "A20"]], "victors": [[], [0]],
                "of": 1, "victor": 0, "from": None, "due": 2,
            },
        },
        "prize_source hand",
    ),
    "leaves a poor pool": (
        {
            "seats": [{"champion": "gorvane"}, {"champion": "ilo", "hp": 0}],
            "phase": "prize",
            "pending": {
                "pools": [[], ["O07", "O08"]], "victors": [[], [0]],
                "of": 1, "victor": 0, "from": None, "due": 2,
            },
        },
        "prize_source deck",
    ),
    "takes the best card of the pool": (
        {
            "seats": [{"champion": "gorvane"}, {"champion": "ilo", "hp": 0}],
            "phase": "prize",
            "pending": {
                "pools": [[], ["A03", "O08", "L06"]], "victors": [[], [0]],
                "of": 1, "victor": 0, "from": "hand", "due": 1,
            },
        },
        "pick A03",
    ),
    "keeps a rich hand": (
        {
            "seats": [
                {"champion": "nocturne", "hp": 0, "hand": RICH},
                {"champion": "ilo"},
            ],
            "phase": "respawn",
            "pending": {"queue": [0], "choosing": False},
        },
        "respawn keep",
    ),
    "leaves a Champion that stands badly": (
        {
            "seats": [
                {"champion": "pixel", "hp": 0, "hand": ["O08", "O07"]},
                {"champion": "gorvane", "hand": ["A01", "A07", "A22"]},
            ],
            "phase": "respawn",
            "pending": {"queue": [0], "choosing": False},
        },
        "respawn change",
    ),
    "has nothing to trade with its only opponent": (
        {
            "seats": [
                {"champion": "gorvane", "hand": ["A18", "O08"]},
                {"champion": "eron", "hand": ["A03"]},
            ],
            "phase": "trade",
        },
        "no_trade",
    ),
    "offers what another can use better": (
        {"seats": MARKET, "phase": "trade"},
        "trade_offer 1 A15",
    ),
    "gives for the card offered what serves both": (
        {"seats": MARKET, "phase": "trade", "pending": {"offers": [[1, 0, "A22"]]}},
        "trade_reply A15",
    ),
    "declines what serves only the other": (
        {
            "seats": [
                {"champion": "nocturne", "hand": ["A15"]},
                {"champion": "bramble", "hand": ["O08"]},
                {"champion": "morwen"},
            ],
            "phase": "trade",
            "pending": {"offers": [[1, 0, "O08"]]},
        },
        "decline",
    ),
    "accepts the better card": (
        {
            "seats": [
                {"champion": "gorvane", "hand": ["O08"]},
                {"champion": "ilo", "hand": ["A03"]},
                {"champion": "eron"},
            ],
            "phase": "trade",
            "pending": {"offers": [[0, 1, "O08"]], "reply": "A03"},
        },
        "trade_confirm accept",
    ),
    "refuses the poorer card": (
        {
            "seats": [
                {"champion": "gorvane", "hand": ["A03"]},
                {"champion": "ilo", "hand": ["O08"]},
                {"champion": "eron"},
            ],
            "phase": "trade",
            "pending": {"offers": [[0, 1, "A03"]], "reply": "O08"},
        },
        "trade_confirm refuse",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", JUDGEMENTS)
def test_steady_judges(case: str) -> None:
    position, expected = JUDGEMENTS[case]
    assert choices(at(position), 0) == {expected}


def test_steady_does_not_think_where_there_is_no_choice() -> None:
    steal = {"do": "steal", "play": "p0", "from": 1, "to": 0, "by": 0, "amount": 1}
    position = {
        "seats": [{"champion": "gorvane"}, {"champion": "ilo", "hand": ["A03", "A03"]}],
        "phase": "effects",
        "plays": [[0, "act O03 1"]],
        "pending": {"queue": [steal], "victors": []},
    }
    match = at(position)
    bot = make_bot("steady", match.game, random.Random(1))
    assert str(bot.choose({}, match.questions[0])) == "pick A03"


def test_steady_looks_at_where_a_champion_stands() -> None:
    """Of two that were dealt: the one that the others cannot strike twice as hard."""
    seats = [{"champion": None}, {"champion": None}]
    offers = [["pixel", "valora"], ["eron", "dace"]]
    match = at(
        {"seats": seats, "phase": "setup", "pending": {"offers": offers}}, champion_pick="deal2"
    )
    assert choices(match, 0) == {"choose_champion valora"}


@pytest.mark.parametrize("case", JUDGEMENTS)
def test_who_is_late_risks_nothing(case: str) -> None:
    """What a clock answers for a player: the mild answer where there is one, else by lot."""
    match = at(JUDGEMENTS[case][0])
    question, bot = match.questions[0], Steady(match.game, random.Random(1))
    forced = {str(bot.forced(match.view(0), question)) for _ in range(60)}
    listed = {*map(str, question.options)}
    assert forced == ({MILD[question.kind]} if question.kind in MILD else listed)
    assert forced <= listed


def test_a_card_that_is_drawn_by_lot_is_any_card_and_not_any_kind() -> None:
    """R-46: three copies are drawn three times as often as one."""
    pools = {"pools": [[], ["A01", "A01", "A01", "T02"]], "victors": [[], [0]], "of": 1}
    match = at(
        {
            "seats": [{"champion": "ilo"}, {"champion": "dace", "hp": 0}],
            "phase": "prize",
            "source": ["A02"],
            "pending": {**pools, "victor": 0, "from": "hand", "due": 2},
        }
    )
    question, bot = match.questions[0], Steady(match.game, random.Random(1))
    drawn = Counter(str(bot.forced(match.view(0), question)) for _ in range(800))
    assert set(drawn) == {"pick A01", "pick T02"}
    assert 150 < drawn["pick T02"] < 250


def test_there_is_a_mild_answer_to_every_question_but_which_card() -> None:
    kinds = {at(position).questions[0].kind for position, _ in JUDGEMENTS.values()}
    assert kinds == {*MILD, "steal", "give", "prize_card"}


@pytest.mark.no_cover
@pytest.mark.parametrize("players", [2, 4])
def test_steady_beats_random(players: int) -> None:
    bots = ["steady", *["random"] * (players - 1)]
    report = simulate(SLUG, {"players": players, "vp_goal": 2}, bots, 24, seed=3, processes=1)
    assert report.bots[0].share.rate > 1.7 / players
