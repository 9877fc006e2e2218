"""The experts of elements and rows: right on small cells and at sizes with tails, and fast."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, load_cell, make_cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import (
    Shape,
    Trial,
    interleave,
    step,
    trying,
)

FASTER = {
    "relu": 1.01,
    "silu": 1.5,
    "gelu": 1.5,
    "softmax": 2.6,
    "layer_norm": 2.2,
    "rms_norm": 2.9,
}
"""Times the speed of the baseline on the smallest cell."""
CORAL = platforms.platform("coral_npu")
CODE = 8 * 1024  # bytes of ITCM


def cell_of(task: str, **dims: int) -> Cell:
    return make_cell(CORAL, tasks.load(task, "int8"), "test", dims)


def name(cell: Cell) -> str:
    return f"{cell.task.name} {'x'.join(map(str, cell.dims.values()))}"


@pytest.mark.parametrize("task", FASTER)
def test_right_and_faster_than_the_baseline(task: str) -> None:
    cell = load_cell(f"coral_npu/{task}/C1")
    verdict = grade(cell, kernels.expert(cell), seed=7, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.speedup is not None
    assert verdict.speedup >= FASTER[task]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "cell",
    [
        cell_of("relu", n=1),
        cell_of("relu", n=401),
        *(cell_of("silu", n=n) for n in (1, 63, 64, 65, 128, 129)),  # one block, two, three
        *(cell_of("gelu", n=n) for n in (320, 400, 449)),  # every number of blocks after a loop
        cell_of("softmax", rows=1, width=1),  # no second row, less than a line
        cell_of("softmax", rows=3, width=17),  # a line of one element
        cell_of("softmax", rows=2, width=65),
        cell_of("softmax", rows=5, width=127),  # rows that begin within a line
        cell_of("softmax", rows=3, width=129),  # more than registers hold
        cell_of("softmax", rows=2, width=256),
        cell_of("layer_norm", rows=1, width=1),
        cell_of("layer_norm", rows=2, width=4),  # roots of 2
        cell_of("layer_norm", rows=3, width=33),  # a block of one column, an odd number of rows
        cell_of("layer_norm", rows=4, width=127),
        cell_of("layer_norm", rows=2, width=129),  # t does not fit int16
        cell_of("layer_norm", rows=3, width=256),
        cell_of("rms_norm", rows=1, width=4),
        cell_of("rms_norm", rows=2, width=16),
        cell_of("rms_norm", rows=3, width=33),  # all of x in registers
        cell_of("rms_norm", rows=4, width=63),
        cell_of("rms_norm", rows=4, width=65),  # and not
        cell_of("rms_norm", rows=5, width=70),
        cell_of("rms_norm", rows=2, width=200),
    ],
    ids=name,
)
def test_right_at_sizes_with_tails(cell: Cell) -> None:
    verdict = grade(cell, kernels.expert(cell), seed=3, second_run=False)
    assert verdict.correct, verdict.message


@pytest.mark.parametrize("task", FASTER)
def test_vl_is_set_before_the_first_vector_load(task: str) -> None:
    """The RTL hangs at any vector load with vl = 0, whole registers included; the simulator not."""
    text = kernels.expert(load_cell(f"coral_npu/{task}/C1"))
    first = next(line.split()[0] for line in text.splitlines() if line.strip().startswith("v"))
    assert first in ("vsetvli", "vsetivli")


@pytest.mark.parametrize("task", FASTER)
def test_the_same_text_every_time(task: str) -> None:
    cell = load_cell(f"coral_npu/{task}/C3")
    again = make_cell(cell.platform, cell.task, "C3", cell.dims)
    assert kernels.expert(cell) == kernels.expert(again)


@pytest.mark.parametrize(
    "cell",
    [
        cell_of("silu", n=32767),
        cell_of("softmax", rows=128, width=127),
        cell_of("softmax", rows=128, width=255),
        cell_of("layer_norm", rows=127, width=127),
        cell_of("layer_norm", rows=128, width=255),
        cell_of("rms_norm", rows=127, width=127),
    ],
    ids=name,
)
def test_the_longest_texts_fit_the_code_memory(cell: Cell) -> None:
    program = CORAL.assemble(kernels.expert(cell))
    assert 4 * len(program.ops) <= CODE


@pytest.mark.parametrize(
    ("cell", "complaint"),
    [
        (cell_of("softmax", rows=2, width=257), "a row of 257 is more than 256"),
        (cell_of("layer_norm", rows=2000, width=16), "2000 rows of x do not fit the DTCM"),
    ],
    ids=["softmax", "layer_norm"],
)
def test_other_sizes_are_refused_with_a_sentence(cell: Cell, complaint: str) -> None:
    with pytest.raises(Unwritten, match=complaint):
        kernels.expert(cell)


def test_sequences_are_interleaved_and_shapes_set_where_they_change() -> None:
    bytes_, words = Shape("t0", 8, 1), Shape("t0", 32, 4)
    sequences = {
        "a": [step(("vadd.vv", "v1", "v1", "v2"), shape=bytes_), step(("addi", "a0", "a0", 1))],
        "b": [step(("vmul.vv", "v4", "v4", "v8"), shape=words)],
        "c": [step(("vsub.vv", "v1", "v1", "v2"), shape=bytes_)],
    }
    asm = Assembly("interleaved")
    with trying(Trial({"test": "acba"})) as trial:
        interleave(asm, "test", sequences)
    assert trial.asked == {"test": ("a", "a", "b", "c")}
    assert str(asm).splitlines()[3:-1] == [
        "    vsetvli zero, t0, e8, m1, ta, ma",
        "    vadd.vv v1, v1, v2",
        "    vsub.vv v1, v1, v2",
        "    vsetvli zero, t0, e32, m4, ta, ma",
        "    vmul.vv v4, v4, v8",
        "    addi a0, a0, 1",
    ]
