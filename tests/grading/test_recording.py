"""A trace says what the profile says: cycles, units, reasons; in the format of its viewers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.grading.profiling import Where, profile, traced
from kernelcraft.grading.recording import Window, record
from kernelcraft.platforms.boom.machine.core.parameters import PARAMETERS
from kernelcraft.sim.recording import Group, Recording, Track, trace_events, tracks
from kernelcraft.sim.timeline import Event

CELLS = ("plena/softmax/C1", "coral_npu/gemv/C1", "boom/median/C1", "amd_npu/softmax/C1")
STREAMED = "amd_npu/gemv/C4"
SMALL_ENOUGH = min(each.rob for each in PARAMETERS.values())


@cache
def profiled(name: str) -> Where:
    cell = load_cell(name)
    return profile(cell, baseline(cell))


@cache
def recorded(name: str, *window: int) -> Recording:
    cell = load_cell(name)
    return record(cell, baseline(cell), Window(*window))


def group(found: Recording, name: str) -> Group:
    (only,) = (each for each in found.groups if each.name == name)
    return only


def events(found: Recording, name: str) -> tuple[Event, ...]:
    return tuple(each for track in group(found, name).tracks for each in track.events)


def cycles_by(events: Iterable[Event], name: str) -> dict[str, int]:
    found = Counter[str]()
    for each in events:
        found[getattr(each, name)] += each.end - each.begin
    return {key: cycles for key, cycles in found.items() if cycles}


@pytest.mark.parametrize("name", [*CELLS, STREAMED])
def test_sums_of_a_trace_are_the_profiles(name: str) -> None:
    found, where = recorded(name), profiled(name)
    assert (found.message, found.missing) == ("", "")
    assert (found.begin, found.end, found.cycles) == (0, where.cycles, where.cycles)
    program, time = events(found, "program"), events(found, "time")
    for track in (program, time):  # one after the other, from the first cycle to the last
        assert track[0].begin == 0
        assert all(one.end == other.begin for one, other in pairwise(track))
        assert track[-1].end == where.cycles
    units = {unit: cycles for unit, cycles in where.by_unit if cycles}
    assert cycles_by(program, "kind") == units
    reasons = {reason: cycles for reason, cycles in where.by_reason if cycles}
    assert cycles_by(time, "what") == reasons
    lines = {each.line: each.cycles for each in where.lines if each.cycles}
    assert {int(key): n for key, n in cycles_by(program, "line").items()} == lines
    executions = Counter(each.line for each in program)
    assert all(executions[each.line] >= each.executions for each in where.lines)


@pytest.mark.parametrize("name", [*CELLS, STREAMED])
def test_nothing_on_a_track_overlaps(name: str) -> None:
    for each in recorded(name).groups:
        for track in each.tracks:
            assert all(one.end <= other.begin for one, other in pairwise(track.events))
            assert all(0 <= event.begin <= event.end for event in track.events)


def test_a_sequential_machines_units_are_as_busy_as_the_profile_says() -> None:
    units = {unit: n for unit, n in profiled(CELLS[0]).by_unit if n}
    assert cycles_by(events(recorded(CELLS[0]), "units"), "who") == units


def test_slots_are_as_full_as_the_bundles() -> None:
    where = profiled(CELLS[3])
    slots = Counter(f"slot {slot}" for line in where.lines for slot in line.slots * line.executions)
    assert cycles_by(events(recorded(CELLS[3]), "units"), "who") == slots


def test_units_of_an_out_of_order_core_overlap_and_begin_after_dispatch() -> None:
    found = recorded(CELLS[2])
    units = list(events(found, "units"))
    notes = [dict(each.notes) for each in units]
    for each, said in zip(units, notes, strict=True):
        assert said["fetched"] < said["dispatched"] <= each.begin <= each.end <= said["committed"]
    begins = [each.begin for each in sorted(units, key=lambda each: dict(each.notes)["committed"])]
    assert begins != sorted(begins)  # out of order
    sizes = {level.value for level in found.levels}
    assert (min(sizes), found.levels[-1].value) == (0, 0)
    assert 16 < max(sizes) <= SMALL_ENOUGH


def test_a_vector_load_waits_in_its_queue_and_works_after_its_dispatch() -> None:
    cell = load_cell("coral_npu/gemv/C1")
    found = record(cell, expert(cell), Window())
    loads = [each for each in events(found, "units") if each.who == "vload"]
    assert all(dict(each.notes)["dispatched"] < each.begin for each in loads)
    # 32 bytes of external memory: two lines of 16 bytes, never sooner than their latency
    assert min(each.end - each.begin for each in loads) > 2
    assert {level.who for level in found.levels} == {"load/store queue", "vector queue"}
    assert max(level.value for level in found.levels) <= 16


def test_streamed_operands_come_through_the_dma_and_locks() -> None:
    found, where = recorded(STREAMED), profiled(STREAMED)
    moved = Counter[str]()
    for event in events(found, "DMA"):
        moved[event.who] += event.moved
    assert moved == {each.who: each.moved for each in where.timeline if each.who != "core"}
    assert {each.what for each in events(found, "locks")} == {"acq", "rel"}
    waiting = sum(each.end - each.begin - 1 for each in events(found, "locks"))
    stalls = dict(where.by_reason)
    assert (
        stalls["lock"] <= waiting <= stalls["lock"] + stalls.get("dma", 0) + stalls.get("bank", 0)
    )


def test_a_window_has_what_begins_in_it() -> None:
    whole, part = recorded(CELLS[1]), recorded(CELLS[1], 100, 200)
    inside = [each for each in events(whole, "program") if 100 <= each.begin < 200]
    assert list(events(part, "program")) == inside
    assert (part.begin, part.end) == (inside[0].begin, inside[-1].end)
    assert part.cycles == whole.cycles
    cut = recorded(CELLS[1], 100, 200, 7)
    assert list(events(cut, "program")) == inside[:7]
    assert recorded(CELLS[1], 10**6).count == 0


@pytest.mark.parametrize("first", [0, 300])
def test_reasons_in_a_window_are_those_of_the_whole_run(first: int) -> None:
    whole, part = recorded(CELLS[3]), recorded(CELLS[3], first, first + 50)
    reasons = [e for e in events(whole, "time") if first <= e.begin < part.end]
    assert list(events(part, "time")) == reasons


def test_a_run_is_recorded_up_to_its_fault() -> None:
    cell = load_cell("plena/silu/C1")
    found = record(cell, "S_ADDI_INT gp1, gp0, 3\nV_EXP_V gp1, gp1\n", Window())
    assert found.message.startswith("line 2")
    assert [each.what for each in events(found, "program")] == ["S_ADDI_INT", "V_EXP_V"]
    assert record(cell, "V_EXP", Window()).message.startswith("the kernel does not assemble")


def test_overlapping_events_have_rows_of_their_own() -> None:
    spans = [(0, 5), (1, 2), (2, 9), (5, 6), (5, 5)]
    found = tracks(Event("unit", "works", *span) for span in spans)
    assert [track.name for track in found] == ["unit 1", "unit 2"]
    assert [[each[2:4] for each in track.events] for track in found] == [
        [(0, 5), (5, 5), (5, 6)],
        [(1, 2), (2, 9)],
    ]


def test_the_trace_event_format() -> None:
    """Phases X, M and C with what the format demands of each."""
    event = Event("a", "add", 3, 8, line=2, notes=(("issued", 4),), kind="alu", text="add x1")
    found = Recording(cycles=9, end=9, groups=(Group("units", (Track("a", (event,)),)),))
    names = {("process_name", "units"), ("thread_name", "a")}
    listed = list(trace_events(found))
    assert names == {
        (each["name"], each["args"]["name"])
        for each in listed
        if str(each["name"]).endswith("_name")
    }
    (complete,) = (each for each in listed if each["ph"] == "X")
    assert complete == {
        "name": "add",
        "cat": "alu",
        "ph": "X",
        "ts": 3,
        "dur": 5,
        "pid": 1,
        "tid": 1,
        "args": {"issued": 4, "line": 2, "text": "add x1"},
    }
    levels = [each for each in trace_events(recorded(CELLS[1])) if each["ph"] == "C"]
    assert {str(each["name"]) for each in levels} == {"load/store queue", "vector queue"}
    for each in levels:
        assert each["args"].keys() == {each["name"]}


def test_a_trace_of_many_bundles_is_cut_and_says_so() -> None:
    cell = load_cell("boom/qsort/C1")
    found = record(cell, baseline(cell), Window(most=1_000))
    assert len(events(found, "program")) == 1_000
    assert found.begin == 0
    assert (
        found.end < found.cycles == traced(cell, cell.platform.assemble(baseline(cell)), 0).cycles
    )
