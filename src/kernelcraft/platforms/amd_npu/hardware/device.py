"""One run on the NPU through pyxrt, which is imported here and nowhere else."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kernelcraft.cells.hardware import HardwareError
from kernelcraft.platforms.amd_npu.hardware.design import Bytes
from kernelcraft.platforms.amd_npu.hardware.text import TRACE_BYTES

KERNEL: Final = "MLIR_AIE"  # what aiecc calls it in the xclbin
OPCODE: Final = 3  # "run these instructions", the kernel's first argument
INSTRUCTIONS, FIRST_BUFFER = 1, 3  # arguments of the kernel
FIRST_GENERATION: Final = ("phoenix", "hawk", "npu1")  # in the name of a device with AIE2 cores


@dataclass(frozen=True)
class Files:
    """What the design was compiled to."""

    xclbin: Path
    instructions: Path


@dataclass(frozen=True)
class Answer:
    """The bytes of the output, the words of the trace and the device's name."""

    output: Bytes
    trace: npt.NDArray[np.uint32]
    device: str


def submit(files: Files, given: Bytes, size: int, seconds: float) -> Answer:
    """Send the bytes, run once, take `size` bytes and the trace.

    Raises HardwareError for a device of another generation, one that does not finish in time, and
    whatever XRT complains of.
    """
    xrt = importlib.import_module("pyxrt")
    try:
        return _submitted(xrt, files, given, size, seconds)
    except RuntimeError as error:  # what XRT's own exceptions become in Python
        raise HardwareError(f"XRT: {error}") from None


def _submitted(xrt: Any, files: Files, given: Bytes, size: int, seconds: float) -> Answer:
    device = xrt.device(0)
    name = str(device.get_info(xrt.xrt_info_device.name))
    if not any(each in name.lower() for each in FIRST_GENERATION):
        raise HardwareError(
            f"device 0 is {name}; these kernels are for AIE2 cores, those of Phoenix and Hawk Point"
        )
    xclbin = xrt.xclbin(str(files.xclbin))
    device.register_xclbin(xclbin)
    context = xrt.hw_context(device, xclbin.get_uuid())
    kernel = xrt.kernel(context, KERNEL)
    instructions = np.frombuffer(files.instructions.read_bytes(), np.uint8)
    to_device = xrt.xclBOSyncDirection.XCL_BO_SYNC_BO_TO_DEVICE
    from_device = xrt.xclBOSyncDirection.XCL_BO_SYNC_BO_FROM_DEVICE

    def buffer(data: Bytes, flags: object, argument: int) -> Any:
        made = xrt.bo(device, len(data), flags, kernel.group_id(argument))
        made.write(data.tobytes(), 0)
        made.sync(to_device)
        return made

    program = buffer(instructions, xrt.bo.cacheable, INSTRUCTIONS)
    sent, taken, trace = (
        buffer(data, xrt.bo.host_only, FIRST_BUFFER + number)
        for number, data in enumerate(
            (given, np.zeros(size, np.uint8), np.zeros(TRACE_BYTES, np.uint8))
        )
    )
    started = kernel(OPCODE, program, len(instructions) // 4, sent, taken, trace)
    state = started.wait(int(seconds * 1000))
    if state != xrt.ert_cmd_state.ERT_CMD_STATE_COMPLETED:
        raise HardwareError(f"{name}: the run did not complete in {seconds:g} seconds: {state}")
    for each in (taken, trace):
        each.sync(from_device)
    words = np.frombuffer(bytes(trace.read(TRACE_BYTES, 0)), np.uint32)
    return Answer(np.frombuffer(bytes(taken.read(size, 0)), np.uint8), words, name)
