"""Bad options and positions of Galatune: one line that names the thing."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator

import pytest

import ludarium
import trials
from complaints import complaint
from galatune import tables as galatune
from galatune.tables import SLUG
from ludarium import InvalidInput

# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vp_gaol": 3}, "no option 'vp_gaol'; did you mean 'vp_goal'?"),
        ({"vp_goal": 0}, "vp_goal: 0 is not a whole number from 1 to 10"),
        ({"vp_goal": 11}, "vp_goal: 11 is not a whole number from 1 to 10"),
        ({"champion_pick": "deal3"}, "champion_pick: 'deal3' is not open or random or deal2; did"),
        ({"prize_mode": 5}, "prize_mode: 5 is not printed or five"),
        ({"trading": True}, "trading: True is not on or off"),
        ({"draw_log": "fleting"}, "did you mean 'fleeting'?"),
        ({"full_moon": "sometimes"}, "full_moon: 'sometimes' is not never or always or calendar"),
        ({"turn_limit": 0}, "turn_limit: 0 is not auto or none or a whole number from 1"),
        ({"turn_limit": None}, "turn_limit: None is not auto or none"),
        ({"deadlock": "on"}, "deadlock: 'on' is not regroup or off"),
        ({"ban_list": ""}, "ban_list: '' is not"),
        ({"content": 3}, "content: 3 is not"),
        ({"trap_window_min": 21}, "trap_window_min: 21 is more than trap_window_max, 20"),
        ({"players": 1}, "players: 1 cannot play here, 2 to 5 can (GT-1.1)"),
        ({"players": 6}, "players: 6 cannot play here, 2 to 5 can (GT-1.1)"),
    ],
)
def test_wrong_options_are_refused_by_name(options: dict[str, object], message: str) -> None:
    assert message in complaint(lambda: ludarium.game(SLUG, **options))


# Positions: 6.7, "Refused"


def at(phase: str, *seats: dict[str, object], **fields: object) -> dict[str, object]:
    """A position of Eron, Dace and Ilo in a phase; `seats` replace what their tables say."""
    tables: list[dict[str, object]] = [{"champion": name} for name in ("eron", "dace", "ilo")]
    for table, more in zip(tables, seats, strict=False):
        table |= more
    return {"phase": phase, "seats": tables, **fields}


def pending(phase: str, *seats: dict[str, object], **fields: object) -> dict[str, object]:
    return at(phase, *seats, pending=fields)


FALLEN = ({}, {}, {"hp": 0})
GONE = ({}, {}, {"champion": None, "gone": True})
POOLS = {"pools": [[], [], ["A01", "A02"]], "victors": [[], [], [1, 0]]}


def queue(*seats: dict[str, object], victors: object = (), **entry: object) -> dict[str, object]:
    told = {"queue": [{"play": "p0", **entry}], "victors": list(victors)}
    return at("effects", *seats, plays=[[0, "act O03 1"]], pending=told)


def over(**result: object) -> dict[str, object]:
    seats = ({"vp": 3}, {"vp": 1}, {"vp": 1})
    return at("over", *seats, turn=7, result={"reason": "goal", **result})


REFUSED = {
    # unknown words and ids
    "unknown field": ({"seat": 0, **at("plan")}, "no field 'seat' in a position"),
    "unknown phase": (at("plans"), "phase: 'plans' is not known; did you mean 'plan'?"),
    "unknown option": (at("plan", options={"vp_gaol": 3}), "options: no 'vp_gaol'; did you mean"),
    "option as text": (at("plan", options={"vp_goal": "4"}), "vp_goal: '4' should be 4"),
    "unknown seat field": (at("plan", {"hands": []}), "seats[0]: no field 'hands'; did you mean"),
    "unknown champion": (at("plan", {"champion": "ero"}), "seats[0].champion: 'ero' is not kno"),
    "a list as champion": (at("plan", {"champion": ["eron"]}), "seats[0].champion: "),
    "unknown card": (at("plan", {"hand": ["A99"]}), "seats[0].hand: no card 'A99'"),
    "champion in a hand": (at("plan", {"hand": ["valora"]}), "seats[0]: valora is a Champion, no"),
    "champion in the deck": (at("plan", source=["valora"]), "source: valora is a Champion, no Act"),
    "champion in scrap": (at("plan", scrap=["valora"]), "scrap: valora is a Champion, no Action"),
    "unknown alignment": (at("plan", {"alignment": "War"}), "seats[0].alignment: 'War' is not"),
    "unknown element": (at("plan", {"element": "Light"}), "seats[0].element: 'Light' is not known"),
    "unknown status": (at("plan", {"now": {"stunned": True}}), "seats[0].now: no field 'stunned'"),
    "banned card": (
        at("plan", {"hand": ["B02"]}, options={"ban_list": "tournament"}),
        "seats[0].hand: no card 'B02'",
    ),
    # numbers
    "negative hp": (at("plan", {"hp": -1}), "seats[0].hp: a whole number from 0, not -1"),
    "hp as text": (at("plan", {"hp": "9"}), "seats[0].hp: a whole number from 0, not '9'"),
    "no hp": (at("plan", {"hp": 0}), "seats[0].hp: 0 outside effects, prize and respawn"),
    "no hp in a trade": (at("trade", {"hp": 0}), "seats[0].hp: 0 outside effects"),
    "multiplied by nothing": (at("plan", {"now": {"mul": 0}}), "seats[0].now.mul: at least 1"),
    "status as a number": (at("plan", {"next": {"penetrate": 1}}), "next.penetrate: true or false"),
    "quiet too long": (at("plan", quiet_turns=6), "quiet_turns: at most 5, not 6"),
    "turn as text": (at("plan", turn="1"), "turn: a whole number from 0, not '1'"),
    "no turn": (at("plan", turn=0), "turn: at least 1 after set-up"),
    "a turn in set-up": (at("setup", turn=1), "turn: 0 in set-up"),
    "endured what": (at("plan", {"endure_spent": "yes"}), "endure_spent: true or false, not 'yes'"),
    # the moon
    "full moon": (at("plan", full_moon=True), "full_moon: True contradicts the option 'never'"),
    "moon unknown": (at("plan", options={"full_moon": "calendar"}), "full_moon: needed where the"),
    "moon as text": (at("plan", full_moon="no"), "full_moon: true or false, not 'no'"),
    # copies and champions
    "too many copies": (at("plan", {"hand": ["A18", "A18"]}), "seats[0].hand: more copies of A18"),
    "too many on the table": (
        at("trap", {"hand": ["A18"]}, plays=[[0, "act A18 1"]]),
        "plays[0]: more copies of A18",
    ),
    "one champion twice": (at("plan", {"champion": "dace"}), "seats[1].champion: more copies of"),
    "known but not there": (
        at("plan", {"hand": ["A01"], "known": ["A02"]}), "seats[0].known: A02 is known there but",
    ),
    "fleeting under open": (
        at("plan", {"hand": ["A01"], "fleeting": ["A01"]}),
        "seats[0].fleeting: A01 is not known there, or is never forgotten",
    ),
    "fleeting but not known": (
        at("plan", {"hand": ["A01"], "fleeting": ["A01"]}, options={"draw_log": "fleeting"}),
        "seats[0].fleeting: A01 is not known there, or is never forgotten",
    ),
    # seats
    "no seats": ({"phase": "plan"}, "seats: needs a list with one entry for each of 2 seats"),
    "seat no table": ({"seats": [3, {"champion": "eron"}]}, "seats[0]: a table, not 3"),
    "no champion field": ({"seats": [{}, {"champion": "eron"}]}, "seats[0]: needs 'champion'"),
    "two seats for three": ({**at("plan"), "players": 2}, "seats: needs a list with one entry for"),
    "champion null": (at("plan", {"champion": None}), "seats[0].champion: null is for set-up and"),
    "left with a hand": (
        at("plan", {}, {}, {"champion": None, "gone": True, "hand": ["A01"]}),
        "seats[2].gone: who has left has neither Champion nor cards",
    ),
    "left with a champion": (at("plan", {}, {}, {"gone": True}), "seats[2].gone: who has left has"),
    "one left": (
        at("plan", {}, {"champion": None, "gone": True}, {"champion": None, "gone": True}),
        "seats: at least two players must still be in the game",
    ),
    "tied to who left": (at("plan", *GONE, bonds=[[0, 2]]), "seats[2].gone: bonds and rivalries e"),
    "tied to oneself": (at("plan", bonds=[[1, 1]]), "bonds: [1, 1] ties a seat to itself, or twic"),
    "tied twice": (at("plan", rivalries=[[0, 1], [0, 1]]), "rivalries: [0, 1] ties a seat to itse"),
    "tied to nobody": (at("plan", bonds=[[0, 3]]), "bonds: no seat 3; seats are 0 to 2"),
    "tie of three": (at("plan", bonds=[[0, 1, 2]]), "bonds: a list of 2, not of 3"),
    # plays
    "plays in the plan": (at("plan", plays=[[0, "special 1"]]), "plays: nothing lies on the table"),
    "play of nobody": (at("trap", plays=[[5, "special 1"]]), "plays[0]: no seat 5"),
    "play of who left": (at("trap", *GONE, plays=[[2, "act A01 0"]]), "plays[0]: seat 2 has left"),
    "no notation": (at("trap", plays=[[0, "strike 1"]]), "plays[0]: no action 'strike'"),
    "holding": (at("trap", plays=[[0, "hold"]]), "plays[0]: 'hold' is no play"),
    "trap as action": (at("trap", plays=[[0, "act T01 1"]]), "plays[0]: 'act T01 1': T01 cannot b"),
    "action as trap": (
        at("trap", plays=[[0, "special 1"], [1, "trap A01 p0"]]), "plays[1]: 'trap A01 p0': A01",
    ),
    "champion as action": (at("trap", plays=[[0, "act ilo 1"]]), "plays[0]: more copies of ilo"),
    "free champion as action": (at("trap", plays=[[0, "act pixel 1"]]), "plays[0]: pixel is no Ac"),
    "trap on what comes later": (
        at("trap", plays=[[0, "trap T02 p1"], [1, "trap T03 p0"]]),
        "plays[0]: a Trap lies on an earlier play, not on p1",
    ),
    "attack on oneself": (
        at("trap", plays=[[0, "act A01 0"]]), "plays[0]: 'act A01 0': own_champion (GT-10.2)",
    ),
    "no target": (at("trap", plays=[[0, "act A01"]]), "plays[0]: 'act A01': bad_target (R-11)"),
    "target for all": (at("trap", plays=[[0, "act A05 1"]]), "plays[0]: 'act A05 1': bad_target"),
    "two actions": (
        at("trap", plays=[[0, "special 1"], [0, "act A01 1"]]),
        "plays[1]: seat 0 has an Action on the table already (R-8)",
    ),
    "special of nobody": (
        at("trap", {"champion": None}, plays=[[0, "special 1"]]), "plays[0]: seat 0 has no Champ",
    ),
    "half a play": (at("trap", plays=[[0]]), "plays[0]: a list of 2, not of 1"),
    # pending
    "unknown pending": (pending("plan", queue=[]), "pending: no field 'queue'; known: answers"),
    "pending no table": (at("plan", pending=[]), "pending: a table, not []"),
    "answers of two": (pending("plan", answers=["hold", None]), "pending.answers: a list of 3, no"),
    "illegal answer": (
        pending("plan", answers=["act A01 1", None, None]),
        "pending.answers[0]: 'act A01 1' is not legal there",
    ),
    "answer of who holds anyway": (
        pending("plan", {"now": {"immobilized": True}}, answers=["hold", None, None]),
        "pending.answers[0]: seat 0 is not asked",
    ),
    "pass of who has no trap": (
        at(
            "trap", {}, {}, {"hand": ["T11"]}, plays=[[0, "special 1"]],
            pending={"answers": [None, "pass", None]},
        ),
        "pending.answers[1]: seat 1 is not asked",
    ),
    "priority of nobody": (pending("trap", priority=4), "pending.priority: no seat 4"),
    "no queue": (pending("effects", victors=[]), "pending.queue: a list, not None"),
    "no victors": (pending("effects", queue=[]), "pending.victors: a list, not None"),
    "unknown deed": (queue(do="tickle"), "pending.queue.do: 'tickle' is not known"),
    "no deed": (queue(to=1), "pending.queue: a table with 'do', not"),
    "half a deed": (queue(do="sap", to=1), "pending.queue: needs 'amount'"),
    "deed of no play": (queue(do="sap", to=1, amount=1, play="p1"), "pending.queue.play: no play"),
    "deed on nobody": (queue(do="sap", to=3, amount=1), "pending.queue.to: no seat 3"),
    "deed on who left": (queue(*GONE, do="sap", to=2, amount=1), "pending.queue.to: seat 2 has le"),
    "unknown statistic": (queue(do="boost", stat="hp", to=1, amount=1), "pending.queue.stat: 'hp'"),
    "unknown state": (queue(do="status", status="asleep", to=1), "pending.queue.status: 'asleep'"),
    "unknown type": (queue(do="set_element", to=1, element="Light"), "pending.queue.element: 'Lig"),
    "negative amount": (queue(do="draw", to=1, amount=-2), "pending.queue.amount: a whole number"),
    "robbing oneself": (
        queue(do="steal", **{"from": 1, "to": 1, "by": 1, "amount": 1}),
        "pending.queue.to: nobody can 'steal' with oneself",
    ),
    "bound to oneself": (queue(do="bond", user=1, to=1), "pending.queue.to: nobody can 'bond' wit"),
    "picked by a third": (
        queue(do="steal", **{"from": 1, "to": 0, "by": 2, "amount": 1}),
        "pending.queue.by: 'from', 'to' or chance picks, not 2",
    ),
    "scores for oneself": (
        queue(*FALLEN, do="draw", to=1, amount=1, victors=[[2, 2, 3]]),
        "pending.victors: [2, 2]: nobody scores twice, or for oneself",
    ),
    "scores twice": (
        queue(*FALLEN, do="draw", to=1, amount=1, victors=[[2, 1, 3], [2, 1, "inf"]]),
        "pending.victors: [2, 1]: nobody scores twice, or for oneself",
    ),
    "endless harm": (
        queue(*FALLEN, do="draw", to=1, amount=1, victors=[[2, 1, "all"]]),
        "pending.victors: a whole number from 0, not 'all'",
    ),
    "no victors of a prize": (pending("prize", *FALLEN, pools=[[], [], []]), "pending.victors: a"),
    "three victors": (pending("prize", *FALLEN, victors=[[1]]), "pending.victors: a list of 3"),
    "own victor": (
        pending("prize", *FALLEN, victors=[[], [], [2]]),
        "pending.victors[2]: nobody scores for an own fall (R-49)",
    ),
    "victor twice": (
        pending("prize", *FALLEN, victors=[[], [], [1, 1]]),
        "pending.victors: a seat stands there twice: [1, 1]",
    ),
    "two pools": (pending("prize", *FALLEN, pools=[[], []], victors=[[], [], [1]]), "pending.pool"),
    "unknown card in a pool": (
        pending("prize", *FALLEN, pools=[[], [], ["A99"]], victors=[[], [], [1]]),
        "pending.pools[2]: no card 'A99'",
    ),
    "champion in a pool": (
        pending("prize", *FALLEN, pools=[[], [], ["pixel"]], victors=[[], [], [1]]),
        "seats[2]: pixel is a Champion, no Action Card",
    ),
    "prize of who stands": (
        pending("prize", *FALLEN, **POOLS, of=1), "pending.of: seat 1 has not fallen to anybody",
    ),
    "prize of nobody": (
        pending("prize", *FALLEN, pools=[[], [], []], victors=[[], [], []], of=2),
        "pending.of: seat 2 has not fallen to anybody",
    ),
    "no victor": (
        pending("prize", *FALLEN, pools=[[], [], []], victors=[[], [], [1]], of=2, victor=0),
        "pending.victor: seat 0 is no victor over seat 2",
    ),
    "prize from where": (
        pending("prize", *FALLEN, **POOLS, of=2, **{"from": "deck"}),
        "pending.from: null or 'hand', not 'deck'",
    ),
    "prize of spite": (
        pending("prize", {}, {}, {"champion": "morwen", "hp": 0}, **POOLS, of=2),
        "pending.of: Prizes over seat 2 come from the deck",
    ),
    "known of a pool": (
        {
            **pending("prize", *FALLEN, **POOLS, known_pools=[[], [], ["A03"]]),
            "options": {"draw_log": "closed"},
        },
        "pending.known_pools[2]: A03 is known there but does not lie there",
    ),
    "fleeting of a pool": (
        {
            **pending("prize", *FALLEN, **POOLS, fleeting_pools=[[], [], ["A01"]]),
            "options": {"draw_log": "fleeting"},
        },
        "pending.fleeting_pools[2]: A01 is not known there, or is never forgotten",
    ),
    "known of two": (
        {**pending("prize", *FALLEN, **POOLS, known_aside=[[]]), "options": {"draw_log": "closed"}},
        "pending.known_aside: a list of 3, not of 1",
    ),
    "fallen twice": (at("respawn", *FALLEN, fallen=[2, 2]), "fallen: a seat stands there twice"),
    "fallen nobody": (at("respawn", *FALLEN, fallen=[3]), "fallen: no seat 3"),
    "rising from the dead": (pending("respawn", *GONE, queue=[2]), "pending.queue: seat 2 has lef"),
    "nobody chooses": (pending("respawn", queue=[], choosing=True), "pending.queue: nobody is lef"),
    "choosing as text": (pending("respawn", *FALLEN, choosing="yes"), "pending.choosing: true or"),
    "offer of nothing": (pending("trade", offers=[[0, 1]]), "pending.offers: a list of 3, not of"),
    "offer of what is not there": (
        pending("trade", offers=[[0, 1, "A01"]]), "pending.offers: A01 is not in the hand of seat",
    ),
    "offer to oneself": (
        pending("trade", {"hand": ["A01"]}, offers=[[0, 0, "A01"]]),
        "pending.offers: seat 0 cannot trade with itself (GT-15.2)",
    ),
    "two offers": (
        pending("trade", {"hand": ["A01"]}, offers=[[0, 1, "A01"], [0, 2, "A01"]]),
        "pending.offers: seat 0 offers twice (GT-15.3)",
    ),
    "void offer of no card": (
        pending("trade", offers=[[0, 1, "A99"]], traded=[1]), "pending.offers: no card 'A99'",
    ),
    "reply to nothing": (pending("trade", offers=[], reply="A01"), "pending.reply: there is no of"),
    "reply of what is not there": (
        pending("trade", {"hand": ["A01"]}, offers=[[0, 1, "A01"]], reply="A02"),
        "pending.reply: A02 is not in the hand of seat 1",
    ),
    "traded twice": (pending("trade", offers=[], traded=[1, 1]), "pending.traded: a seat stands t"),
    # set-up
    "offers of one": (
        {
            "phase": "setup",
            "options": {"champion_pick": "deal2"},
            "seats": [{"champion": None}] * 2,
            "pending": {"offers": [["eron", "ilo"], ["dace"]]},
        },
        "pending.offers[1]: two Champions to choose from",
    ),
    "offers of cards": (
        {
            "phase": "setup",
            "options": {"champion_pick": "deal2"},
            "seats": [{"champion": None}] * 2,
            "pending": {"offers": [["eron", "ilo"], ["dace", "A01"]]},
        },
        "pending.offers[1]: two Champions to choose from",
    ),
    # results
    "no result": (at("over"), "result: phase 'over' needs one"),
    "result at once": (at("plan", result={"reason": "goal"}), "result: phase 'plan' has no one"),
    "unknown reason": (over(reason="bored"), "result.reason: 'bored' is not known"),
    "no reason": (at("over", result={"turns": 3}), "result: needs 'reason'"),
    "unknown result field": (over(looser=1), "result: no field 'looser'"),
    "another winner": (over(winner=1), "result.winner: 1 does not fit, 0 would"),
    "another ranking": (over(ranking=[[0], [2], [1]]), "result.ranking: [[0], [2], [1]] does not"),
}  # fmt: skip


@pytest.mark.parametrize(("position", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_a_position_that_contradicts_itself_is_refused_with_its_field(
    position: dict[str, object], message: str
) -> None:
    assert message in complaint(lambda: ludarium.game(SLUG).start(seed=1, position=position))


def test_what_a_game_was_made_with_holds() -> None:
    game = ludarium.game(SLUG, players=3, draw_log="closed")
    assert complaint(lambda: game.start(position=at("plan", options={"draw_log": "open"}))) == (
        "draw_log: the position says 'open', the game 'closed'"
    )
    match = game.start(position=at("plan", options={"vp_goal": 4}))
    assert match.position()["options"]["vp_goal"] == 4


def test_a_position_tells_the_number_of_players() -> None:
    assert ludarium.game(SLUG).start(position=at("plan")).game.players == 3


JUNK = [
    *(None, -1, 0, 1, 2, 7, 10**6, 1.5, True, False, [], {}, [0], [[0, 1]], [["A01"]], "", "x"),
    *(
        "eron",
        "A01",
        "T02",
        "p0",
        "p9",
        "hold",
        "act A01 1",
        "trap T02 p0",
        "hand",
        "random",
        "inf",
    ),
    *("plan", "trap", "prize", "effects", "respawn", "trade", "setup", "over", ["A01", "A01"]),
]


def paths(data: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The way to every value inside plain data."""
    pairs: list[tuple[object, object]] = []
    if isinstance(data, dict):
        pairs = list(data.items())
    elif isinstance(data, list):
        pairs = list(enumerate(data))
    for key, value in pairs:
        yield (*path, key)
        yield from paths(value, (*path, key))


def spoiled(position: dict[str, object], rng: random.Random) -> dict[str, object]:
    """A position with a value or two left out or replaced."""
    spoilt = copy.deepcopy(position)
    for _ in range(rng.choice([1, 1, 2])):
        *path, last = rng.choice([p for p in paths(spoilt) if p[0] not in ("options", "source")])
        inside = spoilt
        for key in path:
            inside = inside[key]
        if rng.random() < 0.3:
            del inside[last]
        else:
            inside[last] = copy.deepcopy(rng.choice(JUNK))
    return spoilt


@pytest.mark.parametrize("planned", [300, pytest.param(4000, marks=pytest.mark.no_cover)])
def test_no_spoiled_position_raises_anything_but_invalid_input(planned: int) -> None:
    """What is not refused can be played on, whatever was meant by it."""
    rng = random.Random(planned)
    refused = 0
    for _ in range(planned // 20):
        game = galatune.random_game(rng)
        match = game.start(seed=1, position=galatune.position(game, rng))
        trials.play_on(match, rng, rng.randrange(40))
        position = json.loads(json.dumps(match.position()))
        for _ in range(20):
            try:
                other = game.start(seed=1, position=spoiled(position, rng))
            except InvalidInput:
                refused += 1
                continue
            trials.play_on(other, rng, 5)
    assert planned * 0.5 < refused < planned * 0.97
