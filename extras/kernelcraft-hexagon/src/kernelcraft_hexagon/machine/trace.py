"""What QEMU says of a run: each block of packets when it is translated, and each execution of one.

The log comes through a pipe. A program can only write to it, or anywhere, by a system call; the
only ones are those of what begins and ends a run, and a kernel that goes there in another way than
by its return is seen here, by a line that is already written when the system call happens. What a
kernel executes has to be packets that the assembler made of instructions.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kernelcraft_hexagon.machine.places import AROUND_SIZE, BEGIN, END

_BLOCK = "----------------\nIN: \n"
_LINE = re.compile(r"^0x([0-9a-f]{8}):  0x[0-9a-f]{8}\t(\{?)\t(.*)$", re.MULTILINE)
_RUN = re.compile(r"^Trace \d+: (0x[0-9a-f]+) \[", re.MULTILINE)


@dataclass(frozen=True)
class Packet:
    """Instructions that are issued together, as QEMU's disassembler writes them."""

    address: int
    instructions: tuple[str, ...]
    size: int  # in bytes
    loops: bool = False  # whether a hardware loop may go back here

    @property
    def after(self) -> int:
        """The address of the packet that follows in memory."""
        return self.address + self.size


@dataclass(frozen=True, eq=False)
class Block:
    """Packets that are executed one after the other; each translation is one of its own."""

    packets: tuple[Packet, ...]

    @property
    def address(self) -> int:
        return self.packets[0].address


class Escaped(Exception):
    """A kernel left its own code by another way than its return; a sentence."""


@dataclass(frozen=True)
class Trace:
    """The blocks of a kernel in the order of their execution; whether it returned."""

    blocks: tuple[Block, ...]
    returned: bool


def read(log: str, written: Collection[int]) -> Trace:
    """The kernel's part of a log, with the addresses of packets as written; raises Escaped."""
    blocks: list[Block] = []
    known: set[Block] = set()
    inside = False
    for block in executed(log):
        if inside and block.address == END:
            return Trace(tuple(blocks), returned=True)
        inside = inside or not _is_around(block.address)
        if inside:
            if block not in known:
                _expect_own(block, written)
                known.add(block)
            blocks.append(block)
    return Trace(tuple(blocks), returned=False)


def executed(log: str) -> Iterator[Block]:
    """Every execution of a block, from the first on."""
    translated: dict[str, Block] = {}
    for part in log.split(_BLOCK)[1:]:
        code, _, runs = part.partition("\n\n")
        fresh: Block | None = Block(tuple(_packets(code)))
        for place in _RUN.findall(runs):
            if fresh is not None:
                translated[place], fresh = fresh, None
            yield translated[place]


def _packets(code: str) -> Iterator[Packet]:
    """The packets of a disassembly."""
    found: list[tuple[int, list[str]]] = []
    for address, begins, text in _LINE.findall(code):
        if begins or not found:
            found.append((int(address, 16), []))
        found[-1][1].append(text)
    ends = [address for address, _ in found[1:]]
    last = found[-1][0] + 4 * len(found[-1][1]) if found else 0
    for (address, lines), end in zip(found, [*ends, last], strict=True):
        joined = ";".join(lines)
        body, _, rest = joined.partition("}")
        instructions = [each.strip(" \t") for each in body.split(";")]
        kept = tuple(each for each in instructions if each and not each.startswith("immext"))
        yield Packet(address, kept, end - address, ":endloop" in rest)


def _expect_own(block: Block, written: Collection[int]) -> None:
    """Raises Escaped for what is no code of the kernel's, or calls the system."""
    for packet in block.packets:
        if _is_around(packet.address):
            raise Escaped(f"the kernel went on at {packet.address:#x}, outside of its code")
        if packet.address not in written and set(packet.instructions) != {"nop"}:
            raise Escaped(f"there are no instructions at {packet.address:#x}, but data")
        if any(each.startswith("trap") for each in packet.instructions):
            raise Escaped(f"there is a system call at {packet.address:#x}")


def _is_around(address: int) -> bool:
    """Whether a packet is of what begins or ends a run."""
    return any(begin <= address < begin + AROUND_SIZE for begin in (BEGIN, END))
