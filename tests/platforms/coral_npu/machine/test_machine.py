"""What qemu cannot judge: the core's own instructions, traps, CSRs, errata."""

from __future__ import annotations

import pytest

from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.riscv.csrs import CSRS as TABLE
from kernelcraft.sim.run import Limits
from tests.platforms.coral_npu.machine.table import run

NUMBERS = {each.name: each.number for each in TABLE}
HANDLER = """\
    la t0, trapped
    csrw mtvec, t0
    j begin
trapped:
    csrr a0, mcause
    csrr a1, mepc
    csrr a2, mtval
    mpause
begin:
"""

FAULTS = [
    ("ecall", "ecall (trap 11; no handler: mtvec is 0)"),
    ("ebreak", "the program stopped itself with an error (mcause 0, mepc 0x0)"),
    ("wfi", "it waits for an interrupt, and none will come"),
    (".word 0", "this word is no instruction (trap 2; no handler: mtvec is 0)"),
    ("csrr a0, 0xC00", "there is no such CSR (trap 2; no handler: mtvec is 0)"),
    ("csrr a0, 0x00F", "there is no such CSR (trap 2; no handler: mtvec is 0)"),
    ("csrw vl, a0", "this CSR can only be read (trap 2; no handler: mtvec is 0)"),
    (
        "sw a0, 0(zero)",
        "store to 0x0, where nothing can be written (trap 7; no handler: mtvec is 0)",
    ),
    ("li a1, 0x40000\nlw a0, 0(a1)", "load from 0x40000, where no memory is (trap 5"),
    ("li a1, 0x17fff\nlw a0, 0(a1)", "load from 0x17fff, where no memory is (trap 5"),
    ("li a1, 2\njr a1", "jump to 2, which is no multiple of 4 (trap 0"),
    ("li a1, 0x10000\njr a1", "jump to 0x10000, where no code is"),
    ("vadd.vv v1, v2, v3", "vtype is illegal (vill is set); use vsetvli first (trap 2"),
    ("vsetivli zero, 4, e8, m2, ta, ma\nvadd.vv v1, v2, v4", "a register group must begin at"),
    ("vsetivli zero, 4, e32, m1, ta, ma\nvwadd.vv v2, v4, v5", "more than 32 bits"),
    ("vsetivli zero, 4, e8, m1, ta, ma\nvadd.vv v0, v2, v4, v0.t", "cannot be in v0"),
    ("vsetivli zero, 4, e8, m1, ta, ma\nvslideup.vi v2, v2, 1", "overlaps a source"),
    (
        "vsetivli zero, 4, e8, m1, ta, ma\ncsrwi vstart, 1\nvredsum.vs v1, v2, v3",
        "vstart must be 0",
    ),
    ("fsrmi 5\nfadd.s fa0, fa1, fa2", "5 is no rounding mode"),
    ("vsetivli zero, 4, e8, m1, ta, ma\nvle8.v v1, (zero)\nvse8.v v1, (zero)", "vector store to 0"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[text for text, _ in FAULTS])
@pytest.mark.parametrize("reference", [False, True], ids=["native", "reference"])
def test_faults(text: str, message: str, reference: bool) -> None:
    assert message in run(text, reference=reference).fault


def test_mpause_is_the_normal_end() -> None:
    after = run("li a0, 5")
    assert (after.fault, after.x("a0"), after.run.instructions) == ("", 5, 2)


def test_running_off_the_code_is_a_fault() -> None:
    assert "this word is no instruction" in run("li a0, 5", end="").fault


def test_a_trap_goes_to_the_handler() -> None:
    after = run(f"{HANDLER}li a5, 0x40000\nbad: lw a0, 8(a5)")
    assert after.run.profile.program.image is not None
    bad = after.run.profile.program.image.symbols["bad"]
    assert (after.x("a0"), after.x("a1"), after.x("a2")) == (5, bad, 0x40008)


def test_mret_goes_on_at_mepc() -> None:
    text = "la t0, there\ncsrw mepc, t0\nmret\nli a0, 1\nthere:"
    assert run(text).x("a0") == 0


def test_an_endless_program_uses_up_its_budget() -> None:
    assert "budget of 100 instructions" in run("1: j 1b", limits=Limits(instructions=100)).fault


def test_counters() -> None:
    after = run("csrr a0, minstret\nnop\nnop\ncsrr a1, minstret\ncsrwi mcycle, 0\ncsrr a2, mcycleh")
    assert (after.x("a0"), after.x("a1"), after.x("a2")) == (0, 3, 0)


def test_csrs_after_reset() -> None:
    text = "csrr a0, vlenb\ncsrr a1, vtype\ncsrr a2, mvendorid\ncsrr a3, misa\ncsrr a4, mhartid"
    after = run(text)
    found = [after.x(name) for name in ("a0", "a1", "a2", "a3", "a4")]
    assert found == [16, 1 << 31, 0x426, 0x40201120, 0]


CSRS = {  # readable: what they hold after reset
    "fflags frm fcsr vstart vxsat vxrm vl mie mtvec mscratch mepc mcause mtval": 0,
    "mcontext0 mcontext1 mcontext2 mcontext3 mcontext4 mcontext5 mcontext6 mcontext7 mpc msp": 0,
    "mcycleh minstreth marchid mimpid mhartid kisa kscm0 kscm1 kscm2 kscm3 kscm4": 0,
    "mstatus": 0x1800,
    "misa": 0x4020_1120,
    "vtype": 1 << 31,
    "vlenb": 16,
    "mvendorid": 0x426,
}
READ_ONLY = ("vl", "vtype", "vlenb", "mvendorid", "marchid", "mimpid", "mhartid", "kisa", "kscm0")
WHOLE = ("mie", "mtvec", "mscratch", "mepc", "mcause", "mtval", "mcontext0", "mcontext7", "msp")


@pytest.mark.parametrize(
    ("name", "value"), [(each, value) for names, value in CSRS.items() for each in names.split()]
)
def test_a_csr_after_reset(name: str, value: int) -> None:
    after = run(f"csrr a0, {NUMBERS[name]:#x}")
    assert (after.fault, after.x("a0")) == ("", value)


def test_every_other_number_traps() -> None:
    absent = [number for number in range(4096) if number not in NUMBERS.values()]
    for number in absent[:: len(absent) // 60]:
        after = run(f"{HANDLER}csrr a5, {number:#x}")
        assert (after.fault, after.x("a0")) == ("", 2), hex(number)


@pytest.mark.parametrize("name", READ_ONLY)
@pytest.mark.parametrize("line", ["csrw {}, a0", "csrs {}, a0", "csrc {}, a0", "csrwi {}, 1"])
def test_a_csr_that_can_only_be_read(name: str, line: str) -> None:
    text = line.format(f"{NUMBERS[name]:#x}")
    assert "this CSR can only be read (trap 2" in run(f"li a0, 1\n{text}").fault


@pytest.mark.parametrize("name", WHOLE)
def test_a_csr_that_holds_what_is_written(name: str) -> None:
    number = NUMBERS[name]
    text = f"li a0, 0x87654321\ncsrw {number:#x}, a0\nli a2, 0xf\ncsrc {number:#x}, a2"
    after = run(f"{text}\ncsrr a1, {number:#x}\ncsrw {number:#x}, zero")
    assert (after.fault, after.x("a1")) == ("", 0x87654320)


@pytest.mark.parametrize(
    ("name", "written", "held"),
    [
        ("mstatus", 0xFFFF_FFFF, 0x1888),
        ("misa", 0, 0x4020_1120),
        ("vxrm", 7, 3),
        ("fcsr", 511, 255),
    ],
)
def test_a_csr_that_keeps_some_bits(name: str, written: int, held: int) -> None:
    text = f"li a0, {written}\ncsrw {NUMBERS[name]:#x}, a0\ncsrr a1, {NUMBERS[name]:#x}"
    assert run(text).x("a1") == held


COUNTED = [  # mcycle and minstret: text between two reads, what lies between them
    ("mcycle", "", 2),
    ("mcycle", "lw a4, 0(sp)", 6),
    ("mcycle", "addi a4, a4, 1\n" * 8, 10),
    ("minstret", "", 1),
    ("minstret", "nop\nnop\nfence", 4),
]


@pytest.mark.parametrize(("counter", "text", "passed"), COUNTED)
@pytest.mark.parametrize("reference", [False, True], ids=["native", "reference"])
def test_a_kernel_reads_its_counters(counter: str, text: str, passed: int, reference: bool) -> None:
    body = f"li sp, 0x10000\ncsrr a0, {counter}\n{text}\ncsrr a1, {counter}"
    after = run(body, reference=reference)
    assert after.x("a1") - after.x("a0") == passed


@pytest.mark.parametrize(("counter", "high"), [("mcycle", "mcycleh"), ("minstret", "minstreth")])
def test_a_counter_can_be_set_and_has_64_bits(counter: str, high: str) -> None:
    text = f"csrwi {high}, 5\nli a0, -1\ncsrw {counter}, a0\n" + "nop\n" * 8
    after = run(f"{text}csrr a1, {high}\ncsrr a2, {counter}")
    assert after.x("a1") == 6
    assert after.x("a2") < 30


VSTART = [  # with vstart 1 these trap, all of the reference's list
    *("vredsum.vs v1, v2, v3", "vredmax.vs v1, v2, v3", "vwredsumu.vs v4, v2, v3"),
    *("vcpop.m a0, v1", "vfirst.m a0, v1", "vmsbf.m v1, v2", "vmsif.m v1, v2", "vmsof.m v1, v2"),
    *("viota.m v1, v2", "vcompress.vm v1, v2, v3"),
]


@pytest.mark.parametrize("line", VSTART)
@pytest.mark.parametrize("reference", [False, True], ids=["native", "reference"])
def test_vstart_must_be_0(line: str, reference: bool) -> None:
    text = f"{HANDLER}vsetivli zero, 4, e8, m1, ta, ma\ncsrwi vstart, 1\nbad: {line}"
    found = run(text, reference=reference)
    image = found.run.profile.program.image
    assert image is not None
    assert (found.x("a0"), found.x("a1")) == (2, image.symbols["bad"])
    assert "vstart must be 0" in run(text.replace("csrw mtvec, t0", ""), reference=reference).fault


TRAPS = [  # cause, mtval
    ("ecall", 11, 0),
    (".word 0", 2, 0),
    (".word 0xfe0505b3", 2, 0xFE05_05B3),
    ("vadd.vv v8, v8, v8", 2, 0x0284_0457),
    ("csrwi frm, 6\nbad: fadd.s f1, f1, f1", 2, 0x0010_F0D3),
    ("csrr a5, 0xC00", 2, 0),
    ("li a5, 0x40000\nbad: lw a4, 4(a5)", 5, 0x40004),
    ("bad: sw a4, 8(zero)", 7, 8),
    ("li a5, 6\nbad: jr a5", 0, 6),
]


@pytest.mark.parametrize(("text", "cause", "value"), TRAPS, ids=[text for text, *_ in TRAPS])
def test_what_a_handler_is_told(text: str, cause: int, value: int) -> None:
    text = text if "bad:" in text else f"bad: {text}"
    after = run(f"{HANDLER}{text}")
    image = after.run.profile.program.image
    assert image is not None
    told = (after.x("a0"), after.x("a1"), after.x("a2"))
    assert told == (cause, image.symbols["bad"], value)


ILLEGAL_TYPES = ["e8, mf8", "e16, mf4", "e32, mf2", "e32, mf4", "e64, m1"]


@pytest.mark.parametrize("vtype", ILLEGAL_TYPES)
def test_illegal_vector_types_set_vill(vtype: str) -> None:
    after = run(f"li a1, 4\nvsetvli a0, a1, {vtype}, ta, ma\ncsrr a2, vtype\ncsrr a3, vl")
    assert (after.x("a0"), after.x("a2"), after.x("a3")) == (0, 1 << 31, 0)


LENGTHS = [("e8, m1", 16), ("e8, mf4", 4), ("e16, mf2", 4), ("e32, m8", 32), ("e8, m8", 128)]


@pytest.mark.parametrize(("vtype", "vlmax"), LENGTHS)
def test_vl_is_the_smaller_of_avl_and_vlmax(vtype: str, vlmax: int) -> None:
    text = f"li a1, 3\nvsetvli a0, a1, {vtype}, ta, ma\nvsetvli a2, zero, {vtype}, ta, ma"
    after = run(f"{text}\nli a1, 1000\nvsetvli a3, a1, {vtype}, ta, ma")
    assert [after.x(name) for name in ("a0", "a2", "a3")] == [3, vlmax, vlmax]


def test_arithmetic_goes_on_at_vstart() -> None:
    text = "vsetivli zero, 8, e8, m1, ta, ma\nvmv.v.i v1, 7\ncsrwi vstart, 5\nvadd.vi v1, v1, 1"
    after = run(f"{text}\ncsrr a0, vstart")
    assert after.v(1, 8) == [7, 7, 7, 7, 7, 8, 8, 8]
    assert after.x("a0") == 0


def test_a_vector_access_traps_at_its_element() -> None:
    text = f"{HANDLER}vsetivli zero, 8, e8, m1, ta, ma\nli a5, 0x17ffd\nvle8.v v1, (a5)"
    after = run(text.replace("csrr a2, mtval", "csrr a2, mtval\n    csrr a3, vstart"))
    assert (after.x("a0"), after.x("a2"), after.x("a3")) == (5, 0x18000, 3)


def test_fault_only_first_ends_before_the_element() -> None:
    after = run("vsetivli zero, 8, e8, m1, ta, ma\nli a5, 0x17ffd\nvle8ff.v v1, (a5)\ncsrr a0, vl")
    assert (after.fault, after.x("a0")) == ("", 3)


ZERO = "vsetivli zero, 0, e8, m1, ta, ma\nli a0, 0x10000\n"
HANGS = ["vle8.v v1, (a0)", "vse8.v v1, (a0)", "vadd.vv v1, v2, v3", "vredsum.vs v1, v2, v3"]
FINE = ["vmv.x.s a1, v1", "vcpop.m a1, v1", "vfirst.m a1, v1", "vs1r.v v1, (a0)"]


@pytest.mark.parametrize("line", HANGS)
def test_vl_0_hangs(line: str) -> None:
    assert "erratum vl = 0" in run(ZERO + line).fault
    assert run(ZERO + line, machine=CoralConfiguration(errata=0)).fault == ""


@pytest.mark.parametrize("line", FINE)
def test_vl_0_is_fine(line: str) -> None:
    assert run(ZERO + line).fault == ""


def test_arithmetic_with_vl_0_hangs_only_with_the_retirement_buffer() -> None:
    machine = CoralConfiguration(retirement_buffer=0)
    assert run(ZERO + "vadd.vv v1, v2, v3", machine=machine).fault == ""
    assert "erratum vl = 0" in run(ZERO + "vle8.v v1, (a0)", machine=machine).fault


@pytest.mark.parametrize("line", ["vl1re8.v v8, (a0)", "vl2re32.v v8, (a0)", "vs1r.v v8, (a0)"])
@pytest.mark.parametrize("before", ["", "li t1, 4\nvsetvl zero, zero, t1\n"], ids=["reset", "vill"])
def test_whole_registers_hang_without_a_vector_type(before: str, line: str) -> None:
    """Source: measured on the RTL; after any legal vsetvli, with vl = 0 too, they do not."""
    text = f"li a0, 0x10100\n{before}{line}"
    assert "erratum vill" in run(text).fault
    assert run(text, machine=CoralConfiguration(errata=0)).fault == ""
    assert run(ZERO + line).fault == ""


@pytest.mark.parametrize("reference", [False, True], ids=["native", "reference"])
@pytest.mark.parametrize(
    ("sew", "specified", "found"),
    [(8, 0xFFFF_FFF9, 0xF9), (16, 0xFFFF_FFF9, 0xFFF9), (32, 0xFFFF_FFF9, 0xFFFF_FFF9)],
)
def test_an_element_comes_to_a_scalar_without_its_sign(
    sew: int, specified: int, found: int, reference: bool
) -> None:
    """Measured on the RTL."""
    text = f"vsetivli zero, 1, e{sew}, m1, ta, ma\nli a1, -7\nvmv.s.x v8, a1\nvmv.x.s a0, v8"
    assert run(text, reference=reference).x("a0") == found
    machine = CoralConfiguration(errata=0)
    assert run(text, reference=reference, machine=machine).x("a0") == specified


def test_core_instructions_without_work_here() -> None:
    assert run("flushall\nflushat a0\nslog a0, 1\nfence.i\nfence").fault == ""
