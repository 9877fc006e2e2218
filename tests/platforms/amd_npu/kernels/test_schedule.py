"""What the scheduler emits does what its instructions do one after the other, and does it fast."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from kernelcraft.codegen import Access, Operation, Read, Write
from kernelcraft.codegen.registers import TooFewRegisters
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2, Writer
from tests.platforms.amd_npu.kernels.timeline import (
    executed,
    in_bundles,
    named,
    one_after_the_other,
)

UNITS = ("ldb", "lda", "st", "alu", "mv", "vec", "lng")
# write stage and port of a result by slot, as on the machine
RESULTS = {
    "ldb": ((7, "wb"),),
    "lda": ((7, "wa"), (1, "wa")),
    "st": ((4, "wa"), (2, "wa")),
    "alu": ((1, "wx"), (2, "wx")),
    "mv": ((1, "wm"), (2, "wm"), (3, "wm")),
    "vec": ((5, "ca"), (6, "ca")),
    "lng": ((1, "wx"),),
}
STAGES = {"vec": (1, 3), "ldb": (1, 7), "lda": (1, 7)}
WAYS = (None, None, "MOV", "VEC")
PARTS = ["r0", "r1", "r2", "r3"]
BODY = "all operations"


def random_operation(random: Random, line: int, parts: list[str], values: list[str]) -> Operation:
    """Some instruction that writes at most one thing; it may make one new value."""
    unit = random.choice(UNITS)
    stage, port = random.choice(RESULTS[unit])
    pool = parts + [f"%{each}:0" for each in values]
    sources = random.sample(pool, min(len(pool), random.randint(0, 3)))
    reads = [Read(p, random.choice(STAGES.get(unit, (1,))), random.choice(WAYS)) for p in sources]
    accesses: tuple[Access, ...] = ()
    if unit in ("lda", "ldb"):
        accesses = (Access(random.choice(("one", "two")), 5, False, random.choice((None, "1"))),)
    if unit == "st":
        accesses = (Access(random.choice(("one", "two")), random.choice((5, 7)), True),)
    names = [part[1:].partition(":")[0] for part in sources if part.startswith("%")]
    if random.random() < 0.5:
        target = f"%v{line}:0"
        names.append(f"v{line}")
        values.append(f"v{line}")
    else:
        target = random.choice(parts)
    write = Write(target, stage, random.choice(WAYS) if stage > 1 else None)
    text = " ".join([f"op{line}", *(f"%{name}" for name in names)])
    return Operation(text, unit, tuple(reads), (write,), accesses, ((port, stage),), line=line)


def random_body(seed: int, size: int) -> tuple[list[Operation], dict[str, str]]:
    """A random piece of code and the kinds of its values."""
    random = Random(seed)
    values: list[str] = []
    operations = [random_operation(random, line, PARTS, values) for line in range(size)]
    return operations, {each: random.choice(("r", "wl", "w")) for each in values}


def writer(operations: list[Operation]) -> Writer:
    """One whose reader knows these operations, the body as a whole and each by its line."""
    known = {each.line: each for each in operations}

    def reader(text: str, values: Mapping[str, str]) -> list[Operation]:
        return operations if text == BODY else [named(each, known) for each in text.splitlines()]

    return Writer(AIE2, reader, PARTS)


@pytest.mark.parametrize("room", [None, 8])
@pytest.mark.parametrize("seed", range(60))
def test_straight_code_does_what_its_operations_do(seed: int, room: int | None) -> None:
    operations, kinds = random_body(seed, 4 + seed % 30)
    if room is not None:
        kinds = {name: "x" if kind == "w" else kind for name, kind in kinds.items()}
    made = writer(operations)
    made.straight(BODY, kinds, room=room, attempts=4)
    known = {each.line: each for each in operations}
    after = in_bundles(executed(made.code.laid_out(), known))
    before = one_after_the_other(operations)
    assert {k: v for k, v in after.items() if k in before and k[0] != "%"} == {
        k: v for k, v in before.items() if k[0] != "%" and k in after
    }
    assert {"one", "two", "r0", "r1", "r2", "r3"} & set(before) <= set(after)


@pytest.mark.parametrize("seed", range(60))
def test_loops_do_what_their_rounds_do(seed: int) -> None:
    operations, kinds = random_body(seed, 3 + seed % 14)
    iterations = 1 + Random(seed).randrange(24)
    made = writer(operations)
    made.loop(BODY, iterations, kinds)
    known = {each.line: each for each in operations}
    after = in_bundles(executed(made.code.laid_out(), known))
    before = one_after_the_other(operations * iterations)
    for name in ("one", "two", "r0", "r1", "r2", "r3"):
        assert after.get(name) == before.get(name), name


def test_a_pinned_loop_does_what_its_rounds_do_at_the_times_of_its_writer() -> None:
    pinned = 0
    for seed in range(60):
        operations, kinds = random_body(seed, 3 + seed % 14)
        found = writer(operations).loop(BODY, 9, kinds)
        times = {each.text: at for each, at in zip(operations, found.times, strict=True)}
        some = dict(list(times.items())[::2])
        made = writer(operations)
        try:
            loop = made.pinned_loop(BODY, 9, kinds, found.interval, some)
        except (ValueError, TooFewRegisters):
            continue
        pinned += 1
        shown = {each.text: at for each, at in zip(operations, loop.times, strict=True)}
        assert len({shown[text] - at for text, at in some.items()}) == 1
        after = in_bundles(executed(made.code.laid_out(), {each.line: each for each in operations}))
        before = one_after_the_other(operations * 9)
        for name in ("one", "two", *PARTS):
            assert after.get(name) == before.get(name), (seed, name)
    assert pinned > 30


def test_a_pinned_loop_says_what_cannot_be() -> None:
    operations, kinds = random_body(7, 12)
    times = dict.fromkeys((each.text for each in operations), 0)
    with pytest.raises(ValueError, match="4 bundles cannot hold the operations at their times"):
        writer(operations).pinned_loop(BODY, 9, kinds, 4, times)
    with pytest.raises(ValueError, match="no operation begins with vadd"):
        writer(operations).pinned_loop(BODY, 9, kinds, 4, {"vadd": 1})
