"""Every hit of Galatune explains itself: how its number came about, clause by clause."""

from __future__ import annotations

from galatune.told import WORDS, at, derived, lines, say, seat, story, talk, turn, voice

# Derivations


def test_a_boosted_hit_on_a_weakness() -> None:
    """WE-8: rating 4, doubled by Unchained, doubled again on a Tech Champion."""
    match = at(seat("ilo", "A06", now={"mul": 2}), seat("eron"))
    turn(match, "act A06 1", "hold")
    assert derived(match, "hit") == [(16, [("printed", 4), ("times", 4), ("weak", 8)])]
    (hit,) = [line for line in lines(match) if line["event"] == "hit"]
    assert say(hit) == "Anna hits Ben with Hexbolt: 16 damage."
    assert [
        WORDS.say("sums", part["key"], part["facts"], voice(1)) for part in hit["sum"]["parts"]
    ] == ["Printed on Hexbolt", "Times 2, by a Boost for this turn",
          "You are weak to its type: doubled"]  # fmt: skip
    assert derived(match, "hp") == [(0, [("before", 14), ("loss_damage", -16), ("floor", 2)])]


def test_every_way_to_change_a_rating() -> None:
    """R-22: the card's own words, ability, lasting and passing Boosts, what saps; never below 0."""
    match = at(
        seat("gorvane", "A04", rating_add=1, now={"add": 3, "sap": 2}), seat("bramble", "A01")
    )
    turn(match, "act A04 1", "act A01 0")
    assert derived(match, "hit")[0] == (
        8,
        [("printed", 3), ("card", 3), ("ability", 1), ("grown", 1), ("boosted", 3),
         ("sapped", -2), ("armour", -1)],
    )  # fmt: skip
    match = at(seat("dace", "A24", now={"sap": 5}), seat("ilo"))
    turn(match, "act A24 1", "hold")
    assert derived(match, "hit") == [(0, [("printed", 2), ("sapped", -5), ("least", 3)])]
    assert "Anna does Ben no damage with Night Thief." in story(match)


def test_a_rating_becomes_another() -> None:
    match = turn(at(seat("eron", "A17"), seat("ilo")), "act A17 1", "hold")
    assert derived(match, "hit") == [(6, [("printed", 0), ("becomes", 6)])]
    match = turn(at(seat("eron", "A17"), seat("ilo", hp=3)), "act A17 1", "hold")
    assert "Anna reaches Ben with Frostenba, without damage." in story(match)


def test_infinite_damage() -> None:
    """R-23, WE-5: nothing stops Starcalibur in Eron's hand."""
    match = turn(at(seat("eron", "A18"), seat("valora", "S11")), "act A18 1", "act S11 1")
    hit = next(line for line in derived(match, "hit") if line[0] == "inf")
    assert hit == ("inf", [("printed", 4), ("becomes", "inf"), ("ability", 0), ("penetrates", 0)])
    ((after, steps),) = derived(match, "hp")
    assert (after, steps) == (
        0, [("before", 18), ("loss_penetrating", "-inf"), ("floor", "inf")],
    )  # fmt: skip
    assert "Anna hits Ben with Starcalibur, which no Defense stops: ∞ damage." in story(match)


def test_infinite_damage_against_shields() -> None:
    """R-23: as much as a Shield can take, or all of it."""
    told = talk()
    for shields, excess, steps in (
        ([[1, 5, None]], "inf", [("damage_normal", "inf"), ("shield", -5)]),
        ([[1, "inf", None]], 0, [("damage_normal", "inf"), ("shield", "-inf")]),
    ):
        event = {
            "event": "defence", "seat": 1, "damage": ["inf", 0], "shields": shields,
            "past": ["inf", 0], "excess": excess, "broken": [],
        }  # fmt: skip
        (line,) = told.fold([told.annotate(event)], brief=False)
        assert [(part["key"], part["value"]) for part in line["sum"]["parts"]] == steps  # type: ignore[index]
        assert line["total"] == "inf" and line["passed"] == (excess == "inf")


def test_immunity_leaves_nothing() -> None:
    for champion, card, key in (
        ("eron", "A10", "element"), ("eron", "A20", "alignment"), ("pixel", "A13", "element"),
        ("pixel", "A05", "ability"),
    ):  # fmt: skip
        match = at(seat("bramble", card), seat(champion))
        turn(match, f"act {card}" + (" 1" if card not in ("A05", "A13") else ""), "hold")
        ((value, steps),) = derived(match, "hit")
        assert value == 0 and steps[-1][0] == f"immune_{key}"
    match = turn(at(seat("bramble", "A10"), seat("eron")), "act A10 1", "hold")
    assert "Ben is immune to Tech: Anna's Arc Cannon does no harm." in story(match)
    match = turn(at(seat("bramble", "A05"), seat("pixel")), "act A05", "hold")
    assert "You are immune to Anna's Cannonade, thanks to a Special Ability." in story(match, 1)


def test_bonds_and_rivalries_leave_nothing() -> None:
    seats = (seat("dace", "A01", "A02"), seat("tamsin"), seat("bramble"))
    match = turn(at(*seats, bonds=[[1, 0]]), "act A01 1", "hold", "hold")
    assert "Iron Lunge does no harm: Anna and Ben are bonded." in story(match)
    assert derived(match, "hit")[0][1][-1] == ("immune_bond", -4)
    match = turn(at(*seats, rivalries=[[2, 0]]), "act A01 1", "hold", "hold")
    assert "Iron Lunge does Ben no harm: a rivalry binds Anna." in story(match)


def test_counters() -> None:
    """WE-12 and WE-13: what a Shield or a Trap sends back, and what it then meets."""
    match = turn(at(seat("morwen", "A10"), seat("valora", "S05")), "act A10 1", "act S05 1")
    assert "Ben counters Anna's Arc Cannon: 8 damage strikes back at Anna." in story(match)
    assert derived(match, "hit")[0] == (8, [("printed", 4), ("countered", 0), ("weak", 4)])
    match = turn(at(seat("eron", "A10"), seat("valora", "S05")), "act A10 1", "act S05 1")
    assert "Ben counters Anna's Arc Cannon, which does Anna no harm." in story(match)
    assert next(line for line in lines(match) if line["event"] == "hit")["immune"] == "element"


def test_shields_restricted_ones_first() -> None:
    """WE-14: Null Screen takes the Energy, nothing takes the rest."""
    match = at(
        seat("dace", "A16"), seat("morwen", "A22"), seat("valora", "S07", hp=18),
    )  # fmt: skip
    turn(match, "act A16 2", "act A22 2", "act S07 2")
    assert derived(match, "defence") == [
        (8, [("damage_normal", 8), ("damage_energy", 6), ("shield", -6)])
    ]
    told = story(match)
    assert "Cleo has a Broken Shield: 8 of 14 damage comes through." in told
    assert "Cleo is shielded from Anna's Venom Spores." in told


def test_a_shield_that_holds() -> None:
    match = turn(at(seat("dace", "A22"), seat("ilo", "S02")), "act A22 1", "act S02 1")
    told = story(match)
    assert "Ben is shielded from Anna's Shadow Cleave." in told
    assert "Ben is shielded by their own Bulwark Plate: 4." in told
    assert "Ben is shielded against all 4 damage." in told
    shield = next(line for line in lines(match) if line["event"] == "defence")["sum"]["parts"][-1]
    assert WORDS.say("sums", shield["key"], shield["facts"], voice()) == "Bulwark Plate, 4"


def test_life_costs_and_abilities_in_hp() -> None:
    match = at(seat("seraphine", "L02", hp=5), seat("tamsin", "L01", "A03"))
    turn(match, "act L02 1", "act A03 0")
    told = {line["seat"]: line["sum"] for line in lines(match) if line["event"] == "hp"}
    assert [(part["key"], part["value"]) for part in told[1]["parts"]] == [
        ("before", 15), ("gain_life", 5), ("gain_ability", 2), ("loss_cost", -2),
    ]  # fmt: skip
    assert [(part["key"], part["value"]) for part in told[0]["parts"]] == [
        ("before", 5), ("gain_ability", 1), ("loss_damage", -12), ("floor", 6),
    ]  # fmt: skip
    said = [WORDS.say("sums", part["key"], part["facts"], voice()) for part in told[1]["parts"]]
    assert said[1:] == [
        "Healing Rain", "Special Ability, with Healing Rain", "The cost of Warhammer Waltz",
    ]  # fmt: skip


def test_falling_outright_and_enduring() -> None:
    match = turn(at(seat("dace", "O01"), seat("pixel", hp=5)), "act O01 1", "hold")
    assert derived(match, "hp") == [
        (0, [("before", 13), ("outright", -13)]), (0, [("before", 5), ("outright", -5)]),
    ]  # fmt: skip
    assert "Ben falls outright, from 5 HP to 0." in story(match)
    match = turn(at(seat("dace", "A14"), seat("phoenix", hp=2)), "act A14 1", "hold")
    assert derived(match, "hp") == [
        (1, [("before", 2), ("loss_damage", -8), ("floor", 6), ("endured", 1)])
    ]
    assert "You endure what would have been a fall, at 1 HP." in story(match, 1)
