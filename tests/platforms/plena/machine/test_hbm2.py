"""The DRAM model: against the published one, its C side against the oracle, and its log."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kernelcraft.platforms.plena.machine.hbm2 import (
    DONE,
    LOG_ENTRY,
    LOG_HEAD,
    STATE_WORDS,
    hbm_cycles,
    pack,
    unpack,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import Routine
from tests.platforms.plena.machine.compiled import call

# Twenty-four random DMA instructions on rows of 64 elements: cycles since the last one, rows (of a
# prefetch, negative of a store), first element, first scale, bytes from row to row, cycles. The
# cycles are those of Ramulator 2 (revision e442c64, February 2026's) under the emulator's rules.
PUBLISHED = [
    (40, 4, 9280, 132232, 256, 34),
    (3, 4, 832, 131176, 256, 34),
    (3, 4, 576, 131144, 128, 24),
    (0, 4, 81280, 141232, 128, 40),
    (1, 4, 640, 131152, 512, 28),
    (700, -4, 14912, 132936, 64, 21),
    (3, 4, 11840, 132552, 128, 37),
    (40, -4, 16192, 133096, 64, 39),
    (700, -4, 76800, 140672, 128, 28),
    (700, 64, 0, 131072, 192, 171),
    (3, 4, 5056, 131704, 128, 23),
    (0, 4, 14848, 132928, 192, 38),
    (40, 4, 3392, 131496, 256, 23),
    (40, -4, 3968, 131568, 64, 25),
    (1, -4, 704, 131160, 64, 14),
    (700, 4, 1024, 131200, 256, 28),
    (40, 64, 83712, 141536, 256, 157),
    (0, -4, 640, 131152, 64, 29),
    (0, 64, 448, 131128, 512, 166),
    (40, -4, 64, 131080, 64, 14),
    (700, 4, 320, 131112, 192, 23),
    (0, 64, 64064, 139080, 128, 145),
    (40, 64, 12672, 132656, 128, 195),
    (40, 64, 15232, 132976, 256, 144),
]
Transfer = tuple[int, int, int, int, int, int]  # gap, elements, scales, step, rows, row bytes


def _oracle(routine: Routine[..., int], *arguments: Array | int) -> int:
    return routine(*arguments)


class Memory:
    """A DRAM with a log of `entries`, asked for one transfer after another."""

    def __init__(self, entries: int = 0, *, native: bool = False) -> None:
        self.state: Array = np.zeros(STATE_WORDS, np.int64)
        self.log: Array = np.zeros(LOG_HEAD + entries * LOG_ENTRY if entries else 0, np.int64)
        self.now, self.native = 0, native

    def cycles(self, transfer: Transfer) -> int:
        """The cost of a transfer that starts `gap` cycles after the end of the last one."""
        gap, elements, scales, step, rows, row_bytes = transfer
        start, size = self.now + gap, len(self.log)
        cost = (call if self.native else _oracle)(
            hbm_cycles, self.state, self.log, size, start, elements, scales, step, rows, row_bytes
        )
        self.now += gap + cost
        return cost

    def restart(self) -> None:
        """The next run of the same program."""
        self.state[:] = 0
        self.now = 0


def random_transfers(seed: int, count: int = 12) -> list[Transfer]:
    """Prefetches and stores, near each other and far apart, some of them of wide rows."""
    random = Random(seed)
    near, row_bytes = random.random() < 0.5, random.choice((64, 64, 64, 128, 256))
    scale = 64 * random.randrange(1 << random.choice((6, 12)))
    transfers = []
    for index in range(count):
        elements = 256 * index if near else 64 * random.randrange(1 << random.choice((3, 8, 13)))
        rows = random.choice((4, 4, 4, -4, -4, row_bytes if index < 3 else 4))
        step = 64 * random.choice((0, 1, 1, 2, 4, 9, 16))
        gap = random.choice((0, 0, 1, 5, 64, 5000))
        transfers.append((gap, elements, scale + elements // 8, step, rows, row_bytes))
    return transfers


@pytest.mark.parametrize("native", [False, True])
def test_published_model(native: bool) -> None:
    memory = Memory(native=native)
    found = [
        memory.cycles((gap, elements, scales, step, rows, 64))
        for gap, rows, elements, scales, step, _ in PUBLISHED
    ]
    assert found == [row[-1] for row in PUBLISHED]


@pytest.mark.parametrize("seed", range(40))
def test_both_sides_agree(seed: int) -> None:
    oracle, native = Memory(20), Memory(20, native=True)
    for transfer in random_transfers(seed):
        assert oracle.cycles(transfer) == native.cycles(transfer)
        np.testing.assert_array_equal(oracle.state, native.state)
    np.testing.assert_array_equal(oracle.log, native.log)


def test_any_address() -> None:
    """Addresses come from registers; what is outside faults later, but has a cost first."""
    top = (1 << 63) - 64
    for elements, scales in ((-64, -8), (top, top), (-(1 << 63), 1), (3, 61)):
        transfers = [(0, elements, scales, (1 << 32) - 1, rows, 64) for rows in (4, -4)]
        for transfer in transfers:
            assert Memory().cycles(transfer) == Memory(native=True).cycles(transfer) > 0


def test_time_that_goes_back_is_a_new_run() -> None:
    memory = Memory()
    first = memory.cycles((5, 0, 4096, 64, 4, 64))
    assert memory.cycles((0, 0, 4096, 64, 4, 64)) != first
    memory.now = 0
    assert memory.cycles((5, 0, 4096, 64, 4, 64)) == first


def test_state_survives_its_array() -> None:
    memory = Memory()
    for transfer in random_transfers(3):
        memory.cycles(transfer)
    assert pack(unpack(memory.state.tolist())) == memory.state.tolist()


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("entries", [5, 12])
def test_a_later_run_finds_its_costs_in_the_log(native: bool, entries: int) -> None:
    transfers = random_transfers(7)
    memory = Memory(entries, native=native)
    first = [memory.cycles(transfer) for transfer in transfers]
    memory.restart()
    assert [memory.cycles(transfer) for transfer in transfers] == first
    assert memory.state[DONE] == len(transfers)
    assert memory.log[0] == entries


@pytest.mark.parametrize("native", [False, True])
def test_a_run_that_differs_is_simulated_from_there_on(native: bool) -> None:
    transfers = random_transfers(8)
    changed = [*transfers[:6], (9, 640, 70000, 128, 4, 64), *transfers[7:]]
    fresh = Memory(native=native)
    expected = [fresh.cycles(transfer) for transfer in changed]
    memory = Memory(12, native=native)
    for transfer in transfers:
        memory.cycles(transfer)
    memory.restart()
    assert [memory.cycles(transfer) for transfer in changed] == expected
