"""Nature's dice: reproducible on every machine, provable after the match.

Every draw is SHAKE-128 of the seed and a running number, so that anyone who is given the seed can
compute each shuffle again, and nobody can before. The pledge, published at the start, binds it.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
from typing import Final

from ludarium.core.errors import InvalidInput

SEAL_BLOCK: Final = 64
"""Bytes; every answer but a shuffle fits into one block."""


class Dice:
    """A seed and how often it was asked.

    >>> Dice("7").order(5) == Dice("7").order(5)
    True
    """

    __slots__ = ("_pledge", "asked", "seed")

    def __init__(self, seed: str | None, asked: int = 0, pledge: str = "") -> None:
        self.seed = seed
        """None: dice of a record whose seed is not known yet; they cannot be thrown."""
        self.asked = asked
        self._pledge = pledge

    @classmethod
    def from_seed(cls, seed: int | str | None) -> Dice:
        """Dice for a seed; without one, 256 bits from the operating system."""
        if seed is None:
            return cls(secrets.token_hex(32))
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise InvalidInput(f"seed: a whole number or text, not {seed!r}")
        text = str(seed)
        if not text or not text.isprintable() or text != text.strip():
            raise InvalidInput(f"seed: printable text without spaces around it, not {seed!r}")
        return cls(text)

    @property
    def pledge(self) -> str:
        """Shown at the start; the seed shown at the end must give the same SHA-256."""
        if not self._pledge:
            self._pledge = hashlib.sha256(f"ludarium seed {self.seed}".encode()).hexdigest()
        return self._pledge

    def order(self, count: int) -> list[int]:
        """A uniformly random order of `count` things: indices sorted by 64-bit keys."""
        keys = struct.unpack(f">{count}Q", self._stream(8 * count))
        return sorted(range(count), key=keys.__getitem__)

    def below(self, count: int) -> int:
        """A uniformly random number from 0 to count - 1 (128 bits leave no bias to see)."""
        return int.from_bytes(self._stream(16), "big") % count

    def _stream(self, size: int) -> bytes:
        self.asked += 1
        return self._hash(str(self.asked), size)

    def _hash(self, salt: str, size: int) -> bytes:
        if self.seed is None:
            raise InvalidInput("the seed of this match is not known, so its dice cannot be thrown")
        return hashlib.shake_128(f"{self.seed}/{salt}".encode()).digest(size)

    def fork(self) -> Dice:
        return Dice(self.seed, self.asked, self._pledge)

    def seal(self, text: str, line: int) -> str:
        """Hide a line of the record from everyone who does not hold the seed.

        Lines are filled up to whole blocks, so that the length does not tell which answer it is.
        """
        raw = text.encode()
        raw += b"\n" * (-len(raw) % SEAL_BLOCK)
        return self._veil(raw, line).hex()

    def unseal(self, sealed: str, line: int) -> str:
        """Open what `seal` hid."""
        try:
            return self._veil(bytes.fromhex(sealed), line).decode().rstrip("\n")
        except (InvalidInput, ValueError):
            raise InvalidInput(f"answer {line} is sealed and opens only with the seed") from None

    def _veil(self, raw: bytes, line: int) -> bytes:
        key = self._hash(f"line/{line}", len(raw))
        return bytes(a ^ b for a, b in zip(raw, key, strict=True))
