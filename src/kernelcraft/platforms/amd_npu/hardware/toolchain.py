"""The tools that a run needs: what is missing, their command lines, what they complain of."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kernelcraft.cells.hardware import HardwareError

PEANO: Final = "PEANO_INSTALL_DIR"
TARGET: Final = "--target=aie2-none-unknown-elf"
DEVICE_NODE = Path("/dev/accel/accel0")
MARKS: Final = ("INSTR_EVENT_0", "INSTR_EVENT_1")
CALL_OVERHEAD: Final = 1  # cycle of event 0 itself, before the first bundle of a kernel
COMPLAINT_LINES: Final = 20  # of a tool's errors that a message shows


def missing() -> tuple[str, ...]:
    """One instruction for each thing that is not here."""
    checks = (_peano(), _mlir_aie(), _pyxrt(), _device())
    return tuple(each for each in checks if each)


def _peano() -> str:
    where = os.environ.get(PEANO)
    if where is None:
        return f"Peano: set {PEANO} to its folder (github.com/Xilinx/llvm-aie, releases)"
    lacking = [name for name in ("clang", "ld.lld") if not Path(where, "bin", name).is_file()]
    if lacking:
        return f"Peano: {where}/bin has no {' and no '.join(lacking)}; set {PEANO} to its folder"
    return ""


def _mlir_aie() -> str:
    """Found without being imported: the package `aie` of PyPI is another one."""
    spec = importlib.util.find_spec("aie")
    places = list(spec.submodule_search_locations or ()) if spec else []
    needed = ("dialects/aie.py", "compiler/aiecc", "utils/trace")
    if all(any(Path(place, path).exists() for place in places) for path in needed):
        return ""
    how = "install mlir-aie from github.com/Xilinx/mlir-aie, releases"
    if spec is None:
        return f"mlir-aie: {how}"
    return (
        "mlir-aie: the `aie` that is installed is not it, or too old (PyPI has an unrelated "
        f"package of that name); uninstall it, then {how}"
    )


def _pyxrt() -> str:
    if importlib.util.find_spec("pyxrt") is not None:
        return ""
    how = "install XRT with its Python binding and source its setup.sh (github.com/amd/xdna-driver)"
    if importlib.util.find_spec("xrt") is not None:
        return f"pyxrt: `xrt` of PyPI is an unrelated package; {how}"
    return f"pyxrt: {how}"


def _device() -> str:
    if not DEVICE_NODE.exists():
        return f"the NPU: there is no {DEVICE_NODE}; load the driver amdxdna on a machine with one"
    if not os.access(DEVICE_NODE, os.R_OK | os.W_OK):
        return f"the NPU: {DEVICE_NODE} may not be opened; add yourself to the group render"
    return ""


def build_commands() -> tuple[tuple[str, ...], ...]:
    """Assemble, link, and make the design's configuration and instructions, in this order."""
    tools = Path(os.environ[PEANO])
    clang, linker = str(tools / "bin" / "clang"), str(tools / "bin" / "ld.lld")
    aiecc = (sys.executable, "-m", "aie.compiler.aiecc.main", f"--peano={tools}")
    return (
        (clang, TARGET, "-c", "kernel.s", "-o", "kernel.o"),
        (clang, TARGET, "-c", "startup.s", "-o", "startup.o"),
        (linker, "-T", "core.ld", "startup.o", "kernel.o", "-o", "core.elf"),
        (
            *aiecc,
            "--no-xchesscc",
            "--no-xbridge",
            "--no-compile-host",
            "--aie-generate-xclbin",
            "--xclbin-name=design.xclbin",
            "--aie-generate-npu-insts",
            "--npu-insts-name=insts.bin",
            "--tmpdir=build",
            "design.mlir",
        ),
    )


def parse_command() -> tuple[str, ...]:
    """Makes events with times of the trace; it finds their names in the lowered design."""
    return (
        sys.executable,
        *("-m", "aie.utils.trace.parse", "--input", "trace.txt"),
        *("--mlir", "build/input_with_addresses.mlir", "--output", "trace.json"),
    )


def call(command: Sequence[str], folder: Path, seconds: float) -> None:
    """Run a tool in the folder; HardwareError has the last lines of what it complains of."""
    shown = " ".join((Path(command[0]).name, *command[1:]))
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise HardwareError(f"{shown}: not done after {seconds:g} seconds") from None
    except OSError as error:
        raise HardwareError(f"{shown}: cannot be started: {error.strerror}") from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-COMPLAINT_LINES:]
        raise HardwareError("\n".join((f"{shown}: exit code {done.returncode}", *said)))


def cycles_between(trace: Path) -> int | None:
    """The cycles of the kernel between the two marks; None where the trace lacks one."""
    events = json.loads(trace.read_text(encoding="utf-8"))
    first, second = (
        [event["ts"] for event in events if event["name"] == mark and event["ph"] == "B"]
        for mark in MARKS
    )
    if not first or not second:
        return None
    return int(second[0] - first[0]) - CALL_OVERHEAD
