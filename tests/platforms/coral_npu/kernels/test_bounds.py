"""No run is below its cell's bound, and no program beats what the bound's parts are made of."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelcraft import tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, find_cells, load_cell, make_cell
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading import inputs
from kernelcraft.platforms.coral_npu.kernels.bounds import breakdown
from kernelcraft.platforms.coral_npu.kernels.bounds.products import taps
from kernelcraft.platforms.coral_npu.kernels.bounds.ways import (
    BROADCAST,
    LANEWISE,
    REDUCED,
    WIDENING,
)
from kernelcraft.platforms.coral_npu.kernels.bounds.windows import Axis
from kernelcraft.platforms.coral_npu.kernels.bounds.work import (
    BESIDE,
    ENDS,
    GROUP,
    PASSING,
    Demand,
    Work,
)
from kernelcraft.sim.run import Limits

CELLS = find_cells("coral_npu")
ROOT = Path(__file__).parents[4]
LIMITS = Limits(instructions=10_000_000, cycles=100_000_000)
INPUT, OUTPUT = 0x2000_0000, 0x2000_1000
READ, WRITE = 14, 6  # cycles of a line, after 10 cycles of latency
REGISTERS = 8  # of one access


def cycles(cell: Cell, kernel: str) -> int:
    """Of a run on normal inputs."""
    values = inputs.draw(cell.task, cell.dims, "normal", 1)
    state = cell.platform.stage(cell.memory_map, values, None)
    run = cell.platform.run(cell.platform.assemble(kernel), state, LIMITS)
    assert run.fault is None
    return run.cycles


def least(cell: Cell) -> int:
    """The bound, which every cell has."""
    bound = kernels.bound(cell)
    assert bound is not None
    return bound


def program(*lines: str) -> int:
    """The cycles of a text that finds a0 at the inputs, a1 at the output, and 16 bytes of vl."""
    start = (f"lui a0, {INPUT >> 12}", f"lui a1, {OUTPUT >> 12}", "vsetivli t0, 16, e8, m1, ta, ma")
    return cycles(load_cell("coral_npu/relu/C5"), "\n".join((*start, *lines, "mpause")))


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_every_cell_has_a_bound_below_its_baseline(cell: Cell) -> None:
    assert 0 < least(cell) <= cycles(cell, kernels.baseline(cell))


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_no_expert_beats_its_bound(cell: Cell) -> None:
    expert = kernels.expert(cell)
    assert expert is not None
    assert least(cell) <= cycles(cell, expert)


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_a_bound_is_the_sum_of_parts_with_reasons(cell: Cell) -> None:
    parts = breakdown(cell)
    assert sum(part.cycles for part in parts) == least(cell)
    assert all(part.reason and part.cycles >= 0 for part in parts)


def test_one_line_in_and_one_out() -> None:
    work = Work(read=(16,), written=16, latency=10)
    assert work.cycles() == ENDS + READ + WRITE + 1  # and a cycle between two instructions
    assert program("lw t0, (a0)", "vse8.v v0, (a1)") == work.cycles()


def test_512_bytes_of_relu() -> None:
    parts = {part.unit: part.cycles for part in breakdown(load_cell("coral_npu/relu/C1"))}
    memory = {"load": 32 * READ, "store": 32 * WRITE, "own memory": 0}
    assert parts == {"ends": 7, **memory, "vector": (32 + 32) // 8}


def test_uops_pass_beside_accesses_of_one_register() -> None:
    work = Work(read=(160,), written=160, latency=10)
    free = work.cycles()
    work.add(6 * 20, "what enters while 20 accesses last")
    assert free + 10 < work.cycles() <= free + 17  # a cycle passes between any two of 20 accesses
    work.add(3 * 100, "300 that enter 3 a cycle")
    assert free + 70 < work.cycles() < free + 120  # some lines come by scalar loads


def test_registers_of_the_own_memory_take_four_cycles_and_three() -> None:
    work = Work(read=(16,), written=16, latency=10)
    least = work.cycles()
    work.demand += Demand(own_read=80, own_written=80)
    assert work.cycles() == least + 80 * (4 + 3) + 160 // REGISTERS
    moved = ("vle8.v v0, (a0)", "vse8.v v0, (a1)", "lui a0, 0x10", "li t0, 128")
    group = ("vsetvli t0, t0, e8, m8, ta, ma", *["vle8.v v0, (a0)", "vse8.v v0, (a0)"] * 10)
    assert program(*moved, *group) >= work.cycles()


def test_the_way_that_takes_least_is_chosen_for_all_choices_together() -> None:
    work = Work(read=(160,), written=160, latency=10)
    free = work.cycles()
    work.cheapest([Demand(collected=1000.0), Demand(own_read=10.0), Demand(own_read=20.0)])
    work.cheapest([Demand(collected=100.0), Demand(own_written=1000.0)])
    assert free + 40 <= work.cycles() <= free + 42


@pytest.mark.parametrize(("size", "k", "pairs"), [(8, 1, 8), (8, 3, 22), (16, 5, 74), (1, 5, 1)])
def test_taps_inside_of_the_image(size: int, k: int, pairs: int) -> None:
    assert taps(size, k) == pairs


@pytest.mark.parametrize(
    ("axis", "read", "once"),
    [
        (Axis(size=8, k=3, piece=8), 8, 8),  # all at once: nothing again
        (Axis(size=8, k=3, piece=4), 10, 6),  # the two next to the border of the pieces
        (Axis(size=8, k=3, piece=1), 22, 0),
        (Axis(size=8, k=5, piece=4), 12, 4),
        (Axis(size=8, k=1, piece=1), 8, 8),
    ],
)
def test_pixels_that_pieces_of_an_image_share(axis: Axis, read: int, once: int) -> None:
    assert (axis.read, axis.once) == (read, once)


@pytest.mark.sweep
@pytest.mark.parametrize("name", configurations("coral_npu"))
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_larger_sizes_have_larger_bounds(name: str, data: st.DataObject) -> None:
    dims = data.draw(st.sampled_from(list(configurations("coral_npu")[name].values())))
    grown = data.draw(st.sampled_from([key for key in dims if key != "k"]))
    step = data.draw(st.integers(1, 32))
    assert _bound(name, dims) <= _bound(name, {**dims, grown: dims[grown] + step})


def _bound(name: str, dims: dict[str, int]) -> int:
    task = tasks.load(name, "int8")
    return least(make_cell(platforms.platform("coral_npu"), task, "any", dims))


@pytest.mark.parametrize("seed", range(40))
def test_no_sequence_of_accesses_and_uops_beats_the_limit(seed: int) -> None:
    rng = random.Random(seed)
    work = Work(read=(0,), written=0, latency=10)
    lines = [line for _ in range(rng.randrange(5, 25)) for line in _access(rng, work)]
    assert program(*lines) >= work.cycles()


def _access(rng: random.Random, work: Work) -> list[str]:
    """A load or store of some form that brings new lines, and arithmetic behind it."""
    group = rng.choice([1, 1, 2, 4, 8])
    first = rng.randrange(32 // group) * group
    settle = f"vsetvli t0, x0, e8, m{group}, ta, ma"
    place, target = sum(work.read), work.written
    address = [f"li t1, {place}", "add t1, a0, t1", f"li t2, {target}", "add t2, a1, t2"]
    form = rng.choice(["load", "load", "scalar", "strided", "gathered", "store"])
    text = {
        "load": [f"vle8.v v{first}, (t1)"],
        "scalar": [f"lw a{2 + i % 4}, {4 * i}(t1)" for i in range(4 * group)],
        "strided": ["li t3, 1", f"vlse8.v v{first}, (t1), t3"],
        "gathered": _gathered(group),
        "store": [f"vse8.v v{first}, (t2)"],
    }[form]
    if form == "store":
        work.written += 16 * group
    else:
        work.read += (16 * group,)
    return [settle, *address, *text, *(_arithmetic(rng, work) for _ in range(rng.randrange(6)))]


def _gathered(lines: int) -> list[str]:
    """Lines from t1 on by absolute addresses in v8 to v11; the base is 0, in another memory."""
    text = ["vsetvli t0, x0, e32, m4, ta, ma", "vid.v v8", "vadd.vx v8, v8, t1", "li t3, 16"]
    for _ in range(lines):
        text += ["vsetvli t0, x0, e8, m1, ta, ma", "vluxei32.v v0, (x0), v8"]
        text += ["vsetvli t0, x0, e32, m4, ta, ma", "vadd.vx v8, v8, t3"]
    return text


def test_what_an_access_takes_depends_on_its_lines_not_on_its_base() -> None:
    text = ["add t1, a0, zero", *_gathered(8)]
    assert program(*text) > 8 * READ


def _arithmetic(rng: random.Random, work: Work) -> str:
    """One instruction of one to eight uops."""
    group = rng.choice([1, 2, 4, 8])
    multiplied = rng.random() < 0.5
    vd, vs = (rng.randrange(32 // group) * group for _ in range(2))
    work.add(group, "arithmetic", multiplied=group * multiplied)
    name = "vmul" if multiplied else "vadd"
    return f"vsetvli t0, x0, e8, m{group}, ta, ma\n{name}.vx v{vd}, v{vs}, t0"


SHAPES = {  # instructions of an order by letter: SEW as parts of the width of int8, text
    "M": (1, "vwmul.vx v{product}, v0, s2"),
    "A": (2, "vwadd.wv v{sum}, v{sum}, v0"),
    "B": (5, "vwadd.wv v{sum}, v{sum}, v0"),
    "N": (1, "vwmul.vv v{product}, v0, v0"),
    "C": (1, "vwmacc.vv v{product}, v0, v0"),
    "R": (2, "vwredsum.vs v31, v0, v30"),
    "V": (3, "vwadd.vv v{product}, v0, v0"),
    "r": (4, "vredsum.vs v31, v0, v30"),
    "H": (6, "vadd.vv v{sum}, v0, v0"),
    "q": (7, "vredsum.vs v31, v0, v30"),
    "L": (0, "vl1re8.v v3, (s3)"),
    "s": (0, "srai s4, a6, 8"),
    "l": (0, "lw s5, 4(s3)"),
}
"""V adds halves of a vector, r reduces what comes of it: 32 bits of half as many lanes. B adds 32
products, of several vectors. H adds halves of what comes of V, for two sums that q reduces."""
WIDTHS = {
    1: ("t3", "e8", 1),
    2: ("t3", "e16", 2),
    3: ("t4", "e16", 1),
    4: ("t4", "e32", 2),
    5: ("t5", "e16", 0),
    6: ("t6", "e32", 1),
    7: ("s6", "e32", 0.5),
}


def order(letters: str, lanes: int) -> list[str]:
    """The text of instructions that wait for none of the others, with what sets their width."""
    lines, width, products, sums = [], 0, 0, 0
    step = max(lanes // 8, 1)
    for letter in letters:
        needed, text = SHAPES[letter]
        if needed and needed != width:
            length, sew, times = WIDTHS[needed]
            group = lanes * times / GROUP or 4
            lmul = f"m{group:.0f}" if group >= 1 else "mf2"
            lines.append(f"vsetvli zero, {length}, {sew}, {lmul}, ta, ma")
            width = needed
        places = max(8 // step, 1)
        lines.append(text.format(product=8 + products % places * step, sum=16 + sums % 2 * 8))
        products += letter in "MNCV"
        sums += letter in "AB"
    return lines


def cycles_of(letters: str, lanes: int, copies: int = 12) -> float:
    """Of one copy among many, one after the other."""

    def taken(number: int) -> int:
        lengths = {"t3": lanes, "t4": lanes // 2, "t5": 32, "t6": lanes // 4, "s6": lanes // 8}
        start = (f"li {name}, {length}" for name, length in lengths.items())
        return program("lui s3, 0x10", *start, *order(letters, lanes) * number)

    return (taken(copies + 4) - taken(4)) / copies


def products(letters: str, lanes: int) -> int:
    """Of which the sums are complete: a pair for an addition to sums, or for its reduction."""
    additions = letters.count("A") + letters.count("R") + min(map(letters.count, "Vr"))
    additions += letters.count("B") * 32 // lanes + letters.count("q") // 2
    return lanes * min(sum(map(letters.count, "MNC")), 2 * additions)


BEST = [  # of some 100,000 orders for each
    ("MMMMAAMMMMAA", 16, BROADCAST[16].alone),
    ("MMBMMMMBMMMMBMMMMBMM", 16, BROADCAST[16].alone),
    ("MMMMMMMMBMMMMMMBMMMMBMMMMMM", 8, BROADCAST[8].alone),
    ("sMMBsssBsllssBsslBMMMMsMMlMMMsMMsMMM", 16, BROADCAST[16].scalars),
    ("sssslssssMMMlMMMMMMMMMMMMsMMMlsMBssslBlsssssBlMMMMM", 8, BROADCAST[8].scalars),
    ("AMMMMAMAMMAM", 32, BROADCAST[32].alone),
    ("MMMMMMMMMMMMMMAAAAAAA", 8, BROADCAST[8].alone),
    ("lsssAsAlssAsAAlMMMMMslMMMMMsMMMMMMAssAsA", 16, BROADCAST[16].scalars),
    ("sMAsMAMlMMAssAlMsMsMsMslMAMssMAMssMAMAlM", 32, BROADCAST[32].scalars),
    ("CNCAAACNAAACNNAANCCNCNCN", 16, LANEWISE[16]),
    ("RNNCNRRCNCRRNCCCRN", 16, WIDENING[16]),
    ("RCRCNNRCNNRCRCNNRC", 32, WIDENING[32]),
    ("RCNRCNRCNRCNRCN", 64, WIDENING[64]),
    ("VqqNqNHHHNqNVqNVqN", 64, REDUCED),
]


@pytest.mark.parametrize(("letters", "lanes", "rate"), BEST)
def test_the_best_orders_known_come_near_the_rate_of_their_way(
    letters: str, lanes: int, rate: float
) -> None:
    reached = products(letters, lanes) / cycles_of(letters, lanes)
    assert 0.8 * rate < reached <= rate


@pytest.mark.parametrize(("letters", "lanes", "rate"), BEST)
def test_no_other_order_is_faster(letters: str, lanes: int, rate: float) -> None:
    rng = random.Random(letters)
    for _ in range(6):
        moved = list(letters)
        for _ in range(rng.randrange(1, 8)):
            moved.insert(rng.randrange(len(moved)), moved.pop(rng.randrange(len(moved))))
        assert products(letters, lanes) / cycles_of("".join(moved), lanes) <= rate


@pytest.mark.parametrize(
    ("letters", "lanes"),
    [
        ("AAALMMMLMMM", 16),
        ("MMAAAMMAAAMMMAAAMMMAAAMMMMMMMLMMMMMMM", 16),
        ("AMMLMMMLMMMMMLMMMMAAAAMMMMLMMMMAAAMMAAA", 16),
        ("MMAMALMMAMML", 32),
        ("L", 16),
    ],
)
def test_no_order_hides_more_of_an_access(letters: str, lanes: int) -> None:
    """In two ways: 6 uops beside it that are dispatched 3 a cycle, or 9 of the stream."""
    loads, uops = letters.count("L"), (lanes // 8) * (len(letters) + letters.count("A"))
    uops -= lanes // 8 * loads
    stream = products(letters, lanes) / BROADCAST[lanes].alone
    hidden = PASSING * 4 / BROADCAST[lanes].alone
    taken = cycles_of(letters, lanes)
    assert taken >= 5 * loads + (uops - BESIDE * loads) / 3
    assert taken >= 5 * loads + stream - hidden * loads


def test_a_machine_with_faster_memory_has_a_smaller_bound() -> None:
    cell = load_cell("coral_npu/relu/C1")
    ideal = {**cell.memory_map.parameters, "axi_read_latency": 1}
    faster = replace(cell, memory_map=replace(cell.memory_map, parameters=ideal))
    assert least(cell) - least(faster) == 32 * 9


def test_the_table_in_the_docs_is_of_today() -> None:
    text = (ROOT / "docs" / "platforms" / "coral_npu.md").read_text(encoding="utf-8")
    for cell in CELLS:
        row = next(line for line in text.splitlines() if line.startswith(f"| {cell.task.title} | "))
        assert row.split(" | ")[int(cell.configuration[1:])].rstrip(" |") == f"{least(cell):,}"
