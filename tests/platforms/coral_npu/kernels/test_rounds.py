"""Loops whose rounds overlap: the order of steps in the loop, before it and behind it."""

from collections.abc import Mapping

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.rounds import HALVES, Rounds
from kernelcraft.platforms.coral_npu.kernels.schedules.weaving import Step, step


def steps(index: int, last: bool) -> Mapping[str, Step]:
    found = {
        "load": step(("load", index)),
        "add": step(("add", index), shape=HALVES),
        "store": step(("store", index)),
    }
    return {name: each for name, each in found.items() if not (last and name == "load")}


def written(order: str, count: int, turns: int) -> list[str]:
    asm = Assembly("test")
    Rounds(order, count, turns, steps).write(asm, "round")
    code = str(asm).split("_start:\n")[1].split("mpause")[0]
    return [line.strip() for line in code.splitlines() if line.strip()]


def test_steps_of_one_round_follow_those_of_the_next() -> None:
    assert written("store' load add", 2, 3) == [
        "load 0",
        "vsetvli zero, zero, e16, m2, ta, ma",
        "add 0",
        "store 0",
        "li a0, 2",
        ".balign 16",
        "round1:",
        "load 1",
        "add 1",
        "store 1",
        "load 0",
        "add 0",
        "store 0",
        "addi a0, a0, -1",
        "bne a0, zero, round1",
        "add 1",
        "store 1",
    ]
