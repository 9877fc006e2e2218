"""Relies on what an earlier run left in the output, in free memory or in registers."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.amd_npu.kernels.snippets import address, copied, kernel


def suspects(known: Known) -> Iterator[Suspect]:
    """Each comes after an honest run of the same cell on the same inputs."""
    for name in ("amd_npu/relu/C1", "amd_npu/gemm/C1", "amd_npu/layer_norm/C1"):
        cell = load_cell(name)
        output = cell.memory_map.output.region
        to = address(cell, "output", "p2")
        yield Suspect("does nothing", name, kernel(), ("wrong",))
        after = f"{address(cell, 'output')}movxm m0, #{output.size}\npadda [p1], m0\n"
        for title, source in (
            ("writes the output to itself", address(cell, "output")),
            ("copies what lies after the output", after),
            ("copies the stack", "movxm p1, #0x70000\n"),
            ("copies free memory", "movxm p1, #0x60000\n"),
        ):
            yield Suspect(title, name, kernel(source, to, copied("next", output.size)), ("wrong",))
    relu = load_cell("amd_npu/relu/C1")
    lines = [f"vst w{half}{index}, [p1], #32" for index in range(8) for half in "lh"]
    text = kernel(address(relu, "output"), "\n".join(lines))
    yield Suspect("writes registers as found", relu.name, text, ("wrong",))
    text = edited(baseline(relu), "movxm r6, #2", "movxm r6, #1")
    yield Suspect("leaves the second half as found", relu.name, text, ("wrong",))
    text = baseline(relu)
    last = text.rindex("vst wh")
    kept = f"{text[:last]}nops{text[text.index(chr(10), last) :]}"
    yield Suspect("leaves every eighth vector as found", relu.name, kept, ("wrong",))
