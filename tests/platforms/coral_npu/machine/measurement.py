"""A measurement of the reference: a text between two `csrr mcycle`, and its cycles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from tests.platforms.coral_npu.machine.table import run

Way = Literal["copies", "loop", "window"]
IDEAL = CoralConfiguration(axi_read_latency=1, errata=0)
MACHINES = {
    "": IDEAL,
    "latency 10": replace(IDEAL, axi_read_latency=10),
    "no buffer": replace(IDEAL, retirement_buffer=0),
    "slow floats": replace(IDEAL, fpu_latency=5),
}
START = """
    li a0, 0x10000
    li a1, 0x10400
    li a2, 7
    li a3, 64
    li s1, 0x10003
    li s2, 0x20000000
    li s3, 1
"""
REGISTERS = ("t1", "t2", "s4", "s5", "a4", "a5", "a6", "a7")
COUNTS: dict[Way, tuple[int, ...]] = {"copies": (4, 12), "loop": (8, 40), "window": (1,)}


@dataclass(frozen=True)
class Row:
    """`body` after `setup`; `expected` has the reference's cycles.

    "copies": of one more copy of the body, (12 copies - 4 copies) / 8; {x} is one of 8 integer
    registers, {f} of 8 float registers, {v} of three groups. "loop": of one more iteration, counted
    down in a4. "window": of all of it, with the 2 cycles between two csrr.
    """

    section: str
    name: str
    body: str
    expected: float
    setup: str = ""
    machine: str = ""
    way: Way = "copies"

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return ": ".join(word for word in (self.section, self.name, self.machine) if word)

    def texts(self) -> list[str]:
        """Programs; what is measured is the time from the first csrr mcycle to the second."""
        bodies = (self._repeated(count) for count in COUNTS[self.way])
        window = " csrr s10, mcycle\n{}\n csrr s11, mcycle\n mpause\n"
        return [f"{START}{self.setup}\n{window.format(body)}" for body in bodies]

    def _repeated(self, count: int) -> str:
        if self.way == "window":
            return self.body
        if self.way == "loop":
            return f"li a4, {count}\n{self.body}"
        return "\n".join(
            self.body.format(x=REGISTERS[i % 8], f=i % 8, v=8 * (i % 3 + 1)) for i in range(count)
        )

    def cycles(self, windows: Iterable[int]) -> float:
        """What the windows of the texts say."""
        found, counts = list(windows), COUNTS[self.way]
        if self.way == "window":
            return found[0]
        return (found[1] - found[0]) / (counts[1] - counts[0])

    def ours(self) -> float:
        """The cycles on our machine."""
        return self.cycles(self._window(text) for text in self.texts())

    def _window(self, text: str) -> int:
        after = run(text, machine=MACHINES[self.machine], end="")
        assert after.fault == ""
        return after.x("s11") - after.x("s10")


def near(found: float, measured: float) -> bool:
    """Within 5 % or half a cycle."""
    return abs(found - measured) <= max(0.5, 0.05 * measured)
