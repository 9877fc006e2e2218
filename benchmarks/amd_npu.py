"""How fast an AIE2 core is simulated: products of matrices with two loads and a store a bundle."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.figure import Figure, seconds
from kernelcraft.platforms.amd_npu.machine.simulate import SIMULATION
from kernelcraft.sim.run import Limits

TRIPS = 200_000
FULL = "nopa ; nopb ; nops ; nopx ; nopm ; nopv"
LOADS = "vlda wl2, [p0, #0] ; vldb wl6, [p1, #0] ; vst amll8, [p2, #0] ; nopx ; nopm"
BODIES = {
    "bf16 MAC, two loads and a store": "vmac.f bml{0}, bml{0}, x0, x4, r0 ; " + LOADS,
    "six slots that do nothing": FULL,
}


def _program(body: str) -> str:
    """A hardware loop of four bundles."""
    first, *between, last = (body.format(index) for index in range(4))
    return "\n".join(
        [
            *("movxm p0, #0x74000", "movxm p1, #0x78000", "movxm p2, #0x7c000", "movx r0, #28"),
            *("movxm ls, #.Ls", "movxm le, #.Le", f"movxm lc, #{TRIPS}"),
            *[FULL] * 8,
            *(".p2align 4", f".Ls: {first}", *between, f".Le: {last}"),
            *("ret lr", "nop", "nop", "nop", "nop", "nop"),
        ]
    )


def _run(body: str) -> Callable[[], object]:
    bench = SIMULATION.bench({})
    program = bench.assemble(_program(body))

    def work() -> object:
        state = bench.reset()
        bench.load(state, program)
        return bench.run(program, state, Limits(), stop_at=None, reference=False)

    return work


def amd_npu() -> list[Figure]:
    """Bundles a second."""
    return [
        Figure(
            f"AIE2: {name}",
            4 * TRIPS / seconds(_run(body)) / 1e6,
            "M bundles/s",
            ">= 5" if "MAC" in name else "",
        )
        for name, body in BODIES.items()
    ]
