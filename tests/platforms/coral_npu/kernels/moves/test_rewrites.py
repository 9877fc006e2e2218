"""Rewrites keep every byte of the output, whatever the kernel does; illegal ones are refused."""

import random
from collections.abc import Iterator

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.coral_npu.kernels.moves import moves, straight
from kernelcraft.platforms.coral_npu.kernels.moves.hoist import hoisted
from kernelcraft.platforms.coral_npu.kernels.moves.join import joined
from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel
from kernelcraft.platforms.coral_npu.kernels.moves.listing import render
from kernelcraft.platforms.coral_npu.kernels.moves.loops import Loop, loops, unrolled
from kernelcraft.platforms.coral_npu.kernels.moves.order import reordered
from kernelcraft.platforms.coral_npu.kernels.moves.tables import gathered
from kernelcraft.sim.run import Limits

SILU = load_cell("coral_npu/silu/C1")  # input at 0x20000000, output at 0x20001000
LIMITS = Limits(instructions=1_000_000)
CELLS = ("silu/C1", "softmax/C1", "layer_norm/C1", "gemv/C1", "conv2d/C1", "depthwise_conv/C1")
FORMS = (
    "lb {x}, {byte}(a0)",
    "lbu {x}, {byte}(a2)",
    "lw {x}, {word}(a2)",
    "sw {x}, {word}(a2)",
    "sb {x}, {byte}(a2)",
    "add {x}, {y}, {z}",
    "addi {x}, {y}, 5",
    "mul {x}, {y}, {z}",
    "addi a0, a0, 4",
    "vle8.v {b}, (a0)",
    "vle16.v {h}, (a0)",
    "vle32.v {w}, (a2)",
    "vse16.v {h}, (a2)",
    "vsetvli zero, zero, e8, m1, ta, ma\n\tvadd.vv {b}, {b}, {c}",
    "vsetvli zero, zero, e8, m1, ta, ma\n\tvwmul.vv {h}, {b}, {c}",
    "vsetvli zero, zero, e16, m2, ta, ma\n\tvwmacc.vx {w}, {x}, {h}",
    "vsetvli zero, zero, e16, m2, ta, ma\n\tvsext.vf2 {h}, {b}\n\tvwadd.wv {w}, {w}, {h}",
    "vsetvli zero, zero, e16, m2, ta, ma\n\tvnclip.wi {h}, {w}, 3",
    "vsetvli zero, zero, e32, m4, tu, ma\n\tvmacc.vx {w}, {x}, {u}",
    "vsetvli zero, zero, e8, m1, ta, mu\n\tvmsgt.vx v0, {b}, {x}\n\tvadd.vv {b}, {b}, {c}, v0.t",
    "vsetvli zero, zero, e32, m4, ta, ma\n\tvredsum.vs v24, {u}, {w}\n\tvmv.x.s {x}, v24",
)
SCALARS = ("t1", "t2", "t3", "t4", "t5")
GROUPS = {8: ("v4", "v5", "v6"), 16: ("v8", "v10"), 32: ("v12", "v16", "v20")}  # one width each


def random_kernel(rng: random.Random) -> str:
    """Random work in a loop in a function, then all results stored."""
    lines = ["_start:", "call work", "mpause", "work:", "addi sp, sp, -16", "sw s1, 12(sp)"]
    lines += ["lui a0, 131072", "lui a1, 131073", "lui a2, 16", f"li a3, {rng.randint(1, 16)}"]
    lines += ["vsetvli zero, a3, e32, m4, ta, ma"]
    lines += [f"lw {x}, {4 * n}(a0)" for n, x in enumerate(SCALARS)]
    lines += [f"vle{width}.v {v}, (a0)" for width, groups in GROUPS.items() for v in groups]
    lines += [f"li s1, {rng.choice((1, 2, 4, 6))}", "loop:"]
    for _ in range(rng.randrange(4, 25)):
        names = {key: rng.choice(SCALARS) for key in "xyz"}
        names |= {"b": rng.choice(GROUPS[8]), "c": rng.choice(GROUPS[8])}
        names |= {"h": rng.choice(GROUPS[16])}
        names |= {"w": rng.choice(GROUPS[32]), "u": rng.choice(GROUPS[32])}
        byte, word = rng.randrange(16), 4 * rng.randrange(4)
        form = rng.choice(FORMS).format(**names, byte=byte, word=word)
        lines += form.split("\n\t")
    lines += ["addi s1, s1, -1", "bnez s1, loop", "vsetvli zero, a3, e32, m4, ta, ma"]
    lines += [f"sw {x}, {4 * n}(a1)" for n, x in enumerate(SCALARS)]
    for width, groups in GROUPS.items():
        for group in groups:
            lines += ["addi a1, a1, 48", f"vse{width}.v {group}, (a1)"]
    return "\n".join([*lines, "lw s1, 12(sp)", "ret"]) + "\n"


def output(cell: Cell, text: str, seed: int) -> bytes:
    """The bytes of the output's place after a run on random inputs."""
    staged = input_set(cell, "wide", seed, poison=True).staged.copy()
    run = cell.platform.run(cell.platform.assemble(text), staged, LIMITS)
    assert run.fault is None, f"{run.fault}\n{text}"
    return cell.platform.read(cell.memory_map.output, run.state).tobytes()


def proposals(cell: Cell, text: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    return ((move.name, new) for move in moves(cell) for new in move.propose(cell, text, rng))


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(40))
def test_random_kernels_keep_their_output(seed: int) -> None:
    rng = random.Random(seed)
    kernel = random_kernel(rng)
    expected, found = output(SILU, kernel, seed), list(proposals(SILU, kernel, rng))
    assert len(found) > 3
    for name, text in found:
        assert output(SILU, text, seed) == expected, f"{name}\n{kernel}\n{text}"


@pytest.mark.sweep
@pytest.mark.parametrize("name", CELLS)
def test_every_proposal_for_a_baseline_is_right(name: str) -> None:
    cell = load_cell(f"coral_npu/{name}")
    kernel = kernels.baseline(cell)
    for move, text in proposals(cell, kernel, random.Random(1)):
        verdict = grade(cell, text, seed=3, second_run=False)
        assert verdict.correct, f"{move}: {verdict.message}"


def kernel_of(body: str, before: str = "") -> tuple[Kernel, Loop | None]:
    """A kernel of a loop of four turns, and that loop."""
    text = f"""_start:
	lui a0, 131072
	lui a2, 16
	li s1, 4
	vsetivli zero, 16, e8, m1, ta, ma
	{before}
loop:
	{body}
	addi s1, s1, -1
	bnez s1, loop
	lui a1, 131073
	vse8.v v8, (a1)
	sw t1, 16(a1)
	sw t2, 20(a1)
	mpause
"""
    kernel = straight(SILU, text)
    assert kernel is not None
    return kernel, next(iter(loops(kernel)), None)


def order_of(body: str) -> list[str]:
    """The names of the instructions of a loop after reordering."""
    kernel, _ = kernel_of(body)
    return [line.name for line in reordered(kernel, None, 0.0).lines if line.operations]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("sw t1, 0(a2)", "lw t2, 0(a2)"),  # the same word
        ("vse8.v v8, (a2)", "lb t2, 15(a2)"),  # its last byte
        ("vle8.v v8, (a2)", "vadd.vi v8, v8, 1"),
        ("vmseq.vi v0, v8, 1", "vmerge.vim v8, v8, 2, v0"),  # an operand nobody writes
        ("vsetivli zero, 3, e8, m1, ta, ma", "vadd.vi v8, v8, 1"),
    ],
)
def test_what_depends_on_each_other_stays_in_order(first: str, second: str) -> None:
    names = order_of(f"mul t3, t1, t1\n\t{first}\n\t{second}\n\tmul t1, t1, t1")
    one, other = first.split()[0], second.split()[0]
    assert names.index(one, names.index("mul") if one == "mul" else 0) < len(names)
    place = max(i for i, name in enumerate(names[:-4]) if name == one)
    assert other in names[place:]


def test_an_invariant_load_goes_before_the_loop() -> None:
    kernel, loop = kernel_of("lw t1, 0(a2)\n\tadd t2, t2, t1")
    assert loop is not None
    new = hoisted(kernel, loop)
    assert new is not None
    names = [line.name for line in new.lines]
    assert names.index("lw") < names.index("bnez") - loop.size + 1


@pytest.mark.parametrize(
    "body",
    [
        "lw t1, 0(a2)\n\tadd t2, t2, t1\n\tsw t2, 0(a2)",  # the loop stores there
        "lw t1, 0(a2)\n\taddi a2, a2, 4\n\tadd t2, t2, t1",  # another address each time
    ],
)
def test_what_changes_stays_in_the_loop(body: str) -> None:
    kernel, loop = kernel_of(body)
    assert loop is not None
    new = hoisted(kernel, loop)
    assert new is None or "lw" in [line.name for line in new.lines[new.places["loop"] :]]


@pytest.mark.parametrize("copies", [2, 4])
def test_unrolled_loops_make_fewer_turns(copies: int) -> None:
    kernel, loop = kernel_of("addi t1, t1, 1")
    assert loop is not None
    new = unrolled(kernel, loop, copies)
    assert new is not None
    assert sum(line.operands == "t1, t1, 1" for line in new.lines) == copies
    assert ("bnez" in [line.name for line in new.lines]) == (copies < 4)
    assert unrolled(kernel, loop, 3) is None


def test_a_loop_that_depends_on_data_is_not_unrolled() -> None:
    kernel = straight(SILU, "_start:\n\tlui a0, 131072\nloop:\n\tlb t1, 0(a0)\n\tbnez t1, loop\n"
                            "\tmpause\n")  # fmt: skip
    assert kernel is None or not loops(kernel)


BYTES = "lb t1, 0(a2)\n\tlb t2, 1(a2)\n\t{between}\n\tlb t3, 2(a2)\n\tlb t4, 3(a2)\n\t"
USES = "add t1, t1, t2\n\tadd t2, t3, t4"


@pytest.mark.parametrize(
    ("between", "words"), [("nop", 1), ("sb t1, 3(a2)", 0), ("sb t1, 4(a2)", 1)]
)
def test_bytes_become_a_word_unless_one_of_them_is_stored(between: str, words: int) -> None:
    kernel, _ = kernel_of(BYTES.format(between=between) + USES)
    new = joined(kernel)
    assert (new is not None) == bool(words)
    if new is not None:
        assert sum(line.name == "lw" for line in new.lines) == words


@pytest.mark.parametrize(
    ("store", "legal"), [("vse8.v v8, (a0)", True), ("vse8.v v8, (a2)", False)]
)
def test_a_table_that_the_loop_changes_stays_in_memory(store: str, legal: bool) -> None:
    before = "li t5, 64\n\tvsetvli zero, t5, e8, m4, ta, ma"
    kernel, loop = kernel_of(f"vle8.v v8, (a0)\n\tvluxei8.v v8, (a2), v8\n\t{store}", before)
    assert loop is not None
    assert (gathered(kernel, loop) is not None) == legal


@pytest.mark.parametrize(
    ("use", "lmul"),
    [("vadd.vi v8, v8, 1", "m1"), ("vslidedown.vi v8, v16, 1", "m4")],  # sees what is behind vl
)
def test_groups_are_as_long_as_their_elements_need(use: str, lmul: str) -> None:
    kernel, _ = kernel_of(use, "vsetivli zero, 16, e8, m4, ta, ma")
    assert f"e8, {lmul}" in render("", kernel.lines)


@pytest.mark.parametrize("text", ["not a kernel", "_start:\n\tlw t0, 0(zero)\n\tjr t0\n"])
def test_kernels_it_cannot_follow_are_left_alone(text: str) -> None:
    assert not list(proposals(SILU, text, random.Random(0)))


def test_the_same_seed_gives_the_same_proposals() -> None:
    cell = load_cell("coral_npu/gemv/C1")
    kernel = kernels.baseline(cell)
    first, second = (list(proposals(cell, kernel, random.Random(3))) for _ in range(2))
    assert first == second
    assert len(set(first)) > 5


@pytest.mark.parametrize("name", ["gemv/C4", "layer_norm/C5"])  # loops entered in the middle
def test_a_straight_kernel_stays_as_it_is(name: str) -> None:
    cell = load_cell(f"coral_npu/{name}")
    kernel = straight(cell, kernels.baseline(cell))
    assert kernel is not None
    text = render("", kernel.lines)
    again = straight(cell, text)
    assert again is not None
    assert render("", again.lines) == text
