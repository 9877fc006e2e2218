"""Pointers for the accesses of a piece of code: each goes through memory by post-increments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.compiled.values import Access, Line

POINTERS: Final = tuple(f"p{index}" for index in range(1, 8))
MODIFIERS: Final = tuple(f"m{index}" for index in range(8))
NEAR: Final = (-256, 224)
FAR: Final = (-2048, 2016)
STEP: Final = 256  # bytes from an access to the next one of a stream, at most


@dataclass
class Stream:
    """Accesses of one pointer, by their lines."""

    first: Access
    last: Access
    lines: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Pointed:
    """Lines with addresses, what sets up their pointers, and which of them no other one meets."""

    setup: str
    lines: Sequence[Line]
    apart: frozenset[str]
    follows: Mapping[str, str]


def streams(lines: Sequence[Line]) -> list[Stream]:
    """The accesses of some lines, each in the stream that is before it and near."""
    found: list[Stream] = []
    for number, line in enumerate(lines):
        access = line.access
        if access is None:
            continue
        for each in found:
            same = (each.last.variable, each.last.stores) == (access.variable, access.stores)
            if same and 0 <= access.offset - each.last.offset <= STEP:
                break
        else:
            found.append(each := Stream(access, access))
        each.last = access
        each.lines.append(number)
    return found


def pointed(
    lines: Sequence[Line], steps: Mapping[str, int], registers: Mapping[str, str]
) -> Pointed:
    """The lines with pointers, which move on by the `steps` of their variables.

    Raises Unwritten for want of pointers.
    """
    found = streams(lines)
    if len(found) > len(POINTERS):
        raise Unwritten("the kernel needs more pointers at once than there are")
    modifiers: dict[int, str] = {}
    written = list(lines)
    setup = ""
    for pointer, stream in zip(POINTERS, found, strict=False):
        setup += _start(pointer, registers[stream.first.variable], stream.first.offset)
        ends = [*stream.lines[1:], None]
        for here, there in zip(stream.lines, ends, strict=True):
            access = lines[here].access
            assert access is not None
            if there is None:
                move = stream.first.offset + steps.get(access.variable, 0) - access.offset
            else:
                after = lines[there].access
                assert after is not None
                move = after.offset - access.offset
            low, high = FAR if access.far else NEAR
            text = f"#{move}"
            if not low <= move <= high:
                text = modifiers.setdefault(move, MODIFIERS[len(modifiers) % len(MODIFIERS)])
            at = f"[{pointer}, #0]" if move == 0 else f"[{pointer}], {text}"
            written[here] = Line(lines[here].text.replace("@", at))
    if len(modifiers) > len(MODIFIERS):
        raise Unwritten("the kernel needs more steps of pointers than there are registers")
    setup += "".join(f"movxm {name}, #{move}\n" for move, name in modifiers.items())
    return Pointed(setup, written, *_meetings(found))


def _meetings(found: Sequence[Stream]) -> tuple[frozenset[str], dict[str, str]]:
    """Pointers by themselves, and loads that go where another one stores."""
    stored = {
        each.first.variable: pointer
        for pointer, each in zip(POINTERS, found, strict=False)
        if each.first.stores
    }
    follows = {
        pointer: stored[each.first.variable]
        for pointer, each in zip(POINTERS, found, strict=False)
        if each.first.variable in stored and stored[each.first.variable] != pointer
    }
    return frozenset(set(POINTERS) - set(follows)), follows


def _start(pointer: str, register: str, offset: int) -> str:
    text = f"mov {pointer}, {register}\n"
    if offset:
        text += f"movxm m7, #{offset}\npadda [{pointer}], m7\n"
    return text
