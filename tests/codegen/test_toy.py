"""The back end on a machine that it was not made for: schedules of the toy VLIW do its work."""

from random import Random

import pytest

from kernelcraft.codegen import Memory, Reader, Target
from kernelcraft.codegen.compaction import compacted
from kernelcraft.codegen.list_schedule import length, list_schedule
from kernelcraft.codegen.loop import pipelined
from kernelcraft.codegen.overlap import Placed
from kernelcraft.codegen.registers import (
    Register,
    RegisterClass,
    RegisterFile,
    allocate,
    live_ranges,
)
from kernelcraft.codegen.resources import Reservations
from tests.sim.toy_runs import issue
from tests.toys import vliw

NAMES = tuple(f"r{index}" for index in range(16))
GENERAL = RegisterFile("general", frozenset(NAMES[8:]))
VLIW = Target(
    isa=vliw.isa,
    machine=vliw.Vliw,
    classes={
        "r": RegisterClass(
            "r", tuple(Register({"": name}, (name,)) for name in sorted(GENERAL.parts)), GENERAL
        )
    },
    parts={
        "r": NAMES,
        "p": tuple(f"p{index}" for index in range(4)),
        "v": tuple(f"v{index}" for index in range(4)),
    },
    pointers=("pa",),
)
WORDS = {index: 3 * index + 1 for index in range(64)}
LANDED = "nop\n" * 4


def drawn(random: Random) -> str:
    """An instruction on r1 to r7, with addresses from p0, which is 0."""
    d, a, b, c = (f"r{random.randint(1, 7)}" for _ in range(4))
    return random.choice(
        (
            f"add {d}, {a}, {b}",
            f"mul {d}, {a}, {b}",
            f"mla {d}, {a}, {b}, {c}",
            f"mix {d}, {a}, {b}",
            f"sra {d}, {a}, #{random.randint(1, 9)}",
            f"movi {d}, #{random.randint(-99, 99)}",
            f"ld {d}, [p0, #{random.randint(0, 15)}]",
            f"st {d}, [p0, #{random.randint(0, 15)}]",
            f"stl {d}, [p0, #{random.randint(0, 15)}]",
        )
    )


@pytest.mark.parametrize("seed", range(12))
def test_a_schedule_does_what_the_instructions_do_one_by_one(toy_module: str, seed: int) -> None:
    random = Random(seed)
    lines = [drawn(random) for _ in range(30)]
    operations = Reader(VLIW)("\n".join(lines), {})
    times = list_schedule(VLIW, operations)
    slots: list[list[str]] = [[] for _ in range(length(operations, times))]
    for operation, time in zip(operations, times, strict=True):
        slots[time].append(operation.text)
    bundles = "\n".join(" ; ".join(each) or "nop" for each in slots)
    one_by_one = issue(toy_module, LANDED.join(f"{line}\n" for line in lines) + LANDED, WORDS)
    scheduled = issue(toy_module, f"{bundles}\n{LANDED}", WORDS)
    for part in ("r", "memory"):
        assert scheduled.state[part].tolist() == one_by_one.state[part].tolist()
    assert scheduled.cycles < one_by_one.cycles / 2


@pytest.mark.parametrize("seed", range(24))
def test_compacted_code_does_the_same_with_what_is_under_way(toy_module: str, seed: int) -> None:
    """An instruction in most bundles: many read a register before another value of it lands."""
    random, taken = Random(seed), Reservations(VLIW)
    placed: list[Placed] = []
    for time in range(60):
        (operation,) = Reader(VLIW)(drawn(random), {})
        if random.random() < 0.6 and not taken.conflicts(operation, time):
            taken.place(time, operation, time)
            placed.append(Placed(operation, time))
    lines = ["nop"] * 60
    for each in placed:
        lines[each.time] = each.operation.text
    start = 10
    found = compacted(VLIW, placed, start)
    slots: list[list[str]] = [[] for _ in range(60)]
    for each in found:
        slots[each.time].append(each.operation.text)
    fixed = [each for each in placed if each.time < start]
    assert found[: len(fixed)] == fixed
    text = "\n".join(" ; ".join(each) or "nop" for each in slots)
    before = issue(toy_module, "\n".join(lines) + f"\n{LANDED}", WORDS)
    after = issue(toy_module, f"{text}\n{LANDED}", WORDS)
    for part in ("r", "memory"):
        assert after.state[part].tolist() == before.state[part].tolist()
    assert max(each.time for each in found) < placed[-1].time - 5


def test_iterations_of_a_loop_overlap(toy_module: str) -> None:
    body = "ldp %x, [p0], #1\nmul %y, %x, %x\nmix %z, %y, %x\nst %z, [p1, #31]\nadd r1, r1, %y"
    values = dict.fromkeys("xyz", "r")
    operations = Reader(VLIW, Memory(apart=("p0", "p1")))(body, values)
    loop = pipelined(VLIW, operations, VLIW.of(values), set(NAMES[:8]))
    assert loop.stages > 2
    bundles = [*loop.windows(0, 9, 9), *loop.epilogue(9)]
    text = "\n".join(" ; ".join(each.slots.values()) or "nop" for each in bundles)
    found = issue(toy_module, f"{text}\n{LANDED}", WORDS)
    total = sum(WORDS[index] ** 2 for index in range(9))
    assert int(found.state["r"][1]) == total % 2**32
    last = WORDS[8]
    assert int(found.state["memory"][31]) == vliw.mix(last * last, last)


def test_a_value_has_a_register_from_its_landing_to_its_last_read() -> None:
    values = {"x": "r", "y": "r"}
    operations = Reader(VLIW)("movi %x, #1\nadd r1, %x, r0\nmovi %y, #2\nadd r2, %y, r0", values)
    times = list_schedule(VLIW, operations)
    allocation = allocate(live_ranges(operations, times), VLIW.of(values), set(NAMES[:8]))
    assert set(allocation.registers) == {"x", "y"}
