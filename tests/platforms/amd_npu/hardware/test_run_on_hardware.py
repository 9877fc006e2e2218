"""`run-on-hardware` with fake tools: commands, generated files, the comparison, every refusal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.hardware import HardwareError
from kernelcraft.grading.input_set import public_set
from kernelcraft.platforms.amd_npu.hardware import toolchain
from kernelcraft.platforms.amd_npu.hardware.prepared import Prepared, prepared
from kernelcraft.platforms.amd_npu.machine.assembly import assemble_kernel
from tests.cli.conftest import Command
from tests.cli.conftest import kernelcraft as kernelcraft
from tests.platforms.amd_npu.hardware import fake_tools

RELU = "amd_npu/relu/C1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the fake tools go; the search paths and the device's node are set."""
    site = tmp_path / "site"
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.setenv("PEANO_INSTALL_DIR", str(tmp_path / "peano"))
    node = tmp_path / "accel0"
    node.touch()
    monkeypatch.setattr(toolchain, "DEVICE_NODE", node)
    for name in ("pyxrt", "aie", "xrt"):
        monkeypatch.delitem(__import__("sys").modules, name, raising=False)
    return tmp_path


RESIDENT = (
    *(f"amd_npu/{task}/C1" for task in ("relu", "silu", "softmax", "layer_norm", "gemm")),
    *("amd_npu/gemm/C3", "amd_npu/conv2d/C5"),  # of which tensors lie in neighbours' memories
)


STREAMED = tuple(
    f"amd_npu/{each}" for each in ("gemv/C4", "gemm/C4", "linear/C4", "ffn/C3", "mha/C2")
)


def made(name: str) -> Prepared:
    cell = load_cell(name)
    return prepared(cell, kernels.baseline(cell), public_set(cell).inputs)


@pytest.mark.sweep
@pytest.mark.parametrize("name", RESIDENT)
def test_the_output_comes_back_through_the_generated_design(
    kernelcraft: Command, folder: Path, name: str
) -> None:
    fake_tools.install(folder)
    found = kernelcraft("run-on-hardware", name, "--keep", folder / "kept", "--json")
    assert found.code == 0, found.err
    assert found.record["correct"]
    assert found.record["cycles"] == 33  # the trace's 134 - 100, without the cycle of event 0
    assert found.record["device"] == "RyzenAI-npu1"


@pytest.mark.sweep
@pytest.mark.parametrize("name", STREAMED)
def test_a_streamed_output_comes_back_through_the_generated_design(
    kernelcraft: Command, folder: Path, name: str
) -> None:
    fake_tools.install(folder)
    kernel = folder / "kernel.s"
    kernel.write_text(kernels.baseline(load_cell(name)))
    found = kernelcraft("run-on-hardware", name, kernel, "--keep", folder / "kept", "--json")
    assert found.code == 0, found.err
    assert found.record["correct"]


def test_a_wrong_kernel_is_wrong_on_hardware_too(kernelcraft: Command, folder: Path) -> None:
    fake_tools.install(folder)
    wrong = folder / "wrong.s"
    idle = "nop\n" * 5
    wrong.write_text(f".globl kernel\n.p2align 4\nkernel:\n{idle}ret lr\n{idle}")
    found = kernelcraft("run-on-hardware", RELU, wrong)
    assert found.code == 1
    assert RELU in found.out


def test_the_tools_are_called_in_order(kernelcraft: Command, folder: Path) -> None:
    fake_tools.install(folder)
    kept = folder / "kept"
    assert kernelcraft("run-on-hardware", RELU, "--keep", kept).code == 0
    calls = (kept / "calls.txt").read_text().splitlines()
    target = "--target=aie2-none-unknown-elf"
    assert calls == [
        f"clang {target} -c kernel.s -o kernel.o",
        f"clang {target} -c startup.s -o startup.o",
        "ld.lld -T core.ld startup.o kernel.o -o core.elf",
        f"aiecc --peano={folder / 'peano'} --no-xchesscc --no-xbridge --no-compile-host "
        "--aie-generate-xclbin --xclbin-name=design.xclbin --aie-generate-npu-insts "
        "--npu-insts-name=insts.bin --tmpdir=build design.mlir",
    ]
    assert (kept / "kernel.s").read_text() == kernels.expert(load_cell(RELU))


@pytest.mark.sweep
@pytest.mark.parametrize("name", [*RESIDENT, *STREAMED[:3]])
def test_the_start_up_code_assembles_with_the_kernel(name: str) -> None:
    found = made(name)
    assemble_kernel(found.startup + found.kernel)
    lines = found.startup.splitlines()
    call = lines.index("jl #kernel")
    assert lines[call + 5 : call + 7] == ["event #0", "event #1"]  # the last delay slot, return


@pytest.mark.parametrize("name", RESIDENT)
def test_every_name_of_the_design_is_defined_once(name: str) -> None:
    text = made(name).design
    assert text.count("{") == text.count("}")
    for region in re.split(r"aie\.mem\(", text)[1:]:
        body = region.partition("^end:")[0]
        blocks = re.findall(r"(\^\w+):", body)
        assert len(set(blocks)) == len(blocks)
        assert set(re.findall(r"\^\w+", body)) <= {*blocks, "^end"}
    outside = re.sub(r"%[01] = ", "", text)
    defined = re.findall(r"%(\w+) = ", outside) + re.findall(r"%(\w+): ", outside)
    assert len(set(defined)) == len(defined)
    assert set(re.findall(r"%(\w+)", outside)) == set(defined) | {"core"}


def test_missing_things_have_an_instruction_each(
    kernelcraft: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PEANO_INSTALL_DIR")
    monkeypatch.setattr(toolchain, "DEVICE_NODE", folder / "none")
    found = kernelcraft("run-on-hardware", RELU)
    assert found.code == 2
    first, *lines = found.err.splitlines()
    assert first.endswith("this machine cannot run it:")
    starts = ["Peano", "mlir-aie", "pyxrt", "the NPU"]
    assert [line.partition(":")[0] for line in lines] == starts


def test_packages_of_the_same_names_are_told_apart(folder: Path) -> None:
    for name in ("aie", "xrt"):
        (folder / "site" / name).mkdir(parents=True)
        (folder / "site" / name / "__init__.py").touch()
    peano, aie, xrt = toolchain.missing()
    assert "has no clang and no ld.lld" in peano
    assert "unrelated" in aie
    assert "unrelated" in xrt


def test_what_peano_complains_of_is_shown(kernelcraft: Command, folder: Path) -> None:
    fake_tools.install(folder, complaint="kernel.s:3:1: error: invalid instruction", code=1)
    found = kernelcraft("run-on-hardware", RELU)
    assert found.code == 2
    assert "clang --target=aie2-none-unknown-elf -c kernel.s -o kernel.o: exit code 1" in found.err
    assert "kernel.s:3:1: error: invalid instruction" in found.err


def test_another_generation_is_refused(kernelcraft: Command, folder: Path) -> None:
    fake_tools.install(folder, name="NPU Strix")
    found = kernelcraft("run-on-hardware", RELU)
    assert found.code == 2
    assert "device 0 is NPU Strix" in found.err


def test_a_run_that_does_not_end_is_reported(kernelcraft: Command, folder: Path) -> None:
    fake_tools.install(folder, state=8)
    found = kernelcraft("run-on-hardware", RELU, "--seconds", 5)
    assert found.code == 2
    assert "did not complete in 5 seconds" in found.err


def test_a_tool_that_does_not_end_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match=r"sleep 30: not done after 0\.1 seconds"):
        toolchain.call(("sleep", "30"), tmp_path, 0.1)


def test_a_trace_without_a_mark_has_no_cycles(tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    trace.write_text('[{"name": "INSTR_EVENT_0", "ph": "B", "ts": 3}]')
    assert toolchain.cycles_between(trace) is None


def test_other_platforms_say_that_they_have_none(kernelcraft: Command) -> None:
    found = kernelcraft("run-on-hardware", "plena/relu/C1")
    assert found.code == 2
    assert "plena has no hardware adapter" in found.err
