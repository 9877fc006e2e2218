"""Prices are proven, no run of the simulator is below them, and good orders come near them."""

import random
from itertools import product

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.grading import inputs
from kernelcraft.platforms.coral_npu.kernels.bounds import orders
from kernelcraft.platforms.coral_npu.kernels.bounds.orders import (
    Instruction,
    State,
    Unit,
    after,
    excess,
)
from kernelcraft.sim.run import Limits

PROVEN = {
    "pairs, 8 lanes": (orders.PAIRS_8, 5),
    "pairs, 32 lanes": (orders.PAIRS_32, 2),
    "widening reductions, 32 lanes": (orders.WIDENING_32, 13),
    "widening reductions, 64 lanes": (orders.WIDENING_64, 12),
    "widened columns": (orders.WIDENED, 22),
}
TEXTS = {
    Unit.ADD: "vadd.vx v{}, v0, t5",
    Unit.MULTIPLY: "vmul.vx v{}, v0, t5",
    Unit.REDUCE: "vredsum.vs v31, v0, v30",
    Unit.REDUCE_WIDE: "vwredsum.vs v31, v0, v30",
    Unit.LOAD: "vle8.v v{}, (s3)",
}
TEXTS[Unit.ANY] = TEXTS[Unit.ADD]
CELL = load_cell("coral_npu/relu/C1")


def cycles(instructions: list[Instruction]) -> int:
    """Of a run of these on the simulator, each with a vsetvli that it needs."""
    lines, width = ["lui s3, 0x10", "li t5, 1"], 0
    for place, each in enumerate(instructions):
        if each.uops != width:
            width = each.uops
            lines += [f"li t0, {16 * width}", f"vsetvli zero, t0, e8, m{width}, ta, ma"]
        lines.append(TEXTS[each.unit].format(8 + 8 * (place % 3)))
    values = inputs.draw(CELL.task, CELL.dims, "normal", 1)
    state = CELL.platform.stage(CELL.memory_map, values, None)
    program = CELL.platform.assemble("\n".join([*lines, "mpause"]))
    run = CELL.platform.run(program, state, Limits(instructions=100_000, cycles=1_000_000))
    assert run.fault is None
    return run.cycles


def least(instructions: list[Instruction], start: State | None = None) -> int:
    """The cycles on the simpler core until the last one is dispatched."""
    state, total = start or State(), 0
    for each in instructions:
        passed, state = after(state, each)
        total += passed
    return total


@pytest.mark.parametrize("name", PROVEN)
def test_prices_are_proven(name: str) -> None:
    order, most = PROVEN[name]
    assert excess(order.prices) == pytest.approx(most)


@pytest.mark.parametrize("uops", [4, pytest.param(2, marks=pytest.mark.sweep)])
def test_a_widening_reduction_costs_two_thirds_of_a_cycle_a_register(uops: int) -> None:
    """Also where reductions of 32 bits stand beside, and other uops of all units."""
    prices = orders.reduced_beside(uops)
    assert excess(prices, start=orders.UNBUFFERED) == pytest.approx(11 / 3)
    dearer = {**prices, Instruction(Unit.ANY, 1): 0.5}
    assert excess(dearer, most=8.0, start=orders.UNBUFFERED) is None


@pytest.mark.sweep
def test_so_do_widening_reductions_of_all_lengths_in_any_mixture() -> None:
    assert excess(orders.REDUCED, start=orders.UNBUFFERED) == pytest.approx(14 / 3)


@pytest.mark.parametrize("seed", range(10))
def test_a_core_without_a_retirement_buffer_is_never_slower(seed: int) -> None:
    rng = random.Random(seed)
    kinds = [Instruction(Unit.REDUCE_WIDE, uops) for uops in (1, 2, 4)]
    kinds += [Instruction(Unit.REDUCE, uops) for uops in (1, 2, 4, 8)]
    anything = [Instruction(Unit.ANY, uops) for uops in (1, 2, 4, 8)]
    instructions = rng.choices([*rng.sample(kinds, 3), *anything], k=60)
    assert least(instructions, orders.UNBUFFERED) <= least(instructions) <= cycles(instructions)


def test_higher_prices_are_refuted() -> None:
    prices = {each: 1.1 * price for each, price in orders.PAIRS_32.prices.items()}
    assert excess(prices, most=8.0) is None


def test_the_expert_s_way_takes_16_cycles_for_three_rows() -> None:
    assert (orders.WIDENED.cycles, orders.WIDENED.rate) == (16.0, 6.0)


@pytest.mark.parametrize("seed", range(20))
def test_the_simpler_core_is_never_slower_than_the_simulator(seed: int) -> None:
    rng = random.Random(seed)
    kinds = [Instruction(unit, uops) for unit in Unit for uops in (1, 2, 4, 8)]
    kinds = [each for each in kinds if each.unit != Unit.REDUCE_WIDE or each.uops < 8]
    instructions = rng.choices(rng.sample(kinds, 4), k=60)
    assert least(instructions) <= cycles(instructions)


@pytest.mark.parametrize("seed", range(6))
def test_the_simpler_core_is_as_fast_where_nothing_is_left_out(seed: int) -> None:
    rng = random.Random(seed)
    kinds = [Instruction(unit, 4) for unit in (Unit.ADD, Unit.MULTIPLY, Unit.REDUCE, Unit.LOAD)]
    instructions = rng.choices(kinds, k=200)
    assert 0.9 * cycles(instructions) <= least(instructions)


@pytest.mark.parametrize("name", ["widening reductions, 32 lanes", "widened columns"])
def test_no_order_of_six_is_below_its_prices(name: str) -> None:
    """All of them, over and over again."""
    order, most = PROVEN[name]
    for few in product(order.prices, repeat=6 if len(order.prices) == 2 else 4):
        prices = sum(order.prices[each] for each in few)
        assert cycles(list(few) * 10) >= 10 * prices - most


@pytest.mark.parametrize("name", sorted({*PROVEN} - {"pairs, 8 lanes"}))
def test_a_search_for_orders_that_beat_their_prices_fails(name: str) -> None:
    """Good orders of 8 lanes, where widths change seldom, are in `test_bounds`."""
    order, most = PROVEN[name]
    rng = random.Random(7)
    whole = [each for each, number in order.counts.items() for _ in range(2 * number)]
    fastest = cycles(whole * 12)
    for _ in range(25):
        moved = whole[:]
        moved.insert(rng.randrange(len(moved)), moved.pop(rng.randrange(len(moved))))
        taken = cycles(moved * 12)
        if taken <= fastest:
            whole, fastest = moved, taken
    low = 24 * order.cycles
    assert low - most <= fastest <= 1.25 * low + 20
