"""Gives results that are overwritten later in their block registers of their own.

Then copies of an unrolled body no longer wait for each other, and can change places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kernelcraft.isa.operand import Register
from kernelcraft.platforms.coral_npu.kernels.moves.kernel import RESULTS, Kernel, registers_of, use
from kernelcraft.platforms.coral_npu.kernels.moves.listing import Line, written
from kernelcraft.platforms.coral_npu.machine.touches import FILE, FILES, Touches, free, group

_ACCUMULATES = 1 << FILE["v"]  # v0: masks are read without an operand that could be renamed


@dataclass
class _Place:
    """A line of the block, what it touches, and operands that are rewritten."""

    line: Line
    used: Touches
    operands: dict[str, int] | None

    def registers(self, *, results_only: bool = False) -> Iterator[tuple[str, str, int]]:
        """The register operands: their names, files and first registers."""
        if self.operands is None:
            return
        for operand in self.line.operations[0].instruction.operands:
            wanted = operand.name in RESULTS or not results_only
            if isinstance(operand, Register) and wanted:
                yield operand.name, operand.file, self.operands[operand.name]


@dataclass(frozen=True)
class _Web:
    """A result from the line that makes it to the last that reads it."""

    first: int
    last: int
    registers: int


def renamed(kernel: Kernel) -> Kernel:
    """Every block's results in other registers as far as there are free ones."""
    return kernel.rewritten(lambda span: _block(kernel, span) if span else ())


def _block(kernel: Kernel, span: range) -> Iterator[Line]:
    places = [_place(line) for line in kernel.lines[span.start : span.stop]]
    room = _Free(kernel.taken(span.start, span.stop - 1))
    for web in list(_webs(places, kernel.live[span.stop - 1])):
        _move(places, web, room)
    for each in places:
        yield _rewritten(each)


def _place(line: Line) -> _Place:
    return _Place(line, use(line), dict(line.only.operands) if line.only else None)


def _webs(places: Sequence[_Place], after: int) -> Iterator[_Web]:
    registers = (1 << 96) - 1
    for first, place in enumerate(places):
        own = place.used.writes & registers
        if not own or not place.used.whole or place.operands is None or own & place.used.reads:
            continue
        last, ended = first, False
        for index in range(first + 1, len(places)):
            other, fixed = places[index].used, places[index].operands is None
            if other.reads & own:
                if fixed:
                    break
                last = index
            if other.writes & own:
                if other.whole and not (own & ~other.writes) and not other.reads & own:
                    ended = True
                    break
                if fixed or other.writes & own != other.writes & registers:
                    break
                last = index
        else:
            ended = not own & after
        if ended:
            yield _Web(first, last, own)


def _move(places: Sequence[_Place], web: _Web, room: _Free) -> None:
    """Rename one web if there are registers for it, those not used for longest first."""
    lowest = (web.registers & -web.registers).bit_length() - 1
    size = web.registers.bit_count()
    file = FILES[lowest // 32]
    old = lowest % 32
    if web.registers != group(file, old, size):
        return
    if not _renameable(places[web.first : web.last + 1], file, old, size, web):
        return
    target = room.take(file, size, web.first, web.last)
    if target is None:
        return
    for index in range(web.first, web.last + 1):
        place = places[index]
        for name, of, number in place.registers(results_only=index == web.first):
            if of == file and old <= number < old + size and place.operands is not None:
                place.operands[name] = number - old + target


def _renameable(places: Sequence[_Place], file: str, old: int, size: int, web: _Web) -> bool:
    """Whether all that touches the web are operands that lie in it; masks in v0 are none."""
    for index, place in enumerate(places):
        read = place.used.reads if index else 0
        if not web.registers & (read | place.used.writes):
            continue
        if place.operands is None:
            return False
        if web.registers & _ACCUMULATES and place.operands.get("vm", 1) == 0:
            return False
        inside = set(range(old, old + size))
        if not any(of == file and number in inside for _, of, number in place.registers()):
            return False
        if _crosses(place, file, inside):
            return False
    return True


def _crosses(place: _Place, file: str, inside: set[int]) -> bool:
    """Whether an operand lies partly in those registers, or reaches into them from outside."""
    for name, of, number in place.registers():
        reach = registers_of(place.line, name, place.operands) if of == file else set()
        if (number in inside and not reach <= inside) or (number not in inside and reach & inside):
            return True
    return False


class _Free:
    """Registers that nothing else in the block uses, those not used for longest first."""

    def __init__(self, taken: int) -> None:
        self.queues = {file: free(file, taken) for file in FILES}
        self.until = dict.fromkeys(((file, n) for file in FILES for n in range(32)), -1)

    def take(self, file: str, size: int, first: int, last: int) -> int | None:
        """Neighbours for a group from one line of the block to another; None if there are none."""
        queue = self.queues[file]
        for lowest in queue:
            numbers = range(lowest, lowest + size)
            if file == "v" and lowest % size:
                continue
            if all(n in queue and self.until[file, n] < first for n in numbers):
                for n in numbers:
                    queue.remove(n)
                    self.until[file, n] = last
                queue.extend(numbers)
                return lowest
        return None


def _rewritten(place: _Place) -> Line:
    if place.operands is None or place.operands == dict(place.line.operations[0].operands):
        return place.line
    found = written(place.line.operations[0].instruction, place.operands)
    return replace(place.line, name=found.name, operands=found.operands)
