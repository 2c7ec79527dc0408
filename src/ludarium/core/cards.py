"""The cards of one game: physical cards are small ints, faces are what a person reads on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ludarium.core.errors import InvalidInput, nearest


class Cards:
    """Numbered cards. Equal faces are numbered together, so card order is face order.

    >>> cards = Cards([("A1", 1), ("WILD", 2)])
    >>> cards.codes([0, 1, 2])
    ['A1', 'WILD', 'WILD']
    """

    __slots__ = ("code", "copies", "face", "face_of_code", "faces", "glimpses")

    def __init__(
        self,
        faces: Iterable[tuple[str, int]],
        glimpses: Mapping[str, Sequence[object]] | None = None,
    ) -> None:
        self.faces: list[str] = []
        self.face_of_code: dict[str, int] = {}
        self.copies: list[tuple[int, ...]] = []
        self.face: list[int] = []
        self.code: list[str] = []
        self.glimpses: Mapping[str, Sequence[object]] = glimpses or {}
        """Facts by face that a covered card may still show, by name."""
        for face, (code, copies) in enumerate(faces):
            self.faces.append(code)
            self.face_of_code[code] = face
            self.copies.append(tuple(range(len(self.face), len(self.face) + copies)))
            self.face.extend([face] * copies)
            self.code.extend([code] * copies)

    def __len__(self) -> int:
        return len(self.face)

    def codes(self, cards: Iterable[int]) -> list[str]:
        code = self.code
        return [code[card] for card in cards]

    def find(self, code: object, where: str) -> int:
        """The face of a code, or an error that names where the code stood."""
        face = self.face_of_code.get(code) if isinstance(code, str) else None
        if face is None:
            raise InvalidInput(f"{where}: no card {code!r}{nearest(code, self.faces)}")
        return face
