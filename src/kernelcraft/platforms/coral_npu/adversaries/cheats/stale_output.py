"""Relies on what an earlier run left in the output, in DTCM or in registers."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.coral_npu.kernels.snippets import copied

DTCM = 0x1_0000


def suspects(known: Known) -> Iterator[Suspect]:
    """Each comes after an honest run of the same cell on the same inputs."""
    for name in ("coral_npu/relu/C1", "coral_npu/gemm/C1", "coral_npu/layer_norm/C1"):
        cell = load_cell(name)
        output = cell.memory_map.output.region
        yield Suspect("does nothing", name, "mpause\n", ("wrong",))
        for title, source in (
            ("writes the output to itself", output.start),
            ("copies DTCM", DTCM),
            ("copies what lies after the output", output.end),
        ):
            text = f"{copied(str(source), output.start, output.size)}\n    mpause\n"
            yield Suspect(title, name, text, ("wrong",))
    registers = "vsetvli t0, zero, e8, m8, ta, ma\nli t1, 0x20001000\nvse8.v v8, (t1)\nmpause\n"
    yield Suspect("writes registers as found", "coral_npu/silu/C1", registers, ("wrong",))
    relu = load_cell("coral_npu/relu/C1")
    for left in (1, 16, 256):
        count = relu.dims["n"] - left
        text = edited(baseline(relu), f"li\ta1, {relu.dims['n']}", f"li\ta1, {count}")
        yield Suspect(f"leaves the last {left} as found", relu.name, text, ("wrong",))
