"""Hostile input ends in an answer; the watch that says so notices what does not."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random

import pytest

from benchmarks.hostile import watch
from benchmarks.hostile.coverage import PARTS, SOURCES, TESTS, Covered, Measured, parts
from benchmarks.hostile.executable import executable
from benchmarks.hostile.logs_of import good_log
from benchmarks.hostile.targets import TARGETS, Target
from benchmarks.hostile.watch import tried, watched
from kernelcraft.isa.elf import read_elf
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.image import Image, Segment
from kernelcraft.platforms.coral_npu.machine.assembly import assemble
from kernelcraft.records import logs
from kernelcraft.riscv.pseudo import WITH_IMMEDIATE

ONE_OF = 250  # inputs; `make hostile` tries all


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_a_sample(target: Target) -> None:
    count = max(10, target.share // ONE_OF)
    found = tried(target, range(count))
    assert found.findings == []
    assert found.inputs == count
    assert found.outcomes.total() == count


def test_a_million_inputs_are_shared_out() -> None:
    assert sum(target.share for target in TARGETS) == 1_000_000


def test_the_same_number_is_the_same_input() -> None:
    drawn: list[int] = []

    def note(random: Random) -> str:
        drawn.append(random.getrandbits(64))
        return "noted"

    tried(Target("note", 0, note), range(3))
    first = drawn[1:]  # before them, one that is not counted
    drawn.clear()
    tried(Target("note", 0, note), range(3))
    assert drawn[1:] == first


def crash(random: Random) -> str:
    if random.random() < 0.1:
        raise KeyError("what nobody expects")
    return "answered"


def test_an_exception_is_a_finding() -> None:
    found = watched(Target("crash", 0, crash), range(100))
    assert 1 <= len(found.findings) <= 30
    assert "KeyError: 'what nobody expects'" in found.findings[0]
    assert found.outcomes["crashed"] == len(found.findings)


def die(random: Random) -> str:
    if random.random() < 0.02:
        os.kill(os.getpid(), signal.SIGKILL)
    return "answered"


def test_a_dead_process_is_a_finding_and_the_rest_goes_on() -> None:
    found = watched(Target("die", 0, die), range(60))
    assert any("the process died" in finding for finding in found.findings)
    assert found.outcomes["answered"] > 0


def sleep(random: Random) -> str:
    if random.random() < 0.05:
        time.sleep(60)
    return "answered"


def test_a_hang_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "HANG_SECONDS", 1.0)
    found = watched(Target("sleep", 0, sleep), range(30))
    assert all("hangs" in finding for finding in found.findings)
    assert found.findings


KEPT: list[bytes] = []


def keep(random: Random) -> str:
    KEPT.append(random.randbytes(4 << 20))
    return "answered"


def test_memory_that_only_grows_is_a_finding() -> None:
    found = watched(Target("keep", 0, keep), range(60))
    assert any("kept" in finding for finding in found.findings)


def test_an_executable_is_read_as_it_was_written() -> None:
    code, data = Segment(0, bytes(8), 8, True), Segment(0x10000, b"abcd", 6, False)
    image = Image((code, data), 4, {"main": 4, "x": 0x10000})
    assert read_elf(executable(image), 243) == image


def test_coverage_counts_each_module_in_one_part() -> None:
    half = Covered(num_statements=10, covered_lines=9, num_branches=4, covered_branches=2)
    names = ("isa/assembler.py", "isa/gnu/unit.py", "isa/elf.py", "sim/run.py", "tasks/relu.py")
    files = {SOURCES + name: {"summary": half.model_dump()} for name in names}
    found = {part.name: part for part in parts(Measured.model_validate({"files": files}))}
    assert [len(part.modules) for part in found.values()] == [2, 1, 1, 0, 0]
    assert found["ELF loader"].row() == "| ELF loader | 1 | 4 | 50.0% | 90.0% |\n"


def test_coverage_measures_what_there_is() -> None:
    for pattern in (each for modules in PARTS.values() for each in modules):
        assert list(Path(SOURCES).glob(pattern)), pattern
    assert all(Path(test).exists() for test in TESTS if test.startswith("tests/"))


# What the inputs found.


@pytest.mark.parametrize(
    "line",
    ["x" * 7_000, f'.section {"x" * 7_000}, "aw"\nnop', f".section .data.{'x' * 7_000}\nnop"],
)
def test_a_long_name_is_not_repeated_in_full(line: str) -> None:
    with pytest.raises(AssemblyError) as refused:
        assemble(f"{line}\n nop nop\n")
    assert all(len(fault.message) < 500 for fault in refused.value.faults)


@pytest.mark.parametrize(("name", "real"), WITH_IMMEDIATE.items())
def test_a_number_for_the_last_register_is_the_instruction_with_it(name: str, real: str) -> None:
    assert assemble(f"{name} a0, a1, 5").words() == assemble(f"{real} a0, a1, 5").words()


def test_a_log_of_which_bytes_changed_is_named_and_left_out(tmp_path: Path) -> None:
    log = bytearray(good_log())
    middle = len(log) // 2
    log[middle : middle + 8] = bytes(8)
    (tmp_path / "a.eval").write_bytes(log)
    found = logs.rebuild(tmp_path)
    assert found.episodes == ()
    assert "a.eval: cannot be read" in found.unreadable[0]
