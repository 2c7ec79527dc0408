"""What follows from what is seen: facts for sentences, warnings, and what a person might try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from ludarium.core.actions import Action
from ludarium.core.errors import Refusal
from ludarium.core.game import Game
from ludarium.core.talk import Facts, Part, Standing, Sum, View
from ludarium.games.galatune.effects import FUNCTIONS, PROPERTIES
from ludarium.games.galatune.legality import OFFERED, TRADE_VERBS
from ludarium.games.galatune.moves import ALL, SELF, SPECIAL_CARD, TARGETS, TYPES, Move
from ludarium.games.galatune.seen import Meaning, Played, Seen, read
from ludarium.games.galatune.story import Story

POINTED: Final = {
    "choose_champion": ("champion/{champion}",),
    "act": ("hand/{card}", "seat/{target}"),
    "special": ("special", "seat/{target}"),
    "trap": ("hand/{card}", "play/{play}"),
    "pick": ("card/{card}",),
    "respawn": ("respawn/{mode}",),
    "trade_offer": ("hand/{card}", "seat/{partner}"),
    "trade_reply": ("hand/{card}",),
    "trade_confirm": ("{accept}",),
}
"""By verb: what a person points at; a thing whose fact is missing is left out."""
PRIZES: Final = {"hand": "pool", "deck": "deck"}
MILD: Final = {
    "element": "immune", "alignment": "immune", "ability": "immune", "bond": "bond",
    "rivalry": "rivalry",
}  # fmt: skip
"""By what keeps the harm of a play off: the caution about it."""


class Talk:
    """Facts about events, questions and answers of one game, from views alone.

    A view is plain data that nobody changes once it is made: many calls in a row about the same one
    read it once.
    """

    counted: Sequence[str] = ("seats", "goal")
    mild: Sequence[str] = ("immune", "bond", "rivalry")

    def __init__(self, game: Game) -> None:
        self.meaning = Meaning(game)
        self.terms = self.meaning.terms
        story = Story(self.meaning)
        self.annotate, self.fold, self.clause = story.annotate, story.fold, story.clause
        self.cards = self.meaning.cards
        self._last: tuple[View, Seen] | None = None

    def _read(self, view: View) -> Seen:
        last = self._last
        if last is None or last[0] is not view:
            self._last = last = (view, read(view))
        return last[1]

    # What is asked

    def prompt_facts(self, view: View) -> Facts:
        seen = self._read(view)
        if seen.phase == "setup":
            return {"dealt": bool(seen.offer)}
        if seen.phase == "plan":
            return {"turn": seen.turn, "sealed": bool(seen.sealed)}
        if seen.phase == "trap":
            return {"asked": bool(seen.legal)}
        if seen.phase == "effects":
            entry = cast("list[Facts]", seen.pending["queue"])[0]
            return {"victim": entry.get("from"), "to": entry["to"], "left": entry["amount"]}
        if seen.phase == "prize":
            return {"loser": seen.pending["of"], "due": seen.pending["due"]}
        if seen.phase == "respawn":
            return {"count": len(seen.hand), "again": True}
        return _trade(seen)

    def choice_facts(self, view: View, action: Action) -> Facts:
        seen, given = self._read(view), action.record
        if action.verb in ("act", "special"):
            return self._aim_facts(seen, action)
        if action.verb == "trap":
            return self._play_facts(seen, cast("int", given["play"]))
        if action.verb in ("pick", "trade_reply"):
            move = self.meaning.moves[str(given["card"])]
            return {**_kind(move), "printed": self.meaning.rating_told(move)}
        if action.verb == "choose_champion":
            return self._champion_facts(str(given["champion"]))
        if action.verb == "prize_source":
            due, loser = seen.pending.get("due"), seen.pending.get("of")
            return {f"is_{given['from']}": True, "due": due, "loser": loser}
        if action.verb == "respawn":
            held, ap = len(seen.hand), self._printed_ap(seen)
            drawn = max(0, ap - held) if given["mode"] == "keep" else ap
            return {f"is_{given['mode']}": True, "count": held, "drawn": drawn or None}
        if action.verb == "trade_confirm":
            return {f"is_{given['accept']}": True, **_trade(seen)}
        return {}

    def _aim_facts(self, seen: Seen, action: Action) -> Facts:
        """What a play would do to its target, as far as that can be known."""
        move, target = self._move(seen, action), _target(action)
        facts: Facts = {
            "by": move.label,
            "own": target == seen.mine,
            **_kind(move),
            **self.meaning.preview(seen, move, target),
        }
        if not move.takes_target:
            facts["aim"] = TARGETS[move.target]
            struck = _struck(seen, move)
            facts["against"] = {str(one): self.meaning.preview(seen, move, one) for one in struck}
        facts["doubled"] = facts.get("times") == 2
        return facts

    def _champion_facts(self, code: str) -> Facts:
        champion = self.meaning.champions[code]
        return {
            "alignment": TYPES[champion.alignment],
            "element": TYPES[champion.element],
            "hp": champion.hp,
            "ap": champion.ap,
            "pc": self.terms.prize_cost(champion),
        }

    def _printed_ap(self, seen: Seen) -> int:
        """What a Champion draws up to when it comes back (R-44)."""
        return self.meaning.champions[str(seen.own.champion)].ap

    def _move(self, seen: Seen, action: Action) -> Move:
        """What an action plays."""
        special = f"{SPECIAL_CARD}{seen.own.champion}"
        return self.meaning.move(str(action.record.get("card", special)))

    def _play(self, seen: Seen, number: int) -> Played | None:
        plays = self.meaning.plays(seen)
        return plays[number] if number < len(plays) else None

    def _play_facts(self, seen: Seen, number: int) -> Facts:
        """Whose play a number means, and what it is."""
        play = self._play(seen, number)
        if play is None:
            return {}
        return {
            "owner": play.seat,
            "by": play.move.label,
            "mine": play.seat == seen.mine,
            "target": play.target,
            **_kind(play.move),
        }

    def things(self, action: Action) -> list[str]:
        given = action.record
        if action.verb == "prize_source":
            return [PRIZES[str(given["from"])]]
        return [
            thing.format(**given)
            for thing in POINTED.get(action.verb, (action.verb,))
            if thing != "seat/{target}" or "target" in given
        ]

    # Second thoughts

    def caution(self, view: View, action: Action) -> tuple[str, Facts] | None:
        seen, given = self._read(view), action.record
        if action.verb == "respawn" and given["mode"] != "keep":
            return str(given["mode"]), {"count": len(seen.hand), "ap": self._printed_ap(seen)}
        if action.verb == "trap":
            facts = self._play_facts(seen, cast("int", given["play"]))
            return ("own_trap", {**given, **facts}) if facts.get("mine") else None
        if action.verb == "resign":
            others = [seat for seat in seen.present if seat != seen.mine]
            return "resign", {"winner": others[0]} if len(others) == 1 else {}
        if action.verb in ("act", "special"):
            return self._wasted(seen, action)
        return None

    def _wasted(self, seen: Seen, action: Action) -> tuple[str, Facts] | None:
        """A target that the play would not harm."""
        move, target = self._move(seen, action), _target(action)
        immune = self.meaning.preview(seen, move, target).get("immune")
        if not immune:
            return None
        rivals = [user for user, bound in seen.rivalries if bound == seen.mine]
        facts: Facts = {"by": move.label, "target": target, "rivals": rivals, **_kind(move)}
        if immune == "ability":
            facts["ability"] = self._ability_name(seen, cast("int", target))
        return MILD[str(immune)], facts

    def _ability_name(self, seen: Seen, seat: int) -> str:
        return self.meaning.champions[str(seen.seats[seat].champion)].ability.name

    # Why not

    def verbs(self) -> list[str]:
        offered = dict.fromkeys(verb for verbs in OFFERED.values() for verb in verbs)
        trades = () if self.terms.trading else TRADE_VERBS
        return [*(verb for verb in offered if verb not in trades), "resign"]

    def reason(self, view: View, action: Action, refusal: Refusal) -> tuple[str, Facts]:
        seen, key, facts = self._read(view), refusal.key, dict(refusal.facts)
        if "play" in facts:
            facts |= self._play_facts(seen, cast("int", facts["play"]))
        if key == "bad_target":
            return self._bad_target(seen, action, facts)
        if key == "no_such_play":
            return key, {**facts, "last": len(seen.plays) - 1 if seen.plays else None}
        if key == "untrappable":
            return key, {**facts, "ability": self._ability_name(seen, cast("int", facts["owner"]))}
        if key == "wrong_kind":
            text = self.meaning.text(self.meaning.moves[str(facts["card"])])
            return key, {**facts, "does": text[:1].lower() + text[1:].removesuffix(".")}
        if key in ("not_active", "already_countered"):
            return key, {**facts, **self._stopped(seen, cast("int", facts["play"]))}
        if key == "not_in_hand":
            return key, {**facts, "used": facts["card"] in seen.used_piles[seen.mine]}
        if key == "not_there":
            return key, {**facts, **self.prompt_facts(view), f"in_{seen.phase}": True}
        if key == "champion_taken":
            held = [seat.champion for seat in seen.seats]
            champion = facts.get("champion")
            return key, {**facts, "holder": held.index(champion) if champion in held else None}
        if key == "bad_partner":
            return key, {**facts, **_partner(seen, cast("int", facts["partner"]))}
        return key, {**facts, "turn": seen.turn, "sealed": bool(seen.sealed)}

    def _stopped(self, seen: Seen, number: int) -> Facts:
        """The Trap that lies on a play, and whose it is."""
        plays = self.meaning.plays(seen)
        play = plays[number]
        assert play is not None
        over = play.countered_by if play.stopped_by is None else play.stopped_by
        trap = plays[cast("int", over)]
        assert trap is not None
        return {"trap": trap.move.label, "trapper": trap.seat}

    def _bad_target(self, seen: Seen, action: Action, facts: Facts) -> tuple[str, Facts]:
        """Which way a target is wrong."""
        move, target = self._move(seen, action), _target(action)
        facts |= {"by": move.label, "aim": TARGETS[move.target]}
        if target is None:
            return "no_target", facts
        if not move.takes_target:
            return "needless_target", facts
        if target >= seen.players:
            return "no_such_seat", facts
        return "gone_target" if seen.seats[target].gone else "bad_target", facts

    # What a person might try

    def temptations(self, view: View) -> list[tuple[str, list[str]]]:
        seen = self._read(view)
        hand = list(dict.fromkeys(seen.hand))
        moves = self.meaning.moves
        if seen.phase == "setup" or (seen.phase == "respawn" and seen.pending.get("choosing")):
            return [("", [f"choose_champion {code}" for code in self.meaning.champions])]
        if seen.phase == "respawn":
            return [("", ["respawn keep", "respawn reset", "respawn change"])]
        if seen.phase == "plan":
            special = self.meaning.champions[str(seen.own.champion)].special
            return [
                *((code, _aims(seen, f"act {code}", moves[code])) for code in hand),
                ("", [*_aims(seen, "special", special), "hold"]),
            ]
        if seen.phase == "trap":
            every = [n for n, (_, text) in enumerate(seen.plays) if text]
            tries = [
                (code, [f"trap {code} p{n}" for n in (every if moves[code].is_trap else every[:1])])
                for code in hand
            ]
            return [*tries, ("", ["pass"])]
        if seen.phase == "trade" and not seen.pending.get("offers"):
            partners = seen.present
            tries = [(code, [f"trade_offer {seat} {code}" for seat in partners]) for code in hand]
            return [*tries, ("", ["no_trade"])]
        return [("", seen.legal)]

    # Answers for questions to come

    wishes: Sequence[str] = ("pass_turn", "pass_quiet", "no_trading")

    def is_wish(self, view: View, wish: str) -> bool:
        """Also a Trap of the own hand on a play that lies there, while Traps are sprung."""
        seen = self._read(view)
        traps = [code for code in seen.hand if self.meaning.moves[code].is_trap]
        every = [f"trap {code} p{play}" for code in traps for play, _ in enumerate(seen.plays)]
        return wish in self.wishes or (seen.phase == "trap" and wish in every)

    def granted(self, view: View, kind: str, wish: str) -> str | None:
        """Standing answers are only answers, no new rule (R-16, R-62)."""
        if wish == "no_trading":
            return {"trade_offer": "no_trade", "trade_reply": "decline"}.get(kind)
        if kind != "trap":
            return None
        if wish.startswith("trap"):
            return wish if wish in cast("list[str]", view["legal"]) else None
        plays = cast("list[list[object]]", view["plays"])
        sprung = any(str(notation).startswith("trap") for _, notation in plays)
        return "pass" if wish == "pass_turn" or not sprung else None

    def moment(self, view: View) -> int:
        return cast("int", view["turn"])

    def lapsed(self, view: View, seat: int, wish: str, moment: int) -> bool:
        if wish.startswith("trap"):
            played = [seat, wish] in cast("list[list[object]]", view["plays"])
            return played or view["phase"] != "trap" or self.moment(view) > moment
        return wish == "pass_turn" and self.moment(view) > moment

    # Numbers

    def sums(self, view: View) -> dict[str, Sum]:
        seen = self._read(view)
        told: dict[str, Sum] = {}
        for seat, held in enumerate(seen.seats):
            scored = [Part("scored", {}, held.vp)] if held.vp else []
            told[f"vp/{seat}"] = Sum(held.vp, "GT-1.3", scored, goal=seen.goal)
            if held.champion is None:
                continue
            champion = self.meaning.champions[held.champion]
            cost = self.terms.prize_cost(champion)
            for key, clause, printed, value in (
                ("hp", "GT-3.6", champion.hp, held.hp),
                ("ap", "GT-3.7", champion.ap, held.ap),
                ("pc", "GT-3.8", cost, held.pc),
            ):
                of_all = key == "pc" and cost != champion.pc
                first = "for_all" if of_all else "printed_on"
                parts = [Part(first, {"champion": champion.code}, printed)]
                if value != printed:
                    parts.append(Part(f"{key}_changed", {}, value - printed))
                told[f"{key}/{seat}"] = Sum(value, clause, parts)
        return told

    def ahead(self, view: View) -> list[int]:
        seen = self._read(view)
        best = max(seen.seats[seat].vp for seat in seen.present)
        return [seat for seat in seen.present if best and seen.seats[seat].vp == best]

    # How it ended

    def result_facts(self, result: View) -> Facts:
        scores = cast("list[int]", result["scores"])
        first = cast("list[list[int]]", result["ranking"])[0][0]
        return {"best": scores[first], "goal": self.terms.goal}

    def standings(self, result: View) -> tuple[list[str], list[Standing]]:
        return ["vp"], [Standing([score]) for score in cast("list[int]", result["scores"])]


def _kind(move: Move) -> Facts:
    """What kind of Action a move is."""
    function = FUNCTIONS[move.function]
    told: Facts = {"type": TYPES[move.type], "property": PROPERTIES[move.property]}
    return {**told, "function": function, f"is_{function}": True}


def _target(action: Action) -> int | None:
    return cast("int | None", action.record.get("target"))


def _aims(seen: Seen, start: str, move: Move) -> list[str]:
    """A move on everybody that it could be tried on."""
    return [f"{start} {seat}" for seat in seen.present] if move.takes_target else [start]


def _struck(seen: Seen, move: Move) -> list[int]:
    """The seats that a move without a target concerns (R-11)."""
    if move.target == SELF:
        return [seen.mine]
    return [seat for seat in seen.present if move.target == ALL or seat != seen.mine]


def _trade(seen: Seen) -> Facts:
    """The offer under way: who gives what to whom for what."""
    offers = cast("list[list[object]]", seen.pending.get("offers", []))
    if not offers:
        return {}
    offerer, partner, card = offers[0]
    return {"offerer": offerer, "partner": partner, "card": card, "reply": seen.pending["reply"]}


def _partner(seen: Seen, partner: int) -> Facts:
    """What stands against a partner in a trade."""
    if partner >= seen.players:
        return {"nobody": True}
    return {
        "self": partner == seen.mine,
        "gone": seen.seats[partner].gone,
        "fell": partner in seen.fallen,
    }
