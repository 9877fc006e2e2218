"""Assembling is fast enough that nobody waits for it, on a machine that others slow down, too."""

from time import process_time

from kernelcraft.isa.assembler import assemble
from tests.isa.tables import tiny

LINES = 50_000


def lines_per_second(text: str) -> float:
    def seconds() -> float:
        start = process_time()
        assert len(assemble(tiny, text)) == LINES
        return process_time() - start

    return LINES / min(seconds() for _ in range(3))


def test_tens_of_thousands_of_lines_a_second() -> None:
    lines = (f"V_ADD_VF gp{i % 16}, gp{i // 16 % 16}, f{i % 8}, {i % 2}" for i in range(LINES))
    assert lines_per_second("\n".join(lines)) > 50_000


def test_also_when_no_line_is_like_another() -> None:
    lines = (f"LUI gp{i % 16}, {i} ; address of row {i}" for i in range(LINES))
    assert lines_per_second("\n".join(lines)) > 40_000  # 160,000 on a quiet machine
