"""Content of Galatune that cannot be used is refused when it is loaded, with its place.

A folder of one's own may extend the house set; what it says is checked like the shipped files:
file, line and column of the mistake, the entry and field, and the nearest word that would do.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import ludarium
from galatune.tables import HOUSE, SLUG
from ludarium import InvalidInput, Match

SET = """\
name = "mine"
title = "Cards of my own"
extends = "house"
"""
CARDS = """\
[[cards]]
id = "X1"
name = "Borrowed Blade"
type = "War"
property = "Normal"
function = "attack"
rating = 3
target = "opponent"
effect = "add(2) if target_more_vp; success: steal(1, by=target)"
count = 2

[[cards]]
id = "X2"
name = "Glass Bell"
type = "Light"
property = "Energy"
function = "shield"
rating = 2
target = "any"
effect = "counter(Energy, rating<=3), gain_hp(target, 2)"

[[cards]]
id = "X3"
name = "Second Thought"
type = "Mystic"
property = "Energy"
function = "trap"
effect = "cancel(attack, opponent), draw(user, 1)"
count = 3
origin = "printed"
"""
CHAMPIONS = """\
[[champions]]
id = "nova"
name = "Nova"
alignment = "Unaligned"
element = "Tech"
hp = 12
ap = 6
pc = 4

[champions.special]
name = "Flare"
type = "Light"
property = "Energy"
function = "attack"
rating = 2
target = "opponent"
effect = "success: sap(target, 1)"

[champions.ability]
name = "Afterglow"
effect = "regen(1), untrappable(special)"
"""

SHIELD = CARDS[CARDS.index('function = "shield"') : CARDS.index('[[cards]]\nid = "X3"')]
COUNTER = "counter(Energy, rating<=3), gain_hp(target, 2)"


def written(folder: Path, **files: str) -> Path:
    """A content folder with these files."""
    for name, text in {"set": SET, "cards": CARDS, "champions": CHAMPIONS, **files}.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def complaint(content: object, **options: object) -> str:
    with pytest.raises(InvalidInput) as caught:
        ludarium.game(SLUG, content=content, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


BROKEN = {
    # words of the effect language
    "unknown verb": ("cards", "steal(1", "stael(1", ":9:46: unknown verb 'stael'; did you mean"),
    "unknown condition": ("cards", "target_more_vp", "target_vp", ":9:21: unknown condition"),
    "unknown trigger": ("cards", "success:", "sucess:", "; did you mean 'success'?"),
    "unknown filter": ("cards", "(Energy, r", "(Enrgy, r", ":20:19: unknown filter 'Enrgy'; did"),
    "unknown argument": ("cards", "by=target", "by=victim", "is random, user or target, not 'vic"),
    "half an effect": ("cards", "by=target)", "by=target", ": the effect breaks off"),
    "not closed": ("cards", "draw(user, 1)", "draw(user, 'one)", "has no closing '"),
    "negative amount": ("cards", "draw(user, 1)", "draw(user, -1)", "n of draw is a whole number"),
    "no such champion": (
        "cards", "target_more_vp", "user_is(eronn)",
        ":9:29: champion of user_is is the id of a champion, not 'eronn'; did you mean 'eron'?",
    ),
    "unknown ability": ("champions", "regen(1)", "regain(1)", ":21:11: unknown verb 'regain'"),
    "a card's verb": ("champions", "regen(1)", "penetrates", "unknown verb 'penetrates'"),
    "unknown verb of a special": ("champions", "sap(t", "zap(t", ":17:20: unknown verb 'zap'"),
    # what does not go with the function
    "effect without success": (
        "cards", "success: steal", "steal",
        "cards.toml:9:10: card 'X1': effect: what an Attack does stands after 'success:'",
    ),
    "shield on success": ("cards", ", gain_hp(", "; success: gain_hp(", "'success' belongs to A"),
    "trap unbroken": ("cards", ", draw(user", "; unbroken: draw(user", "'unbroken' belongs to"),
    "attack that cancels": ("cards", "add(2) if target_more_vp", "cancel(trap)", "'cancel' is not"),
    "trap without a play": ("cards", "cancel(attack, opponent), ", "", "says 'cancel' or 'co"),
    "trap that names two": ("cards", "opponent), d", "opponent), cancel(life), d", "says 'cancel'"),
    "trap that harms": ("cards", "draw(user, 1)", "sap(target, 1)", "a Trap does not 'sap'"),
    "cost of the target": ("cards", "success: steal(1, by=target)", "cost: sap(user, 1)", "a cost"),
    "damage by effect": ("cards", ", gain_hp(target, 2)", ", lose_hp(target, 2)", "is a cost of"),
    "shield that boosts": ("cards", ", gain_hp(target, 2)", ", boost(ap)", "'boost' is not for"),
    "boost of nothing": (
        "cards", 'function = "shield"', 'function = "boost"', "'counter' is not for the function",
    ),
    "boost without a statistic": (
        "cards", SHIELD, SHIELD.replace("shield", "boost").replace(COUNTER, "gain_hp(target, 2)"),
        "a Boost says which statistic it raises: 'boost(...)'",
    ),
    "endless life": (
        "cards", SHIELD, SHIELD.replace("shield", "life").replace(COUNTER, "become(inf)"),
        "only Attacks and Shields become infinite",
    ),
    # targets
    "attack on oneself": (
        "cards", 'target = "opponent"', 'target = "self"',
        "cards.toml:8:10: card 'X1': target: an Attack is aimed at opponents (GT-10.2)",
    ),
    "attack on anybody": ("cards", 'target = "opponent"', 'target = "any"', "aimed at opponents"),
    "no target": ("cards", 'target = "any"\n', "", "card 'X2': target: a Trap lies on a play"),
    "trap with a target": (
        "cards", 'function = "trap"', 'function = "trap"\ntarget = "any"',
        "cards.toml:28:10: card 'X3': target: a Trap lies on a play and has none",
    ),
    "unknown target": ("cards", '"any"', '"anny"', "target: 'anny' is not known; did you mean"),
    "special trap": (
        "champions", 'function = "attack"', 'function = "trap"',
        "champions.toml:14:12: champion 'nova': special.function: a Special Action is never a",
    ),
    # ratings
    "negative rating": (
        "cards", "rating = 3", "rating = -3",
        "cards.toml:7:10: card 'X1': rating: a whole number from 0 to 999, 'inf' for an Attack",
    ),
    "broken rating": ("cards", "rating = 3", "rating = 2.5", "got `float` - at `$.rating`"),
    "true rating": ("cards", "rating = 3", "rating = true", "got `bool` - at `$.rating`"),
    "endless trap": ("cards", '"trap"', '"trap"\nrating = "inf"', "not 'inf'"),
    "multiplier": ("cards", "rating = 3", 'rating = "x2"', "rating: a whole number from 0 to 999"),
    "plain multiplier": (
        "cards", SHIELD, SHIELD.replace("shield", "boost").replace(COUNTER, "boost(next_mul)"),
        "rating: a multiplier is written 'x2' or more, not 2",
    ),
    "single multiplier": (
        "cards", SHIELD,
        'function = "boost"\nrating = "x1"\ntarget = "any"\neffect = "boost(next_mul)"\n',
        "a multiplier is written 'x2' or more, not 'x1'",
    ),
    # words of fields
    "unknown type": ("cards", '"War"', '"Wor"', "cards.toml:4:8: card 'X1': type: 'Wor' is not"),
    "unknown property": ("cards", '"Normal"', '"normal"', "property: 'normal' is not known; did"),
    "unknown function": ("cards", '"attack"', '"atack"', "function: 'atack' is not known; did you"),
    "unknown origin": ("cards", '"printed"', '"print"', ":30:10: card 'X3': origin: 'print'"),
    "unknown alignment": ("champions", '"Unaligned"', '"None"', ":4:13: champion 'nova': alignme"),
    "unknown element": ("champions", 'element = "Tech"', 'element = "Light"', "element: 'Light'"),
    # shape
    "unknown field": (
        "cards", "count = 2", "cuont = 2",
        "cards.toml:10:9: card 'X1': cuont: Object contains unknown field `cuont`; did you mean",
    ),
    "unknown field within": (
        "champions", 'name = "Afterglow"', 'nmae = "Afterglow"',
        "champions.toml:20:8: champion 'nova': ability.nmae: Object contains unknown field `nmae`",
    ),
    "nearest field within": ("champions", 'name = "Afterglow"', 'nmae = "A"', "did you mean 'na"),
    "no name": ("cards", 'name = "Glass Bell"\n', "", "card 'X2': Object missing required field"),
    "no hp": ("champions", "hp = 12\n", "", "champion 'nova': Object missing required field `hp`"),
    "no special": (
        "champions", CHAMPIONS[CHAMPIONS.index("[champions.special]") :], "",
        "champions.toml:1:1: champion 'nova': Object missing required field `special`",
    ),
    "no health": ("champions", "hp = 12", "hp = 0", ":6:6: champion 'nova': hp: 1 to 999, not 0"),
    "negative ap": ("champions", "ap = 6", "ap = -1", "champion 'nova': ap: 0 to 999, not -1"),
    "huge prize": ("champions", "pc = 4", "pc = 1000", "champion 'nova': pc: 0 to 999, not 1000"),
    "text for hp": ("champions", "hp = 12", 'hp = "12"', ":6:6: champion 'nova': hp: Expected"),
    "no copies": ("cards", "count = 2", "count = 0", ":10:9: card 'X1': count: 1 to 100, not 0"),
    "many copies": ("cards", "count = 2", "count = 101", "card 'X1': count: 1 to 100, not 101"),
    # ids
    "twice": ("cards", '"X2"', '"X1"', "cards.toml:13:6: card 'X1': id: there is something else"),
    "champion and card": ("cards", '"X2"', '"nova"', "card 'nova': id: there is something else"),
    "house champion": ("cards", '"X2"', '"eron"', "card 'eron': id: there is something else with"),
    "house card": ("champions", '"nova"', '"A01"', "champion 'A01': id: there is something else"),
    "blank": ("cards", '"X2"', '"X 2"', "card 'X 2': id: letters and digits without blanks"),
    "nothing": ("cards", '"X2"', '""', "card '': id: letters and digits without blanks or dots"),
    "dot": ("champions", '"nova"', '"no.va"', "champion 'no.va': id: letters and digits without"),
    # files
    "no TOML": ("cards", "[[cards]]", "[[cards", "cards.toml: not TOML: "),
    "another table": ("cards", "[[cards]]", "[[card]]", "cards.toml: 'card' is not known; did you"),
    "no list": ("cards", CARDS, "cards = 3", "cards: a list of entries, not 3"),
    "no entry": ("cards", CARDS, "cards = [3]", "card 1: Expected `object`, got `int`"),
    "no name of the set": ("set", 'name = "mine"\n', "", "set.toml: Object missing required field"),
    "unknown key of the set": ("set", "title", "tilte", "set.toml: 'tilte' is not known; did you"),
    "unknown base": ("set", '"house"', '"hose"', "set.toml: extends: 'hose' is not known; did you"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_a_mistake_is_named_with_its_place(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    good = {"set": SET, "cards": CARDS, "champions": CHAMPIONS}
    assert old in good[file]
    written(tmp_path, **{file: good[file].replace(old, new, 1)})
    found = complaint(tmp_path)
    assert message in found
    assert found.startswith(str(tmp_path / f"{file}.toml"))


def test_the_shipped_files_are_checked_in_the_same_way(tmp_path: Path) -> None:
    for path in HOUSE.iterdir():
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(text.replace("flip_alignment", "flip_alignmnet"))
    lines = (HOUSE / "cards.toml").read_text(encoding="utf-8").splitlines()
    line = 1 + lines.index('effect = "flip_alignment"')
    message = f"cards.toml:{line}:11: unknown verb 'flip_alignmnet'; did you mean 'flip_alignment'?"
    assert message in complaint(tmp_path)


def test_what_is_typed_in_is_named_by_entry_and_field() -> None:
    card = {"id": "X1", "name": "X", "type": "War", "property": "Normal", "function": "other"}
    typed = {"name": "typed", "extends": "house", "cards": [{**card, "target": "any"}]}
    assert ludarium.game(SLUG, content=typed).rules.terms.content.name == "typed"
    wrong = {**typed, "cards": [{**card, "target": "any", "effect": "drw(user, 1)"}]}
    assert complaint(wrong) == (
        "content: card 'X1': effect: effect:1:1: unknown verb 'drw'; did you mean 'draw'?"
    )
    assert complaint({**typed, "carts": []}).startswith("content: 'carts' is not known; did you")
    assert complaint({**typed, "cards": [card]}).startswith("content: card 'X1': target: a Trap")
    assert complaint({"name": "x"}) == "content: a set has champions and cards, or extends 'house'"
    assert "Expected `str`, got `int`" in complaint({**typed, "name": 3})


def test_a_set_is_shipped_or_a_folder(tmp_path: Path) -> None:
    assert complaint("hause") == (
        "content: no set 'hause': neither shipped nor a folder; did you mean 'house'?"
    )
    assert "set.toml: No such file" in complaint(tmp_path)
    assert "neither shipped nor a folder" in complaint("x" * 5000)


def alone(folder: Path, champions: int, copies: int) -> Path:
    """A set of its own: so many Champions, so many cards."""
    return written(
        folder,
        set='name = "small"\n',
        champions="".join(CHAMPIONS.replace("nova", f"nova{n}") for n in range(champions)),
        cards=CARDS.replace("count = 2", f"count = {copies}"),
    )


def test_there_must_be_enough_champions_and_cards(tmp_path: Path) -> None:
    folder = alone(tmp_path, 3, 46)
    assert ludarium.game(SLUG, content=folder, players=3).cards.copies
    assert complaint(folder, players=4) == ("content: 3 champions are too few: 4 players need 4")
    assert complaint(folder, players=2, champion_pick="deal2") == (
        "content: 3 champions are too few: 2 players need 4"
    )
    folder = alone(tmp_path, 6, 45)
    assert complaint(folder) == (
        "content: a Source Deck of 49 cards is too small: the five largest hands and 20 more"
        " make 50"
    )
    folder = alone(tmp_path, 6, 46)
    assert ludarium.game(SLUG, content=folder).rules.terms.content.title == "small"
    assert "46 cards is too small" in complaint(folder, ban_list="X2,X3")


@pytest.mark.parametrize(
    ("banned", "message"),
    [
        ("Lucky Dya", "ban_list: no card 'Lucky Dya'; did you mean 'Lucky Day'?"),
        (["A01", "A99"], "ban_list: no card 'A99'"),
        ([3], "ban_list: [3] is not none or tournament or a list of names"),
    ],
)
def test_a_ban_list_names_cards(banned: object, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ludarium.game(SLUG, ban_list=banned)
    assert str(caught.value).startswith(message)


def test_a_tournament_bans_what_is_there(tmp_path: Path) -> None:
    house = ludarium.game(SLUG, ban_list="tournament")
    assert "B02" not in house.cards.face_of_code and len(house.rules.terms.stocks[""]) == 129
    small = ludarium.game(SLUG, content=alone(tmp_path, 6, 46), ban_list="tournament")
    assert len(small.rules.terms.stocks[""]) == 50


# Three new cards of existing words, played


def duel(tmp_path: Path, *seats: dict[str, object]) -> Match:
    game = ludarium.game(SLUG, content=written(tmp_path), players=len(seats), trading="off")
    position = {"seats": list(seats), "source": ["A01", "A02", "A05", "A10", "A14"]}
    return game.start(seed="house rules", position=position)


def test_a_folder_adds_cards_and_champions_to_the_house(tmp_path: Path) -> None:
    game = ludarium.game(SLUG, content=written(tmp_path))
    content = game.rules.terms.content
    assert content.title == "Cards of my own"
    assert len(content.moves) == 69 + 3 and len(content.champions) == 14 + 1
    assert sum(content.counts.values()) == 130 + 6
    assert content.origins["X3"] == "printed" and content.origins["nova"] == "house"


def test_an_entry_with_a_known_id_takes_its_place(tmp_path: Path) -> None:
    cards = CARDS.replace('"X1"', '"A01"').replace("count = 2", "count = 1")
    content = ludarium.game(SLUG, content=written(tmp_path, cards=cards)).rules.terms.content
    assert content.moves["A01"].name == "Borrowed Blade"
    assert content.counts["A01"] == 1 and next(iter(content.moves)) == "A01"


def test_a_new_attack_is_played(tmp_path: Path) -> None:
    match = duel(
        tmp_path,
        {"champion": "nova", "hand": ["X1"], "used": ["A06"] * 3 + ["A07", "A08", "A09"]},
        {"champion": "bramble", "vp": 1, "hand": ["S02", "T01", "L01"], "used": ["A03", "A04"]},
    )
    match.play(0, "act X1 1")
    match.play(1, "hold")
    assert match.position()["seats"][1]["hp"] == 19 - (3 + 2 - 1)  # more VP, Thick Hide
    assert [str(action) for action in match.legal(1)] == ["pick S02", "pick L01", "pick T01"]
    match.play(1, "pick T01")
    assert match.position()["seats"][0]["hand"] == ["T01"]


def test_a_new_shield_is_played(tmp_path: Path) -> None:
    match = duel(
        tmp_path,
        {"champion": "requiem", "hand": ["A23", "X2"], "used": ["A03"] * 2 + ["A04", "A07"]},
        {"champion": "nova", "hand": ["A09"], "used": ["A06"] * 3 + ["A08", "A11", "A12"]},
    )
    match.play(0, "act X2 0")
    match.play(1, "act A09 0")  # Mind Lock, Mystic on Tech: twice 2, against its own user
    seats = match.position()["seats"]
    assert seats[0]["hp"] == 15 + 2
    assert seats[1]["hp"] == 12 - 2 * 2 and seats[1]["now"] == {"special_locked": True}


def test_a_new_trap_is_played(tmp_path: Path) -> None:
    match = duel(
        tmp_path,
        {"champion": "nova", "hand": ["A01"], "used": ["A06"] * 3 + ["A08", "A11"]},
        {"champion": "bramble", "hand": ["X3"], "used": ["A07"] * 2 + ["A03", "A04"]},
    )
    match.play(0, "special 1")
    match.play(1, "hold")  # Afterglow: no Trap can lie on it, so nobody is asked for one
    assert match.position()["turn"] == 2
    assert match.position()["seats"][1]["hp"] == 19 - (2 - 1)
    match.play(0, "act A01 1")
    match.play(1, "hold")
    match.play(1, "trap X3 p0")
    seats = match.position()["seats"]
    assert seats[1]["hp"] == 18 and seats[1]["hand"] == ["A01"]
    assert seats[1]["used"][-1] == "X3"


def odd(effect: str, function: str = "other", **fields: object) -> dict[str, object]:
    """The house with one more card."""
    card = {"id": "X1", "name": "X", "type": "War", "property": "Normal", "rating": 1} | fields
    card |= {"function": function, "target": fields.get("target", "any"), "effect": effect}
    return {"name": "odd", "extends": "house", "cards": [card]}


def played(content: dict[str, object], play: str, **options: object) -> Match:
    """A duel of Eron, who plays the card, with Dace, who holds; Eron is behind."""
    used = ["A06"] * 3 + ["A07"] * 2 + ["A08"] * 2
    seats = [
        {"champion": "eron", "hand": ["X1"], "used": used, "vp": 1},
        {"champion": "dace", "used": ["A10"] * 3 + ["A11"] * 2},
    ]
    game = ludarium.game(SLUG, content=content, trading="off", **options)
    match = game.start(seed=1, position={"seats": seats})
    match.play(0, play)
    match.play(1, "hold")
    return match


def test_a_cost_may_have_a_condition() -> None:
    for condition, hp in (("target_more_vp", 14), ("not target_more_vp", 11)):
        content = odd(f"cost: lose_hp(user, 3) if {condition}")
        assert played(content, "act X1 1").position()["seats"][0]["hp"] == hp
    for condition, now in (("duel", {"trap_locked": True}), ("not duel", {})):
        content = odd(f"cost: status(user, trap_locked) if {condition}")
        assert played(content, "act X1 1").position()["seats"][0]["now"] == now


def test_any_effect_may_look_at_the_moon() -> None:
    content = odd("gain_hp(target, 4) if full_moon")
    for moon, hp in (("always", 17), ("never", 13)):
        match = played(content, "act X1 1", full_moon=moon)
        assert match.position()["seats"][1]["hp"] == hp


def test_who_makes_oneself_fall_scores_nothing() -> None:
    match = played(odd("fall_both", target="self"), "act X1")
    assert list(match.questions) == [0] and match.questions[0].kind == "respawn"
    assert [seat["vp"] for seat in match.position()["seats"]] == [1, 0]


def test_nobody_robs_oneself_or_is_tied_to_oneself() -> None:
    for effect in ("steal(2, by=random)", "steal_vp(1)", "rivalry"):
        position = played(odd(effect), "act X1 0").position()
        assert position["turn"] == 2 and position["rivalries"] == []


def test_a_trap_looks_at_the_printed_rating() -> None:
    trap = odd("cancel(attack, rating<=3)", "trap")
    del trap["cards"][0]["target"]
    seats = [{"champion": "eron", "hand": ["A01", "A12"]}, {"champion": "dace", "hand": ["X1"]}]
    for play, asked in (("act A12 1", [1]), ("act A01 1", [0, 1])):
        match = ludarium.game(SLUG, content=trap).start(seed=1, position={"seats": seats})
        match.play(0, play)
        match.play(1, "hold")
        assert list(match.questions) == asked


def test_a_folder_need_not_have_both_files(tmp_path: Path) -> None:
    for missing, count in (("champions", (14, 72)), ("cards", (15, 69))):
        (written(tmp_path) / f"{missing}.toml").unlink()
        content = ludarium.game(SLUG, content=tmp_path).rules.terms.content
        assert (len(content.champions), len(content.moves)) == count


def test_a_record_of_a_folder_stands_alone(tmp_path: Path) -> None:
    match = duel(tmp_path, {"champion": "nova"}, {"champion": "eron", "hand": ["X1"]})
    match.play(0, "special 1")
    match.play(1, "act X1 0")
    record = match.record()
    for file in tmp_path.iterdir():
        file.unlink()
    again = ludarium.replay(record)
    assert again.record() == record and again.game.rules.terms.content.name == "mine"
