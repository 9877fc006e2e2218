"""One instruction changed, on instruction sets with and without bundles and jumps."""

import random

import pytest

from kernelcraft.audit.mutation import OPERATORS, Site, mutant, text_of, without
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.isa.assembler import AssemblyError, assemble
from kernelcraft.platforms.amd_npu.machine.assembly import assemble as assemble_bundles
from kernelcraft.platforms.amd_npu.machine.state import AmdNpu
from kernelcraft.platforms.coral_npu.machine.state import Coral
from kernelcraft.platforms.plena.machine.state import Plena
from tests.toys import vliw

CELL = load_cell("plena/gelu/C1")
LOOP = """\
movi r1, #5
here: add r1, r1, r2 ; movi r3, #1
mul r1, r1, r3
jump here
"""


def changes(operator: str, line: str) -> list[str]:
    """What the operator makes of a line of PLENA assembly."""
    program = CELL.platform.assemble(line)
    return [change.after for change in OPERATORS[operator](Site(program, Plena, 0))]


@pytest.mark.parametrize(
    ("operator", "line", "after"),
    [
        (
            "another operand",
            "S_RECI_FP f1, f7",
            ["S_RECI_FP f0, f7", "S_RECI_FP f2, f7", "S_RECI_FP f1, f6"],
        ),
        (
            "another operand",
            "S_LUI_INT gp0, 8",
            [
                "S_LUI_INT gp1, 8",
                "S_LUI_INT gp0, 4",
                "S_LUI_INT gp0, 7",
                "S_LUI_INT gp0, 9",
                "S_LUI_INT gp0, 16",
            ],
        ),
        ("operands swapped", "S_SUB_FP f1, f2, f1", ["S_SUB_FP f2, f1, f1", "S_SUB_FP f1, f1, f2"]),
        ("another mnemonic", "S_RECI_FP f1, f2", ["S_EXP_FP f1, f2", "S_SQRT_FP f1, f2"]),
        ("another mnemonic", "C_SET_ADDR_REG a0, gp0, gp1", []),
        ("left out", "S_RECI_FP f1, f2", []),
        ("twice", "S_ADD_FP f1, f2, f3", []),
        ("twice", "S_ADD_FP f1, f1, f3", ["the same twice"]),
        ("twice", "V_RED_SUM f1, gp1", ["the same twice"]),
        ("twice", "M_MM 0, gp1, gp2", ["the same twice"]),
    ],
)
def test_an_operator(operator: str, line: str, after: list[str]) -> None:
    assert changes(operator, line) == after


def test_every_mutant_of_a_kernel_differs_in_one_operation() -> None:
    program = CELL.platform.assemble(baseline(CELL))
    rng = random.Random(1)
    before = text_of(program, program).split("\n")
    for _ in range(200):
        changed = mutant(Site(program, Plena, rng.randrange(len(program))), rng)
        if changed is not None:
            after = changed.text.split("\n")
            at = changed.operation - 1
            assert before[at] == changed.before
            assert before[:at] == after[:at]
            assert before[at + 1 :] == after[len(after) - len(before) + at + 1 :]


def test_the_text_of_a_program_assembles_to_it() -> None:
    program = CELL.platform.assemble(baseline(CELL))
    assert (CELL.platform.assemble(text_of(program, program)).ops == program.ops).all()


def test_jumps_go_where_they_went_when_an_operation_is_left_out_or_doubled() -> None:
    program = assemble(vliw.isa, LOOP)
    assert text_of(without(program, 0), program) == (
        "add r1, r1, r2 ; movi r3, #1\nmul r1, r1, r3\njump @0\n"
    )
    assert text_of(without(program, 1), program) == (
        "movi r1, #5\nmovi r3, #1\nmul r1, r1, r3\njump @1\n"
    )
    assert text_of(without(program, 2), program).startswith("movi r1, #5\nadd r1, r1, r2\nmul")
    (doubled,) = OPERATORS["twice"](Site(program, vliw.Vliw, 1))
    assert text_of(doubled.program, program) == (
        "movi r1, #5\nadd r1, r1, r2 ; movi r3, #1\nadd r1, r1, r2\nmul r1, r1, r3\njump @1\n"
    )


def test_a_product_that_arrives_later_than_in_the_next_bundle_is_the_same_once_more() -> None:
    program = assemble(vliw.isa, LOOP)
    assert list(OPERATORS["twice"](Site(program, vliw.Vliw, 3))) == []


TURNS = """\
kernel: movx r1, #4  // turns
next:
vlda wl0, [p1], #32 ; add r1, r1, #-1
jnz r1, #next
nop
"""


def mutants_of_turns(operator: str, operation: int) -> list[list[str]]:
    """The lines from `next:` on, for each change."""
    program = assemble_bundles(TURNS)
    found = OPERATORS[operator](Site(program, AmdNpu, operation))
    texts = [text_of(change.program, program).split("\n") for change in found]
    assert all(text[:2] == TURNS.split("\n")[:2] for text in texts)
    return [text[2:-1] for text in texts]


def test_a_changed_bundle_keeps_its_other_slots_and_all_labels_stay() -> None:
    load, add, jump = "vlda wl0, [p1], #32", "add r1, r1, #-1", "jnz r1, #next"
    assert mutants_of_turns("left out", 1) == [[add, jump, "nop"]]
    assert mutants_of_turns("left out", 2) == [[load, jump, "nop"]]
    assert mutants_of_turns("left out", 4) == [[f"{load} ; {add}", jump, ""]]
    assert mutants_of_turns("twice", 2) == [[f"{load} ; {add}", add, jump, "nop"]]
    assert mutants_of_turns("twice", 4) == []  # it does nothing, once or twice
    assert [f"{load} ; add r1, r1, #-2", jump, "nop"] in mutants_of_turns("another operand", 2)
    jumps = [text[1] for text in mutants_of_turns("another operand", 3)]
    assert [jump for jump in jumps if "r1" in jump] == ["jnz r1, #@0", "jnz r1, #@2"]


IMAGE = load_cell("coral_npu/softmax/C1")


def test_an_image_keeps_its_lines_labels_and_data() -> None:
    program = IMAGE.platform.assemble(baseline(IMAGE))
    assert text_of(program, program) == program.source
    call = next(i for i, line in enumerate(program.source.split("\n"), 1) if "call" in line)
    operation = program.lines.tolist().index(call)
    lines = text_of(without(program, operation), program).split("\n")
    assert lines[call - 1].strip().startswith("jalr ra, ")  # what is left of auipc and jalr
    assert [i for i, (a, b) in enumerate(zip(lines, program.source.split("\n"), strict=True), 1)
            if a != b] == [call]  # fmt: skip


def test_mutants_of_an_image_assemble_to_one_other_operation() -> None:
    program = IMAGE.platform.assemble(baseline(IMAGE))
    rng, found = random.Random(1), 0
    for _ in range(100):
        changed = mutant(Site(program, Coral, rng.randrange(len(program))), rng)
        if changed is None or changed.operator in ("left out", "twice"):
            continue
        try:
            other = IMAGE.platform.assemble(changed.text)
        except AssemblyError:
            continue  # an offset that no instruction has
        assert (other.ops != program.ops).any(axis=1).sum() <= 1
        found += 1
    assert found > 30
