"""Sentences as Python says them, for the client's twin of `core/words.py` to say again.

Real matches give the facts of events, questions, answers, refusals, sums and ends, told to every
seat and to spectators; every text of every game is also said with facts made up for its braces.

    python tools/word_vectors.py web/vectors.json
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

import ludarium
from ludarium.core.game import Game
from ludarium.core.match import Match
from ludarium.core.talk import Talk, ending_facts, talk_for
from ludarium.core.words import Voice, Words
from ludarium.server import telling

Facts: TypeAlias = Mapping[str, object]
Spoken: TypeAlias = tuple[str, str, Facts]
"""Section, key and facts."""

NAMES: Final = ["Anna", "Boris", "Tomáš", "Jess"]
BOTS: Final = frozenset({1, 3})
FACT: Final = re.compile(r"\{(\w+)(?::(\w+))?[^}]*\}")
VALUES: Final[dict[str, list[object]]] = {
    "who": [0, 1, [0], [1, 2], [2, 0, 3], 9],
    "whose": [0, 1, 3, 9],
    "own": [0, 1, 2],
    "verb": [0, 1],
    "count": [0, 1, 2, 17],
    "and": [[5], [3, 4], ["a", "b", "c"], "alone"],
    "in": ["air", ["fire", "water"], "no_such_word"],
    "when": [True, 1, "yes"],
    "": ["TN-1.1", 0, 12, True, [1, 2], ["x", None], 2.5],
}
NOTHING: Final[list[object]] = [None, False, "", []]


def said_in_matches(slug: str) -> Iterator[Spoken]:
    """What real matches of a game give to say, by every rule set."""
    room = ludarium.room(slug)
    usual = {option.name: option.default for option in room.options}
    for word in room.options[0].words:
        options = {**usual, room.options[0].name: word}
        for players in room.seats(options)[:2]:
            game = ludarium.game(slug, **options, players=players)
            yield from said_in(game, random.Random(f"{slug} {word} {players}"))


def said_in(game: Game, chance: random.Random) -> Iterator[Spoken]:
    match = game.start(seed=chance.getrandbits(64))
    talk = talk_for(game)
    while match.result is None:
        seat, question = next(iter(match.questions.items()))
        view = match.view(seat)
        yield ("prompts", question.kind, talk.prompt_facts(view))
        for action in question.options:
            yield ("choices", action.verb, {**action.record, **talk.choice_facts(view, action)})
            caution = talk.caution(view, action)
            if caution is not None:
                yield ("cautions", *caution)
        yield from refused(match, talk, seat, view)
        for total in talk.sums(view).values():
            for part in total.parts:
                yield ("sums", part.key, part.facts)
        match.play(seat, chance.choice(question.options))
    for viewer in [None, *range(game.players)]:
        for line in telling.told(talk, match.events, viewer):
            yield ("events", str(line["event"]), line)
    facts = ending_facts(talk, match.result)
    yield ("reasons", match.result.reason, facts)
    yield ("results", "wins" if match.result.winner is not None else "shared", facts)


def refused(match: Match, talk: Talk, seat: int, view: Facts) -> Iterator[Spoken]:
    for _, tries in talk.temptations(view):
        for do in tries:
            action = match.game.grammar.parse(do)
            refusal = match.refusal(seat, action)
            if refusal is not None:
                yield ("refusals", *talk.reason(view, action, refusal))


def made_up(words: Words, codes: list[str], chance: random.Random) -> Iterator[Spoken]:
    """Every text of a file, each time with other facts for its braces, some of them missing."""
    for section, key, texts in all_texts(words.sections):
        wanted = {match[1]: match[2] or "" for text in texts for match in FACT.finditer(text)}
        for _ in range(6):
            facts = {
                name: chance.choice(
                    NOTHING if chance.random() < 0.15 else values_of(how.lower(), codes, chance)
                )
                for name, how in wanted.items()
                if chance.random() < 0.95
            }
            yield (section, key, facts)
        yield (section, f"{key}_unknown", {"count": 3, "of": ["a", "b"], "none": None})


def values_of(how: str, codes: list[str], chance: random.Random) -> list[object]:
    if how in ("card", "cards", "pair"):
        return [chance.choice(codes), chance.sample(codes, 2), chance.sample(codes, 3), "UNKNOWN"]
    return VALUES[how]


def all_texts(
    section: Mapping[str, object], path: str = ""
) -> Iterator[tuple[str, str, list[str]]]:
    for key, value in section.items():
        if isinstance(value, Mapping):
            yield from all_texts(value, f"{path}.{key}" if path else key)
        elif path:
            yield path, key, value if isinstance(value, list) else [str(value)]


def vectors(slug: str) -> dict[str, object]:
    """Everything that is said of one game, each sentence once for each voice."""
    room = ludarium.room(slug)
    words = Words.load(room.folder)
    first = room.options[0]
    cards = {
        code: str(facts["name"])
        for word in first.words or (first.default,)
        for code, facts in talk_for(ludarium.game(slug, **{first.name: word})).cards().items()
    }
    chance = random.Random(slug)
    spoken = {
        json.dumps(one): one
        for one in [*said_in_matches(slug), *made_up(words, sorted(cards), chance)]
    }
    voice = Voice(NAMES, lambda code: cards.get(code, code), bots=BOTS)
    cases = [
        [section, key, facts, reader, words.say(section, key, facts, voice.to(reader))]
        for section, key, facts in spoken.values()
        for reader in (None, chance.choice([0, 1, 2]))
    ]
    return {
        "words": words.sections,
        "names": NAMES,
        "bots": sorted(BOTS),
        "cards": cards,
        "cases": cases,
    }


def write(path: Path) -> None:
    told = {slug: vectors(slug) for slug in ludarium.games()}
    path.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
