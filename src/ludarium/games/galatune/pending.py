"""What a match waits for, phase by phase: the `pending` part of positions and views."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from ludarium.core.effects.running import Entry
from ludarium.core.state import Data, State
from ludarium.games.galatune.market import Trade
from ludarium.games.galatune.moves import TYPES, written
from ludarium.games.galatune.resolve import RANDOM, Victor
from ludarium.games.galatune.spoils import FROM_HAND, Prize
from ludarium.games.galatune.terms import SPECIAL, VANISHED, Play, Terms

PHASES: Final = ("setup", "plan", "trap", "effects", "prize", "respawn", "trade", "over")
PHASE_OF: Final = {
    "champions": "setup", "chosen": "setup", "dealt": "setup", "moon": "setup",
    "shuffle": "setup", "deal": "setup",
    "turn": "plan", "plan": "plan", "placed": "plan",
    "window": "trap", "sprung": "trap", "spring": "trap",
    "effects": "effects", "stolen": "effects", "destroyed": "effects", "recovered": "effects",
    "spent": "effects",
    "prize": "prize", "prize_at": "prize", "prize_pick": "prize", "sourced": "prize",
    "prize_picked": "prize", "prizes_over": "prize", "victory_draw": "prize",
    "respawn": "respawn", "respawned": "respawn", "reborn": "respawn", "changed": "respawn",
    "upkeep": "respawn", "shortages": "respawn",
    "market": "trade", "offered": "trade", "offers": "trade", "replied": "trade",
    "confirm": "trade", "confirmed": "trade",
}  # fmt: skip
"""The phase in which a frame is at work."""
ENTRY_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "boost": ("stat", "to", "amount"), "sap": ("to", "amount"), "status": ("status", "to"),
    "steal": ("from", "to", "by", "amount"), "destroy": ("from", "amount"),
    "draw": ("to", "amount"), "recover": ("to", "amount"), "flip_alignment": ("to",),
    "set_element": ("to", "element"), "steal_vp": ("from", "to", "amount"),
    "bond": ("user", "to"), "rivalry": ("user", "to"),
}  # fmt: skip
"""What an entry of the queue holds after its verb and its play."""


class Pending:
    """Tells what is open; `resuming.py` reads it."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def phase(self, state: State) -> str:
        for step, _, _ in reversed(state.frames):
            if step in PHASE_OF:
                return PHASE_OF[step]
        return "over"

    def _frame(self, state: State, *steps: str) -> tuple[int, tuple[Data, ...]] | None:
        """The owner and data of the topmost frame of one of these steps."""
        for step, owner, data in reversed(state.frames):
            if step in steps:
                return owner, data
        return None

    def table_plays(self, state: State) -> tuple[Play, ...]:
        found = self._frame(state, "sprung", "spring", "window", "spent")
        return () if found is None else cast("tuple[Play, ...]", found[1][0])

    def plays(self, state: State) -> list[list[object]]:
        """What lies on the table, as [seat, notation]; null for what vanished."""
        return [[play[0], self._notation(play)] for play in self.table_plays(state)]

    def _notation(self, play: Play) -> str | None:
        _, card, target, on = play
        if card == VANISHED:
            return None
        aimed = (target,) if target >= 0 else ()
        make, code = self.terms.grammar.make, self.terms.cards.code
        if on >= 0:
            return make("trap", code[card], on).text
        if card == SPECIAL:
            return make("special", *aimed).text
        return make("act", code[card], *aimed).text

    def fallen(self, state: State) -> Sequence[int]:
        """Who fell in this turn, in Lead order."""
        found = self._frame(
            state, "prizes_over", "upkeep", "shortages", "offered", "replied", "confirmed"
        )
        return () if found is None else cast("tuple[int, ...]", found[1][0])

    def open_part(self, state: State) -> dict[str, object]:
        """What everybody may know of it."""
        if not state.frames:
            return {}
        step, owner, data = state.frames[-1]
        if step in ("sprung", "spring"):
            return {"priority": owner}
        if step in ("stolen", "destroyed", "recovered", "effects", "spent"):
            return self._effects_part(state)
        if step in ("sourced", "prize_picked"):
            return self._prize_part(owner, step, cast("Prize", data))
        if step in ("respawned", "changed"):
            queue = list(cast("tuple[int, ...]", data[0]))
            return {"queue": queue, "choosing": step == "changed"}
        if step in ("replied", "confirmed"):
            code = self.terms.cards.code
            _, offers, traded = cast("Trade", data[:3])
            return {
                "offers": [[seat, partner, code[card]] for seat, partner, card in offers],
                "reply": code[cast("int", data[3])] if step == "confirmed" else None,
                "traded": list(traded),
            }
        return {}

    def _effects_part(self, state: State) -> dict[str, object]:
        queue: list[object] = []
        victors: Sequence[Victor] = ()
        for step, _, data in reversed(state.frames):
            if step in ("stolen", "destroyed", "recovered"):
                queue.append(self._entry_told(data))
            elif step == "effects":
                queue += [self._entry_told(entry) for entry in cast("tuple[Entry, ...]", data)]
            else:  # spent
                victors = cast("tuple[Victor, ...]", data[1])
        return {"queue": queue, "victors": [[v, w, written(damage)] for v, w, damage in victors]}

    def _entry_told(self, entry: Entry) -> dict[str, object]:
        do, play, *rest = entry
        told: dict[str, object] = {"do": do, "play": f"p{play}"}
        told |= dict(zip(ENTRY_FIELDS[str(do)], rest, strict=True))
        if told.get("by") == RANDOM:
            told["by"] = "random"
        if do == "set_element":
            told["element"] = TYPES[cast("int", told["element"])]
        return told

    def _prize_part(self, victor: int, step: str, data: Prize) -> dict[str, object]:
        _, ordered, loser, due, _ = data
        return {
            "victors": [list(victors) for victors in ordered],
            "of": loser,
            "victor": victor,
            "from": FROM_HAND if step == "prize_picked" else None,
            "due": due,
        }

    def whole(self, state: State) -> dict[str, object]:
        """All of it, for positions."""
        terms, told = self.terms, self.open_part(state)
        codes = terms.cards.codes
        phase = self.phase(state)
        if phase == "prize":
            for key, zones in (("pools", terms.pools), ("aside", terms.aside)):
                told[key] = [codes(sorted(state.zones[zone])) for zone in zones]
                told |= {
                    f"{what}_{key}": [
                        codes(c for c in sorted(state.zones[zone]) if state.seen[c] & mark)
                        for zone in zones
                    ]
                    for what, mark in self._marks()
                }
        if phase == "setup" and terms.deal2:
            told["offers"] = [codes(sorted(state.zones[offer])) for offer in terms.offers]
        step = state.frames[-1][0] if state.frames else ""
        if step in ("placed", "sprung", "offered") or (step == "chosen" and terms.deal2):
            given = dict(state.answers)
            told["answers"] = [given.get(seat) for seat in terms.seats]
        elif step == "spring":
            given = dict(cast("tuple[tuple[int, str], ...]", state.frames[-1][2][1]))
            told["answers"] = [given.get(seat) for seat in terms.seats]
        return told

    def _marks(self) -> Iterator[tuple[str, int]]:
        """What is not the same for all cards of a Prize, unless draws are open (R-80)."""
        if self.terms.draw_log != "open":
            yield "known", self.terms.layout.eye(None)
        if self.terms.draw_log == "fleeting":
            yield "fleeting", self.terms.fleeting

    def shown(self, state: State) -> Mapping[int, int]:
        """Hands and pools that somebody looks through at this moment (R-54, R-79, D4)."""
        if not state.frames:
            return {}
        step, owner, data = state.frames[-1]
        layout = self.terms.layout
        if step == "stolen" and owner == data[3]:
            return {self.terms.hands[cast("int", data[2])]: layout.eye(owner)}
        if step in ("sourced", "prize_picked"):
            _, ordered, loser, _, _ = cast("Prize", data)
            there = [seat for seat in ordered[loser] if not self.terms.is_gone(state, seat)]
            eyes = sum(layout.eye(victor) for victor in there)
            return {self.terms.pools[loser]: eyes}
        return {}

    def revealed(self, view: Mapping[str, object]) -> Mapping[str, Sequence[Sequence[str]]]:
        """Cards of hands that lie open on the market: offers that are not void, and the reply."""
        hands: list[list[str]] = [[] for _ in self.terms.seats]
        pending = cast("Mapping[str, object]", view["pending"])
        offers = cast("list[tuple[int, int, str]]", pending.get("offers", []))
        traded = cast("list[int]", pending.get("traded", []))
        for offerer, partner, code in offers:
            if offerer not in traded and partner not in traded:
                hands[offerer].append(code)
        reply = cast("str | None", pending.get("reply"))
        if reply is not None and reply not in hands[offers[0][1]]:  # it may be the card offered
            hands[offers[0][1]].append(reply)
        return {"hand": hands}
