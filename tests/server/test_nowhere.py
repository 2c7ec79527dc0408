"""Seeds, tokens and unseen cards are nowhere: not in what a real server answers, nor in its log."""

from __future__ import annotations

import asyncio
import base64
import json
import random
from pathlib import Path

import pytest

import ludarium
from ludarium.core import records
from ludarium.core.state import NATURE
from server.real import Client, Guest, Player, Server
from server.test_marked import MARK, Oracle, Spy, marked_deck
from server.worlds import Viewer

pytestmark = pytest.mark.no_cover

# A real server, its answers and its log


class Evening:
    """Three people and a bot play by link, and somebody watches by link."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.told: list[tuple[Viewer, bytes]] = []
        """What HTTP told whom while the match was played."""
        self.secrets: list[str] = []
        """Tokens and the ids of guests."""
        self.clients: dict[Viewer, Client] = {}

    async def play(self, options: dict[str, object]) -> str:
        """Play a match; returns its record."""
        guests = {viewer: Guest(self.server) for viewer in (0, 1, 2, None)}
        for guest in guests.values():
            await guest.get("GET", "/api/me")
            self.secrets.append(guest_id(guest.cookie))
        chairs = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot"}]
        table = await guests[0].host(chairs, options=options, watching=False)
        links = await guests[0].get("POST", f"/api/tables/{table}/links")
        invited = {0: "", 1: links["seats"]["1"], 2: links["seats"]["2"], None: links["watch"]}
        self.secrets += [token for token in invited.values() if token]
        for viewer, guest in guests.items():
            entry = await guest.enter(table, token=invited[viewer])
            for key in entry["keys"]:
                self.clients[viewer] = Player(self.server, table, key["token"], talks=0.1)
                self.secrets.append(key["token"])
        self.clients[None] = Client(self.server, table, links["watch"])
        for client in self.clients.values():
            client.keeps = True
        await asyncio.gather(
            *(client.follow(self.done) for client in self.clients.values()),
            *(self.pry(viewer, guest, table) for viewer, guest in guests.items()),
        )
        record: str = await guests[0].get("GET", f"/api/tables/{table}/record")
        return record

    def done(self) -> bool:
        return all(one.screen.over and not one.open for one in self.clients.values())

    async def pry(self, viewer: Viewer, guest: Guest, table: str) -> None:
        """Ask HTTP for everything while the match is played."""
        eyes = ("public", "all", "0", "1", "2", "3")
        paths = [f"/{table}", "?list=mine", "?list=open", f"/{table}/record"]
        paths += [f"/{table}/story?eyes={one}" for one in eyes]
        while not self.done():
            for path in paths:
                answer = await asyncio.to_thread(guest.ask, "GET", f"/api/tables{path}")
                if self.clients[viewer].screen.over:
                    return
                assert answer.status in (200, 403, 409), answer.body
                self.told.append((viewer, answer.body))
            await asyncio.sleep(0.02)


def guest_id(cookie: str) -> str:
    """The id in a signed cookie."""
    payload = cookie.partition("=")[2].partition(".")[0]
    id, _ = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return str(id)


def test_seeds_tokens_and_unseen_cards_are_nowhere(tmp_path: Path) -> None:
    deck = marked_deck(random.Random("nowhere"))
    server = Server(tmp_path / "t.db", tmp_path, "--pace", "0", "--no-limits")
    evening = Evening(server)
    with server:
        record = asyncio.run(
            evening.play({"ruleset": "practitioner", "deck": deck, "turn_limit": 40})
        )
        assert server.end() == 0
    seed = records.read(record).seed
    assert seed is not None
    replayed = ludarium.replay(record)
    oracle = Oracle(replayed.game, seed)
    match = oracle.match
    for line in replayed.lines:
        if line.seat != NATURE:
            match = oracle.act(match, line.seat, line.text)
    assert match.result is not None
    spies = {viewer: Spy(viewer, oracle, [seed, *evening.secrets]) for viewer in evening.clients}
    for viewer, client in evening.clients.items():
        spies[viewer].heard += [told for told in client.frames if b'"status":"over"' not in told]
    for viewer, body in evening.told:
        # The record itself is there from the end on, which a client may hear of a moment later.
        if not any(sign in body for sign in (b'"status":"over"', b'"finished":true')) and (
            body != record.encode()
        ):
            spies[viewer].heard.append(body)
    for spy in spies.values():
        spy.check()
        assert spy.named and len(oracle.known[spy.viewer]) < len(deck["cards"])
    log = server.log()
    assert not [secret for secret in (*evening.secrets, seed) if secret in log]
    assert not MARK.search(log)
    assert server.defects() == []
