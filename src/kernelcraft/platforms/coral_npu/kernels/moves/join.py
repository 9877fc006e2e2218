"""Loads four neighbouring bytes as one word, which is taken apart by arithmetic.

The load/store unit takes as long for a byte as for a word, and arithmetic goes on beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel, use
from kernelcraft.platforms.coral_npu.kernels.moves.listing import Facts, Line, Spans, apart
from kernelcraft.platforms.coral_npu.machine.touches import free

WORD = 4


def joined(kernel: Kernel) -> Kernel | None:
    """All such loads of all blocks; None if there are none."""
    new = kernel.rewritten(lambda span: _in_block(kernel, span) if span else ())
    return new if len(new.lines) != len(kernel.lines) else None


def _in_block(kernel: Kernel, span: range) -> Iterator[Line]:
    taken = kernel.taken(span.start, span.stop - 1)
    return _block(kernel.lines[span.start : span.stop], free("x", taken))


def _block(lines: Sequence[Line], spare: Sequence[int]) -> Iterator[Line]:
    replaced: dict[int, list[Line]] = {}
    busy: dict[int, int] = {}  # until which line a register holds a word
    for members in _fours(lines):
        idle = [n for n in spare if busy.get(n, -1) < min(members)]
        if idle:
            chosen = min(idle, key=lambda n: busy.get(n, -1))
            busy[chosen] = max(members)
            replaced |= dict(_taken_apart(lines, members, f"x{chosen}"))
    for index, line in enumerate(lines):
        if index not in replaced:
            yield line
            continue
        yield from line.left()
        yield from replaced[index]


def _fours(lines: Sequence[Line]) -> Iterator[list[int]]:
    """Four loads of the bytes of an aligned word, by byte; no store to it is between them."""
    waiting: dict[bytes, list[tuple[int, Spans]]] = {}
    for index, line in enumerate(lines):
        spans = _bytes(line)
        if spans is None:
            continue
        words = spans[:, 0] - spans[:, 0] % WORD
        mates = waiting.setdefault(words.tobytes() + line.name.encode(), [])
        mates.append((index, spans[:, 0] - words))
        if len(mates) == WORD:
            order = sorted(mates, key=lambda each: int(each[1][0]))
            exact = all(bool((byte == place).all()) for place, (_, byte) in enumerate(order))
            members = [index for index, _ in order]
            if exact and _unchanged(lines, members, words):
                yield members
            waiting.pop(words.tobytes() + line.name.encode())


def _bytes(line: Line) -> Spans | None:
    facts = line.facts
    if line.name not in ("lb", "lbu") or line.only is None or facts is None:
        return None
    return facts.spans if facts.spans is not None and len(facts.spans) else None


def _word(facts: Facts, words: Spans) -> Facts:
    return replace(facts, spans=np.stack([words, words + WORD], axis=1), values=None)


def _unchanged(lines: Sequence[Line], members: Sequence[int], words: Spans) -> bool:
    first = lines[min(members)]
    assert first.facts is not None
    word = replace(first, facts=_word(first.facts, words))
    between = lines[min(members) : max(members)]
    return all(apart(word, line) for line in between if use(line).stores)


def _taken_apart(
    lines: Sequence[Line], members: Sequence[int], register: str
) -> Iterator[tuple[int, list[Line]]]:
    """The word at the place of the first load, each byte at its own."""
    first = min(members)
    for byte, index in enumerate(members):
        line = lines[index]
        values, facts = line.operations[0].operands, line.facts
        assert facts is not None
        assert facts.spans is not None
        own = replace(facts, spans=None)
        new = _extended(f"x{values['rd']}", register, byte, own, signed=line.name == "lb")
        if index == first:
            offset = values["imm"] - byte
            words = facts.spans[:, 0] - byte
            place = f"{offset}(x{values['rs1']})"
            new.insert(0, Line((), "lw", f"{register}, {place}", 0, _word(facts, words)))
        yield index, new


def _extended(target: str, word: str, byte: int, facts: Facts, *, signed: bool) -> list[Line]:
    def line(name: str, *operands: object) -> Line:
        return Line((), name, ", ".join(map(str, operands)), 0, facts)

    top = WORD - 1
    if byte == top:
        return [line("srai" if signed else "srli", target, word, 8 * top)]
    if byte == 0:
        return [line("sext.b", target, word) if signed else line("andi", target, word, 255)]
    shift = line("srli", target, word, 8 * byte)
    return [shift, line("sext.b", target, target) if signed else line("andi", target, target, 255)]
