"""Branches, calls, loops, locks and events of the AIE2 core, and what they refuse."""

from __future__ import annotations

import pytest

from kernelcraft.platforms.amd_npu.machine.simulate import SIMULATION
from kernelcraft.platforms.amd_npu.machine.state import EXIT
from kernelcraft.sim.run import Limits
from tests.platforms.amd_npu.machine.core import ENDING, finished, run, scalar

FULL = "nopa ; nopb ; nops ; nopx ; nopm ; nopv"  # 16 bytes
FIVE = "\nnop" * 5


def test_a_call_returns_behind_its_delay_slots() -> None:
    text = (
        f"mov r7, lr\njl #.Ltwice{FIVE}\nadd r2, r1, #0\nmov lr, r7\nj #.Lend{FIVE}\n"
        f".Ltwice: add r1, r1, r1\nret lr{FIVE}\n.Lend: nop"
    )
    assert scalar(finished(text, {"r1": 21}).state, "r2") == 42


def test_lr_is_written_in_stage_4() -> None:
    reads = "".join(f"\nmov r{i}, lr" for i in range(1, 6))
    state = finished(f"mov r7, lr\njl #.Lout{reads}\n.Lout: mov lr, r7").state
    before, behind = EXIT, 4 + 6 + 5 * 4  # bytes of the three moves and the jump
    assert [scalar(state, f"r{i}") for i in range(1, 6)] == [before] * 3 + [behind] * 2


def test_jnzd_counts_down_and_jumps_through_a_pointer() -> None:
    text = f"movxm p0, #.Lloop\nmova r1, #3\n.Lloop: add r2, r2, #1\njnzd r1, r1, p0{FIVE}"
    state = finished(text, {"r2": 0}).state
    assert scalar(state, "r2") == 4  # r1 = 3, 2, 1 jump back
    assert scalar(state, "r1") == 0xFFFFFFFF


def loop(before: int, first: str = FULL, last: str = FULL, setting: str = "movxm lc, #2") -> str:
    """A loop of two bundles, with `before` full bundles between its set-up and its first bundle."""
    set_up = ["movxm ls, #.Ls", "movxm le, #.Le", setting]
    return "\n".join(
        [*set_up, *[FULL] * before, ".p2align 4", f".Ls: {first}", f".Le: {last}", FULL]
    )


def test_lc_counts_iterations() -> None:
    body = "nopa ; nopb ; nops ; add r1, r1, #1 ; nopm ; nopv"
    text = loop(8, body).replace("movxm lc, #2", "mova lc, #5")
    assert scalar(finished(text, {"r1": 0}).state, "r1") == 5


REFUSED = [
    (f"j #.La\nj #.La{FIVE}\n.La: nop", "a branch in the delay slots of another"),
    (f"jz r1, #.La\nnop\nnop\nnop\nnop\nj #.La{FIVE}\n.La: nop", "in the delay slots of another"),
    (f"movxm p0, #3\nj p0{FIVE}", "no bundle begins at program address 0x3"),
    (f"movxm p0, #0x12345\nj p0{FIVE}", "no bundle begins at program address 0x12345"),
    (loop(4), "a loop ends here, but ls, le and lc were not all set 112 bytes before"),
    (loop(6), None),
    (loop(8, last="nopx"), "the last bundle of a loop must have 16 bytes"),
    (loop(8, first="nopx ; nopm"), "both must be multiples of 16"),
    (loop(8, setting="movxm lc, #0"), "a loop ends here, but lc is 0"),
    (loop(8, first=f"jz r1, #.Ls ; {FULL.replace('nopx ; nopm ; ', '')}"), "in the delay slots"),
    ("mul r1, r0, r0\nadd r2, r0, r0", "something else passes the port R_WX in the same cycle"),
    ("add r1, r0, r0 ; mov r1, r2", "two results arrive in r1 in one cycle"),
    ("lda r1, [p0, #0]", "address 0x0 is in no data memory, which reaches from 0x40000 to 0x7ffff"),
    ("movxm p0, #0x70002\nlda r1, [p0, #0]", "address 0x70002 is no multiple of 4"),
    ("movxm p0, #0x70010\nvlda wl1, [p0, #0]", "address 0x70010 is no multiple of 32"),
    ("acq #3, r1", "lock 3 holds 0, waits for 1: nobody will release it"),
]


@pytest.mark.parametrize(("text", "fault"), REFUSED)
def test_what_is_unknown_or_wrong_is_a_fault(text: str, fault: str | None) -> None:
    found = run(text, {"r1": 1})
    assert fault in str(found.fault) if fault else found.fault is None


def test_stores_in_the_last_delay_slots_reach_memory() -> None:
    text = "ret lr\nnop\nnop\nnop\nvst.srs.s16.s32 bml0, s0, [p0], #32"
    found = run(f"{text}\nvst.srs.s16.s32 bml0, s0, [p0], #32", {"p0": 0x74000})
    assert found.fault is None
    assert (found.instructions, found.cycles) == (6, 6)
    assert found.state["memory_written"][0x34000 : 0x34000 + 65].sum() == 64


def test_locks_are_taken_and_given_back() -> None:
    found = finished("rel #3, r1\nrel #3, r1\nacq #3, r1", {"r1": 1})
    assert found.state["locks"][3] == 1
    assert found.profile.by_reason()["lock"] == 3  # one cycle each
    assert found.cycles == 3 + 3 + ENDING


def test_events_remember_their_cycles() -> None:
    found = finished("nop\nevent #0\nnop\nnop\nevent #1")
    assert found.state["event_at"].tolist() == [1, 4]


def test_a_program_without_return_runs_off_its_end() -> None:
    bench = SIMULATION.bench({})
    program, state = bench.assemble("nop\nnop"), bench.reset()
    bench.load(state, program)
    found = bench.run(program, state, Limits(), stop_at=None, reference=True)
    assert "the program goes on past its last bundle" in str(found.fault)
