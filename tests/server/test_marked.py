"""Every card of a deck is marked, and no mark is sent to anybody who has not seen that card."""

from __future__ import annotations

import asyncio
import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludarium
from laws import viewers
from ludarium import Game, Match
from ludarium.core import chance
from ludarium.core.nature import Dice
from ludarium.server import wire
from ludarium.server.forms import Chair
from ludarium.server.story import PUBLIC
from secrecy import known_codes
from server.people import House
from server.worlds import NAMES, SEATS, SLUG, Ear, Viewer

pytestmark = pytest.mark.no_cover

# Marked cards

MARK = re.compile(r"[QN](\d\d)z[0-9a-f]{6}")
"""Codes begin with a Q, names with an N; then comes the number of the card."""


def marked_deck(rng: random.Random) -> dict[str, Any]:
    """The usual deck with a code and a name of its own for each card."""
    folder = ludarium.room(SLUG).content_folder()
    entries = tomllib.loads((folder / "standard67.toml").read_text(encoding="utf-8"))["cards"]
    cards = [entry for entry in entries for _ in range(entry.get("copies", 1))]
    return {
        "name": "marked",
        "cards": [
            {
                **card,
                "copies": 1,
                "code": f"Q{number:02}z{rng.getrandbits(24):06x}",
                "name": f"N{number:02}z{rng.getrandbits(24):06x}",
            }
            for number, card in enumerate(cards)
        ],
    }


def marks(told: bytes) -> set[int]:
    """The numbers of all cards that are named, besides in the list of all cards that there are."""
    return {int(number) for number in MARK.findall(json.dumps(without_deck(json.loads(told))))}


def without_deck(told: Any) -> Any:
    """What cards there are is no secret: it stands in the options and, for the page, in `cards`."""
    if isinstance(told, list):
        return [without_deck(item) for item in told]
    if not isinstance(told, dict):
        return told
    return {
        key: without_deck(value)
        for key, value in told.items()
        if not (key in ("deck", "content", "cards") and isinstance(value, dict))
    }


class Oracle:
    """Which cards each viewer has ever seen, by the engine's own account."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.known: dict[Viewer, set[int]] = {viewer: set() for viewer in viewers(game)}
        self.match = Match(game, game.new_state(), Dice(seed), settle=False)
        """The match before its first action."""
        self._settle(self.match)

    def act(self, before: Match, seat: int, do: str) -> Match:
        """Look at every moment of an action: what is seen may be shuffled away at once."""
        match = before.fork()
        match.play(seat, do, settle=False)
        self._settle(match)
        return match

    def _settle(self, match: Match) -> None:
        self._look(match)
        while match.nature_asked:
            match.settle_one(
                chance.notation(match.game.layout, chance.throw(match.state, match.dice))
            )
            self._look(match)

    def _look(self, match: Match) -> None:
        drawn = [event.facts for event in match.events if event.kind == "dealer_draw"]
        shown = {int(number) for number in MARK.findall(json.dumps(drawn))}
        for viewer, known in self.known.items():
            codes = known_codes(self.game, match.state, viewer)
            known |= shown | {int(code[1:3]) for code in codes if MARK.fullmatch(code)}


class Spy:
    """Everything that is sent to one viewer, held against what this viewer has seen."""

    def __init__(self, viewer: Viewer, oracle: Oracle, secrets: list[str]) -> None:
        self.viewer = viewer
        self.oracle = oracle
        self.secrets = secrets
        """Seeds and tokens, which nobody is told."""
        self.heard: list[bytes] = []
        self.named: set[int] = set()

    def check(self) -> None:
        """Look at what came since the last time."""
        for told in self.heard:
            found = marks(told)
            unseen = found - self.oracle.known[self.viewer]
            assert not unseen, f"{self.viewer} has not seen {sorted(unseen)}: {told!r:.3000}"
            leaked = [secret for secret in self.secrets if secret.encode() in told]
            assert not leaked, f"{self.viewer} is told {leaked}: {told!r:.3000}"
            self.named |= found
        self.heard.clear()


async def whole_match(house: House, options: dict[str, Any], rng: random.Random) -> list[Spy]:
    """People play a match at random; returns what each was told."""
    seed, players = f"seed {rng.random()}", options["players"]
    chairs = [Chair("me"), *[Chair("open")] * (players - 1)]
    id = await house.create(*chairs, options=options, seed=seed)
    oracle = Oracle(house.table(id).kit.game, seed)
    secrets = [seed]
    spies = [Spy(viewer, oracle, secrets) for viewer in (*range(players), None)]
    pages: list[Ear] = []
    for spy in spies:
        who = "Wat" if spy.viewer is None else NAMES[spy.viewer]
        entry = await house.enter(id, who, seat=spy.viewer)
        secrets += [key.token for key in entry.keys]
        page = Ear(house, who, spy.heard)
        pages.append(page)
        house.pages.append(page)
        await page.say_hello(wire.Hello(id, entry.keys[0].token if entry.keys else ""))
    for page in pages[1:players]:
        await page.order(wire.Ready("ready"))
    while True:
        for page in pages:
            await page.settle()
        if pages[0].over is not None:
            secrets.remove(seed)
        for spy in spies:
            spy.check()
        seat = next((n for n, page in enumerate(pages) if page.ask is not None), None)
        if seat is None:
            break
        page, play = pages[seat], house.table(id).play
        assert page.ask is not None and play is not None
        chance_of = rng.random()
        if chance_of < 0.05 and {"undo", "ask-undo"}.intersection(page.may):
            await page.order(wire.Undo(f"undo {page.seq} {chance_of}"))
            await consent(pages[:players])
        elif chance_of < 0.15:
            await look_around(house, id, pages, spies, rng)
        else:
            do = rng.choice(page.ask["options"])["do"]
            oracle.act(play.match, seat, do)
            await page.act(do, id=f"act {page.seq} {chance_of}")
    assert pages[0].over is not None and pages[0].table["seed"] == seed, "now it is no secret"
    return spies


async def consent(pages: list[Ear]) -> None:
    """Everybody lets somebody take back."""
    for page in pages:
        await page.settle()
    for page in pages:
        wish = page.table.get("undo")
        if wish is not None and page.you in wish["waiting"]:
            await page.order(wire.Consent(f"yes {page.seq}", True))


async def look_around(
    house: House, id: str, pages: list[Ear], spies: list[Spy], rng: random.Random
) -> None:
    """Hints, older lines, tries with cards one has seen, a reload, and what HTTP tells."""
    for page, spy in zip(pages, spies):
        page.send(wire.Why())
        await page.ask_for(wire.More(rng.randrange(1, 60)), "lines")
        codes = house.table(id).kit.game.cards.code
        known = [code for code in codes if int(code[1:3]) in spy.oracle.known[spy.viewer]]
        for verb in ("attack", "build", "stock", "defend"):
            do = f"{verb} {rng.choice(known)} {rng.choice(known) if verb == 'build' else '1.0'}"
            await page.order(wire.Act(f"{verb} {page.seq} {rng.random()}", 0, do))
        guest = house.guest(page.who)
        eyes = PUBLIC if spy.viewer is None else str(spy.viewer)
        spy.heard.append(msgspec.json.encode(await house.hall.story(id, guest, eyes)))
        spy.heard.append(msgspec.json.encode(await house.hall.table(id, guest)))
        spy.heard.append(msgspec.json.encode(await house.hall.list_mine(guest)))


@pytest.mark.parametrize(("ruleset", "players"), SEATS)
def test_no_card_is_named_to_those_who_have_not_seen_it(
    tmp_path: Path, ruleset: str, players: int
) -> None:
    rng = random.Random(f"marks {ruleset} {players}")
    options = {"ruleset": ruleset, "players": players, "deck": marked_deck(rng), "turn_limit": 30}

    async def evening() -> list[Spy]:
        house = House(tmp_path)
        await house.open()
        try:
            return await whole_match(house, options, rng)
        finally:
            await house.close()

    spies = asyncio.run(evening())
    for spy in spies:
        assert spy.named, "cards one has seen are named"
        assert len(spy.oracle.known[spy.viewer]) < 67, "some cards were never seen"
