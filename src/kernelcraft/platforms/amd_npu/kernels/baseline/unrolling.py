"""A body several times in one schedule, each time with registers of its own as far as they go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kernelcraft.codegen.registers import (
    Register,
    TooFewRegisters,
    allocate,
    live_ranges,
    with_registers,
)
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2, Writer
from kernelcraft.platforms.amd_npu.kernels.schedule.writer import named

APART = 16  # more than the cycles that any result takes: registers are right in any schedule


def unrolled(
    writer: Writer,
    constants: Mapping[str, str],
    texts: Sequence[str],
    end: str,
    kinds: Mapping[str, str],
    label: str | None = None,
) -> None:
    """The `texts`, and `end` after them.

    Their values get registers set by set, from as many sets as there is room for, in turn; a set
    that is used again lets a body begin when the one before is done with it. `constants` are
    brought from accumulators first and shared by all.
    """
    shared = dict.fromkeys(constants, "x")
    every = "\n".join(texts)
    taken = writer.taken | named(writer.reader(every, {**shared, **kinds}))
    start, placed = "", dict[str, Register]()
    for name, source in constants.items():
        free = next(
            each for each in AIE2.classes["x"].registers if not taken.intersection(each.parts)
        )
        taken |= set(free.parts)
        start += f"vmov {free.views['']}, {source}\n"
        placed[name] = free
    texts = [with_registers(each, placed) for each in texts]
    writer.straight(start + _chosen(writer, texts, kinds, taken) + end, label=label)


def _chosen(writer: Writer, texts: Sequence[str], kinds: Mapping[str, str], taken: set[str]) -> str:
    """The texts with registers; raises TooFewRegisters where there are not enough for one set."""
    for count in range(len(texts), 1, -1):
        try:
            return _in_sets(writer, texts, kinds, taken, count)
        except TooFewRegisters:
            continue
    return _in_sets(writer, texts, kinds, taken, 1)


def _in_sets(
    writer: Writer, texts: Sequence[str], kinds: Mapping[str, str], taken: set[str], count: int
) -> str:
    sets: list[set[str]] = []
    found = ""
    for index, text in enumerate(texts):
        others = set().union(*sets)
        if len(sets) == count:
            others -= sets[index % count]
        operations = writer.reader(text, kinds)
        times = range(0, len(operations) * APART, APART)
        allocation = allocate(live_ranges(operations, times), AIE2.of(kinds), taken | others)
        found += "".join(allocation.text(each) + "\n" for each in operations)
        if len(sets) < count:
            registers = (each for several in allocation.registers.values() for each in several)
            sets.append({part for each in registers for part in each.parts})
    return found
