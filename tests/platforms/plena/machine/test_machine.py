"""What stops PLENA: faults in every memory, loops, budgets; what is checked beforehand."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.cells.platforms import platform
from kernelcraft.isa.assembler import AssemblyError
from kernelcraft.platforms.plena.machine.configuration import (
    ConfigurationError,
    Dram,
    PlenaConfiguration,
)
from kernelcraft.sim.run import Limits
from tests.platforms.plena.machine.small import Given, lanes, look, run

# The small machine: 400 rows of 64, 2 tiles, 128 and 32 scalars, 16,384 bytes of HBM.
LAST_ROW, MATRIX = 399 * 64, 2 * 4096
FAULTS: list[tuple[str, Given, str]] = [
    ("V_ADD_VV gp1, gp0, gp0", {"gp1": 65},
     "vector SRAM address 65 is not a multiple of the row length 64"),
    ("V_ADD_VV gp0, gp0, gp1", {"gp1": 25600}, "vector SRAM address 25600 is outside 0..25536"),
    ("V_EXP_V gp0, gp1", {"gp1": 2**32 - 64},
     "vector SRAM address 4294967232 is outside 0..25536"),
    ("V_RED_SUM f1, gp1", {"gp1": 1},
     "vector SRAM address 1 is not a multiple of the row length 64"),
    ("M_MM 0, gp0, gp1", {"gp1": LAST_ROW}, "vector SRAM address 25536 is outside 0..25344"),
    ("M_BMM 0, gp0, gp1", {"gp1": 337 * 64}, "vector SRAM address 21568 is outside 0..21504"),
    ("M_MM 0, gp1, gp0", {"gp1": 64},
     "matrix SRAM offset 64 in its tile: expected a column, a multiple of 4 below 64"),
    ("M_MM 0, gp1, gp0", {"gp1": 4096 + 6},
     "matrix SRAM offset 6 in its tile: expected a column, a multiple of 4 below 64"),
    ("M_MM 0, gp1, gp0", {"gp1": MATRIX}, "matrix SRAM address 8192 is outside 0..4096"),
    ("M_TMM 0, gp0, gp1", {"gp1": 65},
     "matrix SRAM offset 65 in its tile: expected a row, a multiple of 256 below 4096"),
    ("M_BTMM 0, gp1, gp0", {"gp1": 8},
     "matrix SRAM offset 8 in its tile: expected a head slice, a multiple of 16 below 64"),
    ("M_MV 0, gp1, gp0", {"gp1": 9},
     "matrix SRAM offset 9 in its tile: expected a column, a multiple of 4 below 64"),
    ("M_TMV 0, gp1, gp0", {"gp1": 64},
     "matrix SRAM address 64 is not a multiple of the tile size 4096"),
    ("M_MM_WO gp1, gp0, 2", {"gp1": 64},
     "vector SRAM address 66: expected a row plus a column that is a multiple of 4"),
    ("M_MM_WO gp0, gp1, 0", {"gp1": 134}, "vector SRAM address 25728 is outside 0..25596"),
    ("M_MV_WO gp0, 262140", {}, "vector SRAM address 262140 is outside 0..25596"),
    ("M_BMM_WO gp1, 0", {"gp1": 145 * 64}, "vector SRAM address 9280 is outside 0..9216"),
    ("M_BMV_WO gp0, 16", {}, "vector SRAM address 16 is not a multiple of the row length 64"),
    ("S_LD_FP f1, gp1, 1", {"gp1": 127}, "FP SRAM address 128 is outside 0..127"),
    ("S_ST_FP f1, gp0, 128", {}, "FP SRAM address 128 is outside 0..127"),
    ("S_MAP_V_FP gp0, gp0, 65", {}, "FP SRAM address 65 is outside 0..64"),
    ("S_LD_INT gp1, gp0, 32", {}, "INT SRAM address 32 is outside 0..31"),
    ("S_ST_INT gp1, gp1, 0", {"gp1": 2**32 - 1}, "INT SRAM address 4294967295 is outside 0..31"),
    ("H_PREFETCH_V gp0, gp1, a0, 0, 0", {"gp1": 32},
     "HBM address 32 with 64 bytes from row to row: expected multiples of 64"),
    ("H_PREFETCH_V gp0, gp0, a0, 1, 0", {"stride": 96},
     "HBM address 0 with 96 bytes from row to row: expected multiples of 64"),
    ("H_PREFETCH_M gp0, gp0, a1, 0, 0", {"a1": 16384}, "HBM address 16384 is outside 0..16383"),
    ("H_PREFETCH_M gp0, gp0, a1, 0, 0", {"a1": 12352}, "HBM address 16384 is outside 0..16320"),
    ("H_PREFETCH_V gp0, gp0, a0, 0, 0", {"scale": 16360}, "HBM address 16384 is outside 0..16376"),
    ("H_STORE_V gp0, gp1, a0, 0, 0", {"gp1": 16192}, "HBM address 16384 is outside 0..16320"),
    ("H_PREFETCH_M gp1, gp0, a0, 0, 0", {"gp1": 64},
     "matrix SRAM address 64 is not a multiple of the tile size 4096"),
    ("H_PREFETCH_M gp1, gp0, a0, 0, 0", {"gp1": MATRIX},
     "matrix SRAM address 8192 is outside 0..4096"),
    ("H_PREFETCH_V gp1, gp0, a0, 0, 0", {"gp1": LAST_ROW},
     "vector SRAM address 25536 is outside 0..25344"),
    ("H_STORE_V gp1, gp0, a0, 0, 0", {"gp1": 3},
     "vector SRAM address 3 is not a multiple of the row length 64"),
    ("C_LOOP_END gp1", {}, "no loop is open"),
    ("C_LOOP_START gp1, 2\nC_LOOP_END gp2", {}, "gp2 does not count the innermost open loop"),
    ("C_SET_ADDR_REG a1, gp1, gp2\nH_PREFETCH_V gp0, gp2, a1, 0, 0",
     {"gp1": 2**31 - 1, "gp2": 2**32 - 64}, "HBM address 9223372036854775744 is outside 0..16383"),
    ("C_SET_ADDR_REG a1, gp1, gp0\nH_PREFETCH_V gp0, gp0, a1, 0, 0",
     {"gp1": 2**32 - 1}, "HBM address -4294967296 is outside 0..16383"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "given", "message"), FAULTS)
def test_a_fault_names_line_instruction_address_and_memory(
    text: str, given: Given, message: str
) -> None:
    done = run(f"; a comment\nS_ADDI_INT gp15, gp0, 1\n{text}", given)
    lines = text.split("\n")
    assert str(done.fault) == f"line {2 + len(lines)}: {lines[-1]}: {message}"
    assert done.instructions == 1 + len(lines)


def test_a_fault_keeps_what_was_done_before() -> None:
    done = run("S_ST_INT gp1, gp0, 3\nS_ST_INT gp1, gp0, 40\nS_ST_INT gp1, gp0, 4", {"gp1": 9})
    assert done.state["int_sram"][:5].tolist() == [0, 0, 0, 9, 0]
    assert np.flatnonzero(done.state["int_sram_written"]).tolist() == [3]


def test_written_elements_are_recorded() -> None:
    text = "M_MM_WO gp1, gp0, 8\nH_STORE_V gp0, gp2, a0, 1, 0\nS_ST_FP f1, gp0, 7"
    state = run(text, {"gp1": 128, "gp2": 64, "stride": 128, "scale": 4096}).state
    assert np.flatnonzero(state["vector_sram_written"]).tolist() == [
        128 + 64 * row + column for row in range(4) for column in range(8, 12)
    ]
    elements = [64 + 128 * row + column for row in range(4) for column in range(64)]
    scales = [4096 + 8 + 16 * row + block for row in range(4) for block in range(8)]
    assert np.flatnonzero(state["hbm_written"]).tolist() == elements + scales
    assert np.flatnonzero(state["fp_sram_written"]).tolist() == [7]


LOOP = "C_LOOP_START gp1, {count}\nS_ADDI_INT gp2, gp2, 1\nC_LOOP_END gp1"


@pytest.mark.parametrize("cap", [1, 2, 3, 7])
def test_the_cap_counts_one_iteration_of_the_outermost_loop(cap: int) -> None:
    """An iteration of LOOP is two instructions; inner loops count for the outer one."""
    done = run(LOOP.format(count=50), None, lanes(64, loop_cap=cap))
    assert (done.fault is None) == (cap >= 2)
    if done.fault is not None:
        assert done.fault.kind == "watchdog"
        assert done.instructions == 1 + cap
        assert done.fault.message == (
            f"one iteration of an open loop ran more than {cap} instructions"
        )
    nested = f"C_LOOP_START gp3, 2\n{LOOP.format(count=3)}\nC_LOOP_END gp3"  # 1 + 3 * 2 + 1
    done = run(nested, None, lanes(64, loop_cap=cap + 1))
    assert (done.fault is None) == (cap >= 7)
    assert done.instructions == (1 + 2 * 8 if cap >= 7 else 1 + cap + 1)


def test_an_endless_loop_ends_with_the_budget() -> None:
    text = "C_LOOP_START gp1, 9\nS_ADDI_INT gp1, gp0, 9\nC_LOOP_END gp1"
    done = run(text, limits=Limits(instructions=1_001))
    assert str(done.fault) == (
        "line 2: S_ADDI_INT gp1, gp0, 9: the run used up its budget of 1001 instructions "
        "before this line"
    )
    assert done.profile.executions.tolist() == [1, 500, 500]
    done = run(text, limits=Limits(cycles=1_001))
    assert done.fault is not None
    assert (done.fault.kind, done.cycles) == ("cycle budget", 1_001)


def test_seventeen_open_loops_are_too_many() -> None:
    text = "\n".join(f"C_LOOP_START gp{1 + i % 15}, 1" for i in range(17))
    assert str(run(text).fault) == "line 17: C_LOOP_START gp2, 1: more than 16 loops are open"


UNBALANCED = [
    ("C_LOOP_START gp1, 2", "line 1: C_LOOP_START gp1: the loop is never closed"),
    ("C_LOOP_END gp1", "line 1: C_LOOP_END gp1: no loop is open here"),
    ("C_LOOP_START gp1, 2\nC_LOOP_END gp2", "line 2: C_LOOP_END gp2: the innermost open loop "
     "(line 1) counts in gp1; expected C_LOOP_END gp1"),
    ("C_LOOP_START gp0, 2\nC_LOOP_END gp0", "line 1: C_LOOP_START gp0: gp0 is constant; expected "
     "gp1..gp15 to count in"),
    ("C_LOOP_START gp1, 2\nC_LOOP_START gp1, 2\nC_LOOP_END gp1\nC_LOOP_END gp1",
     "line 2: C_LOOP_START gp1: the open loop of line 1 counts in it already; nested loops need "
     "registers of their own"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), UNBALANCED)
def test_loops_must_nest(text: str, sentence: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        platform("plena").assemble(text)
    assert str(caught.value) == sentence


WARNED = [
    ("S_ADDI_INT gp0, gp0, 1", "line 1: S_ADDI_INT: gp0 is constant; this write has no effect"),
    ("S_LD_INT gp0, gp1, 1", "line 1: S_LD_INT: gp0 is constant; this write has no effect"),
    ("V_RED_MAX f0, gp1", "line 1: V_RED_MAX: f0 is constant; this write has no effect"),
    ("S_LD_FP f0, gp1, 1", "line 1: S_LD_FP: f0 is constant; this write has no effect"),
]


@pytest.mark.parametrize(("text", "sentence"), WARNED)
def test_writes_to_constants_are_warned_of(text: str, sentence: str) -> None:
    assert [str(warning) for warning in platform("plena").assemble(text).warnings] == [sentence]


@pytest.mark.parametrize(
    "text",
    ["S_ST_INT gp0, gp1, 1", "S_ST_FP f0, gp1, 1", "V_ADD_VV gp0, gp0, gp0", "C_SET_V_MASK_REG gp0",
     "M_MM_WO gp0, gp0, 0", "C_SET_ADDR_REG a0, gp0, gp0", "H_PREFETCH_M gp0, gp0, a0, 0, 0"],
)  # fmt: skip
def test_reading_a_constant_is_fine(text: str) -> None:
    assert platform("plena").assemble(text).warnings == ()


def test_an_address_near_the_end_of_64_bits() -> None:
    """Base + SCALE leaves 64 bits; `run` holds both machines to each other."""
    fault = run("H_STORE_V gp0, gp0, a0, 0, 0", {"a0": 2**63 - 64, "scale": 64}).fault
    assert fault is not None
    assert fault.message == "HBM address 9223372036854775744 is outside 0..16383"


ILLEGAL = [
    ({"mlen": 100}, r"mlen: expected one of \(64, 128, 256\), got 100"),
    ({"hlen": 24}, "hlen: 24 does not divide mlen 64"),
    ({"blen": 3}, "blen: 3 does not divide hlen 16"),
    ({"dc_en": 2}, "dc_en: expected 0 or 1, got 2"),
    ({"fp_sram_size": 0}, "fp_sram_size: expected 1 to 4294967296, got 0"),
    ({"loop_cap": 10**20}, "loop_cap: expected 1 to"),
    ({"systolic_overhead": -1}, "systolic_overhead: expected 0 to 4294967296, got -1"),
    ({"dram": 2}, "dram: expected bank or constant, got 2"),
    ({"hbm_bytes": 1 << 35}, "hbm_bytes: expected 1 to 17179869184"),
]


@pytest.mark.parametrize(("settings", "sentence"), ILLEGAL)
def test_illegal_configurations(settings: dict[str, int], sentence: str) -> None:
    with pytest.raises(ConfigurationError, match=sentence):
        PlenaConfiguration(**settings)


def test_settings_from_text() -> None:
    changed = PlenaConfiguration().changed({"mlen": "128", "hbm_bytes": "0x10000"})
    assert (changed.mlen, changed.hbm_bytes, changed.broadcast) == (128, 65536, 8)
    with pytest.raises(ConfigurationError, match="mlan: no such setting; there are mlen, blen"):
        PlenaConfiguration().changed({"mlan": "128"})
    with pytest.raises(ConfigurationError, match="mlen: expected a whole number, got 'wide'"):
        PlenaConfiguration().changed({"mlen": "wide"})
    with pytest.raises(ConfigurationError, match="dram: expected bank or constant, got 'banks'"):
        PlenaConfiguration().changed({"dram": "banks"})
    constant = PlenaConfiguration().changed({"dram": "constant"})
    assert (constant.dram, constant.settings()["dram"]) == (Dram.CONSTANT, "constant")


EVERY = [
    (mlen, blen, hlen)
    for mlen in (64, 128, 256)
    for hlen in (1, 2, 4, 8, 16, 32, 64, 128, 256)
    for blen in (1, 4, 16, 256)
    if mlen % hlen == 0 and hlen % blen == 0
]


@pytest.mark.parametrize(("mlen", "blen", "hlen"), EVERY)
def test_every_legal_configuration_runs(mlen: int, blen: int, hlen: int) -> None:
    """A row times the identity, head by head; a full mask enables at most 32 groups."""
    small = PlenaConfiguration(
        mlen=mlen,
        blen=blen,
        hlen=hlen,
        matrix_sram_tiles=1,
        vector_sram_rows=2 * mlen,
        hbm_bytes=64,
    )
    given: Given = {"gp1": mlen * mlen, "row0": np.arange(mlen), "tile0": np.eye(mlen)}
    state = run("M_BTMV 0, gp0, gp0\nM_BMV_WO gp1, 0", given, small).state
    heads = look(state, f"row{mlen + mlen // hlen - 1}", mlen)
    np.testing.assert_array_equal(heads[:hlen], np.arange(mlen - hlen, mlen))
    assert not heads[hlen:].any()
    state = run("V_ADD_VV gp0, gp0, gp0, 1", {**given, "v_mask": 2**32 - 1}, small).state
    np.testing.assert_array_equal(
        look(state, "row0", mlen), np.arange(mlen) * np.where(np.arange(mlen) < 32 * hlen, 2, 1)
    )
