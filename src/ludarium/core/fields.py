"""Fields of plain data, read one by one: what is wrong is named with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.core.errors import InvalidInput, nearest


def whole(value: object, where: str, most: int | None = None) -> int:
    """A whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidInput(f"{where}: a whole number from 0, not {value!r}")
    if most is not None and value > most:
        raise InvalidInput(f"{where}: at most {most}, not {value}")
    return value


def flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput(f"{where}: true or false, not {value!r}")
    return value


def seat_number(value: object, where: str, seats: int) -> int:
    seat = whole(value, where)
    if seat >= seats:
        raise InvalidInput(f"{where}: no seat {seat}; seats are 0 to {seats - 1}")
    return seat


def listed(value: object, where: str, length: int | None = None) -> Sequence[object]:
    """A list, of a certain length if that is given."""
    if not isinstance(value, (list, tuple)):
        raise InvalidInput(f"{where}: a list, not {value!r}")
    if length is not None and len(value) != length:
        raise InvalidInput(f"{where}: a list of {length}, not of {len(value)}")
    return value


def table(
    value: object, where: str, needed: Sequence[str], known: Sequence[str] = ()
) -> Mapping[str, object]:
    """A table with these fields and no others."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{where}: a table, not {value!r}")
    for key in value:
        if key not in (known or needed):
            raise InvalidInput(f"{where}: no field {key!r}{nearest(key, known or needed)}")
    for key in needed:
        if key not in value:
            raise InvalidInput(f"{where}: needs {key!r}")
    return value
