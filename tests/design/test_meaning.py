"""What proposals do: on the reference machine, beside the core, and beside the base set."""

import numpy as np
import pytest

from kernelcraft.cells import designs, platforms
from kernelcraft.design import meaning
from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.plena.machine.configuration import PlenaConfiguration
from kernelcraft.platforms.plena.machine.formats import f32_to_bf16, fp16_to_f32
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh

MAXIMUM = '''
@instruction("V_RED_LARGEST fd, rs1", unit="vector", latency=4)
def v_red_largest(m, fd, rs1):
    """As V_RED_MAX."""
    row = m.row(m.gp[rs1])
    best = m.f[fd]
    for lane in range(m.mlen):
        best = max(best, row[lane])
    m.f[fd] = best


@instruction("V_RED_TOTAL fd, rs1", unit="vector", latency=8)
def v_red_total(m, fd, rs1):
    """As V_RED_SUM."""
    row = m.row(m.gp[rs1])
    m.f[fd] = m.f[fd] + sum(row)


@instruction("V_SUM_VV rd, rs1, rs2", unit="vector", latency=1)
def v_sum_vv(m, rd, rs1, rs2):
    """As V_ADD_VV."""
    a = m.row(m.gp[rs1])
    b = m.row(m.gp[rs2])
    out = m.output_row(m.gp[rd])
    for lane in range(m.mlen):
        out[lane] = a[lane] + b[lane]


@instruction("S_TRY_INT rd, rs1, rs2", unit="scalar_int", latency=2)
def s_try_int(m, rd, rs1, rs2):
    """A choice."""
    if m.gp[rs1] > m.gp[rs2] and not m.gp[rs1] == 7:
        m.gp[rd] = (m.gp[rs1] - m.gp[rs2]) << 1
    else:
        m.gp[rd] = m.gp[rs1] - m.gp[rs2]
    m.int_sram[m.gp[rs1]] = m.gp[rs2]
'''
START = "S_ADDI_INT gp1, gp0, 0\nS_ADDI_INT gp2, gp0, 64\nS_ADDI_INT gp3, gp0, 128\n"


def machine(seed: int) -> State:
    """PLENA with numbers in its first rows."""
    state = fresh(Plena, PlenaConfiguration().parameters())
    values = np.random.default_rng(seed).standard_normal(256).astype(np.float32)
    state["vector_sram"][:256] = f32_to_bf16(values)
    return state


def runs(text: str, seed: int = 1) -> list[Run]:
    """The text on the machine with the proposals: with the compiled core, and without."""
    platform = platforms.platform(str(designs.register("plena", MAXIMUM)))
    program = platform.assemble(text)
    return [
        platform.run(program, machine(seed), Limits(traced=50), reference=reference)
        for reference in (False, True)
    ]


@pytest.mark.parametrize(
    ("base", "proposed"),
    [
        ("V_RED_MAX f1, gp1", "V_RED_LARGEST f1, gp1"),
        ("V_RED_SUM f1, gp2", "V_RED_TOTAL f1, gp2"),
        ("V_ADD_VV gp3, gp1, gp2", "V_SUM_VV gp3, gp1, gp2"),
        ("V_ADD_VV gp1, gp1, gp1", "V_SUM_VV gp1, gp1, gp1"),
    ],
)
def test_what_the_base_set_has_comes_out_bit_for_bit(base: str, proposed: str) -> None:
    for seed in range(4):
        one, other = (runs(START + text, seed)[0] for text in (base, proposed))
        assert one.fault is None
        assert one.cycles == other.cycles
        for name, array in one.state.arrays.items():
            assert np.array_equal(array, other.state[name]), name


def test_the_core_and_the_reference_agree_in_results_times_and_traces() -> None:
    text = START + "C_LOOP_START gp5, 3\nV_RED_LARGEST f1, gp1\nV_SUM_VV gp1, gp1, gp2\n"
    text += "S_TRY_INT gp6, gp2, gp5\nH_PREFETCH_V gp3, gp0, a0, 0, 0\nC_LOOP_END gp5\n"
    native, reference = runs(text)
    assert native.cycles == reference.cycles
    assert native.instructions == reference.instructions == 19
    assert np.array_equal(native.profile.cycles, reference.profile.cycles)
    assert np.array_equal(native.profile.executions, reference.profile.executions)
    assert np.array_equal(native.trace.rows, reference.trace.rows)
    for name, array in native.state.arrays.items():
        if name not in ("dram_log", "dram_state"):
            assert np.array_equal(array, reference.state[name]), name


def test_whole_numbers_wrap_and_choices_are_made() -> None:
    text = "S_ADDI_INT gp1, gp0, 5\nS_ADDI_INT gp2, gp0, 9\nS_TRY_INT gp3, gp1, gp2\n"
    for run in runs(text + "S_TRY_INT gp4, gp2, gp1\n"):
        assert run.state["gp"][3] == 2**32 - 4
        assert run.state["gp"][4] == 8
        assert run.state["int_sram"][[5, 9]].tolist() == [9, 5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S_ADDI_INT gp1, gp0, 3\nV_RED_LARGEST f1, gp1", "address 3 is not a multiple of the row"),
        ("S_LUI_INT gp1, 2048\nV_RED_LARGEST f1, gp1", "vector SRAM address 8388608 is outside"),
        ("S_LUI_INT gp1, 2048\nS_TRY_INT gp2, gp1, gp0", "INT SRAM address 8388608 is outside"),
    ],
)
def test_faults_name_the_line_and_the_place(text: str, message: str) -> None:
    for run in runs(text):
        assert message in str(run.fault)
        assert str(run.fault).startswith("line 2: ")
        assert run.instructions == 2


def test_budgets_count_what_was_proposed() -> None:
    platform = platforms.platform(str(designs.register("plena", MAXIMUM)))
    program = platform.assemble("C_LOOP_START gp5, 1000\nV_RED_LARGEST f1, gp0\nC_LOOP_END gp5\n")
    for limits in (Limits(instructions=100), Limits(cycles=100)):
        found = [
            platform.run(program, machine(1), limits, reference=reference)
            for reference in (False, True)
        ]
        assert str(found[0].fault) == str(found[1].fault) != "None"
        assert found[0].cycles == found[1].cycles


def test_a_loop_of_long_bodies_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning, "MOST_STEPS", 2_000)
    for run in runs("C_LOOP_START gp5, 1000\nV_RED_LARGEST f1, gp0\nC_LOOP_END gp5\n"):
        assert "proposed instructions take more than 2000 steps in one run" in str(run.fault)
        assert 2 < run.instructions < 20


def test_f0_and_gp0_stay_zero() -> None:
    for run in runs("V_RED_LARGEST f0, gp0\nS_TRY_INT gp0, gp0, gp0\n"):
        assert fp16_to_f32(run.state["f"])[0] == 0
        assert run.state["gp"][0] == 0


def random_text(rng: np.random.Generator, forms: list[Instruction]) -> str:
    """Addresses of rows, then instructions with any registers; rows begin where they may."""
    lines = [f"S_ADDI_INT gp{n}, gp0, {64 * int(rng.integers(12))}" for n in range(1, 16)]
    lines += [f"S_LD_FP f{n}, gp0, {int(rng.integers(64))}" for n in range(1, 8)]
    for index in rng.integers(len(forms), size=25):
        form = forms[index]
        names = [each.write(int(rng.choice(each.allowed))) for each in form.template.operands]
        lines.append(f"{form.mnemonic} {', '.join(names)}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("extension", ["agent", "expert", "ours"])
def test_random_programs_do_the_same_on_both_machines(extension: str) -> None:
    platform, rng = platforms.platform(f"plena+{extension}"), np.random.default_rng(3)
    base = ("V_ADD_VV", "V_MUL_VF", "V_RED_SUM", "S_ADD_FP", "S_ST_INT")
    table = platform.isa.table
    forms = [each for each in table if each.mnemonic in base or each not in plena.table]
    for seed in range(6):
        program = platform.assemble(random_text(rng, forms))
        found = []
        for reference in (False, True):
            state = machine(seed)
            state["fp_sram"][:64] = np.arange(64, dtype=np.float16).view(np.uint16)
            found.append(platform.run(program, state, Limits(), reference=reference))
        assert str(found[0].fault) == str(found[1].fault)
        assert found[0].cycles == found[1].cycles
        for name, array in found[0].state.arrays.items():
            if name not in ("dram_log", "dram_state"):
                assert np.array_equal(array, found[1].state[name]), name


@pytest.mark.parametrize("length", range(1, 18))
def test_the_sum_of_a_row_of_any_length_has_every_element_once(length: int) -> None:
    assert meaning.tree_sum([2.0**place for place in range(length)]) == 2.0**length - 1


def test_the_middle_of_an_odd_row_waits_for_the_next_level() -> None:
    one, small = 1.0, 2.0**-24  # half of what float32 has after 1: each alone is lost beside 1
    assert meaning.tree_sum([small, one, small]) == one + 2 * small
    assert meaning.tree_sum([one, small, small]) == one
    assert meaning.tree_sum([one, 0.0, small, 0.0, small, 0.0, 0.0, 0.0]) == one
