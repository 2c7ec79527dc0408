"""Tokens and the names of tables."""

from __future__ import annotations

import base64
from math import log2

import pytest

from ludarium.server.tokens import (
    GROUP,
    GROUPS,
    LETTERS,
    hashed,
    matches,
    new_token,
    read_table_id,
    table_id,
)


def test_a_token_is_256_bits_fit_for_a_url() -> None:
    tokens = {new_token() for _ in range(200)}
    assert len(tokens) == 200
    for token in tokens:
        assert len(base64.urlsafe_b64decode(token + "=")) == 32
        assert token.replace("-", "").replace("_", "").isalnum()


def test_a_token_matches_its_own_hash_alone() -> None:
    token = new_token()
    assert hashed("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert token not in hashed(token)
    assert matches(token, hashed(token))
    assert not matches(new_token(), hashed(token))
    assert not matches(token, hashed(token)[:-1])
    assert not matches(hashed(token), hashed(token))


@pytest.mark.parametrize("token", ["", "ä", "\ud800", "x" * 10_000])
def test_whatever_is_sent_as_a_token_is_only_wrong(token: str) -> None:
    assert not matches(token, hashed("another"))
    assert not matches(token, "")
    assert not matches(token, token)
    assert matches(token, hashed(token))


def test_the_name_of_a_table_cannot_be_guessed_or_misread() -> None:
    names = [table_id() for _ in range(500)]
    assert len(set(names)) == 500
    assert GROUPS * GROUP * log2(len(LETTERS)) >= 64
    assert not set(LETTERS) & set("01258aeiloU")
    assert {letter for name in names for letter in name} == {*LETTERS, "-"}
    assert all([len(part) for part in name.split("-")] == [GROUP] * GROUPS for name in names)


def test_a_name_is_found_however_it_was_typed() -> None:
    name = table_id()
    for typed in (name, name.upper(), f" {name}\n", name.replace("-", ""), name.replace("-", " ")):
        assert read_table_id(typed) == name
    for wrong in ("", name[:-1], name + "b", name[:-1] + "0", name[:-1] + "é"):
        assert read_table_id(wrong) is None
