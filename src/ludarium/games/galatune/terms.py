"""The terms of one game: content, options, and the declared zones, verbs, questions and numbers."""

from __future__ import annotations

from typing import Final, TypeAlias

from ludarium.core.actions import Grammar, Verb
from ludarium.core.cards import Cards
from ludarium.core.options import Options
from ludarium.core.questions import Kind
from ludarium.core.state import State
from ludarium.core.zones import Layout, Memory, Sight, Zone
from ludarium.games.galatune.moves import NO_ABILITY, Ability, Champion, Move
from ludarium.games.galatune.sets import check_size, load_set

CHAMPIONS: Final = "champions"
"""The stock of Champion cards: they never mix with Action Cards."""

KINDS: Final = {
    "champion": Kind("champion", "Choose your Champion.", once=True),
    "plan": Kind("plan", "Choose your Action in secret.", final=True, ready=True),  # GT-6.2, R-12
    "trap": Kind(
        "trap", "Spring a Trap, or pass.", final=True, quiet=True, once=True, unplayed="pass"
    ),
    "steal": Kind("steal", "Take a card of this hand.", ask="pick-cards"),
    "give": Kind("give", "Give away a card of your hand.", ask="pick-cards"),
    "recover": Kind("recover", "Take a card back from your Used Pile, or stop.", ask="pick-cards"),
    "prize_source": Kind(
        "prize_source", "Take your Prize from the cards, or from the deck?", seconds=60
    ),  # GT-18.2
    "prize_card": Kind("prize_card", "Take a Prize card.", ask="pick-cards", seconds=60),
    "respawn": Kind("respawn", "Keep your cards, reset them, or change Champion?"),
    "trade_offer": Kind(
        "trade_offer", "Offer a card for trade, or none.", final=True, once=True
    ),
    "trade_reply": Kind("trade_reply", "Answer with a card, or decline.", ask="pick-cards"),
    "trade_confirm": Kind("trade_confirm", "Swap the two cards?", ask="yes-no"),
}

VERBS: Final = (
    Verb("choose_champion", "{champion:card}"),
    Verb("act", "{card:card}", "{card:card} {target:number}"),
    Verb("special", "", "{target:number}"),
    Verb("hold"),
    Verb("trap", "{card:card} p{play:number}"),
    Verb("pass"),
    Verb("pick", "{card:card}"),
    Verb("stop"),
    Verb("prize_source", "{from=hand|deck}"),
    Verb("respawn", "{mode=keep|reset|change}"),
    Verb("trade_offer", "{partner:number} {card:card}"),
    Verb("no_trade"),
    Verb("trade_reply", "{card:card}"),
    Verb("decline"),
    Verb("trade_confirm", "{accept=accept|refuse}"),
    Verb("resign"),
)

# Numbers of a state
TURN: Final = 0
QUIET: Final = 1
"""Turns in a row without a card played or a fall (R-65)."""
MOON: Final = 2
"""1 under a full moon (R-69)."""
REASON: Final = 3
"""Index into REASONS once the game is over, 0 before."""
PRESENT: Final = 4
"""A bit for each seat that has not left (R-66)."""
SEATS: Final = 5
"""Where the numbers of seat 0 begin; those of the others follow."""
HP, VP, AP, PC, ALIGNMENT, ELEMENT, ENDURED, RATING_ADD, NOW = range(9)
EFFECTS: Final = ("mul", "add", "sap", "penetrate", "immobilized", "special_locked", "trap_locked")
"""What holds for one turn (R-43, R-45); `mul` 0 is no multiplier."""
MUL, ADD, SAP, PENETRATE, IMMOBILIZED, SPECIAL_LOCKED, TRAP_LOCKED = range(NOW, NOW + 7)
NEXT: Final = NOW + len(EFFECTS)
WIDTH: Final = NEXT + len(EFFECTS)

REASONS: Final = ("", "goal", "turn_limit", "last_player")

Play: TypeAlias = tuple[int, int, int, int]
"""(seat, card, target, on): `SPECIAL` for a Special Action, `VANISHED` for one that left with its
player; target -1 for none; of a Trap, `on` is the number of the play it lies on, else -1."""
SPECIAL: Final = -1
VANISHED: Final = -2


class Terms:
    """Everything about a game that does not change while it is played."""

    __slots__ = (
        "_orders", "aside", "bonds", "box", "card_moves", "cards", "champion_zones", "champions",
        "content", "deal2", "draw_log", "everyone", "fleeting", "goal", "grammar", "hands",
        "layout", "moves", "numbers", "offers", "options", "players", "pools", "rivalries", "scrap",
        "seat_at", "seats", "shields_block_others", "source", "stack", "stocks", "table", "trading",
        "traps", "turn_limit", "used",
    )  # fmt: skip

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.content = load_set(options["content"])
        banned = self.content.banned(options["ban_list"])
        self.deal2 = options["champion_pick"] == "deal2"
        check_size(self.content, banned, players, 2 if self.deal2 else 1)
        deck = self.content.deck(banned)
        self.cards = Cards([*deck.items(), *((id, 1) for id in self.content.champions)])
        face = self.cards.face_of_code
        self.moves: dict[int, Move] = {face[id]: self.content.moves[id] for id in deck}
        """The moves of the Source Deck, by face."""
        self.card_moves = [self.moves[at] for at in self.cards.face if at in self.moves]
        """The same by card."""
        self.traps = frozenset(
            card for face, move in self.moves.items() if move.is_trap
            for card in self.cards.copies[face]
        )  # fmt: skip
        """The cards that are Traps."""
        self.champions: dict[int, Champion] = {
            self.cards.copies[face[id]][0]: champion
            for id, champion in self.content.champions.items()
        }
        """By card."""
        first = min(self.champions)
        self.stocks = {"": range(first), CHAMPIONS: range(first, len(self.cards))}
        self.goal = int(str(options["vp_goal"]))  # GT-2.1
        limit = options["turn_limit"]
        self.turn_limit = {"auto": 40 + 20 * self.goal, "none": 0}.get(str(limit)) or 0
        if isinstance(limit, int):
            self.turn_limit = limit
        self.trading = options["trading"] == "on"
        self.shields_block_others = options["shields_block_others"] == "on"
        self.draw_log = str(options["draw_log"])
        self.layout = Layout(self._zones(), players, self.cards)
        self.grammar = Grammar(VERBS, self.cards)
        self.everyone = self.layout.everyone
        self.fleeting = self.layout.passing
        """Of a face that is forgotten when the next Plan Phase closes (R-80)."""
        self.seats = range(players)
        self._orders: list[list[list[int]]] = [
            [
                [seat for seat in (*self.seats[start:], *self.seats[:start]) if present >> seat & 1]
                for start in self.seats
            ]
            for present in range(1 << players)
        ]
        self.seat_at = [SEATS + seat * WIDTH for seat in self.seats]
        """Where the numbers of each seat begin."""
        self.bonds = SEATS + players * WIDTH
        """Where a number for each (user, target) begins: 0, or its place in order of age."""
        self.rivalries = self.bonds + players * players
        self.numbers = self.rivalries + players * players
        layout = self.layout
        self.hands = layout.each("hand")
        self.used = layout.each("used")
        self.pools = layout.each("pool")
        self.aside = layout.each("aside")
        self.champion_zones = layout.each("champion")
        self.offers = layout.each("offer")
        self.source, self.scrap, self.table, self.box, self.stack = map(
            layout.one, ("source", "scrap", "table", "box", "stack")
        )

    def _zones(self) -> list[Zone]:
        recalled = self.options["memory_aid"] == "on"
        return [
            Zone(
                "hand", "hands", Sight.OWNER, Memory.PUBLIC,
                ordered=False, seated=True, recalled=recalled,
            ),  # GT-14.1, R-80
            Zone("used", "used_piles", Sight.ALL, seated=True),  # GT-14.3, GT-14.4, R-58
            Zone(
                "pool", "pools", Sight.OWNER, Memory.PUBLIC,
                ordered=False, kept=False, recalled=recalled,
            ),
            Zone(
                "aside", "asides", Sight.OWNER, Memory.PUBLIC, ordered=False, kept=False
            ),  # seen by all when they were drawn or taken
            Zone("champion", CHAMPIONS, Sight.ALL, kept=False, stock=CHAMPIONS),  # GT-2.2
            Zone("offer", "offers", Sight.OWNER, ordered=False, kept=False, stock=CHAMPIONS),
            Zone("source", top_first=True),  # GT-2.5, GT-14.7
            Zone("scrap", sight=Sight.ALL),
            Zone("table", sight=Sight.ALL, listed=False),  # GT-7.2
            Zone("box", sight=Sight.ALL, ordered=False, kept=False, stock=CHAMPIONS),
            Zone("stack", ordered=False, kept=False, stock=CHAMPIONS),
        ]  # fmt: skip

    def prize_cost(self, champion: Champion) -> int:
        """Printed, or five for all (R-3)."""
        return champion.pc if self.options["prize_mode"] == "printed" else 5

    # Reading a state

    def lead(self, state: State) -> int:
        """The seat at which ordered steps begin in this turn (R-9)."""
        return self.led(state)[0]

    def led(self, state: State) -> list[int]:
        """The seats still in the game, clockwise from the lead (R-9, R-42)."""
        numbers = state.numbers
        first = (max(1, numbers[TURN]) - 1) % self.players
        return self._orders[numbers[PRESENT]][first]

    def in_order(self, state: State, start: int) -> list[int]:
        """The seats still in the game, clockwise from one (GT-2.4)."""
        return self._orders[state.numbers[PRESENT]][start]

    def is_gone(self, state: State, seat: int) -> bool:
        """Whether a player has left (R-66)."""
        return not state.numbers[PRESENT] >> seat & 1

    def champion(self, state: State, seat: int) -> Champion | None:
        held = state.zones[self.champion_zones[seat]]
        return self.champions[held[0]] if held else None

    def sitting(self, state: State, seat: int) -> Champion:
        """The Champion of a seat that has one."""
        return self.champions[state.zones[self.champion_zones[seat]][0]]

    def ability(self, state: State, seat: int) -> Ability:
        """The Special Ability of a seat, while it is in effect (R-45)."""
        held = state.zones[self.champion_zones[seat]]
        if not held or state.numbers[self.seat_at[seat] + SPECIAL_LOCKED]:
            return NO_ABILITY
        return self.champions[held[0]].ability

    def move_of(self, state: State, play: Play) -> Move:
        """The move that a play is."""
        seat, card, _, _ = play
        if card == SPECIAL:
            return self.sitting(state, seat).special
        return self.card_moves[card]

    def pairs(self, state: State, first: int) -> list[tuple[int, int]]:
        """Bonds or rivalries as (user, target), oldest first."""
        players = self.players
        ages = state.numbers[first : first + players * players]
        if not any(ages):
            return []
        held = [(age, divmod(n, players)) for n, age in enumerate(ages) if age]
        return [pair for _, pair in sorted(held)]

    def is_tied(self, state: State, first: int, user: int, target: int) -> bool:
        """Whether there is a bond or rivalry of one seat with another."""
        return state.numbers[first + user * self.players + target] > 0

    def set_pairs(self, state: State, first: int, pairs: list[tuple[int, int]]) -> None:
        """Write bonds or rivalries down, oldest first."""
        players = self.players
        state.numbers[first : first + players * players] = [0] * (players * players)
        for age, (user, target) in enumerate(pairs, 1):
            state.numbers[first + user * players + target] = age
