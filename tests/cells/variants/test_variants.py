"""A variant is its base in another language: the same operations, outputs and cycles."""

import contextlib
import random
import re
from dataclasses import replace

import numpy as np
import pytest

from kernelcraft import AssemblyError, Unwritten, bound, grade
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, find_cells, home, load_cell
from kernelcraft.cells.moves import moves
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.cells.variants import STRENGTHS, base_of, parsed
from kernelcraft.cells.variants.drawing import settings
from kernelcraft.grading import lockfile
from kernelcraft.grading.inputs import distributions, draw
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.machine.platform import TIMES
from kernelcraft.sim.run import Limits, Run

BASES = ("plena", "coral_npu", "amd_npu", "boom")
SEEDS = 50
"""Of each strength."""
DRAWN = [
    (base, strength)
    for base in BASES
    for strength in STRENGTHS
    if (base, strength) != ("amd_npu", "timing")
]
CELLS = [f"{base}~encoding-{seed:x}" for seed, base in enumerate(BASES, start=7)]
ENGLISH = {"add", "and", "call", "div", "event", "jump", "max", "min", "mul", "not", "or", "sub"}
ENGLISH |= {"tail", "zero", "fence", "lock", "done", "abs", "acquire", "release", "select"}
DATA = {".word", ".half"}


def small(base: str) -> list[Cell]:
    """Cells of level 1 in their smallest sizes."""
    return find_cells(base, level=1, config="C1")


def texts(cell: Cell) -> list[str]:
    """The baseline's and the expert's, as far as there are such."""
    found = []
    for write in (kernels.baseline, kernels.expert):
        try:
            found.append(write(cell))
        except Unwritten:
            continue
    return found


def drawn(cell: Cell) -> dict[str, FloatArray]:
    values = draw(cell.task, cell.dims, distributions(cell.task)[0], 5)
    return {each.name: cell.platform.representable(each, values[each.name]) for each in cell.inputs}


def ran(cell: Cell, program: Program, *, reference: bool = False) -> Run:
    state = cell.platform.stage(cell.memory_map, drawn(cell), 3)
    return cell.platform.run(program, state, Limits(10_000_000), reference=reference)


@pytest.mark.parametrize("name", CELLS)
def test_kernels_are_the_same_operations_in_the_same_time(name: str) -> None:
    cells = small(name)
    assert cells
    for cell in random.Random(name).sample(cells, 3):
        usual = home(cell)
        assert usual is not cell
        for own, theirs in zip(texts(cell), texts(usual), strict=True):
            assert own != theirs
            program, meant = cell.platform.assemble(own), usual.platform.assemble(theirs)
            assert np.array_equal(program.ops, meant.ops)
            assert np.array_equal(program.lines, meant.lines)
            assert np.array_equal(usual.platform.assemble(kernels.meant(cell, own)).ops, meant.ops)
            one, other = ran(cell, program), ran(usual, meant)
            assert (one.cycles, one.instructions) == (other.cycles, other.instructions)
            assert np.array_equal(
                cell.platform.read(cell.memory_map.output, one.state),
                usual.platform.read(usual.memory_map.output, other.state),
                equal_nan=True,
            )


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize(("base", "strength"), DRAWN)
def test_a_seed_gives_a_machine(base: str, strength: str, seed: int) -> None:
    """It assembles, runs alike on both simulators, and grades its baseline."""
    cells = small(f"{base}~{strength}-{seed * 977:x}")
    cell = cells[seed % len(cells)]
    text = kernels.baseline(cell)
    program = cell.platform.assemble(text)
    native, reference = ran(cell, program), ran(cell, program, reference=True)
    assert native.fault is None
    assert native.cycles == reference.cycles
    for memory in native.state.arrays:
        assert np.array_equal(native.state[memory], reference.state[memory]), memory
    verdict = grade(cell, text, "train", seed=seed)
    assert verdict.correct, verdict.message
    assert verdict.cycles is None or verdict.cycles >= (bound(cell) or 0)
    assert verdict.speedup is None or verdict.speedup == pytest.approx(1, rel=0.2)
    with contextlib.suppress(Unwritten):
        best = ran(cell, cell.platform.assemble(kernels.expert(cell)))
        assert best.fault is None
        assert best.cycles >= (bound(cell) or 0)


@pytest.mark.parametrize("name", CELLS)
def test_no_name_of_the_base_is_left(name: str) -> None:
    platform, base = platforms.platform(name), platforms.platform(base_of(name))
    pages = (*platform.manual().pages, *platform.prompt_sections())
    text = "\n".join(
        [
            *(f"{page.title}\n{page.text}" for page in pages if page.title != "Plans"),
            platform.instruction_section("compact"),
            platform.describe(small(name)[0].memory_map),
            platform.ending,
            platform.timed,
        ]
    )
    text = re.sub(r"^(Unit|Operand [a-z0-9_]+): .*$", "", text, flags=re.MULTILINE)
    language = platform.isa.language
    assert language is not None
    known = {*base.isa.forms, *base.isa.pseudos, *language.wording.registers}
    known -= ENGLISH | DATA | {*base.isa.units, *base.isa.operands}
    known = {each for each in known if len(each) > 1}
    left = [each for each in known if re.search(rf"(?<![\w.]){re.escape(each)}(?![\w])", text)]
    assert left == []


def test_its_pages_say_its_own_order() -> None:
    platform = platforms.platform("coral_npu~encoding-7")
    for page in platform.manual().pages:
        syntax = re.search(r"^Syntax: (.*)$", page.text, re.MULTILINE)
        if syntax:
            assert syntax[1] in {each.syntax for each in platform.isa.table}


@pytest.mark.parametrize("strength", STRENGTHS)
def test_pseudo_instructions_mean_what_the_page_says(strength: str) -> None:
    """Each line of the page, with registers and numbers in the places of its letters."""
    platform = platforms.platform(f"coral_npu~{strength}-51")
    language = platform.isa.language
    assert language is not None
    page = platform.manual().page("Pseudo-instructions")
    assert page is not None
    tried = set()
    for stem in ("a", "fa", "v"):
        for line in page.text.splitlines()[1:]:
            for number, letter in enumerate("ABCDE", start=1):
                register = language.wording.registers[f"{stem}{number}"]
                line = re.sub(rf"\b{letter}\b", register, line)
            own, _, meant = line.partition(": ")
            try:
                whole = platform.assemble("\n".join([*meant.split("; "), platform.ending]))
            except AssemblyError:
                continue  # its operands are other registers
            ops = platform.assemble(f"{own}\n{platform.ending}").ops
            assert np.array_equal(ops, whole.ops), line
            tried.add(own.split()[0])
    assert len(tried) >= 40


TIMED = ["plena~timing-1/gemm/C1", "coral_npu~timing-1/gelu/C1", "boom~timing-1/copy/C1"]


@pytest.mark.parametrize("name", TIMED)
def test_other_times_change_cycles_and_nothing_else(name: str) -> None:
    """Neither the operations nor the output; the baseline is timed on the same machine."""
    cell, base = load_cell(name), load_cell(re.sub("~timing-1", "", name))
    program = cell.platform.assemble(kernels.baseline(cell))
    one, other = ran(cell, program), ran(base, base.platform.assemble(kernels.baseline(base)))
    assert np.array_equal(program.ops, other.profile.program.ops)
    assert one.cycles > other.cycles
    assert np.array_equal(
        cell.platform.read(cell.memory_map.output, one.state),
        base.platform.read(base.memory_map.output, other.state),
        equal_nan=True,
    )
    lock, usual = lockfile.lock(cell), lockfile.lock(base)
    assert lock is not None
    assert usual is not None
    assert lock.baseline_cycles > usual.baseline_cycles
    assert lock.taus == usual.taus
    assert (bound(cell) or 0) >= (bound(base) or 0)


def test_the_pages_have_the_drawn_times() -> None:
    name = "coral_npu~timing-1"
    variant = parsed(name)
    assert variant is not None
    latency = settings(variant, TIMES)["axi_read_latency"]
    told = "\n".join(page.text for page in platforms.platform(name).prompt_sections())
    assert f"takes {latency} cycles more" in told


MISTAKES = [
    ("plena~encoding-9", "S_ADD_FP f1, f0, f0", "unknown instruction 'S_ADD_FP'"),
    ("coral_npu~encoding-9", "addi a0, a0, 1", "unknown instruction 'addi'"),
    ("amd_npu~encoding-9", "vmac.f bml0, bml0, x0, x4, r0", "unknown instruction 'vmac.f'"),
    ("boom~encoding-9", "kernel:\nld a0, 0(a0)", "unknown instruction 'ld'"),
]


@pytest.mark.parametrize(("name", "text", "says"), MISTAKES)
def test_what_the_base_would_take_is_refused(name: str, text: str, says: str) -> None:
    with pytest.raises(AssemblyError, match=re.escape(says)):
        platforms.platform(name).assemble(text)


@pytest.mark.parametrize("name", CELLS)
def test_messages_speak_the_language(name: str) -> None:
    """An empty kernel lacks its end, which a message names; a wrong operand gets its own order."""
    platform, base = platforms.platform(name), platforms.platform(base_of(name))
    known = {*base.isa.forms, *base.isa.pseudos} - ENGLISH - DATA
    table = [each for each in platform.isa.table if len(each.operands) > 1][:40]
    for each in table:
        with pytest.raises(AssemblyError) as error:
            platform.assemble(f"{each.mnemonic} nonsense,")
        words = set(re.findall(r"[A-Za-z_][\w.]+", str(error.value)))
        assert not words & known, str(error.value)


def test_faults_of_a_run_speak_the_language() -> None:
    cell = load_cell("plena~encoding-9/silu/C1")
    language = cell.platform.isa.language
    assert language is not None
    endless = language.said("S_ADDI_INT gp1, gp0, 4096\nS_LD_FP f1, gp1, 0")
    run = ran(cell, cell.platform.assemble(endless))
    assert run.fault is not None
    assert not re.search(r"\bgp\d|\bS_", str(run.fault)), str(run.fault)


@pytest.mark.parametrize("name", ["plena~encoding-5/silu/C1", "coral_npu~names-5/relu/C1"])
def test_moves_are_those_of_the_base(name: str) -> None:
    cell = load_cell(name)
    usual = home(cell)
    own, theirs = moves(cell), moves(usual)
    assert [each.name for each in own] == [each.name for each in theirs]
    found = 0
    for one, other in zip(own, theirs, strict=True):
        said = next(one.propose(cell, kernels.baseline(cell), random.Random(1)), None)
        meant = next(other.propose(usual, kernels.baseline(usual), random.Random(1)), None)
        assert (said is None) == (meant is None)
        if said is not None and meant is not None:
            ops = cell.platform.assemble(said).ops
            assert np.array_equal(ops, usual.platform.assemble(meant).ops)
            found += 1
    assert found


def test_hazards_and_explanations_are_those_of_the_base() -> None:
    cell = load_cell("amd_npu~encoding-5/relu/C1")
    usual = home(cell)
    text = kernels.expert(cell)
    program = cell.platform.assemble(text)
    meant = usual.platform.assemble(kernels.expert(usual))
    own, theirs = kernels.hazards(cell, program), kernels.hazards(usual, meant)
    assert own is not None
    assert theirs is not None
    assert [each.doubtful for each in own] == [each.doubtful for each in theirs]
    explainer, known = kernels.explainer(cell), kernels.explainer(usual)
    assert explainer is not None
    assert known is not None
    limits = Limits(10_000_000, traced=explainer.TRACED)
    runs = [
        each.platform.run(p, each.platform.stage(each.memory_map, drawn(each), 3), limits)
        for each, p in ((cell, program), (usual, meant))
    ]
    assert explainer.explanation(cell, runs[0]) == known.explanation(usual, runs[1])


def test_words_have_the_bits_of_the_variant() -> None:
    cell = load_cell("coral_npu~encoding-5/relu/C1")
    program = cell.platform.assemble(kernels.expert(cell))
    usual = replace(program, isa=home(cell).platform.isa)
    assert program.words() != usual.words()
    names = load_cell("coral_npu~names-5/relu/C1")
    assert names.platform.assemble(kernels.expert(names)).words() == usual.words()
