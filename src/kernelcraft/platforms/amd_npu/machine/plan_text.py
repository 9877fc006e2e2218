"""A plan of data movement as text: TOML between the lines `.plan` and `.endplan` of a kernel.

A kernel that has one moves its operands itself; the cell's fixed plan does not run then.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.platforms.amd_npu.machine.plan import (
    TILES,
    Buffer,
    Channel,
    Descriptor,
    Lock,
    Plan,
    Task,
    check,
)

BEGIN, END = ".plan", ".endplan"
TABLES: Final[Mapping[str, Mapping[str, type]]] = {
    "locks": {},
    "buffer": {"name": str, "tile": str, "address": int, "bytes": int, "moves": bool},
    "stream": {"from": str, "to": list},
    "descriptor": {
        "name": str,
        "tile": str,
        "of": str,
        "offset": int,
        "sizes": list,
        "strides": list,
        "acquire": list,
        "release": list,
        "next": str,
        "iterate": list,
    },
    "task": {"channel": str, "descriptor": str, "repeat": int},
}
"""By table its keys and what their values are."""
OPTIONAL: Final = {"moves", "offset", "strides", "acquire", "release", "next", "iterate", "repeat"}
_CHANNEL: Final = re.compile(r"(\w+)\.(s2mm|mm2s)(\d+)")
_LOCK: Final = re.compile(r"(\w+)\.(\d+)")
_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")


class PlanError(Exception):
    """What is wrong with a plan, as sentences."""

    def __init__(self, messages: list[str], line: int = 0) -> None:
        super().__init__("; ".join(messages))
        self.messages, self.line = messages, line


def split(text: str) -> tuple[str, str | None, int]:
    """The text with empty lines for its plan, the plan or None, and the plan's first line.

    Raises AssemblyError where `.plan` and `.endplan` are no pair.
    """
    if BEGIN not in text and END not in text:
        return text, None, 0
    lines = text.split("\n")
    marks = [(n, each.strip()) for n, each in enumerate(lines) if each.strip() in (BEGIN, END)]
    if not marks:
        return text, None, 0
    if [mark for _, mark in marks] != [BEGIN, END]:
        line = marks[0][0] + 1
        raise AssemblyError([AssemblyFault(line, f"a plan is one {BEGIN} and one {END} after it")])
    (first, _), (last, _) = marks
    rest = [*lines[:first], *[""] * (last + 1 - first), *lines[last + 1 :]]
    return "\n".join(rest), "\n".join(lines[first + 1 : last]), first + 1


def plan_of(source: str) -> Plan | None:
    """The plan in a kernel's text, None without one; raises AssemblyError with every fault."""
    _, text, line = split(source)
    if text is None:
        return None
    try:
        return parsed(text)
    except PlanError as error:
        at = line + error.line if error.line else line
        raise AssemblyError([AssemblyFault(at, each) for each in error.messages]) from None


@lru_cache(maxsize=16)
def parsed(text: str) -> Plan:
    """The plan of a TOML text; raises PlanError."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _LINE.search(str(error))
        message = f"the plan is no TOML: {_LINE.sub('', str(error)).strip()}"
        raise PlanError([message], int(place[1]) if place else 0) from None
    wrong = list(_shape(found))
    if wrong:
        raise PlanError(wrong)
    try:
        plan = _plan(found)
    except ValueError as error:
        raise PlanError([str(error)]) from None
    wrong = list(check(plan))
    if wrong:
        raise PlanError(wrong)
    return plan


def _shape(found: Mapping[str, Any]) -> Iterator[str]:
    """Tables and keys that do not belong there, or whose values are of another kind."""
    for table, rows in found.items():
        if table not in TABLES:
            yield f"the plan has no table {table!r}: it has {', '.join(TABLES)}"
        elif table == "locks":
            yield from _locks_shape(rows)
        elif not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            yield f"{table} is an array of tables: write [[{table}]]"
        else:
            for number, row in enumerate(rows, 1):
                yield from _row_shape(table, number, row)


def _locks_shape(rows: Any) -> Iterator[str]:
    if not isinstance(rows, dict) or not all(type(value) is int for value in rows.values()):
        yield 'locks is a table of numbers: write [locks] and lines such as "core.0" = 2'


def _row_shape(table: str, number: int, row: Mapping[str, Any]) -> Iterator[str]:
    keys = TABLES[table]
    what = f"{table} {row['name']}" if isinstance(row.get("name"), str) else f"{table} {number}"
    for key, value in row.items():
        if key not in keys:
            yield f"{what} has no {key!r}: it has {', '.join(keys)}"
        elif type(value) is not keys[key]:
            kinds = {str: "a text", int: "a whole number", list: "a list", bool: "true or false"}
            yield f"{key} of {what} is {value!r}; it must be {kinds[keys[key]]}"
    missing = [key for key in keys if key not in row and key not in OPTIONAL]
    if missing:
        yield f"{what} has no {', '.join(missing)}"


def _plan(found: Mapping[str, Any]) -> Plan:
    return Plan(
        buffers=tuple(
            Buffer(row["name"], row["tile"], row["address"], row["bytes"], row.get("moves", False))
            for row in found.get("buffer", ())
        ),
        locks={_lock(name): value for name, value in found.get("locks", {}).items()},
        streams={
            channel(row["from"]): tuple(channel(each) for each in row["to"])
            for row in found.get("stream", ())
        },
        descriptors=tuple(_descriptor(row) for row in found.get("descriptor", ())),
        tasks=tuple(
            Task(channel(row["channel"]), row["descriptor"], row.get("repeat", 1))
            for row in found.get("task", ())
        ),
    )


def _descriptor(row: Mapping[str, Any]) -> Descriptor:
    name, sizes = row["name"], row["sizes"]
    strides = row.get("strides", [1] if len(sizes) == 1 else [])
    iterate = row.get("iterate", [1, 0])
    for key, values in (("sizes", sizes), ("strides", strides), ("iterate", iterate)):
        if not all(type(value) is int for value in values):
            raise ValueError(f"{key} of the descriptor {name} must be whole numbers, not {values}")
    if len(iterate) != 2:
        raise ValueError(f"iterate of the descriptor {name} must be [times, stride]")
    return Descriptor(
        name,
        row["tile"],
        row["of"],
        row.get("offset", 0),
        tuple(sizes),
        tuple(strides),
        _pair(row, "acquire"),
        _pair(row, "release"),
        row.get("next"),
        (iterate[0], iterate[1]),
    )


def _pair(row: Mapping[str, Any], key: str) -> tuple[Lock, int] | None:
    value = row.get(key)
    if value is None:
        return None
    if [type(each) for each in value] != [str, int]:
        name = row["name"]
        raise ValueError(f'{key} of the descriptor {name} must be like ["core.0", 1], not {value}')
    return _lock(value[0]), value[1]


def channel(text: Any) -> Channel:
    """From a name such as core.s2mm0; raises ValueError for what is none."""
    found = _CHANNEL.fullmatch(text) if isinstance(text, str) else None
    if found is None or found[1] not in TILES:
        tiles = ", ".join(TILES)
        raise ValueError(
            f"{text!r} is no channel: those are called like core.s2mm0, of the tiles {tiles}"
        )
    return Channel(found[1], found[2], int(found[3]))


def _lock(text: str) -> Lock:
    found = _LOCK.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no lock: those are called like core.0")
    return Lock(found[1], int(found[2]))


def text_of(plan: Plan) -> str:
    """The plan as TOML; `parsed` gives it again."""
    lines = ["[locks]", *(f'"{lock}" = {value}' for lock, value in plan.locks.items()), ""]
    for each in plan.buffers:
        found: dict[str, Any] = {"name": each.name, "tile": each.tile}
        found |= {"address": each.address, "bytes": each.size}
        lines += _table("buffer", **found, **({"moves": True} if each.moves else {}))
    for source, ends in plan.streams.items():
        lines += _table("stream", **{"from": str(source), "to": [str(end) for end in ends]})
    for descriptor in plan.descriptors:
        lines += _table("descriptor", **_keys(descriptor))
    for task in plan.tasks:
        repeat = {"repeat": task.repeat} if task.repeat > 1 else {}
        lines += _table("task", channel=str(task.channel), descriptor=task.descriptor, **repeat)
    return "\n".join(lines)


def _keys(each: Descriptor) -> dict[str, Any]:
    found: dict[str, Any] = {"name": each.name, "tile": each.tile, "of": each.where}
    if each.offset:
        found["offset"] = each.offset
    found["sizes"] = list(each.sizes)
    if each.strides != (1,):
        found["strides"] = list(each.strides)
    for key, pair in (("acquire", each.acquire), ("release", each.release)):
        if pair is not None:
            found[key] = [str(pair[0]), pair[1]]
    if each.next is not None:
        found["next"] = each.next
    if each.iterate != (1, 0):
        found["iterate"] = list(each.iterate)
    return found


def _table(table: str, **values: Any) -> list[str]:
    written: Mapping[type, Callable[[Any], str]] = {
        str: lambda value: f'"{value}"',
        int: str,
        bool: lambda value: str(value).lower(),
        list: lambda value: "[" + ", ".join(written[type(each)](each) for each in value) + "]",
    }
    lines = [f"{key} = {written[type(value)](value)}" for key, value in values.items()]
    return [f"[[{table}]]", *lines, ""]
