"""The shelf: games, words and rulebooks as forms, made from the rooms and nothing else."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import ludarium
from ludarium.core.clauses import load_rulebook, scenario_files
from ludarium.core.scenarios import load_scenario
from ludarium.server.library import Library
from ludarium.server.problems import NotFound
from ludarium.server.shelf import Shelf, game_info, word_files

SLUG = "tears-of-nature"
ROOM = ludarium.room(SLUG)


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf()


def test_every_game_stands_there_with_a_pitch_and_its_makers(shelf: Shelf) -> None:
    assert [game.slug for game in shelf.games()] == ludarium.games()
    for game in shelf.games():
        assert game.pitch and game.title and game.designers and game.notice
        assert game.players and game.minutes and game.ages
        assert game.rules == ludarium.room(game.slug).version
        assert game.page.startswith("https://")


def test_the_seats_are_those_of_any_options(shelf: Shelf) -> None:
    game = shelf.game(SLUG)
    assert (game.least, game.most) == (2, 4)
    rulesets = {word.word: word.seats for word in game.options[0].words}
    assert rulesets == {"apprentice": [2, 2], "master": [2, 4], "practitioner": [2, 4]}


def test_the_options_are_told_as_set_up_screens_need_them(shelf: Shelf) -> None:
    options = {option.name: option for option in shelf.game(SLUG).options}
    assert list(options) == [option.name for option in ROOM.options]
    for option in ROOM.options:
        told = options[option.name]
        assert (told.default, told.text, told.clause) == (
            option.default,
            option.text,
            option.clause,
        )
        words = [option.default] if option.free else list(option.words)
        assert [word.word for word in told.words] == words
        assert all(word.text for word in told.words)
    assert options["turn_limit"].least == 0
    assert options["dealer"].seat and options["deck"].free and not options["dealer"].free


def test_each_bot_can_be_asked_for(shelf: Shelf) -> None:
    assert shelf.game(SLUG).bots == ["random", "steady"]


def test_the_words_are_those_of_the_file(shelf: Shelf) -> None:
    text = (ROOM.folder / "words.toml").read_text(encoding="utf-8")
    assert shelf.words(SLUG, "en") == tomllib.loads(text)


def test_another_language_is_another_file(tmp_path: Path) -> None:
    for name in ("words.toml", "words.de.toml", "words.draft-2.toml", "wordsmith.toml"):
        (tmp_path / name).write_text("", encoding="utf-8")
    files = word_files(replace(ROOM, folder=tmp_path))
    assert {language: path.name for language, path in files.items()} == {
        "de": "words.de.toml",
        "en": "words.toml",
    }


@pytest.mark.parametrize("language", ["de", "EN", "", "../words", "en.toml"])
def test_a_language_without_words_names_those_there_are(shelf: Shelf, language: str) -> None:
    with pytest.raises(NotFound, match="there are: en"):
        shelf.words(SLUG, language)


def test_the_rulebook_has_every_clause_in_its_order(shelf: Shelf) -> None:
    book = load_rulebook(ROOM)
    told = shelf.rulebook(SLUG)
    clauses = [clause for section in told.sections for clause in section.clauses]
    assert [clause.id for clause in clauses] == list(book.clauses)
    assert told.introduction == book.introduction and told.title == ROOM.title
    for clause in clauses:
        source = book.clauses[clause.id]
        assert (clause.text, clause.social) == (source.text, source.social)
        assert tuple(clause.touches) == source.touches
    assert all(section.title for section in told.sections)
    assert {touched for clause in clauses for touched in clause.touches} <= set(book.clauses)


def test_a_clause_names_the_scenarios_that_show_it_on_a_table(shelf: Shelf) -> None:
    heads = {path.stem: load_scenario(path).head for path in scenario_files(ROOM)}
    for section in shelf.rulebook(SLUG).sections:
        for clause in section.clauses:
            shown = [
                name
                for name, head in heads.items()
                if clause.id in head.clauses and head.rejected is None
            ]
            assert sorted(clause.scenarios) == sorted(shown)
            for name in clause.scenarios:
                assert shelf.scenario(SLUG, name).stem == name


def test_what_is_read_once_is_kept(shelf: Shelf) -> None:
    assert shelf.rulebook(SLUG) is shelf.rulebook(SLUG)
    assert shelf.words(SLUG, "en") is shelf.words(SLUG, "en")
    assert shelf.game(SLUG) is shelf.game(SLUG)


@pytest.mark.parametrize("slug", ["", "chess", "../tears_of_nature", "tears-of-nature "])
def test_a_game_that_is_not_there_is_not_found(shelf: Shelf, slug: str) -> None:
    for find in (shelf.game, shelf.rulebook, lambda slug: shelf.words(slug, "en")):
        with pytest.raises(NotFound, match="no game"):
            find(slug)
    with pytest.raises(NotFound, match="no game"):
        shelf.scenario(slug, "ex-03-first-turn")


@pytest.mark.parametrize("name", ["", "ex-03", "../rulebook", "examples/ex-03-first-turn"])
def test_a_scenario_that_is_not_there_is_not_found(shelf: Shelf, name: str) -> None:
    with pytest.raises(NotFound, match="no scenario"):
        shelf.scenario(SLUG, name)


def test_a_room_without_much_front_matter_is_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "rulebook.md").write_text(
        '+++\ntitle = "X"\n+++\n\n**XY-1.1** A rule.\n', encoding="utf-8"
    )
    game = game_info(replace(ROOM, folder=tmp_path), Library())
    assert (game.pitch, game.designers, game.page) == ("", [], "")
