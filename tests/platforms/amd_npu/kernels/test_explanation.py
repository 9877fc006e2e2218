"""Why cycles do no work: programs whose causes are known as they were made, and our experts."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.codegen.executed import executed
from kernelcraft.codegen.explanation import explained
from kernelcraft.codegen.retiming import APART, bundles
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import loaded
from kernelcraft.grading.input_set import public_set
from kernelcraft.grading.profiling import profile
from kernelcraft.platforms.amd_npu.kernels.explanation import ISSUE, TRACED, events, explanation
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2
from kernelcraft.platforms.amd_npu.machine.assembly import assemble
from kernelcraft.platforms.amd_npu.machine.simulate import SIMULATION
from kernelcraft.sim.explanation import NOT_FOLLOWED, Explanation, Stretch
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.timeline import Event
from kernelcraft.workbench.tools.profile import answer

END = "ret lr\n" + "add r9, r9, r9\n" * 5
STEADY = "steady state"
RESIDENT = [each.name for each in find_cells("amd_npu") if not each.memory_map.streamed]


def ran(text: str, traced: int = TRACED) -> Run:
    """A program on a fresh core; p0 points to its own memory."""
    bench = SIMULATION.bench({})
    program, state = assemble(text), bench.reset()
    bench.load(state, program)
    return bench.run(program, state, Limits(traced=traced), stop_at=None, reference=False)


def why(text: str, traced: int = TRACED) -> Explanation:
    """The explanation of a program to which the return is added."""
    run = ran(f"movxm p0, #0x70000\n{text}\n{END}", traced)
    assert run.fault is None, run.fault
    found = explained(AIE2, run, ISSUE, {})
    assert sum(found.by_reason.values()) == run.cycles
    return found


@dataclass(frozen=True)
class Made:
    """Lines from the second one on, why the slot of scalars does not work, and what ends it."""

    cause: str
    text: str
    stretches: tuple[tuple[str, int, int | None, int], ...]  # cause, line, waits for, cycles
    mended: str
    gain: int


MADE = (
    Made(
        "the latency of a multiplication",
        "mul r1, r2, r3\nnop\nadd r4, r1, r3",
        (("latency", 4, 2, 1),),
        "latency",
        1,
    ),
    Made(
        "the latency of a load",
        "lda r1, [p0, #0]\n" + "nop\n" * 6 + "add r2, r1, r0",
        (("latency", 9, 2, 7),),
        "latency",
        6,
    ),
    Made(
        "a chain through another slot, which is full",
        "mov r1, r8\nmov r2, r8\nmov r3, r8\nadd r4, r3, r3",
        (("slot mv", 3, 2, 1), ("slot mv", 4, 3, 1), ("latency", 5, 4, 1)),
        "slots and ports",
        4,  # a move, then six additions, which all set srCarry
    ),
    Made(
        "delay slots",
        "j #.Lon\n" + "nop\n" * 5 + ".Lon:\nadd r4, r3, r3",
        (("branch delay", 9, 2, 5),),
        "branch delay",
        5,
    ),
    Made(
        "nothing",
        "add r1, r1, r1\nnop\nnop\nadd r2, r2, r2",
        (("idle slots", 5, None, 2),),
        "idle slots",
        2,
    ),
    Made(
        "a port: both results would arrive in one cycle",
        "mul r1, r2, r3\nnop\nadd r4, r2, r3",
        (("port R_WX", 4, 2, 1),),
        "slots and ports",
        4,  # six additions
    ),
    Made(
        "a register: a store samples it late",
        "st.s8 r1, [p0, #0]\n" + "nop\n" * 5 + "add r1, r2, r2",
        (("register reuse", 8, 2, 6),),
        "register reuse",
        6,
    ),
    Made(
        "a store that may be to the address of the load",
        "st r1, [p0, #0]\nlda r2, [p0, #0]\n" + "nop\n" * 6 + "add r3, r2, r2",
        (("memory order", 3, 2, 1), ("latency", 10, 3, 7)),
        "idle slots",
        1,
    ),
)


@pytest.mark.parametrize("made", MADE, ids=lambda made: made.cause)
def test_a_cause_that_is_known_is_named(made: Made) -> None:
    found = why(made.text)
    assert found.busy == "slot alu"
    expected = [Stretch(STEADY, *each) for each in made.stretches]
    assert sorted(found.stretches, key=lambda each: each.line or 0) == expected
    assert found.gains[made.mended] == made.gain


def test_a_bundle_whose_slot_works_is_busy_whatever_else_waits() -> None:
    found = why("lda r1, [p0, #0]\n" + "add r5, r5, r5\n" * 6 + "add r2, r1, r0")
    assert found.by_reason == {"busy": 14, "idle slots": 1}  # beside the load
    assert found.gains["latency"] == 1  # the additions need the other six


def test_lines_say_what_most_of_their_cycles_wait_for() -> None:
    lines = why("lda r1, [p0, #0]\n" + "nop\n" * 6 + "add r2, r1, r0").lines
    assert (lines[5].reason, lines[5].line) == ("latency", 2)
    assert (lines[9].reason, lines[9].line) == ("busy", None)


def test_banks_and_locks_are_the_machines_word() -> None:
    clash = "vlda wl0, [p0, #0] ; vldb wl1, [p0, #32]\nrel #16, r2\nadd r2, r2, r2"
    reasons = why(clash).by_reason
    assert (reasons["bank"], reasons["lock"]) == (1, 1)


def test_a_value_under_way_is_not_what_is_read() -> None:
    """The addition reads what the first load brought, while the second one is under way."""
    text = "lda r1, [p0, #0]\nlda r1, [p0, #4]\n" + "nop\n" * 5 + "add r2, r1, r0"
    assert Stretch(STEADY, "latency", 9, 2, 7) in why(text).stretches


LOOP = """
movxm p0, #0x70000
movxm ls, #.Lfirst
movxm le, #.Llast
movx r5, #0
mova lc, #10
nopb ; nopa ; nops ; nopxm ; nopv
nopb ; nopa ; nops ; nopxm ; nopv
nopb ; nopa ; nops ; nopxm ; nopv
nopb ; nopa ; nops ; nopxm ; nopv
nopb ; nopa ; nops ; nopxm ; nopv
nopb ; nopa ; nops ; nopxm ; nopv
nopb ; nopa ; nops ; nopxm ; nopv
.p2align 4
.Lfirst:
nopb ; nopa ; nops ; nopxm ; nopv
nopb ; nopa ; nops ; add r4, r4, r3 ; nopm ; nopv
.Llast:
nopb ; nopa ; nops ; mul r3, r5, r5 ; nopm ; nopv
mov r6, r5
mov r7, r6
mov r8, r7
add r6, r8, r8
"""


def test_phases_are_those_of_the_innermost_loop() -> None:
    run = ran(LOOP + END)
    assert run.fault is None, run.fault
    found = explained(AIE2, run, ISSUE, {})
    phases = {each.phase: 0 for each in found.stretches}
    for each in found.stretches:
        phases[each.phase] += each.cycles
    assert phases["steady state"] == 10  # one idle bundle in each iteration
    assert phases["epilogue"] == 3
    assert found.gains["prologue and epilogue"] == phases["prologue"] + 3


def test_what_is_not_followed_is_said() -> None:
    text = "add r1, r1, r1\n" + "nop\n" * 20
    found = why(text, traced=10)
    assert found.by_reason[NOT_FOLLOWED] == 18
    assert why(text).by_reason.get(NOT_FOLLOWED) is None


def explain(name: str, traced: int = TRACED) -> tuple[Run, Explanation]:
    """Of the expert's kernel of a cell."""
    cell = load_cell(name)
    limits = replace(lockfile.limits(cell), traced=traced)
    program = cell.platform.assemble(kernels.expert(cell))
    run = cell.platform.run(program, loaded(public_set(cell).staged), limits)
    return run, explanation(cell, run)


def test_the_six_cycles_of_relu_are_attributed() -> None:
    """An address from memory takes 7 and not 1."""
    run, found = explain("amd_npu/relu/C1")
    bound = kernels.bound(load_cell("amd_npu/relu/C1"))
    assert (run.cycles, bound) == (30, 24)
    assert found.busy == "slot st"
    assert found.by_reason == {"busy": 16, "latency": 14}
    assert found.beyond == {"latency": 6}
    source = run.profile.program.source.split("\n")
    stretches = [
        (each.phase, each.cause, source[each.line - 1], source[each.waits_for - 1], each.cycles)
        for each in found.stretches
        if each.line and each.waits_for
    ]
    (_, _, first, address, _), (_, _, stored, loaded, _) = stretches
    assert address.startswith("lda p1, [p0, #0]")
    assert LOAD in first
    assert first == loaded
    assert LOAD in stored
    assert STORE in stored
    assert [(phase, cause, cycles) for phase, cause, _, _, cycles in stretches] == [
        ("prologue", "latency", 7)
    ] * 2
    assert found.gains["latency"] == 11  # 2 arguments, 1 load, 16 stores
    assert found.gains["prologue and epilogue"] == 14


LOAD, STORE = "vlda.conv.fp32.bf16 bml0, [p1], #32", "vst.srs.d16.s32 bml0, s0, [p2], #32"


@pytest.mark.sweep
@pytest.mark.parametrize("name", RESIDENT)
def test_every_cycle_of_an_expert_is_busy_or_has_a_cause(name: str) -> None:
    run, found = explain(name)
    bound = kernels.bound(load_cell(name))
    assert bound is not None
    assert found.by_reason["busy"] > 0
    assert sum(found.by_reason.values()) == run.cycles
    assert sum(found.beyond.values()) == (run.cycles - bound) * (run.instructions <= TRACED)
    followed = min(run.instructions, TRACED)
    assert sum(each.cycles for each in found.stretches) == followed - found.by_reason["busy"]
    assert all(0 <= gain <= run.cycles for gain in found.gains.values())


@pytest.mark.parametrize("name", ["amd_npu/relu/C2", "amd_npu/softmax/C1", "amd_npu/conv2d/C1"])
def test_no_order_takes_longer_than_the_run(name: str) -> None:
    run, _ = explain(name)
    operations = executed(AIE2, run.profile.program, run.trace.places)
    assert bundles(operations, APART) <= bundles(operations, {}) <= run.instructions


def test_the_profile_has_the_explanation() -> None:
    cell = load_cell("amd_npu/relu/C1")
    where = profile(cell, kernels.expert(cell))
    assert dict(where.by_reason) == {"busy": 16, "latency": 14}
    causes = {each.cause: each.gain for each in where.what_if}
    assert {"latency", "slots and ports", "branch delay", "register reuse"} < set(causes)
    assert {"idle slots", "prologue and epilogue", "bank conflicts", "locks"} < set(causes)
    text = "\n".join(answer(where).details())
    assert "why slot st does not work:\n  prologue: latency, line 11 after line 4: 7" in text
    assert "of these beyond the bound:\n  latency: 6" in text
    longer = replace(where, by_reason=(*where.by_reason, (NOT_FOLLOWED, 1234)))
    said = "why slot st does not work, before the last 1,234 bundles, which were not followed:"
    assert said in "\n".join(answer(longer).details())


def test_a_streamed_cell_is_shown_over_time() -> None:
    cell = load_cell("amd_npu/gemv/C4")
    where = profile(cell, kernels.expert(cell))
    reasons = dict(where.by_reason)
    core = {each.what: each.cycles for each in where.timeline if each.who == "core"}
    assert sum(core.values()) == where.cycles
    assert core["at a lock"] == reasons["lock"]
    assert core["has ended"] == reasons["drain"]
    moved = {each.who: each.moved for each in where.timeline if each.who != "core"}
    streams = {each.tensor.name: each.piece * each.pieces for each in cell.memory_map.streams}
    near = ("core.s2mm", "north.s2mm", "south.s2mm")
    around = [who for who in moved if who.startswith(near)]
    brought = sum(moved[who] for who in around)
    assert brought == sum(n for name, n in streams.items() if name != cell.output.name)
    whole = sum(each.region.size for each in (*cell.memory_map.inputs, cell.memory_map.output))
    shim = sum(bytes_moved for who, bytes_moved in moved.items() if who.startswith("shim"))
    assert shim == whole
    assert all(lane.cycles <= where.cycles for lane in where.timeline)


def test_events_end_where_the_run_ends() -> None:
    run = ran(f"movxm p0, #0x70000\nrel #16, r2\n{END}")
    work, lock, rest = events(run)
    assert work == Event("core", "at work", 0, 2)
    assert lock == Event("core", "at a lock", 2, 3)
    assert rest == Event("core", "at work", 3, run.cycles)
