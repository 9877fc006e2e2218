"""Assembling is fast enough that nobody waits for it."""

from time import perf_counter

from kernelcraft.isa.assembler import assemble
from tests.isa.tables import tiny

LINES = 50_000


def lines_per_second(text: str) -> float:
    def seconds() -> float:
        start = perf_counter()
        assert len(assemble(tiny, text)) == LINES
        return perf_counter() - start

    return LINES / min(seconds() for _ in range(3))


def test_a_hundred_thousand_lines_a_second() -> None:
    lines = (f"V_ADD_VF gp{i % 16}, gp{i // 16 % 16}, f{i % 8}, {i % 2}" for i in range(LINES))
    assert lines_per_second("\n".join(lines)) > 100_000


def test_also_when_no_line_is_like_another() -> None:
    lines = (f"LUI gp{i % 16}, {i} ; address of row {i}" for i in range(LINES))
    assert lines_per_second("\n".join(lines)) > 100_000
