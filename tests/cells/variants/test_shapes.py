"""Machines of another shape: their sizes, manual, kernels and bounds follow from what was drawn."""

import random
import re

import numpy as np
import pytest

from kernelcraft import AssemblyError, Unwritten, bound, expert
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import UnknownName, find_cells, home, load_cell
from kernelcraft.cells.knobs import space
from kernelcraft.cells.moves import moves
from kernelcraft.cells.size_rules import held_out_rules
from kernelcraft.cells.variants import Variant, parsed
from kernelcraft.cells.variants.cells import drawn_cells
from kernelcraft.cells.variants.shapes import absent, droppable, shape
from kernelcraft.grading.verification import grade
from kernelcraft.isa.language import Language, Wording
from kernelcraft.isa.operand import Register
from kernelcraft.platforms.plena.kernels.shape import Shape
from tests.cells.variants.test_variants import ran

SHAPED = ("plena", "coral_npu", "amd_npu", "boom")
WIDE = "plena~shape-2"
"""MLEN = 256, BLEN = 8, HLEN = 8."""


def drawn(name: str) -> Variant:
    variant = parsed(name)
    assert variant is not None
    return variant


def test_sizes_grow_with_rows_results_and_heads() -> None:
    settings = shape(drawn(WIDE)).settings
    assert (settings["mlen"], settings["blen"], settings["hlen"]) == ("256", "8", "8")
    grown = {"softmax": {"rows": 8, "width": 256}, "gemm": {"M": 8, "K": 256, "N": 256}}
    grown["mha"] = {"s": 32, "h": 256, "n_h": 1}
    for task, dims in grown.items():
        assert load_cell(f"{WIDE}/{task}/C1").dims == dims
    rules = held_out_rules(WIDE)
    assert str(rules["gemm"]["K"]) == "a multiple of 256 from 256 to 1,024"
    assert str(rules["mha"]["h"]) == "n_h times 256 or 512"
    sized = load_cell(f"{WIDE}/softmax/rows=24,width=512")
    assert sized.held_out
    verdict = grade(sized, kernels.baseline(sized), "train", seed=1, second_run=False)
    assert verdict.correct, verdict.message


def test_what_cannot_follow_is_not_there() -> None:
    with pytest.raises(UnknownName, match="its rotation of 64 lanes does not fit rows of 256"):
        load_cell(f"{WIDE}/rope/C1")
    assert not [c for c in find_cells(WIDE, config="C1") if c.task.name == "rope"]
    names = drawn_cells(["plena/rope/C1"], "shape", seed=3)
    for name in (next(names) for _ in range(3)):
        assert Shape.of(load_cell(name).memory_map).row == 64


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("base", SHAPED)
def test_the_manual_has_what_the_machine_has(base: str, seed: int) -> None:
    """Neither an instruction nor a register that was left out has a page, a line or a text."""
    name = f"{base}~shape-{seed}"
    platform, usual = platforms.platform(name), platforms.platform(base)
    language, found = platform.isa.language, shape(drawn(name))
    assert language is not None
    left = {language.mnemonic(each) for each in found.dropped}
    left |= {language.registers(each) for each in language.missing - found.dropped}
    assert left
    pages = (*platform.manual().pages, *platform.prompt_sections())
    parts = [f"{page.title}\n{page.text}" for page in pages]
    parts += [platform.instruction_section("compact")]
    parts += [platform.describe(load_cell(f"{name}/{task}/C1").memory_map) for task in TASKS[base]]
    told = set(re.findall(r"[A-Za-z_][\w.]*", "\n".join(parts)))
    assert not told & left
    for mnemonic in found.dropped:
        for form in usual.isa.forms[mnemonic]:
            with pytest.raises(AssemblyError, match="unknown instruction"):
                platform.assemble(f"{language.mnemonic(mnemonic)} {form.syntax.partition(' ')[2]}")
    for file, count in found.registers.items():
        operand = next(
            each
            for each in usual.isa.operands.values()
            if isinstance(each, Register) and each.file == file
        )
        own = platform.isa.operands[operand.name]
        assert own.values[-1] == min(count, operand.count) - 1


TASKS = {
    "plena": ("silu", "gemm"),
    "coral_npu": ("relu",),
    "amd_npu": ("relu",),
    "boom": ("copy",),
}


@pytest.mark.parametrize("base", SHAPED)
def test_baselines_do_without_what_may_be_dropped(base: str) -> None:
    """In all published sizes, said in the language of a machine that lacks all of it."""
    dropped = frozenset[str]().union(*droppable(base))
    assert dropped
    isa = platforms.platform(base).isa
    language = Language(isa, "none of it", Wording(dropped=dropped))
    for cell in find_cells(base, config=None if base == "boom" else "C3"):
        try:
            text = kernels.baseline(cell)
        except Unwritten:
            continue
        assert not language.lacks(text), cell.name


LARGER = ("attention", "ffn", "rope", "flash_attention", "swiglu", "mha", "decoder_llama", "gqa")


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(16))
def test_baselines_of_composed_tasks_are_right(seed: int) -> None:
    """On PLENA, where they are generated for the shape."""
    name, task = f"plena~shape-{seed * 977:x}", LARGER[seed % len(LARGER)]
    if task in absent(name):
        assert task == "rope"
        return
    cell = load_cell(f"{name}/{task}/C1")
    verdict = grade(cell, kernels.baseline(cell), "train", seed=seed, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.cycles is not None
    assert verdict.cycles >= (bound(cell) or 0) > 0


def test_kernels_for_the_usual_shape_are_not_handed_out() -> None:
    cell = load_cell(f"{WIDE}/silu/C1")
    with pytest.raises(Unwritten, match="MLEN = 64, BLEN = 4 and HLEN = 16 only"):
        expert(cell)
    assert space(load_cell(f"{WIDE}/silu/C4")) is None


def test_an_expert_of_the_usual_shape_is_faster_and_not_below_its_bound() -> None:
    """On a machine that lacks registers or other instructions than those it needs."""
    found = next(
        cell
        for cell in (load_cell(f"plena~shape-{seed:x}/silu/C1") for seed in range(5_000))
        if Shape.of(home(cell).memory_map) == Shape.of(load_cell("plena/silu/C1").memory_map)
    )
    run = ran(found, found.platform.assemble(expert(found)))
    assert run.fault is None
    usual = ran(found, found.platform.assemble(kernels.baseline(found)))
    assert (bound(found) or 0) <= run.cycles < usual.cycles


@pytest.mark.parametrize("task", ["silu", "softmax", "layer_norm"])
def test_a_tuner_finds_faster_kernels(task: str) -> None:
    cell = load_cell(f"{WIDE}/{task}/C1")
    text = kernels.baseline(cell)
    before = ran(cell, cell.platform.assemble(text))
    output = cell.platform.read(cell.memory_map.output, before.state)
    found = 0
    for move in moves(cell):
        for each in list(move.propose(cell, text, random.Random(1)))[:1]:
            run = ran(cell, cell.platform.assemble(each))
            assert (bound(cell) or 0) <= run.cycles < before.cycles
            assert np.array_equal(cell.platform.read(cell.memory_map.output, run.state), output)
            found += 1
    assert found
