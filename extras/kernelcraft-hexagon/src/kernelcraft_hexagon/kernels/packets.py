"""Puts instructions into packets, and vectors into registers.

Instructions are written one after the other, with as many vectors as one likes (from V100 on). A
packet takes what is ready of the next few ones, if it has the slots and the vector units for it;
`machine.operands` says when a result is ready. Units and slots are those of LLVM's scheduling
tables; clang checks every packet again when it assembles the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from kernelcraft_hexagon.machine.operands import needs, registers

VIRTUAL: Final = 100  # the first of the vectors that are no registers yet
REGISTERS: Final = 32
WINDOW: Final = 40  # how many instructions further a packet may reach
_ANY: Final = frozenset({"mpy0", "mpy1", "shift", "xlane"})
_VECTOR = re.compile(r"V(\d+)(?::(\d+))?")
_NAME = re.compile(r"\b(vmemu?|mem[a-z]+|v[a-z]\w*)\(")
_TARGET = re.compile(r"^(.*?[^=!<>+|&^-])(?:\+|-|\||&|\^)?= ?")
_BUMPED = re.compile(r"(R\d+)\+\+")

# Mnemonic: the units that it takes, and whether it wants slot 2 or 3.
_UNITS: Final[dict[str, tuple[int, int, int, bool]]] = {
    # multipliers, shifter, permuter, slots 2 and 3
    "vrmpy": (1, 0, 0, True),
    "vmpye": (2, 0, 0, True),
    "vmpyo": (2, 0, 0, True),
    "vasr": (0, 1, 0, False),
    "vasl": (0, 1, 0, False),
    "vlsr": (0, 1, 0, False),
    "vshuff": (0, 0, 1, False),
    "vpack": (0, 0, 1, False),
    "vror": (0, 0, 1, False),
    "vsetq": (0, 0, 1, False),
    "vsplat": (1, 0, 0, True),
    "vrmpybsu": (0, 0, 0, True),
}


@dataclass(frozen=True)
class Placed:
    """An instruction with what it reads, writes and needs early, and the units that it takes."""

    text: str
    reads: frozenset[str]
    writes: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Placed:
        """As it is written."""
        match = _TARGET.match(text)
        target = match[1] if match else ""
        writes = frozenset(_BUMPED.findall(text))
        if "mem" not in target:
            writes |= registers(target)
        own = frozenset[str]() if match is None or _accumulates(text, target) else registers(target)
        reads = registers(text) - own if "mem" not in target else registers(text)
        rest = text[match.end() :] if match else text
        return cls(text, reads | registers(rest), writes)

    @property
    def units(self) -> tuple[int, int, int, bool]:
        """Multipliers, shifter, permuter, and whether slot 2 or 3 is wanted."""
        name = self.name
        if name == "vshuff" and self.text.count(",") == 2:
            return (0, 1, 1, False)
        if name == "vrmpy" and "+=" in self.text and "R" not in self.text:
            return (2, 0, 0, True)
        return _UNITS.get(name, (0, 0, 0, False))

    @property
    def name(self) -> str:
        """The mnemonic; of a transfer between registers nothing."""
        match = _NAME.search(self.text)
        return match[1] if match else ""

    @property
    def is_memory(self) -> bool:
        return "mem" in self.name

    @property
    def is_store(self) -> bool:
        return self.is_memory and self.text.startswith((self.name, "if"))

    @property
    def is_vector(self) -> bool:
        """Whether it takes a vector unit, whichever is free."""
        return "V" in self.text


@dataclass
class Kernel:
    """A text that grows: lines as they are, and blocks of scheduled instructions."""

    lines: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    names: Iterator[int] = field(default_factory=lambda: count(VIRTUAL, 2))

    def vector(self) -> str:
        """A new vector."""
        return f"V{next(self.names)}"

    def pair(self) -> tuple[str, str, str]:
        """A new pair of vectors, its lower and its upper one."""
        low = next(self.names)
        return f"V{low + 1}:{low}", f"V{low}", f"V{low + 1}"

    def emit(self, *texts: str) -> None:
        """Instructions, in an order in which they could be executed one by one."""
        self.waiting += texts

    def schedule(self, *, last: str = "", kept: Sequence[str] = ()) -> None:
        """Packets of what waits; `last` is put behind the last one, `kept` are registers in use."""
        packets = list(_packed([Placed.of(each) for each in self.waiting]))
        self.waiting = []
        texts = [[each.text for each in packet] for packet in packets]
        for index, packet in enumerate(_allocated(texts, kept)):
            end = last if index == len(texts) - 1 else ""
            self.write("{ " + "; ".join(packet) + " }" + end)

    def write(self, line: str) -> None:
        """A line as it is."""
        self.lines.append(re.sub(r"\b([VRPQ])(?=\d)", lambda m: m[1].lower(), line))

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"


def _accumulates(text: str, target: str) -> bool:
    return text[len(target) :].lstrip()[:1] in "+-|&^"


def _packed(waiting: list[Placed]) -> Iterator[list[Placed]]:
    """Packets, each of what is ready of the next few instructions."""
    done: dict[str, int] = {}  # the packet that wrote a register last
    late: dict[str, int] = {}
    for now in count():
        if not waiting:
            return
        packet: list[Placed] = []
        passed: list[Placed] = []
        for each in waiting[:WINDOW]:
            ready = _is_ready(each, now, done, late)
            if ready and not _clashes(each, passed, packet) and _fits([*packet, each]):
                packet.append(each)
            else:
                passed.append(each)
        waiting = [*passed, *waiting[WINDOW:]]
        for each in packet:
            done |= dict.fromkeys(each.writes, now)
            late |= dict.fromkeys(needs(each.text).late, now)
        if packet:
            yield packet


def _is_ready(each: Placed, now: int, done: dict[str, int], late: dict[str, int]) -> bool:
    early = needs(each.text).early
    return all(done.get(name, -2) < now for name in each.reads | each.writes) and all(
        late.get(name, -2) < now - 1 for name in early
    )


def _clashes(each: Placed, passed: Iterable[Placed], packet: Iterable[Placed]) -> bool:
    """Whether it would overtake something that it depends on."""
    if any(other.writes & (each.reads | each.writes) for other in packet):
        return True
    return any(
        other.writes & (each.reads | each.writes)
        or other.reads & each.writes
        or (other.is_store and each.is_memory)
        for other in passed
    )


def _fits(packet: Sequence[Placed]) -> bool:
    """Whether there are slots and units."""
    if len(packet) > 4 or sum(each.is_memory for each in packet) > 2:
        return False
    if sum("vmem" in each.name and not each.is_store for each in packet) > 1:
        return False
    if sum(each.is_store for each in packet) > 1 or sum(each.units[3] for each in packet) > 2:
        return False
    wide = sum("##" in each.text for each in packet)
    taken = [sum(each.units[unit] for each in packet) for unit in range(3)]
    free = sum(each.is_vector and not any(each.units[:3]) for each in packet)
    room = taken[0] <= 2 and taken[1] <= 1 and taken[2] <= 1
    return room and sum(taken) + free <= len(_ANY) and len(packet) + wide <= 4


def _allocated(packets: Sequence[Sequence[str]], kept: Sequence[str]) -> Iterator[list[str]]:
    """The packets with registers for vectors; raises ValueError when there are too few."""
    last: dict[int, int] = {}
    for index, packet in enumerate(packets):
        for number in _virtual(packet):
            last[number] = index
    free = set(range(REGISTERS)) - {int(each[1:]) for each in kept}
    places: dict[int, int] = {}
    for index, packet in enumerate(packets):
        for text in packet:
            _take(text, places, free)
        yield [_VECTOR.sub(lambda match: _renamed(match, places), text) for text in packet]
        for number in {each for each in places if last[each] == index}:
            free.add(places.pop(number))


def _take(text: str, places: dict[int, int], free: set[int]) -> None:
    for match in _VECTOR.finditer(text):
        numbers = [int(each) for each in match.groups() if each]
        if numbers[-1] < VIRTUAL or all(each in places for each in numbers):
            continue
        if len(numbers) == 2:
            low = next((each for each in sorted(free) if not each % 2 and each + 1 in free), None)
        else:
            odd = [each for each in sorted(free) if each ^ 1 not in free]
            low = next(iter([*odd, *sorted(free)]), None)
        if low is None:
            raise ValueError("there are not enough vector registers")
        for number, place in zip(sorted(numbers), (low, low + 1), strict=False):
            places[number] = place
            free.remove(place)


def _renamed(match: re.Match[str], places: dict[int, int]) -> str:
    numbers = [places.get(int(each), int(each)) for each in match.groups() if each]
    return "V" + ":".join(map(str, numbers))


def _virtual(packet: Iterable[str]) -> set[int]:
    found = {int(each) for text in packet for m in _VECTOR.finditer(text) for each in m.groups("0")}
    return {each for each in found if each >= VIRTUAL}
