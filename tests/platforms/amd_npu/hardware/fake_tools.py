"""Stand-ins for Peano, mlir-aie and pyxrt, written into a folder; the NPU is our simulator.

The fake tools record their arguments. The fake pyxrt reads the generated design as a DMA would, and
takes the registers from the generated start-up code.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from kernelcraft.platforms.amd_npu.machine.assembly import assemble_kernel
from kernelcraft.platforms.amd_npu.machine.column_state import MOVED
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START, AmdNpu
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import fresh
from tests.platforms.amd_npu.hardware.simulated import streamed

TOOL = """\
#!/bin/sh
echo "$(basename $0) $@" >> calls.txt
echo "{complaint}" >&2
exit {code}
"""
AIECC = """\
import sys
from pathlib import Path
with open("calls.txt", "a") as calls:
    print("aiecc", *sys.argv[1:], file=calls)
Path("design.xclbin").write_text("configuration")
Path("insts.bin").write_bytes(bytes(16))
"""
PARSE = """\
import json, sys
from pathlib import Path
assert Path("trace.txt").read_text().split()[0] == "00000001"
marks = (("INSTR_EVENT_0", "B", 100), ("INSTR_EVENT_0", "E", 101), ("INSTR_EVENT_1", "B", {end}))
events = [{{"name": n, "ph": p, "ts": t}} for n, p, t in marks]
Path(sys.argv[sys.argv.index("--output") + 1]).write_text(json.dumps(events))
"""
PYXRT = """\
from pathlib import Path
from types import SimpleNamespace as Names
import numpy as np
from tests.platforms.amd_npu.hardware.fake_tools import npu
xrt_info_device = Names(name="name")
xclBOSyncDirection = Names(XCL_BO_SYNC_BO_TO_DEVICE=0, XCL_BO_SYNC_BO_FROM_DEVICE=1)
ert_cmd_state = Names(ERT_CMD_STATE_COMPLETED=4)
class device:
    def __init__(self, number): assert number == 0
    def get_info(self, what): return {name!r}
    def register_xclbin(self, each): pass
class xclbin:
    def __init__(self, path): self.folder = Path(path).parent
    def get_uuid(self): return self.folder
def hw_context(device, uuid): return uuid
class bo:
    cacheable, host_only = "cacheable", "host_only"
    def __init__(self, device, size, flags, group): self.data = bytearray(size)
    def write(self, data, at): self.data[at:at + len(data)] = data
    def read(self, size, at): return np.frombuffer(bytes(self.data[at:at + size]), np.int8)
    def sync(self, direction): pass
class kernel:
    def __init__(self, context, name): self.folder = context; assert name == "MLIR_AIE"
    def group_id(self, number): return number
    def __call__(self, opcode, program, words, given, answer, trace):
        assert (opcode, words) == (3, 4)
        answer.data[:] = npu(self.folder, bytes(given.data))
        trace.data[0] = 1
        return Names(wait=lambda milliseconds: {state})
"""


def install(
    folder: Path,
    *,
    name: str = "RyzenAI-npu1",
    state: int = 4,
    end: int = 134,
    complaint: str = "",
    code: int = 0,
) -> Path:
    """Write all three; gives the folder for sys.path. Peano lies in its `peano`."""
    tools = folder / "peano" / "bin"
    tools.mkdir(parents=True)
    for tool in ("clang", "ld.lld"):
        (tools / tool).write_text(TOOL.format(complaint=complaint, code=code))
        (tools / tool).chmod(0o755)
    site = folder / "site"
    modules = {
        "aie/__init__.py": "",
        "aie/dialects/aie.py": "",
        "aie/compiler/__init__.py": "",
        "aie/compiler/aiecc/__init__.py": "",
        "aie/compiler/aiecc/main.py": AIECC,
        "aie/utils/__init__.py": "",
        "aie/utils/trace/__init__.py": "",
        "aie/utils/trace/parse.py": PARSE.format(end=end),
        "pyxrt.py": PYXRT.format(name=name, state=state),
    }
    for path, text in modules.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text)
    return site


def npu(folder: Path, given: bytes) -> bytes:
    """What the design in the folder does with the host's bytes; memory is garbage before."""
    text = (folder / "design.mlir").read_text()
    startup, kernel = ((folder / name).read_text() for name in ("startup.s", "kernel.s"))
    if "aie.memtile_dma" in text:
        return streamed(text, startup, kernel, given)["outbound"].tobytes()
    inbound, outbound = _descriptors(text, "in"), _descriptors(text, "out")
    state = fresh(AmdNpu, {MOVED: 0})
    memory = state["memory"]
    memory[:] = 0x5A
    at = 0
    for start, size in inbound:
        memory[start : start + size] = np.frombuffer(given[at : at + size], np.uint8)
        at += size
    assert at == len(given)
    program = assemble_kernel(kernel)
    before, _, _ = startup.partition("jl #kernel")
    for register, value in re.findall(r"^movx?m? (p0|sp|cr\w+|r\d), #(\w+)$", before, re.MULTILINE):
        state["scalars"][NUMBER[register]] = int(value, 0)
    load_program(program, state)
    assert execute(INTERPRETER, program, state, Limits()).fault is None
    return b"".join(memory[start : start + size].tobytes() for start, size in outbound)


def _descriptors(text: str, label: str) -> list[tuple[int, int]]:
    """Offset in memory and bytes of each, in the order in which the host's buffer has them."""
    windows = {"1, 2": 0x40000, "0, 3": 0x50000, "1, 4": 0x60000, "1, 3": 0x70000}
    found = re.findall(r"%(\w+) = aie.tile\(([0-9]+, [1-9])\)", text)
    tiles = {name: windows[place] for name, place in found}
    buffers = {
        name: tiles[tile] + int(offset) - MEMORY_START
        for name, tile, offset in re.findall(
            r"%(\w+) = aie.buffer\(%(\w+)\) {address = (\d+)", text
        )
    }
    descriptors = re.findall(
        rf"\^{label}\d+:\n.*\n\s+aie.dma_bd\(%(\w+) : memref<(\d+)xi32>, 0, \2\)", text
    )
    return [(buffers[name], 4 * int(words)) for name, words in descriptors]
