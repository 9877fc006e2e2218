"""Puts blocks one after the other as they run, with as few jumps as that takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel
from kernelcraft.platforms.coral_npu.kernels.moves.listing import Facts, Line

_PAIRS = (("beq", "bne"), ("blt", "bge"), ("bltu", "bgeu"), ("beqz", "bnez"), ("blez", "bgtz"),
          ("bltz", "bgez"), ("ble", "bgt"), ("bleu", "bgtu"))  # fmt: skip
OPPOSITE = {**dict(_PAIRS), **{other: one for one, other in _PAIRS}}
ENTRY = "_start"
_JUMPED = Facts(1, None, None, taken=1)
_WORD = re.compile(r"[A-Za-z_.$][\w.$]*")


@dataclass(frozen=True)
class _Block:
    """Lines without the jump at their end; `jump`: a conditional branch; `then`, `other`: blocks
    after it, -1 for none, the second if the branch is taken."""

    lines: tuple[Line, ...]
    jump: Line | None
    then: int
    other: int


def words(operands: str) -> list[str]:
    """What may be symbols in operands."""
    return _WORD.findall(operands)


def laid_out(kernel: Kernel) -> Kernel:
    """The same kernel; one with data or directives among its code stays as it is."""
    lines = kernel.lines
    code = [index for index, line in enumerate(lines) if line.operations]
    if not kernel.plain or not code:
        return kernel
    first, last = code[0], code[-1]
    while first and lines[first - 1].labels and not lines[first - 1].name:
        first -= 1
    inner = [line for line in lines[first : last + 1] if line.operations or line.labels]
    passive = [line for line in lines[first : last + 1] if line.name and not line.operations]
    if any(line.name not in (".p2align", ".globl") for line in passive):
        return kernel
    blocks = _blocks(inner)
    if blocks is None:
        return kernel
    order = _chained(blocks)
    new = _unlabelled((*lines[:first], *order, *lines[last + 1 :]))
    return Kernel(new) if _cost(new) < _cost(lines) else kernel


def _cost(lines: Sequence[Line]) -> tuple[int, int]:
    """Jumps, then lines: what a layout is to have fewer of."""
    return sum(line.name == "j" for line in lines), len(lines)


def aligned(kernel: Kernel, place: int) -> Kernel:
    """With a line at the beginning of 16 bytes, as instructions are fetched."""
    return Kernel((*kernel.lines[:place], Line((), ".p2align", "4"), *kernel.lines[place:]))


def _blocks(lines: Sequence[Line]) -> list[_Block] | None:
    starts = [0]
    for index, line in enumerate(lines):
        if line.labels and index and index != starts[-1]:
            starts.append(index)
        if (line.target is not None or not line.falls_through) and index + 1 < len(lines):
            starts.append(index + 1)
    starts = sorted(set(starts))
    places = {label: n for n, start in enumerate(starts)
              for label in lines[start].labels}  # fmt: skip
    found = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(lines)
        own = list(lines[start:end])
        final, following = own[-1], number + 1 if number + 1 < len(starts) else -1
        if final.target is not None and final.target not in places:
            return None
        if final.name == "j":
            found.append(_Block((*own[:-1], *final.left()), None, places[final.target or ""], -1))
        elif final.target is not None:
            if final.name not in OPPOSITE:
                return None
            ends = (final.bare(), following, places[final.target])
            found.append(_Block((*own[:-1], *final.left()), *ends))
        else:
            found.append(_Block(tuple(own), None, following if final.falls_through else -1, -1))
    return found


def _chained(blocks: Sequence[_Block]) -> list[Line]:
    names = [_name(block, number) for number, block in enumerate(blocks)]
    found: list[Line] = []
    placed: set[int] = set()
    waiting = [0]
    while waiting:
        number = waiting.pop()
        while number >= 0 and number not in placed:
            block = blocks[number]
            placed.add(number)
            own = (label for line in block.lines[:1] for label in line.labels)
            if names[number] not in own:
                found.append(Line((names[number],), "", ""))
            found += block.lines
            following = block.then
            if block.jump is not None:
                following = _branch(block, placed, waiting, names, found)
            if following in placed:
                found.append(Line((), "j", names[following], facts=_JUMPED))
            number = following
    return found


def _branch(
    block: _Block, placed: set[int], waiting: list[int], names: Sequence[str], found: list[Line]
) -> int:
    """Write a block's branch; gives the block that is to come next."""
    jump, then, other = block.jump, block.then, block.other
    if jump is None:
        return then
    if then in placed and other not in placed:
        jump = replace(jump, name=OPPOSITE[jump.name], facts=_turned(jump.facts))
        then, other = other, then
    found.append(replace(jump, operands=", ".join([*jump.parts[:-1], names[other]])))
    waiting.append(other)
    return then


def _turned(facts: Facts | None) -> Facts | None:
    """Of the opposite branch."""
    return facts and replace(facts, taken=facts.times - facts.taken, turns=(-1,))


def _name(block: _Block, number: int) -> str:
    for line in block.lines[:1]:
        if line.labels:
            return line.labels[0]
    return f".Lblock{number}"


def _unlabelled(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Without labels that nothing names."""
    named = {ENTRY}
    for line in lines:
        named.update(_WORD.findall(line.operands))
        if not line.operations:
            named.update(_WORD.findall(line.name))
            if line.name:
                named.update(line.labels)
    found = []
    for line in lines:
        labels = tuple(label for label in line.labels if label in named)
        if labels or line.name:
            found.append(replace(line, labels=labels))
    return tuple(found)
