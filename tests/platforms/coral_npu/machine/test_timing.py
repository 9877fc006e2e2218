"""Cycles of single instructions and short sequences: every row of the reference measurements.

The reference and our texts on the RTL are two measurements: the first has no texts, so a row that
differs from it and is right on the RTL is a row whose text differs. `DEVIATIONS` lists them all.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.scalar_timing import float_divide_cycles
from tests.platforms.coral_npu.machine.measurement import IDEAL, START, Row, near
from tests.platforms.coral_npu.machine.reference_rows import ROWS
from tests.platforms.coral_npu.machine.rtl import DEVIATIONS, RTL
from tests.platforms.coral_npu.machine.table import run

BY_KEY = {row.key: row for row in ROWS}


@cache
def ours(key: str) -> float:
    """What a row takes here; measured when a test asks."""
    return BY_KEY[key].ours()


def test_every_row_has_a_name_of_its_own() -> None:
    assert len(BY_KEY) == len(ROWS)
    assert {*RTL.rows} == {row.key for row in ROWS if row.machine != "slow floats"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_row(row: Row) -> None:
    assert near(ours(row.key), row.expected) or row.key in DEVIATIONS


@pytest.mark.parametrize("key", RTL.rows)
def test_row_on_the_rtl(key: str) -> None:
    assert ours(key) == RTL.rows[key]


def test_every_deviation_is_one() -> None:
    for key, cycles in DEVIATIONS.items():
        assert ours(key) == cycles
        assert not near(cycles, BY_KEY[key].expected)


def window(setup: str, body: str) -> int:
    """Cycles of `body` between two csrr mcycle, with their 2."""
    row = Row("", "", body, 0, setup, way="window")
    return int(row.ours())


SIGNIFICANT = [(0, 4), (1, 4), (100, 10), (0xFFFF, 19), (0x7FFFFFFF, 34), (0x80000000, 34)]


@pytest.mark.parametrize(("dividend", "cycles"), SIGNIFICANT)
def test_division_takes_a_cycle_for_each_significant_bit(dividend: int, cycles: int) -> None:
    setup = f"li a4, {dividend}"
    both = window(setup, "divu a5, a4, a2\nadd a5, a5, a5")
    assert both - window(setup, "add a5, a4, a4") == cycles


ONE, TWO, THREE, SEVEN, NINE = 0x3F80_0000, 0x4000_0000, 0x4040_0000, 0x40E0_0000, 0x4110_0000
TINY, HUGE = 0x0080_0000, 0x7F00_0000
QUOTIENTS = [  # two bits a cycle until the result is exact
    (ONE, ONE, 6),
    (NINE, THREE, 7),
    (0x41A8_0000, THREE, 8),  # 21 / 3: the first bit of the quotient is 0
    (SEVEN, ONE, 7),
    (ONE, THREE, 19),
    (ONE, 0, 3),
    (0x7F80_0000, ONE, 3),
    (TINY, HUGE, 5),
    (HUGE, TINY, 5),
]
ROOTS = [(ONE, 6), (TWO, 19), (NINE, 7), (THREE, 19), (0, 3), (0xBF80_0000, 3), (0x3E80_0000, 6)]


@pytest.mark.parametrize(("a", "b", "cycles"), QUOTIENTS)
def test_float_division(a: int, b: int, cycles: int) -> None:
    assert float_divide_cycles(a, b, 0) == cycles


@pytest.mark.parametrize(("a", "cycles"), ROOTS)
def test_float_root(a: int, cycles: int) -> None:
    assert float_divide_cycles(a, 0, 1) == cycles


def test_a_configuration_and_an_access_are_2_cycles_apart() -> None:
    text = "vsetvli t0, zero, e8, m1, ta, ma\n{}vle8.v v8, (a0)"
    assert window("", text.format("")) == window("", text.format("nop\n"))


def test_mpause_waits_for_everything() -> None:
    text = f"{START}vsetvli t0, zero, e8, m8, ta, ma\nvse8.v v8, (a0)"
    posted, paused = run(f"{text}\ncsrr s11, mcycle", machine=IDEAL), run(text, machine=IDEAL)
    assert paused.run.cycles > posted.x("s11") + 12


SETTINGS = [  # what a machine setting changes, in cycles
    ("axi_read_latency", 30, "lw a4, 0(s2)", 29),
    ("fpu_latency", 5, "fadd.s f8, f8, f9", 3),
    ("retirement_buffer", 0, "lw a4, 0(a0)", -4),
]


@pytest.mark.parametrize(("name", "value", "body", "more"), SETTINGS)
def test_a_setting_changes_the_time(name: str, value: int, body: str, more: int) -> None:
    text = f"{START}csrr s10, mcycle\n{body}\ncsrr s11, mcycle"
    changed = IDEAL.changed({name: str(value) if name != "retirement_buffer" else "false"})
    assert changed == replace(IDEAL, **{name: value})
    found = [run(text, machine=machine) for machine in (IDEAL, changed)]
    first, second = (after.x("s11") - after.x("s10") for after in found)
    assert second - first == more


ARRIVES = 4  # cycles from flw to its value


@pytest.mark.parametrize("gap", range(6))
@pytest.mark.parametrize("reference", [False, True], ids=["native", "reference"])
def test_fmadd_reads_a_stale_second_source(gap: int, reference: bool) -> None:
    text = "li a0, 0x10000\nflw f1, 0(a0)\n" + "add t2, t2, t2\n" * gap
    found = run(f"{text}fmadd.s f4, f0, f1, f2", reference=reference)
    assert ("erratum stale operand" in found.fault) == (max(gap, 1) < ARRIVES)
    for fine in ("fmadd.s f4, f1, f0, f2", "fmadd.s f4, f0, f2, f1", "fmul.s f4, f0, f1"):
        assert run(text + fine, reference=reference).fault == ""
    for name in ("fmadd.s", "fmsub.s", "fnmadd.s", "fnmsub.s"):  # f1 is waited for as the target
        assert run(f"{text}{name} f1, f0, f1, f2", reference=reference).fault == ""
    quiet = CoralConfiguration(errata=0)
    assert run(f"{text}fmadd.s f4, f0, f1, f2", machine=quiet, reference=reference).fault == ""
