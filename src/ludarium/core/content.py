"""Content files: TOML decoded into typed structs, with errors that name file, entry and field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from ludarium.core.errors import InvalidInput, nearest

T = TypeVar("T")


def read_toml(path: Path) -> dict[str, object]:
    """The plain data of a TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidInput(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InvalidInput(f"{path}: not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{path}: not TOML: {error}") from None


def find_content(name: str, folder: Path) -> Path:
    """The file of a shipped name, or of a path."""
    shipped = sorted(path.stem for path in folder.glob("*.toml"))
    if name in shipped:
        return folder / f"{name}.toml"
    with suppress(OSError):
        if Path(name).is_file():
            return Path(name)
    raise InvalidInput(f"no content {name!r}: neither shipped nor a file{nearest(name, shipped)}")


def decode(data: object, into: type[T], where: str) -> T:
    """Plain data as a typed struct; a mistake is named with its place.

    Structs that forbid unknown fields get a hint with the nearest known one.
    """
    try:
        return msgspec.convert(data, into)
    except msgspec.ValidationError as error:
        raise InvalidInput(f"{where}: {error}{_hint(str(error), into)}") from None


def field_of(error: str) -> str:
    """The field that a complaint about the shape of an entry is about, `special.rating`, if any."""
    path = re.search(r"at `\$\.([^`]+)`", error)
    unknown = re.search(r"unknown field `([^`]+)`", error)
    return ".".join(found[1] for found in (path, unknown) if found)


def _hint(error: str, into: object) -> str:
    """The nearest field that would be known, where one was not."""
    if "unknown field" not in error:
        return ""
    *path, unknown = field_of(error).split(".")
    for name in path:
        fields = {field.encode_name: field.type for field in _fields(into)}
        into = fields.get(name)
    return nearest(unknown, [field.encode_name for field in _fields(into)])


def _fields(into: object) -> tuple[msgspec.structs.FieldInfo, ...]:
    known = isinstance(into, type) and issubclass(into, msgspec.Struct)
    return msgspec.structs.fields(into) if known else ()  # type: ignore[arg-type]


def decode_entries(data: object, into: type[T], where: str, label: str) -> list[T]:
    """A list of entries, each decoded on its own so that an error names the entry."""
    if not isinstance(data, list) or not data:
        raise InvalidInput(f"{where}: needs a list of [[{label}s]] entries")
    return [
        decode(entry, into, f"{where}: {label} {at + 1}{_entry_name(entry)}")
        for at, entry in enumerate(data)
    ]


def _entry_name(entry: object) -> str:
    code = entry.get("code") if isinstance(entry, dict) else None
    return f" ({code})" if isinstance(code, str) else ""


def one_of(value: str, words: Iterable[str], where: str) -> str:
    """The value if it is a known word."""
    known = list(words)
    if value not in known:
        raise InvalidInput(f"{where}: {value!r} is not known{nearest(value, known)}")
    return value
