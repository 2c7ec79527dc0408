"""What follows from what is seen: facts for sentences, warnings, and what a person might try."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, cast

from ludarium.core.actions import Action
from ludarium.core.errors import Refusal
from ludarium.core.game import Game
from ludarium.core.talk import Facts, Part, Standing, Sum, View
from ludarium.games.tears_of_nature.deck import TANGIBLE, element_names
from ludarium.games.tears_of_nature.ending import CLAUSES as ENDINGS
from ludarium.games.tears_of_nature.seen import Meaning, Pair, Seen, read

CLAUSES: Final = {
    "dealer_draw": ("TN-2.7",) * 3,
    "dealer_by_chance": ("R-64",) * 3,
    "deal": ("TN-2.11",) * 3,
    "draw": ("TN-5.1", "TN-6.2", "TN-7.2"),
    "draw from a stock pile": ("", "", "TN-7.3"),
    "reshuffle": ("TN-4.5", "TN-4.5", "TN-7.4"),
    "build natural": ("TN-5.3", "TN-6.3", "TN-7.7"),
    "build wild": ("TN-5.3", "TN-6.3", "TN-7.9"),
    "build spirit": ("", "", "TN-7.8"),
    "attack by wild": ("TN-5.9", "TN-6.9", "TN-7.13"),
    "attack on natural": ("TN-5.7", "TN-6.6", "TN-7.13"),
    "attack on wild": ("TN-5.7", "TN-6.8", "TN-7.13"),
    "attack on spirit": ("", "", "TN-7.12"),
    "defend": ("TN-8.5",) * 3,
    "decline": ("TN-8.3",) * 3,
    "surrender": ("TN-8.6",) * 3,
    "surrender spirit": ("", "", "TN-7.16"),
    "discard": ("TN-5.13", "TN-6.12", ""),
    "stock": ("", "", "TN-7.19"),
    "hand_swap": ("TN-5.14", "TN-6.12", "TN-7.20"),
    "pass": ("TN-4.9",) * 3,
    "trigger": ("TN-5.16", "TN-6.13", "TN-7.22"),
    "trigger of an optional end": ("TN-10.1",) * 3,
    "round_end": ("TN-10.4",) * 3,
    "round_end forgotten": ("TN-10.6",) * 3,
}
"""By event, or case of one, what it rests on in Apprentice, Master and Practitioner."""


class Talk:
    """Facts about events, questions and answers of one game, from views alone.

    A view is plain data that nobody changes once it is made: many calls in a row about the same one
    read it once.
    """

    counted: Sequence[str] = ("empires",)
    mild: Sequence[str] = ("wild_pair",)

    def __init__(self, game: Game) -> None:
        self.meaning = Meaning(game)
        self.terms = self.meaning.terms
        self.third = self.meaning.legality.third
        self.clauses = {case: self.terms.by_ruleset(*of) for case, of in CLAUSES.items()}
        self.wilds = {code for code, face in self.meaning.faces.items() if face.is_wild}
        self._last: tuple[View, Seen] | None = None

    def _read(self, view: View) -> Seen:
        last = self._last
        if last is None or last[0] is not view:
            self._last = last = (view, read(view))
        return last[1]

    # What happened

    def annotate(self, event: Facts) -> Facts:
        if event["event"] == "dealer_draw":
            bids = cast("list[list[object]]", event["bids"])
            best = next(card for seat, card in reversed(bids) if seat == event["dealer"])
            return {**event, "best": best}
        if event["event"] == "build":
            a, b = cast("list[str]", event["cards"])
            return {**event, **self._strength((a, b))}
        if event["event"] == "draw":
            return {**event, "own": event.get("owner") == event["seat"]}
        return event

    def clause(self, event: Facts) -> str:
        kind = str(event["event"])
        if kind == "game_over":
            result = cast("dict[str, object]", event["result"])
            return ENDINGS[str(result["reason"])]
        return self.clauses[self._case(kind, event)]

    def _case(self, kind: str, event: Facts) -> str:
        """An event, with what makes it a case of its own in the rulebook."""
        if kind == "draw" and event["source"] == "stock":
            return "draw from a stock pile"
        if kind == "build":
            return f"build {self._sort(event['cards'])}"
        if kind == "attack":
            by_wild = self._is_wild(str(event["card"]))
            return "attack by wild" if by_wild else f"attack on {self._sort(event['pair'])}"
        if kind == "surrender" and self._sort(event["cards"]) == "spirit":
            return "surrender spirit"
        if kind == "trigger" and self.terms.end_rule != "standard":
            return "trigger of an optional end"
        if kind == "round_end" and event["forgotten"]:
            return "round_end forgotten"
        return kind

    def _sort(self, pair: object) -> str:
        """What a pair is (TN-1.9)."""
        faces = [self.meaning.faces[code] for code in cast("list[str]", pair)]
        if any(face.is_spirit for face in faces):
            return "spirit"
        return "wild" if any(face.is_wild for face in faces) else "natural"

    def fold(self, events: Sequence[Facts], brief: bool) -> list[Facts]:
        told: list[Facts] = []
        for event in events:
            if brief and event["event"] == "draw" and "cards" not in event:
                continue  # that others fill their hands is no news
            if event["event"] == "draw" and told and _continues(told[-1], event):
                told[-1] = _joined(told[-1], event)
            else:
                told.append(event)
        if brief and told and told[-1]["event"] == "attack":
            told.pop()  # the question that follows tells it
        return told

    def _strength(self, pair: Pair) -> Facts:
        if not self.meaning.counts_strength:
            return {}
        return {"strength": str(self.meaning.strength(pair))}

    # What is asked

    def prompt_facts(self, view: View) -> Facts:
        seen = self._read(view)
        missing = self.terms.hand_size - len(seen.hand)
        facts: Facts = {"missing": missing, "several": missing > 1, "redraw": seen.redraw}
        aim = seen.pending
        if aim is not None:
            facts |= {"attacker": aim.attacker, "card": aim.card}
            facts |= self._pair_facts(seen, aim.owner, aim.slot)
        return facts

    def choice_facts(self, view: View, action: Action) -> Facts:
        if action.verb in ("discard", "stock"):
            wild = self._is_wild(str(action.args[0]))
            return {"wild": wild, "pile": wild and self._own_pile(self._read(view))}
        if action.verb == "build":
            a, b = map(str, action.args)
            return self._strength((a, b))
        if action.verb == "attack":
            _, owner, slot = action.args
            return self._pair_facts(self._read(view), number(owner), number(slot))
        if action.verb == "draw" and action.names == ("source", "owner"):
            return {"card": self._read(view).stocks[number(action.args[1])][-1]}
        return {}

    def things(self, action: Action) -> list[str]:
        given = action.record
        if action.verb == "draw":
            pile = f"stock/{given['owner']}" if "owner" in given else "deck"
            return [f"{pile}/{given['card']}" if "card" in given else pile]
        hand = [f"hand/{given[name]}" for name in ("a", "b", "card") if name in given]
        if action.verb == "attack":
            return [*hand, f"pair/{given['owner']}.{given['slot']}"]
        return hand

    def _own_pile(self, seen: Seen) -> bool:
        assert seen.seat is not None
        return bool(seen.stocks[seen.seat])

    def _pair_facts(self, seen: Seen, owner: int, slot: int) -> Facts:
        pair = seen.empires[owner][slot]
        return {"pair": list(pair), **self._strength(pair)}

    def _is_wild(self, code: str) -> bool:
        return code in self.wilds

    # Second thoughts

    def caution(self, view: View, action: Action) -> tuple[str, Facts] | None:
        regret = None
        if action.verb in ("discard", "stock"):
            regret = self._swaps(view, str(action.args[0]))
        elif action.verb in ("build", "attack") and self.meaning.counts_strength:
            regret = self._completes_behind(self._read(view), action)
        if regret is None and action.verb == "build":
            regret = self._wild_pair(action)
        return regret

    def _swaps(self, view: View, code: str) -> tuple[str, Facts] | None:
        """The whole hand goes with a wild, and is drawn anew."""
        if not self._is_wild(code):
            return None
        seen = self._read(view)
        facts: Facts = {"count": len(seen.hand) - 1, "pile": self._own_pile(seen)}
        return ("swap", facts) if len(seen.hand) > 1 else None

    def _wild_pair(self, action: Action) -> tuple[str, Facts] | None:
        """A wild in a pair is a wild less to attack and defend with."""
        wild = next((code for code in map(str, action.args) if self._is_wild(code)), None)
        return None if wild is None else ("wild_pair", {"card": wild})

    def _completes_behind(self, seen: Seen, action: Action) -> tuple[str, Facts] | None:
        """Completing an empire that would not win as things stand."""
        assert seen.seat is not None
        pairs = len(seen.empires[seen.seat]) + 1
        if seen.trigger is not None or pairs < self.terms.complete_pairs:
            return None
        empires = [list(empire) for empire in seen.empires]
        code = str(action.args[0])
        answered = action.verb == "attack" and not self.meaning.faces[code].is_spirit
        if action.verb == "build":
            pair = (code, str(action.args[1]))
        else:
            pair = empires[number(action.args[1])].pop(number(action.args[2]))
        empires[seen.seat].append(pair)
        standing = [(self.meaning.total(empire), len(empire)) for empire in empires]
        others = [seat for seat in range(seen.players) if seat != seen.seat]
        leader = max(others, key=standing.__getitem__)
        if standing[leader] < standing[seen.seat]:
            return None
        mine, theirs = standing[seen.seat][0], standing[leader][0]
        facts: Facts = {"mine": str(mine), "leader": leader, "theirs": str(theirs)}
        return "complete_behind", {**facts, "answered": answered}

    # Why not

    def verbs(self) -> list[str]:
        draws = ["draw"] if self.terms.practitioner else []
        return [*draws, "build", "attack", self.third, "defend", "decline"]

    def reason(self, view: View, action: Action, refusal: Refusal) -> tuple[str, Facts]:
        seen, facts = self._read(view), dict(refusal.facts)
        if refusal.key == "card_not_in_hand":
            return refusal.key, {**facts, "once": facts["card"] in seen.hand}
        if refusal.key == "no_such_pair":
            owner = number(facts["owner"])
            bare = seen.empires[owner : owner + 1] == [[]]
            return refusal.key, {**facts, "rival": owner} if bare else facts
        if refusal.key == "wrong_step":
            facts |= {"ruleset": self.terms.ruleset, "redraw": seen.redraw}
            return self._misplaced(action.verb, seen.step), facts
        return refusal.key, facts

    def _misplaced(self, verb: str, step: str) -> str:
        """What stands against a verb in a step that does not offer it."""
        if verb in ("pass", "draw") and verb not in self.verbs():
            return f"no_{verb}"
        if verb not in self.verbs():
            return f"{verb}_elsewhere"
        if step == "defend":
            return "answer_first"
        if verb in ("defend", "decline"):
            return "not_attacked"
        return "draw_first" if step == "draw" else "drawn_already"

    # What a person might try

    def temptations(self, view: View) -> list[tuple[str, list[str]]]:
        seen = self._read(view)
        hand = list(dict.fromkeys(seen.hand))
        if seen.step == "defend":
            return [("", ["decline"]), *((code, [f"defend {code}"]) for code in hand)]
        if seen.step == "draw":
            return [
                ("", self._sources(seen)),
                *((code, [f"{self.third} {code}"]) for code in hand[:1]),
            ]
        return [(code, self._tries(seen, code)) for code in hand]

    def _sources(self, seen: Seen) -> list[str]:
        if self.terms.stock_access == "any":
            return seen.legal
        return ["draw deck", *(f"draw stock {seat}" for seat in range(seen.players))]

    def _tries(self, seen: Seen, code: str) -> list[str]:
        """What a person might want to do with a card as the action of a turn."""
        assert seen.seat is not None
        face = self.meaning.faces[code]
        targets = [
            f"{seat}.{slot}"
            for seat in range(seen.players)
            if seat != seen.seat
            for slot in range(len(seen.empires[seat]))
        ]
        tries = self._builds(seen, code)
        if face.kind == "attack" or face.is_wild:
            nowhere = f"{(seen.seat + 1) % seen.players}.0"
            tries += [f"attack {code} {target}" for target in targets or [nowhere]]
        elif face.kind == "defend":
            tries += [f"attack {code} {target}" for target in targets[:1]]
            tries.append(f"defend {code}")
        return [*tries, f"{self.third} {code}"]

    def _builds(self, seen: Seen, code: str) -> list[str]:
        faces = self.meaning.faces
        if faces[code].is_build or faces[code].is_wild:
            rest = list(seen.hand)
            rest.remove(code)
            mates = [other for other in rest if faces[other].is_build or faces[other].is_wild]
            return [f"build {code} {other}" for other in dict.fromkeys(mates)]
        return [f"build {code} {other}" for other in seen.hand if faces[other].is_build][:1]

    # Numbers

    wishes: Sequence[str] = ()

    def is_wish(self, view: View, wish: str) -> bool:
        return False

    def granted(self, view: View, kind: str, wish: str) -> str | None:
        return None

    def moment(self, view: View) -> int:
        return 0

    def lapsed(self, view: View, seat: int, wish: str, moment: int) -> bool:
        return True

    def sums(self, view: View) -> dict[str, Sum]:
        empires = self._read(view).empires
        if not self.meaning.counts_strength:
            return {
                f"elements/{seat}": self._element_sum(pairs) for seat, pairs in enumerate(empires)
            }
        told: dict[str, Sum] = {}
        for seat, pairs in enumerate(empires):
            for slot, pair in enumerate(pairs):
                told[f"pair/{seat}.{slot}"] = self._pair_sum(pair)
            parts = [
                Part("pair", {"cards": list(pair)}, self.meaning.strength(pair)) for pair in pairs
            ]
            told[f"strength/{seat}"] = Sum(sum(part.value for part in parts), "TN-1.12", parts)
            counted = [Part("pair", {"cards": list(pair)}, 1) for pair in pairs]
            told[f"pairs/{seat}"] = Sum(
                len(pairs), "TN-1.16", counted, goal=self.terms.complete_pairs
            )
        return told

    def _pair_sum(self, pair: Pair) -> Sum:
        parts = []
        for code in pair:
            face = self.meaning.faces[code]
            key = "wild" if face.is_wild else "spirit" if face.is_spirit else "card"
            parts.append(Part(key, {"card": code}, face.strength))
        return Sum(self.meaning.strength(pair), "TN-1.11", parts)

    def _element_sum(self, pairs: Sequence[Pair]) -> Sum:
        held = element_names(self.meaning.elements(pairs) & TANGIBLE)
        parts = [Part("element", {"element": name}, 1) for name in held]
        return Sum(len(held), "TN-1.16", parts, goal=self.terms.complete_pairs)

    def ahead(self, view: View) -> list[int]:
        empires = self._read(view).empires
        totals = [self._total(pairs) for pairs in empires]
        best = max(totals)
        return [seat for seat, total in enumerate(totals) if best and total == best]

    def _total(self, pairs: Sequence[Pair]) -> int:
        if self.meaning.counts_strength:
            return self.meaning.total(pairs)
        return len(element_names(self.meaning.elements(pairs) & TANGIBLE))

    def cards(self) -> dict[str, Facts]:
        return {
            code: {
                "name": face.name,
                "kind": face.kind,
                "elements": element_names(face.elements),
                "strength": face.printed or None,
            }
            for code, face in self.meaning.faces.items()
        }

    # How it ended

    def result_facts(self, result: View) -> Facts:
        return {"completed": result["reason"] == "complete"}

    def standings(self, result: View) -> tuple[list[str], list[Standing]]:
        keys = ["strength", "pairs"] if self.meaning.counts_strength else ["elements", "pairs"]
        columns = [cast("list[int]", result[key]) for key in keys]
        notes = _notes(cast("list[list[int]]", result["ranking"]), columns, result)
        return keys, [
            Standing([column[seat] for column in columns], notes.get(seat, ""))
            for seat in range(self.terms.players)
        ]


def _notes(ranking: list[list[int]], columns: list[list[int]], result: View) -> dict[int, str]:
    """By seat: what put it before the next rank, where the first figure does not tell."""
    if result["decided_by"] == "concede":
        return {}
    notes: dict[int, str] = {}
    for better, worse in pairwise(ranking):
        score, pairs = ([column[group[0]] for group in (better, worse)] for column in columns)
        if score[0] == score[1]:
            key = "more_pairs" if pairs[0] != pairs[1] else "earlier"
            notes |= dict.fromkeys(better, key)
    return notes


def number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _continues(last: Facts, event: Facts) -> bool:
    """Whether a seat goes on drawing from the deck."""
    drawn = last["event"] == "draw" and last["source"] == event["source"] == "deck"
    return drawn and last["seat"] == event["seat"]


def _joined(last: Facts, event: Facts) -> Facts:
    """Cards drawn from the deck one after the other make one sentence."""
    joined = {**last, "count": number(last["count"]) + number(event["count"])}
    if "cards" in last:
        joined["cards"] = [*cast("list[str]", last["cards"]), *cast("list[str]", event["cards"])]
    return joined
