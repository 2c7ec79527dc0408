"""What happened, told: facts that sentences need, a line for each player, ways to every number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias, cast

from ludarium.core.talk import Facts
from ludarium.games.galatune.effects import FUNCTIONS, PROPERTIES
from ludarium.games.galatune.ending import CLAUSES as ENDINGS
from ludarium.games.galatune.moves import INFINITE, SPECIAL_CARD, TYPES, Move, capped, written
from ludarium.games.galatune.seen import Meaning

CLAUSES: Final = {
    "known": "R-80", "known_hand": "R-80", "moon": "R-69", "offer": "R-6", "champion": "GT-2.2",
    "champion again": "GT-13.2", "draw deal": "GT-2.6", "draw prize": "GT-12.5",
    "draw victory": "GT-3.3", "draw respawn": "GT-13.4", "draw shortage": "GT-14.6",
    "draw effect": "GT-10.16", "reshuffle": "R-60", "turn": "GT-6.1", "reveal": "GT-7.1",
    "play": "GT-7.2", "trap": "GT-8.1", "traps_over": "GT-8.7",
    "hit attack": "GT-10.1", "hit shield": "GT-10.3", "hit life": "GT-10.8",
    "hit boost": "GT-10.11", "hit other": "GT-10.16", "hit trap": "R-20",
    "hit countered": "GT-11.3", "hit pierces": "GT-11.4", "hit blocked": "GT-10.6",
    "hit harmless": "R-34", "hit touches": "R-34", "hit element": "GT-4.3",
    "hit alignment": "GT-4.3", "hit ability": "GT-3.3", "hit bond": "R-67", "hit rivalry": "R-68",
    "defence": "GT-10.5", "defence broken": "GT-10.7", "hp": "R-26", "hp endured": "GT-3.3",
    "hp outright": "R-48", "boost": "GT-10.11", "boost next": "GT-10.12", "boost vp": "GT-10.13",
    "sap": "R-43", "status": "R-45", "alignment": "GT-10.16", "element": "GT-10.16",
    "steal_vp": "R-61", "bond": "R-67", "rivalry": "R-68", "steal": "R-47", "destroy": "R-60",
    "recover": "R-47", "fall": "GT-12.1", "fall alone": "R-49", "prize": "GT-12.5",
    "respawn keep": "GT-13.4", "respawn reset": "GT-13.5", "respawn change": "GT-13.6",
    "regroup": "R-65", "offers": "GT-15.4", "trade_offer": "GT-15.4", "offer_void": "GT-15.3",
    "decline": "GT-15.7", "reply": "GT-15.4", "trade": "GT-15.2", "refuse": "GT-15.7",
    "resign": "R-66",
}  # fmt: skip
"""By event, or case of one: what it rests on."""
CASES: Final = {"draw": "why", "respawn": "mode", "status": "status", "boost": "stat"}
"""By event: the fact that tells its cases apart; sentences ask for it as `is_deal`, `is_keep`."""
GATHERED: Final = ("prize", "steal", "destroy")
"""Events about one card that make one line where several follow each other."""

Number: TypeAlias = int | str
"""A number, `inf` or `-inf`."""


class Story:
    """Makes lines of events."""

    def __init__(self, meaning: Meaning) -> None:
        self.meaning = meaning

    def clause(self, event: Facts) -> str:
        kind = str(event["event"])
        if kind == "game_over":
            return ENDINGS[str(cast("Facts", event["result"])["reason"])]
        return CLAUSES[_case(kind, event)]

    # One event

    def annotate(self, event: Facts) -> Facts:
        kind = str(event["event"])
        if kind in CASES:
            return {**event, f"is_{event[CASES[kind]]}": True}
        if kind == "hit":
            return {**event, **self._hit(event)}
        if kind == "defence":
            return {**event, **_defence(event)}
        if kind == "hp":
            return {**event, **_hp(event)}
        if kind == "fall":
            return {**event, **_scorers(event)}
        if kind == "champion":
            return {**event, "hp": self.meaning.champions[str(event["champion"])].hp}
        return event

    def _hit(self, event: Facts) -> Facts:
        """What a hit was, what became of it, and how its number came about."""
        code = str(event["move"])
        by = SPECIAL_CARD + code if event["special"] else code
        move = self.meaning.move(by)
        function = FUNCTIONS[move.function]
        told: Facts = {"by": by, "function": function, f"is_{function}": True}
        told |= {"type": TYPES[move.type], "own": event["seat"] == event["recipient"]}
        outcome = _outcome(event, move)
        if outcome:
            told |= {outcome: True, "outcome": outcome}
        if outcome not in ("unharmed", "returned"):
            told["immune"] = None  # what does good is never kept off
        elif outcome == "unharmed":
            cause = str(event["immune"])
            told["immune_type" if cause in ("element", "alignment") else f"immune_{cause}"] = True
        told["sum"] = _hit_sum({**event, **told})
        return told

    # Many events

    def fold(self, events: Sequence[Facts], brief: bool) -> list[Facts]:
        named = {event["play"]: str(event["by"]) for event in events if event["event"] == "hit"}
        risen = {event["seat"] for event in events if _is_rising(event)}
        same = {event["seat"] for event in events if _stays(event)}
        told: list[Facts] = []
        for event in events:
            kind = event["event"]
            if kind == "champion" and event["seat"] in risen:
                event = {**event, "again": True, "same": event["seat"] in same}
            event = _with_names(event, named)
            if kind in GATHERED:
                if told and _continues(told[-1], event):
                    cards = cast("list[str]", told[-1]["cards"])
                    told[-1] = {**told[-1], "cards": [*cards, event["card"]]}
                    continue
                event = {**event, "cards": [event["card"]]}
            if not (brief and _is_stale(event)):
                told.append(event)
            told += _spread(event)
        return told


def _case(kind: str, event: Facts) -> str:
    """An event, with what makes it a case of its own in the rulebook."""
    if kind in ("draw", "respawn"):
        return f"{kind} {event[CASES[kind]]}"
    if kind == "champion":
        return "champion again" if event.get("again") else kind
    if kind == "fall":
        return "fall" if event["victors"] else "fall alone"
    if kind == "defence":
        return "defence broken" if event["broken"] else kind
    if kind == "hp":
        return "hp endured" if event["endured"] else "hp outright" if event["outright"] else kind
    if kind == "boost":
        stat = str(event["stat"])
        return "boost vp" if stat == "vp" else "boost next" if stat.startswith("next") else kind
    if kind == "hit":
        return f"hit {_hit_case(event)}"
    return kind


def _hit_case(event: Facts) -> str:
    outcome = str(event.get("outcome", ""))
    if outcome == "unharmed":
        return str(event["immune"])
    if outcome in ("turned", "returned"):
        return "countered"
    return outcome or str(event["function"])


def _outcome(event: Facts, move: Move) -> str:
    """What became of a hit, as a key; nothing where it simply worked."""
    damaging, success = "damage" in event, bool(event["success"])
    if not damaging and not move.harms:
        return ""
    if event["countered"]:
        return "turned" if success else "returned"
    if not success:
        if event["immune"]:
            return "unharmed"
        return "blocked" if not damaging or event["damage"] else "harmless"
    if not damaging:
        return ""
    return "touches" if not event["damage"] else "pierces" if event["penetrates"] else ""


def _is_rising(event: Facts) -> bool:
    """Whether an event tells that a Champion comes back, and not that it begins."""
    return event["event"] == "respawn" or (event["event"] == "draw" and event["why"] == "respawn")


def _stays(event: Facts) -> bool:
    """Whether an event tells that a player goes on with the same Champion."""
    return event["event"] == "respawn" and event["mode"] != "change"


def _with_names(event: Facts, named: Mapping[object, str]) -> Facts:
    """The names of plays where only their numbers stand, as far as hits tell them."""
    if event["event"] == "hit":
        return event
    if event.get("play") in named:
        event = {**event, "by": named[event["play"]]}
    if "sum" in event:
        derived = cast("Facts", event["sum"])
        parts = [_named_part(part, named) for part in cast("list[Facts]", derived["parts"])]
        event = {**event, "sum": {**derived, "parts": parts}}
    return event


def _named_part(part: Facts, named: Mapping[object, str]) -> Facts:
    facts = cast("Facts", part["facts"])
    if facts.get("play") not in named:
        return part
    return {**part, "facts": {**facts, "by": named[facts["play"]]}}


def _is_stale(event: Facts) -> bool:
    """What other lines tell better."""
    kind = event["event"]
    if kind == "hit":
        rated = event["function"] in ("attack", "trap")
        return not rated and "outcome" not in event
    if kind == "hp":
        return event["before"] == event["after"] and not event["losses"]
    return kind in ("traps_over", "offers") or (kind == "reveal" and bool(event["plays"]))


def _continues(last: Facts, event: Facts) -> bool:
    same = ("event", "seat", "loser", "victim", "play")
    return all(last.get(key) == event.get(key) for key in same)


def _spread(event: Facts) -> Iterator[Facts]:
    """A line for each player that an event tells of."""
    if event["event"] == "reveal":
        for play in cast("list[Facts]", event["plays"]):
            by = SPECIAL_CARD + str(play["special"]) if "special" in play else play["card"]
            seat, target = play["seat"], play.get("target")
            own = target == seat
            yield {"event": "play", "seat": seat, "by": by, "target": target, "own": own}
    elif event["event"] == "known":
        for seat, cards in enumerate(cast("list[list[str]]", event["hands"])):
            if cards:
                yield {"event": "known_hand", "seat": seat, "cards": cards}
        for seat, cards in enumerate(cast("list[list[str]]", event.get("fleeting", []))):
            if cards:
                soon = {"passing": ["cards"], "until": event["until"]}
                yield {"event": "known_hand", "seat": seat, "cards": cards, **soon}
    elif event["event"] == "offers":
        for seat, partner, card in cast("list[tuple[int, int, str]]", event["offers"]):
            yield {"event": "trade_offer", "seat": seat, "partner": partner, "card": card}


# Numbers


def _part(key: str, value: Number, clause: str, **facts: object) -> Facts:
    return {"key": key, "facts": {**facts, "clause": clause}, "value": value}


def _sum(value: object, clause: str, parts: list[Facts]) -> Facts:
    return {"value": value, "clause": clause, "parts": parts}


def _whole(number: object) -> int:
    """A number of an event, infinity included."""
    return INFINITE if number == "inf" else cast("int", number)


def _step(before: int, after: int) -> Number:
    """What a step of a derivation adds."""
    if before == after:
        return 0
    if INFINITE in (before, after):
        return "inf" if after == INFINITE else "-inf"
    return after - before


def _hit_sum(event: Facts) -> Facts:
    """From the printed rating to rating and damage (R-22, R-24, R-25)."""
    parts: list[Facts] = []
    by, user, struck = event["by"], event["seat"], event["recipient"]
    rating = 0
    for key, n, clause in cast("list[tuple[str, Number, str]]", event["parts"]):
        before, n = rating, _whole(n)
        if key in ("printed", "becomes"):
            rating = n
        elif key == "times":
            rating = capped(max(0, rating) * n)
        else:
            rating = capped(rating + n)
        parts.append(_part(key, _step(before, rating), clause, n=written(n), by=by, seat=user))
    if rating < 0:
        parts.append(_part("least", -rating, "R-22"))
        rating = 0
    if "damage" not in event:
        return _sum(event["rating"], "R-22", parts)
    if event["countered"]:
        parts.append(_part("countered", 0, "GT-11.3", seat=struck))
    if event["penetrates"]:
        parts.append(_part("penetrates", 0, "GT-11.4"))
    damage = capped(rating * cast("int", event["times"]))
    if event["times"] == 0:
        cause = str(event["immune"])
        clause = CLAUSES[f"hit {cause}"]
        parts.append(_part(f"immune_{cause}", _step(rating, 0), clause, seat=struck))
    elif event["times"] == 2:
        parts.append(_part("weak", _step(rating, damage), "GT-4.6", seat=struck))
    if event["armour"]:
        left = _whole(event["damage"])
        parts.append(_part("armour", _step(damage, left), "R-25", seat=struck))
    return _sum(event["damage"], "GT-9.2", parts)


def _defence(event: Facts) -> Facts:
    """Damage, less what each Shield takes, restricted ones first (GT-10.5, R-30)."""
    damage = [_whole(n) for n in cast("list[Number]", event["damage"])]
    total = capped(sum(damage))
    parts = [
        _part(f"damage_{name.lower()}", written(n), "GT-10.5")
        for name, n in zip(PROPERTIES, damage, strict=True)
        if n
    ]
    shields = cast("list[tuple[int, Number, str | None]]", event["shields"])
    for play, rating, only in sorted(shields, key=lambda shield: shield[2] is None):
        before, left = capped(sum(damage)), _whole(rating)
        for side in [PROPERTIES.index(only)] if only else [0, 1]:
            taken = min(damage[side], left)
            damage[side] -= taken
            left = left if left == INFINITE else left - taken
        after = capped(sum(damage))
        facts = {"play": play, "rating": rating, "only": only}
        clause = "R-30" if only else "GT-10.3"
        parts.append(_part("shield", _taken(before, after, _whole(rating)), clause, **facts))
    return {
        "total": written(total),
        "passed": _whole(event["excess"]) > 0,
        "sum": _sum(event["excess"], "GT-10.7", parts),
    }


def _taken(before: int, after: int, rating: int) -> Number:
    """What a Shield takes away; of infinite damage as much as it can (R-23)."""
    if before == after == INFINITE:
        return -rating
    return _step(before, after)


def _hp(event: Facts) -> Facts:
    """What a Champion had, gained and lost (R-26)."""
    seat = event["seat"]
    hp = before = cast("int", event["before"])
    after = cast("int", event["after"])
    parts = [_part("before", hp, "GT-3.6", seat=seat)]
    for why, gain, play in cast("list[tuple[str, int, int]]", event["gains"]):
        parts.append(_part(f"gain_{why}", gain, "GT-10.8", seat=seat, play=play))
        hp += gain
    endless = False
    for why, loss, play in cast("list[tuple[str, Number, int]]", event["losses"]):
        endless = endless or loss == "inf"
        value: Number = "-inf" if loss == "inf" else -_whole(loss)
        clause = "R-27" if why == "cost" else "GT-10.1"
        parts.append(_part(f"loss_{why}", value, clause, seat=seat, play=play))
        hp -= _whole(loss)
    if event["outright"] and not endless:
        parts.append(_part("outright", -max(0, hp), "R-48", seat=seat))
        hp = min(0, hp)
    if hp < 0:
        parts.append(_part("floor", "inf" if endless else -hp, "R-26"))
    if event["endured"]:
        parts.append(_part("endured", 1, "GT-3.3", seat=seat))
    told: Facts = {"sum": _sum(after, "R-26", parts)}
    if after != before:
        told["lost" if after < before else "gained"] = abs(after - before)
    return told


def _scorers(event: Facts) -> Facts:
    """Who scores for a fall, as sentences need it for one and for several."""
    scorers = [seat for seat, _ in cast("list[tuple[int, Number]]", event["victors"])]
    told: Facts = {"blows": scorers}
    return told | ({"scorer": scorers[0]} if len(scorers) == 1 else {"scorers": scorers})
