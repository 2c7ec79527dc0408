"""What a page of Galatune must not know: plans, Traps in hand, cards that others choose from."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocket, expect

from browser.champions import GALATUNE, Fighter, champion, stand, three
from browser.hands import say_ready, sit_down
from browser.people import ME, OPEN, People, Person

CLOSED = {"draw_log": "closed", "trading": "off"}

PLANS = stand(
    champion("morwen", "A14 L01"),
    champion("seraphine", "S01 A20"),
    champion("dace", "A02 L03"),
    source=["B03", "B04", "B05", "L02", "L06", "O06", "O07"],
    options=CLOSED,
)
"""What is planned with is nowhere else, so that nobody draws it."""

POOL = stand(
    champion("requiem", "S02", hp=11),
    champion("gorvane", "S03", vp=1),
    champion("pixel", hp=0),
    phase="prize",
    fallen=[2],
    pending={
        "pools": [[], [], ["A01", "L04", "T05", "T06"]],
        "victors": [[], [], [1]],
        "of": 2,
        "victor": 1,
        "from": "hand",
        "due": 2,
        "aside": [[], ["A06", "A10"], []],
    },
    options=CLOSED,
)
"""Only seat 1 chooses from what seat 2 has left."""


class Ear:
    """Everything that the sockets of a page bring."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.heard.append(str(data)))

    def knows(self, *codes: str) -> list[str]:
        """Those of the cards that were sent, or are anywhere in the page."""
        page = self.page.content()
        return [code for code in codes if code in page or any(code in one for one in self.heard)]


def gather(come: People, position: dict[str, object]) -> tuple[list[Fighter], list[Ear], Ear]:
    """Three who play and one who watches, and what each of them hears from the beginning."""
    people = [come("Ann"), come("Bob"), come("Cleo"), come("Eve")]
    ears = [Ear(person.page) for person in people]
    table = people[0].host(ME, OPEN, OPEN, game=GALATUNE, position=position)
    people[0].sit(table)
    for person in people[1:3]:
        sit_down(person, table)
        say_ready(person)
    people[3].sit(table)
    players = [Fighter(person.page) for person in people]
    for fighter in players:
        expect(fighter.prompt).to_be_visible()
    return players, ears[:3], ears[3]


def test_who_is_ready_is_seen_and_what_was_planned_is_not(come: People) -> None:
    (ann, bob, cleo, eve), (hers, his, third), watcher = gather(come, PLANS)
    bob.plan("Dawn Strike", "Morwen Thornveil")
    for fighter in (ann, cleo, eve):
        expect(fighter.board.get_by_text("Bob is ready")).to_be_attached()
        expect(fighter.board.get_by_text("Ann is ready")).not_to_be_attached()
    for ear in (hers, third, watcher):
        assert ear.knows("A20", "S01", "Dawn Strike", "Azure Aegis") == []
    assert any("A20" in one for one in his.heard)  # the ear hears

    bob.press(bob.button("Change my answer"))
    bob.plan("Azure Aegis", "Seraphine Oriole")
    expect(bob.bar).to_contain_text("Your answer: Play: Azure Aegis")
    bob.press(bob.button("Take it back"))
    expect(ann.board.get_by_text("Bob is still planning")).to_be_attached()
    for ear in (hers, third, watcher):
        assert ear.knows("A20", "S01") == []

    bob.hold()
    ann.plan("Thorn Lash", "Seraphine Oriole")
    cleo.hold()
    expect(eve.lines.filter(has_text="Thorn Lash").first).to_be_attached()
    ann.plans()
    for ear in (hers, third, watcher):
        assert ear.knows("A20", "S01", "A02", "L03") == (["A02", "L03"] if ear is third else [])


def test_the_cards_that_are_chosen_from_are_seen_by_those_who_may(come: People) -> None:
    (ann, bob, _, eve), (hers, his, _), watcher = gather(come, POOL)
    pool = bob.arena.get_by_role("list", name="Cards of Cleo")
    expect(pool.get_by_role("button")).to_have_count(4)
    for fighter in (ann, eve):
        expect(fighter.arena).to_contain_text("Bob looks through Cleo's 4 cards.")
    for ear in (hers, watcher):
        assert ear.knows("A01", "L04", "T05", "T06") == []
    assert any("T06" in one for one in his.heard)
    bob.press(pool.get_by_role("button", name=re.compile("^Iron Lunge")))
    expect(ann.arena.get_by_text("3 of 4 taken")).to_be_visible()
    for ear in (hers, watcher):
        assert ear.knows("A01", "L04", "T05", "T06") == ["A01"]


def test_a_window_looks_the_same_whether_or_not_somebody_holds_a_trap(come: People) -> None:
    """Ann and a spectator cannot tell a world where Cleo can trap from one where she cannot."""
    assert look_at_a_window(come, "T01 L03") == look_at_a_window(come, "A02 L03")


def look_at_a_window(come: People, hand: str) -> tuple[str, ...]:
    """The trees of two who may not know, while the window is open."""
    terms = {**CLOSED, "trap_window_min": 60, "trap_window_max": 60}
    position = stand(
        champion("morwen", "A14 L01"),
        champion("seraphine", "S01 A20"),
        champion("dace", hand),
        options=terms,
    )
    people = three(come, position)
    (ann, bob, cleo) = (fighter for _, fighter in people)
    eve = watch(come, people[0][0])
    ann.plan("Thorn Lash", "Seraphine Oriole")
    bob.plan("Azure Aegis", "Seraphine Oriole")
    cleo.hold()
    for fighter in (ann, eve):
        expect(fighter.bar).to_contain_text("A Trap window is open.")
        expect(fighter.bar.get_by_role("timer")).to_contain_text("closes within")
        expect(fighter.plays.get_by_role("listitem")).to_have_count(2)
    before = tuple(tree(fighter) for fighter in (ann, eve))
    if "T" in hand:
        cleo.may_trap()
        cleo.let_pass()
        expect(cleo.button("Pass")).to_be_hidden()
    assert before == tuple(tree(fighter) for fighter in (ann, eve))
    return before


def watch(come: People, host: Person) -> Fighter:
    eve = come("Eve")
    return Fighter(eve.open(host.page.url))


def tree(fighter: Fighter) -> str:
    """All that the page says, in order; time goes on for everybody alike."""
    said = fighter.page.locator("body").aria_snapshot()
    said = re.sub(r"closes within \d+ s", "closes soon", said)
    return re.sub(r"/t/[\w-]+", "/t/here", said)
