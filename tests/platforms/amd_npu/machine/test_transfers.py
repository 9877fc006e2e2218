"""The DMA of the AIE2 core: when pieces move, what a lock waits for, when a bank is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from kernelcraft.platforms.amd_npu.machine.assembly import assemble
from kernelcraft.platforms.amd_npu.machine.dma import (
    AT,
    CHANNELS,
    EAGER,
    END,
    LAZY,
    PACE,
    USUAL,
    WORDS,
)
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START, AmdNpu
from kernelcraft.platforms.amd_npu.machine.transfers import INBOUND, OUTBOUND, PIECES
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import differences
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh
from tests.platforms.amd_npu.machine.core import ENDING, RETURN, granule

FREE, FULL, ROOM, READY = range(4)  # locks of what comes in and of what goes out
PING, PONG, ELSEWHERE = 0x74000, 0x78000, 0x7C000
PIECE = 128  # bytes: four turns of two channels
LAST = 12  # the cycle of channel 0's last turn in a piece that begins at once
RAISED = LAST + 8 + 1  # when channel 1, a cycle behind, raises its lock


@dataclass(frozen=True)
class Moved:
    """Which buffers are filled in turn, and from which the output leaves."""

    inbound: Sequence[int] = ()
    outbound: Sequence[int] = ()


def staged(text: str, moved: Moved, locks: dict[int, int], pace: int = USUAL) -> State:
    """A machine with bytes 1, 2, 3, ... to come in; r1, r2, r4 hold themselves, p1 the buffer."""
    inward, outward = len(moved.inbound), len(moved.outbound)
    sizes = {PIECES: inward + outward, INBOUND: PIECE * inward, OUTBOUND: PIECE * outward}
    state = fresh(AmdNpu, sizes)
    load_program(assemble(text + RETURN), state)
    for number in (1, 2, 4):
        state["scalars"][NUMBER[f"r{number}"]] = number
    for pointer, address in (("p1", PING), ("p2", ELSEWHERE), ("p3", PING + 16)):
        state["scalars"][NUMBER[pointer]] = address
    state["inbound"][:] = np.arange(1, PIECE * inward + 1).astype(np.uint8)
    pieces = [
        *((at - MEMORY_START, PIECE * n, PIECE // 2, FREE, FULL) for n, at in _all(moved.inbound)),
        *(
            (at - MEMORY_START, PIECE * n, PIECE // 2, READY, ROOM)
            for n, at in _all(moved.outbound)
        ),
    ]
    state["pieces"][:] = np.array(pieces, np.int64).reshape(-1)
    for channel in range(CHANNELS):
        ends = (0, inward) if channel < 2 else (inward, inward + outward)
        state["channels"][channel * WORDS + AT], state["channels"][channel * WORDS + END] = ends
    for lock, value in locks.items():
        state["locks"][lock] = value
    state["channels"][PACE] = pace
    return state


def _all(addresses: Sequence[int]) -> Sequence[tuple[int, int]]:
    return list(enumerate(addresses))


def run(text: str, moved: Moved, locks: dict[int, int], *free: str, pace: int = USUAL) -> Run:
    """The reference machine's run, after the native one was found equal."""
    native = load(INTERPRETER)
    assert isinstance(native, Native), native
    program, state = assemble(text + RETURN), staged(text, moved, locks, pace).freeing(*free)
    limits = Limits(instructions=1000, cycles=100_000)
    found = native.run(program, state.copy(), limits)
    expected = run_reference(program, state.copy(), limits)
    assert list(differences(expected, found)) == []
    return expected


def finished(text: str, moved: Moved, locks: dict[int, int], *free: str, pace: int = USUAL) -> Run:
    found = run(text, moved, locks, *free, pace=pace)
    assert found.fault is None, str(found.fault)
    return found


ONE, TWO = Moved(inbound=[PING]), Moved(inbound=[PING, PONG])


@pytest.mark.parametrize(
    ("text", "moved", "raised"),
    [
        ("acq #1, r1", ONE, RAISED - 1),  # the half of channel 0 alone
        ("acq #1, r2", ONE, RAISED),
        ("acq #1, r4", TWO, RAISED + 16),  # the second piece follows without a gap
    ],
)
def test_a_piece_is_there_8_cycles_after_its_last_16_bytes(
    text: str, moved: Moved, raised: int
) -> None:
    found = finished(text, moved, {FREE: 4})
    bundle, taken = 1, 1  # the cycle of the acq, and that in which the lock is taken
    assert found.cycles == raised + taken + bundle + ENDING
    assert found.profile.by_reason()["lock"] == raised + taken


def test_a_piece_that_is_there_costs_one_cycle() -> None:
    found = finished("nop\n" * 30 + "acq #1, r2", ONE, {FREE: 2})
    assert found.profile.by_reason()["lock"] == 1


def test_each_channel_brings_half_of_a_piece() -> None:
    found = finished(
        "acq #1, r2\nvlda wl0, [p1, #0]\nvlda wl1, [p1, #64]" + "\nnop" * 6, ONE, {0: 2}
    )
    assert granule(found.state, "wl0").tolist() == [*range(1, 33)]
    assert granule(found.state, "wl1").tolist() == [*range(65, 97)]
    assert found.state["locks"][:2].tolist() == [0, 0]


def test_a_buffer_that_is_not_held_shows_what_has_come_so_far() -> None:
    """In cycle 8 two turns of channel 0 have passed, 32 bytes; channel 1 is as far in its half."""
    text = "nop\n" * 8 + "vlda wl0, [p1, #0]\nvlda wl1, [p1, #32]" + "\nnop" * 6
    found = finished(text, ONE, {FREE: 2})
    assert granule(found.state, "wl0").tolist() == [*range(1, 33)]
    assert not granule(found.state, "wl1")[16:].any()


def test_a_load_of_the_bundle_of_an_acq_comes_before_the_wait() -> None:
    found = finished("acq #1, r2 ; vlda wl0, [p1, #0]" + "\nnop" * 6, ONE, {FREE: 2})
    assert not granule(found.state, "wl0").any()


def test_a_buffer_that_was_released_is_filled_again() -> None:
    """The lock is raised in the second cycle of rel; channel 0 has its turn three cycles later."""
    again = Moved(inbound=[PING, PING])
    text = "acq #1, r2\nnop\nrel #0, r2\n{}vlda wl0, [p1, #0]" + "\nnop" * 6
    soon = finished(text.format(""), again, {FREE: 2})
    late = finished(text.format("nop\n" * 8), again, {FREE: 2})
    assert granule(soon.state, "wl0").tolist() == [*range(1, 33)]
    assert granule(late.state, "wl0").tolist() == [*range(129, 161)]


def test_what_goes_out_is_sent_from_its_buffer() -> None:
    """Raised in cycle 1, channels 2 and 3 begin in cycles 2 and 3; the latter ends in 15."""
    text = "rel #3, r2\nacq #2, r2"
    state = staged(text, Moved(outbound=[PING]), {})
    state["memory"][PING - MEMORY_START :][:PIECE] = np.arange(PIECE)
    found = run_reference(assemble(text + RETURN), state, Limits(instructions=100))
    assert found.fault is None
    assert found.cycles == 15 + 8 + 2 + ENDING
    assert found.state["outbound"].tolist() == [*range(PIECE)]
    assert found.state["sent"].all()


def test_what_has_not_left_by_the_end_is_not_sent() -> None:
    """After rel and its lock's cycle come the return and five more: turns in 2, 6 and 3, 7."""
    found = finished("rel #3, r2", Moved(outbound=[PING]), {})
    assert (
        found.state["sent"].reshape(-1, 16).any(axis=1).tolist()
        == [True] * 2 + [False] * 2 + [True] * 2 + [False] * 2
    )


@pytest.mark.parametrize(
    ("load", "stalls"),
    [
        (
            "vlda wl0, [p1, #0]",
            3,
        ),  # bundles in the cycles 0, 2, 3, 4, 6, 7, 8, 10; turns in 0, 4, 8
        ("vlda wl0, [p2, #0]", 0),  # another bank
        ("vlda.128 wl0, [p1]", 2),  # of the turns in 0, 4, 8, ... every other is in its half bank
        ("vlda.128 wl0, [p3]", 1),  # the other half: only the turn in cycle 4, then 6, 7, 8
    ],
)
def test_a_bundle_waits_a_cycle_for_a_bank_that_a_channel_takes(load: str, stalls: int) -> None:
    found = finished("\n".join([load] * 8), Moved(inbound=[PING]), {FREE: 1})
    assert found.profile.by_reason()["bank"] == stalls


@pytest.mark.parametrize("locks", [{}, {FREE: 1}, {FREE: 4}])
def test_a_lock_that_nobody_will_release_is_named(locks: dict[int, int]) -> None:
    found = run("nop\nacq #3, r2", TWO, locks)
    assert str(found.fault) == (
        "line 2: acq #3, r2: lock 3 holds 0, waits for 2: nobody will release it"
    )
    assert found.cycles < 100


def test_half_a_release_leaves_one_channel_waiting() -> None:
    found = run("acq #1, r2\nrel #0, r1\nacq #1, r2", Moved(inbound=[PING, PING]), {FREE: 2})
    assert "lock 1 holds 1, waits for 2: nobody will release it" in str(found.fault)


def test_a_lock_holds_63() -> None:
    found = run("movx r5, #60\nrel #5, r5\nrel #5, r4", Moved(), {})
    assert "lock 5 holds 60: 4 more are more than the 63 it can hold" in str(found.fault)


def test_where_locks_are_free_the_same_arrives_in_less_time() -> None:
    text = "acq #1, r2\nvlda wl0, [p1, #0]" + "\nnop" * 6
    waited, free = finished(text, ONE, {FREE: 2}), finished(text, ONE, {FREE: 2}, "locks")
    assert free.cycles == waited.cycles - waited.profile.by_reason()["lock"]
    assert np.array_equal(free.state["memory"], waited.state["memory"])


def test_an_eager_channel_moves_its_half_at_once() -> None:
    found = finished("acq #1, r2", ONE, {FREE: 2}, pace=EAGER)
    assert found.profile.by_reason()["lock"] == 1 + CHANNELS + 1  # channel 1's second turn
    again = Moved(inbound=[PING, PING])
    text = "acq #1, r2\nrel #0, r2\n" + "nop\n" * 4 + "vlda wl0, [p1, #32]" + "\nnop" * 6
    for pace, first in ((USUAL, 33), (EAGER, 128 + 33)):
        found = finished(text, again, {FREE: 2}, pace=pace)
        assert granule(found.state, "wl0").tolist() == [*range(first, first + 32)]


def test_an_eager_channel_sends_what_was_there_at_the_release() -> None:
    text = "vsub.32 x0, x0, x0\nrel #3, r2\n" + "nop\n" * 4 + "vst wl0, [p1, #32]\nacq #2, r2"
    for pace, kept in ((USUAL, False), (EAGER, True)):
        state = staged(text, Moved(outbound=[PING]), {}, pace)
        state["memory"][PING - MEMORY_START :][:PIECE] = np.arange(1, PIECE + 1)
        found = run_reference(assemble(text + RETURN), state, Limits(instructions=100))
        assert found.fault is None
        assert found.state["outbound"][32:64].all() == kept
        assert found.state["sent"].all()


def test_a_lazy_channel_moves_nothing_but_during_a_wait_and_channel_1_first() -> None:
    load = "vlda wl0, [p1, #0]\nvlda wl1, [p1, #64]" + "\nnop" * 6
    for text, first, second in (
        ("nop\n" * 200 + load, False, False),
        ("acq #1, r1\n" + load, False, True),
        ("acq #1, r2\n" + load, True, True),
    ):
        found = finished(text, TWO, {FREE: 4}, pace=LAZY)
        assert granule(found.state, "wl0").all() == first
        assert granule(found.state, "wl1").all() == second
    found = finished("rel #3, r2\n" + "nop\n" * 200, Moved(outbound=[PING]), {}, pace=LAZY)
    assert not found.state["sent"].any()
