"""The time of a kernel: a cycle for each packet, and stalls by the rules of the package's page.

A result that is late and an operand that is needed early cost a cycle between two packets that
follow each other; results of one packet earlier are there. So a packet's time depends on the one
before it, and a trace's on how often which block came after which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

from kernelcraft_hexagon.machine.operands import EXTRACT, Needs, needs
from kernelcraft_hexagon.machine.trace import Block, Packet

INTERLOCK: Final = 1  # documented: a late result at an early operand of the next packet
UNALIGNED: Final = 1  # assumed: the second line of an unaligned vector
EXTRACTED: Final = 15  # documented as about 15: a word from a vector register to a scalar one
MISPREDICTED: Final = 5  # assumed: a conditional jump that goes against its hint


@dataclass
class Times:
    """Executions and cycles of packets by address."""

    executions: Counter[int] = field(default_factory=Counter)
    cycles: Counter[int] = field(default_factory=Counter)
    instructions: int = 0

    @property
    def total(self) -> int:
        return sum(self.cycles.values())

    def add(self, packet: Packet, cycles: int, times: int) -> None:
        """A packet that was executed so often, and took so long each time."""
        self.executions[packet.address] += times
        self.cycles[packet.address] += cycles * times
        self.instructions += len(packet.instructions) * times


def times(blocks: tuple[Block, ...]) -> Times:
    """Of blocks in the order of their execution."""
    found = Times()
    first = Counter(blocks[:1])
    for block, often in (Counter(blocks)).items():
        for before, packet in pairwise(block.packets):
            found.add(packet, cost(packet) + stall(before, packet), often)
        found.add(block.packets[0], cost(block.packets[0]), first[block])
    for (former, block), often in Counter(pairwise(blocks)).items():
        packet, last = block.packets[0], former.packets[-1]
        jumped = mispredicted(last, packet.address) * MISPREDICTED
        found.add(packet, cost(packet) + max(stall(last, packet), jumped), often)
    return found


def cost(packet: Packet) -> int:
    """The cycles that a packet takes whatever came before it."""
    names = [each for each in packet.instructions if "vmemu(" in each]
    extracts = sum(EXTRACT in each for each in packet.instructions)
    return 1 + UNALIGNED * len(names) + EXTRACTED * extracts


@lru_cache(maxsize=1 << 16)
def stall(before: Packet, packet: Packet) -> int:
    """The cycles that a packet waits for the results of the one before it."""
    late = frozenset[str]().union(*(each.late for each in _needs(before.instructions)))
    early = frozenset[str]().union(*(each.early for each in _needs(packet.instructions)))
    return INTERLOCK if late & early else 0


def mispredicted(packet: Packet, following: int) -> bool:
    """Whether a conditional jump of a packet went against its hint; without one it is `:nt`."""
    for each in packet.instructions:
        if each.startswith("if") and "jump" in each:
            return (following != packet.after) != (":t" in each)
    return False


def _needs(instructions: Iterable[str]) -> list[Needs]:
    return [needs(each) for each in instructions]
