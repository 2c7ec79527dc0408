"""Content and positions of Galatune that nobody would print, and that play may never reach."""

from __future__ import annotations

import random
from collections.abc import Sequence

from choosing import Number, Pick
from ludarium import Game

STATUSES = ("immobilized", "special_locked", "trap_locked")
ELEMENTS = ("War", "Mystic", "Tech", "Nature")
TYPES = (*ELEMENTS, "Light", "Dark")
PROPERTIES = ("Normal", "Energy")
FUNCTIONS = ("attack", "shield", "life", "boost", "trap", "other")
Entry = dict[str, object]


# Content

MODIFIERS = (
    "penetrates", "penetrates if target_alignment(Dark)", "add(3) if target_attacks",
    "add(-2)", "become(6) if target_hp_full", "become(0) if target_hp_full",
    "unplayable if full_moon", "add(2) if target_more_vp", "add(1) if full_moon",
    "penetrates if duel and not user_is(champion0)",
)  # fmt: skip
DEEDS = (
    "gain_hp(user, 2)", "gain_hp(target, rating)", "sap(target, 2)", "sap(user, 1)",
    "status(target, immobilized)", "status(target, special_locked)", "status(target, trap_locked)",
    "status(user, trap_locked)", "steal(1, by=random)", "steal(rating, by=user)",
    "steal(2, by=target)", "steal(3, by=random)", "destroy(rating)", "draw(user, 1)",
    "draw(target, rating)", "recover(rating)", "flip_alignment", "set_element(Nature)",
    "steal_vp(rating) if target_more_vp", "bond if not duel", "rivalry",
    "fall_both if duel, bond if not duel", "note(\"Sing.\")",
)  # fmt: skip
COSTS = (
    "cost: lose_hp(user, 2)", "cost: lose_hp(user, rating) if target_more_vp",
    "cost: status(user, immobilized)", "cost: status(user, trap_locked) if target_hp_full",
)  # fmt: skip
BOOSTS = (
    "next_mul", "next_add", "rating_add", "next_penetrate", "vp", "ap", "prize_cost",
)  # fmt: skip
NAMED = (
    "attack", "shield", "life", "boost", "trap", "other", "attack, Normal", "attack, Energy",
    "Light", "Dark, War", "special", "trap, Light", "attack, special", "attack, opponent",
)  # fmt: skip
ABILITIES = (
    "rating_add(1, Light)", "rating_add(2, shield)", "rating_add(-1, attack)", "armour(1)",
    "armour(2, Energy)", "immune(Energy, rating<=2)", "counter(Energy, rating<=2)",
    "counter(Normal, War)", "regen(1)", "life_bonus(2)", "prize_bonus(1)", "prize_deck_only",
    "victory_draw(2)", "untrappable(special, trap)", "untrappable(attack)", "endure",
    "note(\"Hum.\")",
)  # fmt: skip


def content(pick: Pick, number: Number, players: int) -> dict[str, object]:
    """Champions and cards that nobody would print, alone or beside those of the house."""
    champions = [
        {
            "id": f"champion{at}",
            "name": f"Champion {at}",
            "alignment": pick(["Light", "Dark", "Unaligned"]),
            "element": pick(ELEMENTS),
            "hp": number(1, 20),
            "ap": number(0, 7),
            "pc": number(0, 6),
            "special": move(pick, number, pick([f for f in FUNCTIONS if f != "trap"]), "Special"),
            "ability": {
                "name": "Ability",
                "effect": ", ".join([pick(ABILITIES) for _ in range(pick([0, 1, 1, 2]))]),
            },
        }
        for at in range(2 * players + number(0, 2))
    ]
    functions = [*FUNCTIONS, "attack", "trap", *(pick(FUNCTIONS) for _ in range(number(0, 12)))]
    cards = [
        {"id": f"c{at}", **move(pick, number, function, f"Card {at}"), "count": number(1, 3)}
        for at, function in enumerate(functions)
    ]
    short = 55 - sum(card["count"] for card in cards)
    cards[0]["count"] += max(0, short)
    alone = {"name": "odd", "champions": champions, "cards": cards}
    return pick([alone, {**alone, "extends": "house"}])


def move(pick: Pick, number: Number, function: str, name: str) -> Entry:
    """A card or a Special Action of a function."""
    target = pick(["opponent", "any", "self", "all_opponents", "all"])
    rating: object = pick([0, 1, 2, 3, 4, 6])
    if function == "attack":
        target = pick(["opponent", "opponent", "all_opponents"])
    if function in ("attack", "shield") and pick([False] * 9 + [True]):
        rating = "inf"
    entry = {
        "name": name,
        "type": pick(TYPES),
        "property": pick(PROPERTIES),
        "function": function,
        "rating": rating,
        "target": target,
        "effect": "; ".join(lines(pick, function)),
    }
    if function == "trap":
        del entry["target"]
    elif function == "boost":
        stat = pick(BOOSTS)
        entry["effect"] = f"boost({stat})"
        entry["rating"] = "x2" if stat == "next_mul" else number(0, 3)
    return entry


def lines(pick: Pick, function: str) -> list[str]:
    some = [pick(MODIFIERS) for _ in range(pick([0, 0, 0, 1]))]
    deed = [pick(DEEDS)] if pick([True, False]) else []
    if function == "attack":
        return [*some, *(f"success: {one}" for one in deed), *pick([[], [], [pick(COSTS)]])]
    if function == "shield":
        more = [[], ["only(Energy)"], ["counter(Normal)"], ["unbroken: draw(user, 1)"]]
        return [*some, *deed, *pick(more), *pick([[], [], [pick(COSTS)]])]
    if function == "trap":
        verb = pick(["cancel", "cancel", "cancel", "counter"])
        more = [[], [], ["draw(user, 1)"], ["gain_hp(user, 1)"], ["damage"], ["recover(1)"]]
        return [f"{verb}({pick(NAMED)})", *pick(more)]
    return [*some, *deed]


# Positions


def position(game: Game, rng: random.Random) -> dict[str, object]:
    """A position play may never reach: any cards anywhere, as far as a record may say so."""
    return Setting(game, rng).record()


class Setting:
    """Lays out one odd position."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        terms = game.rules.terms
        self.moves = {move.code: move for move in terms.moves.values()}
        self.cards = [game.cards.code[card] for card in terms.stocks[""] if rng.random() < 0.8]
        rng.shuffle(self.cards)
        self.champions = [champion.code for champion in terms.champions.values()]
        rng.shuffle(self.champions)
        self.seats = list(range(game.players))
        self.gone = [seat for seat in self.seats[2:] if rng.random() < 0.1]
        rng.shuffle(self.gone)
        self.here = [seat for seat in self.seats if seat not in self.gone]

    def record(self) -> dict[str, object]:
        rng = self.rng
        phases = ["plan", "plan", "trap", "trap", "effects", "prize", "prize", "respawn", "trade"]
        phase = rng.choice([*phases, "setup"])
        if phase == "setup":
            return self.setup()
        record: dict[str, object] = {
            "turn": rng.randrange(1, (self.game.rules.terms.turn_limit or 30) + 1),
            "phase": phase,
            "seats": [self.seat(seat) for seat in self.seats],
            "bonds": self.pairs() if len(self.here) > 2 else [],
            "rivalries": self.pairs(),
            "quiet_turns": rng.randrange(6),
        }
        if self.game.options["full_moon"] == "calendar":
            record["full_moon"] = rng.random() < 0.5
        getattr(self, f"in_{phase}")(record)
        cut = rng.choice([0, len(self.cards), rng.randrange(len(self.cards) + 1)])
        record["source"], record["scrap"] = self.cards[:cut], self.cards[cut : cut + 6]
        return record

    def some(self, most: int) -> list[str]:
        return [self.cards.pop() for _ in range(min(self.rng.randrange(most), len(self.cards)))]

    def setup(self) -> dict[str, object]:
        """Champions still to be chosen, by those who have none."""
        seats: list[dict[str, object]] = [{"champion": None} for _ in self.seats]
        record: dict[str, object] = {"phase": "setup", "turn": 0, "source": self.cards}
        way = self.game.options["champion_pick"]
        if way == "deal2":
            record["pending"] = {
                "offers": [[self.champions.pop(), self.champions.pop()] for _ in seats]
            }
        elif way == "open":
            for seat in seats[: self.rng.randrange(self.game.players)]:
                seat["champion"] = self.champions.pop()
        if self.game.options["full_moon"] == "calendar":
            record["full_moon"] = self.rng.random() < 0.5
        return {**record, "seats": seats}

    def seat(self, seat: int) -> dict[str, object]:
        rng = self.rng
        if seat in self.gone:
            return {"champion": None, "gone": True, "vp": rng.randrange(3)}
        hand = self.some(9)
        known = rng.sample(hand, rng.randrange(len(hand) + 1))
        told: dict[str, object] = {
            "champion": self.champions.pop(),
            "hp": rng.randrange(1, 25),
            "vp": rng.randrange(self.game.rules.terms.goal),
            "hand": hand,
            "used": self.some(6),
            "rating_add": rng.choice([0, 0, 1, 3]),
            "now": self.statuses(),
            "next": self.statuses(),
            "endure_spent": rng.random() < 0.3,
        }
        if self.game.options["draw_log"] != "open":
            told["known"] = known
        if self.game.options["draw_log"] == "fleeting":
            told["fleeting"] = rng.sample(known, rng.randrange(len(known) + 1))
        for name, words in (("alignment", ("Light", "Dark", "Unaligned")), ("element", ELEMENTS)):
            if rng.random() < 0.3:
                told[name] = rng.choice(words)
        for name in ("ap", "pc"):
            if rng.random() < 0.3:
                told[name] = rng.randrange(9)
        return told

    def statuses(self) -> dict[str, object]:
        rng = self.rng
        every = {"mul": rng.choice([1, 2, 4]), "add": rng.randrange(4), "sap": rng.randrange(4)}
        every |= dict.fromkeys(("penetrate", *STATUSES), True)
        return {name: value for name, value in every.items() if rng.random() < 0.1}

    def pairs(self) -> list[list[int]]:
        every = [[a, b] for a in self.here for b in self.here if a != b]
        return self.rng.sample(every, self.rng.choice([0, 0, 0, 1, min(3, len(every))]))

    def in_plan(self, record: dict[str, object]) -> None:
        """Nothing more."""

    def in_trap(self, record: dict[str, object]) -> None:
        record["plays"] = self.plays()

    def plays(self) -> list[list[object]]:
        """Actions of some, and Traps on whatever lies there."""
        rng = self.rng
        plays: list[list[object]] = []
        acts = [code for code in self.cards if not self.moves[code].is_trap]
        for seat in self.seats:
            if seat in self.gone:
                plays += rng.choice([[], [[seat, None]]])
            elif rng.random() < 0.85 and acts:
                code = acts.pop()
                self.cards.remove(code)
                plays.append([seat, f"act {code}{self.aim(seat, code)}"])
        traps = [code for code in self.cards if self.moves[code].is_trap]
        for code in traps[: rng.choice([0, 0, 1, 2, 3])]:
            if plays:
                self.cards.remove(code)
                on = rng.randrange(len(plays))
                plays.append([rng.choice(self.here), f"trap {code} p{on}"])
        return plays

    def aim(self, seat: int, code: str) -> str:
        move = self.moves[code]
        if not move.takes_target:
            return ""
        others = [one for one in self.here if one != seat]
        own = [seat] if move.target == 1 else []
        return f" {self.rng.choice([*others, *own])}"

    def in_effects(self, record: dict[str, object]) -> None:
        """The queue of Resolve, some of it still to do; some lie at no HP already."""
        rng = self.rng
        record["plays"] = plays = self.plays()
        queue = [self.entry() for _ in range(rng.randrange(5))] if plays else []
        for entry in queue:
            entry["play"] = f"p{rng.randrange(len(plays))}"
        victors = []
        for seat in rng.sample(self.here, rng.choice([0, 0, 1])):
            record["seats"][seat]["hp"] = 0
            others = [one for one in self.here if one != seat]
            for victor in rng.sample(others, rng.randrange(len(others) + 1)):
                victors.append([seat, victor, rng.choice([3, 4, "inf"])])
        record["pending"] = {"queue": queue, "victors": victors}

    def entry(self) -> dict[str, object]:
        rng = self.rng
        amount = rng.randrange(1, 4)
        user, to = rng.sample(self.here, 2)
        by = rng.choice([user, to, "random"])
        every: list[dict[str, object]] = [
            {"do": "boost", "stat": rng.choice(BOOSTS), "to": to, "amount": amount},
            {"do": "sap", "to": to, "amount": amount},
            {"do": "status", "status": rng.choice(STATUSES), "to": to},
            {"do": "steal", "from": to, "to": user, "by": by, "amount": amount},
            {"do": "destroy", "from": to, "amount": amount},
            {"do": "draw", "to": to, "amount": amount},
            {"do": "recover", "to": user, "amount": amount},
            {"do": "flip_alignment", "to": to},
            {"do": "set_element", "to": to, "element": rng.choice(ELEMENTS)},
            {"do": "steal_vp", "from": to, "to": user, "amount": amount},
            {"do": "bond", "user": user, "to": to},
            {"do": "rivalry", "user": user, "to": to},
        ]
        return rng.choice(every)

    def in_prize(self, record: dict[str, object]) -> None:
        rng, seats = self.rng, record["seats"]
        fallen = rng.sample(self.here, rng.choice([1, 1, 2]))
        pools: list[list[str]] = [[] for _ in self.seats]
        victors: list[list[int]] = [[] for _ in self.seats]
        for seat in fallen:
            pools[seat] = seats[seat]["hand"] + seats[seat]["used"]
            seats[seat] |= {"hp": 0, "hand": [], "used": [], "known": []}
            seats[seat].pop("fleeting", None)
            others = [one for one in self.here if one != seat]
            victors[seat] = rng.sample(others, rng.randrange(len(others) + 1))
        if self.game.options["draw_log"] == "open":
            for seat in fallen:
                del seats[seat]["known"]
        pending: dict[str, object] = {"pools": pools, "victors": victors}
        pending["aside"] = [self.some(3) if victors_of(victors, s) else [] for s in self.seats]
        record["pending"] = pending
        if self.game.options["draw_log"] != "open":
            for key in ("pools", "aside"):
                known = [rng.sample(some, rng.randrange(len(some) + 1)) for some in pending[key]]
                pending[f"known_{key}"] = known
        of = rng.choice(fallen)
        ability = self.game.rules.terms.content.champions[seats[of]["champion"]].ability
        if victors[of] and not ability.deck_only and rng.random() < 0.5:
            pending |= {"of": of, "victor": rng.choice(victors[of])}
            pending |= {"from": rng.choice([None, "hand"]), "due": rng.randrange(5)}

    def in_respawn(self, record: dict[str, object]) -> None:
        rng = self.rng
        fallen = rng.sample(self.here, rng.choice([1, 1, 2]))
        for seat in fallen:
            record["seats"][seat]["hp"] = 0
        if rng.random() < 0.5:
            record["pending"] = {"queue": fallen, "choosing": rng.random() < 0.5}

    def in_trade(self, record: dict[str, object]) -> None:
        rng = self.rng
        record["fallen"] = rng.choice([[], [], rng.sample(self.here, 1)])
        if self.game.options["trading"] == "off" or rng.random() < 0.4:
            return
        seats = record["seats"]
        traders = [
            seat for seat in self.here if seats[seat]["hand"] and seat not in record["fallen"]
        ]
        offers = []
        for seat in rng.sample(traders, rng.randrange(len(traders) + 1)):
            others = [one for one in traders if one != seat]
            if others:
                offers.append([seat, rng.choice(others), rng.choice(seats[seat]["hand"])])
        record["pending"] = {"offers": offers}


def victors_of(victors: Sequence[Sequence[int]], seat: int) -> bool:
    return any(seat in some for some in victors)
