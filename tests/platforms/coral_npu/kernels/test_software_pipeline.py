"""Software pipelines: the steps in the steady state, in the prologue and in the epilogue."""

from collections.abc import Mapping

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import (
    HALVES,
    Step,
    Trial,
    step,
    trying,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.software_pipeline import SoftwarePipeline


def steps(index: int, last: bool) -> Mapping[str, Step]:
    found = {
        "load": step(("load", index)),
        "add": step(("add", index), shape=HALVES),
        "store": step(("store", index)),
    }
    return {name: each for name, each in found.items() if not (last and name == "load")}


def written(order: str, unrolled: int, times: int) -> list[str]:
    asm = Assembly("test")
    with trying(Trial({"test": order.split()})):
        SoftwarePipeline("test", unrolled, times, steps).write(asm, "loop")
    code = str(asm).split("_start:\n")[1].split("mpause")[0]
    return [line.strip() for line in code.splitlines() if line.strip()]


def test_steps_of_one_iteration_follow_those_of_the_next() -> None:
    assert written("store' load add", 2, 3) == [
        "load 0",
        "vsetvli zero, zero, e16, m2, ta, ma",
        "add 0",
        "store 0",
        "li a0, 2",
        ".balign 16",
        "loop1:",
        "load 1",
        "add 1",
        "store 1",
        "load 0",
        "add 0",
        "store 0",
        "addi a0, a0, -1",
        "bne a0, zero, loop1",
        "add 1",
        "store 1",
    ]
