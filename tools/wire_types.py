"""Write the client's types from the server's own: nothing that crosses the wire can drift.

What the server tells is sent without its defaults, so the file also holds those defaults, and
`web/src/net/fill.ts` puts them back: in TypeScript every told field is there. What the client
sends may leave out whatever has a default.

    python tools/wire_types.py web/src/wire.ts
"""

from __future__ import annotations

import ast
import builtins
import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import msgspec
from msgspec import inspect as types

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from ludarium.server import forms, wire

ANSWERS: Final = get_args(wire.Answer)
ORDERS: Final = get_args(wire.Request)
TOLD: Final = (
    *ANSWERS,
    forms.GameInfo, forms.RulebookInfo, forms.Story, forms.Me, forms.TableCard, forms.Entry,
    forms.Links, forms.Made, forms.Problem,
)  # fmt: skip
SENT: Final = (
    *ORDERS, forms.Rename, forms.NewTable, forms.Enter, forms.SeatChange, forms.Settings,
)  # fmt: skip

HEAD: Final = """\
// Made by tools/wire_types.py from src/ludarium/server/wire.py and forms.py: edit those.

export type Facts = Record<string, unknown>;
"""


def structs(roots: tuple[type, ...]) -> dict[str, types.StructType]:
    """Every struct that can be met from these, by name."""
    found: dict[str, types.StructType] = {}
    waiting = [types.type_info(root) for root in roots]
    while waiting:
        info = waiting.pop(0)
        if isinstance(info, types.StructType):
            name = info.cls.__name__
            known = found.setdefault(name, info)
            if known.cls is not info.cls:
                raise SystemExit(f"two types are called {name}: {known.cls}, {info.cls}")
            if known is info:
                waiting += [field.type for field in info.fields]
        else:
            waiting += list(inner(info))
    return found


def inner(info: types.Type) -> Iterator[types.Type]:
    """The types that a list, a dictionary or a choice is made of."""
    if isinstance(info, types.UnionType):
        yield from info.types
    elif isinstance(info, types.ListType):
        yield info.item_type
    elif isinstance(info, types.DictType):
        yield info.value_type


def spelled(info: types.Type) -> str:
    """A type as TypeScript writes it."""
    match info:
        case types.StructType():
            return info.cls.__name__
        case types.StrType():
            return "string"
        case types.IntType() | types.FloatType():
            return "number"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.AnyType() | types.CustomType(cls=builtins.object):
            return "unknown"
        case types.LiteralType():
            return " | ".join(json.dumps(value) for value in info.values)
        case types.ListType():
            item = spelled(info.item_type)
            return f"({item})[]" if " " in item else f"{item}[]"
        case types.DictType():
            value = spelled(info.value_type)
            return "Facts" if value == "unknown" else f"Record<string, {value}>"
        case types.UnionType():
            return " | ".join(
                spelled(item)
                for item in sorted(info.types, key=lambda item: isinstance(item, types.NoneType))
                if not is_unset(item)
            )
    raise SystemExit(f"there is no TypeScript for {info}")


def is_unset(info: types.Type) -> bool:
    return isinstance(info, types.CustomType) and info.cls is msgspec.UnsetType


def plain(info: types.Type) -> types.Type:
    """A type without `| None` and `| UNSET`."""
    if isinstance(info, types.UnionType):
        kept = [
            item
            for item in info.types
            if not isinstance(item, types.NoneType) and not is_unset(item)
        ]
        return kept[0] if len(kept) == 1 else info
    return info


def field_notes(cls: type) -> dict[str, str]:
    """The strings under the fields of a class."""
    body = ast.parse(inspect.getsource(cls)).body[0]
    assert isinstance(body, ast.ClassDef)
    notes = {}
    for line, after in zip(body.body, body.body[1:]):
        if (
            isinstance(line, ast.AnnAssign)
            and isinstance(line.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            notes[line.target.id] = str(after.value.value)
    return notes


def interface(info: types.StructType, sent: bool) -> Iterator[str]:
    """The lines of one interface."""
    if info.cls.__doc__:
        yield f"/** {' '.join(info.cls.__doc__.split())} */"
    yield f"export interface {info.cls.__name__} {{"
    if info.tag_field:
        yield f"  {info.tag_field}: {json.dumps(info.tag)};"
    notes = field_notes(info.cls)
    for field in info.fields:
        if field.name in notes:
            yield f"  /** {' '.join(notes[field.name].split())} */"
        mark = "?" if sent and not field.required else ""
        yield f"  {field.encode_name}{mark}: {spelled(field.type)};"
    yield "}"


def defaults(info: types.StructType) -> dict[str, object]:
    """What the server leaves out when nothing else is to be said."""
    found: dict[str, object] = {}
    for field in info.fields:
        if field.default is not msgspec.NODEFAULT:
            found[field.encode_name] = msgspec.to_builtins(field.default)
        elif field.default_factory is not msgspec.NODEFAULT:
            found[field.encode_name] = msgspec.to_builtins(field.default_factory())
    return found


def parts(info: types.StructType) -> dict[str, str]:
    """The fields that hold structs: `Seat`, `Seat[]` or `{Sum}`."""
    found = {}
    for field in info.fields:
        kind = plain(field.type)
        if isinstance(kind, types.StructType):
            found[field.encode_name] = kind.cls.__name__
        elif isinstance(kind, types.ListType) and isinstance(kind.item_type, types.StructType):
            found[field.encode_name] = f"{kind.item_type.cls.__name__}[]"
        elif isinstance(kind, types.DictType) and isinstance(kind.value_type, types.StructType):
            found[field.encode_name] = f"{{{kind.value_type.cls.__name__}}}"
    return found


def union(name: str, members: tuple[type, ...]) -> str:
    return f"export type {name} = {' | '.join(member.__name__ for member in members)};"


def written() -> str:
    """The whole file."""
    told, sent = structs(TOLD), structs(SENT)
    blocks = [HEAD]
    for name, info in {**sent, **told}.items():
        blocks.append("\n".join(interface(info, sent=name not in told)) + "\n")
    blocks.append(union("Answer", ANSWERS) + "\n" + union("Order", ORDERS) + "\n")
    lines = [
        "/** What is put back into what the server tells, by type. */",
        "export const shapes = {",
    ]
    for name, info in told.items():
        shape = json.dumps({"defaults": defaults(info), "parts": parts(info)})
        lines.append(f"  {name}: {shape},")
    tags = {str(info.tag): name for name, info in told.items() if info.tag_field}
    lines += ["};", "", f"export const kinds = {json.dumps(tags)} as const;", ""]
    toldmap = ["export interface Told {", *(f"  {name}: {name};" for name in told), "}", ""]
    return "\n".join([*blocks, *lines, *toldmap])


def write(path: Path) -> None:
    """Write the file, unless it says the same already: its age tells others to build anew."""
    text = written()
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
