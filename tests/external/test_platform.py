"""A machine of two scripts, which assemble and simulate, is a platform like others."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells.protocol import NotInstalled, Tensor
from kernelcraft.external import Answer, ExternalPlatform, Tool
from kernelcraft.external.confinement import Ending
from kernelcraft.external.job import Folder
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.sim.run import Limits, Run
from tests.external.kernels import CONFINED
from tests.external.outside import PLATFORM

FOLDER = Path(__file__).parent / "outside"
KERNEL = (Path(__file__).parent / "relu.s").read_text()
TENSORS = (Tensor("x", (4, 16), "activation"), Tensor("output", (4, 16), "activation"))
MEMORY = PLATFORM.place(TENSORS[:1], TENSORS[1], {"one": 1.0})
X = np.arange(-32.0, 32.0).reshape(4, 16)


def ran(text: str, platform: ExternalPlatform = PLATFORM, instructions: int = 10_000) -> Run:
    state = platform.stage(MEMORY, {"x": X}, 7)
    return platform.run(platform.assemble(text), state, Limits(instructions))


def command(*words: str, folder: Path = FOLDER) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "kernelcraft", *words, "--platform", str(folder)]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def simulated_by(script: str, tmp_path: Path) -> ExternalPlatform:
    """The platform with another simulator."""
    (tmp_path / "simulate.py").write_text("import json, sys, os\n" + script)
    words = ("{python}", str(tmp_path / "simulate.py"), "{job}")
    return replace(PLATFORM, simulator=Tool(words, reads=(tmp_path,)))


def test_a_kernel_runs() -> None:
    run = ran(KERNEL)
    assert run.fault is None
    assert np.array_equal(PLATFORM.read(MEMORY.output, run.state), np.maximum(X, 0))
    assert (run.cycles, run.instructions) == (108, 61)
    assert run.profile.by_line()[6] == (8, 32)


def test_its_assembler_says_which_lines_are_wrong() -> None:
    with pytest.raises(AssemblyError) as caught:
        PLATFORM.assemble("li x1, 5\nadd x1\nvmax v0, v1\nhalt")
    assert [str(each) for each in caught.value.faults] == [
        "line 2: there is no instruction add",
        "line 3: vmax has 3 operands",
    ]


def test_its_simulator_says_where_a_kernel_fails() -> None:
    run = ran("li x1, 3\nload v0, x1\nhalt")
    assert "line 2: load v0, x1: address 0x3 is outside" in str(run.fault)


def test_endless_kernels_end() -> None:
    run = ran("li x1, 1\nagain: bnz x1, again\nhalt", instructions=500)
    assert run.fault is not None
    assert run.fault.kind == "instruction budget"


def test_stores_beside_the_output_are_seen() -> None:
    before = PLATFORM.stage(MEMORY, {"x": X}, 7)
    run = ran(KERNEL.replace("0x1140", "0x1100"))
    found = PLATFORM.audit(MEMORY, before, run.state)
    assert "memory beside the output was written at 0x1100" in map(str, found)


@CONFINED
@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("sys.exit('no licence')", "no licence"),
        ("pass", "there is no memory"),
        ("job = json.load(open(sys.argv[1])); open(job['after'], 'wb')", "there is no memory"),
        ("open(os.path.dirname(sys.argv[1]) + '/job.json', 'w')", "Permission denied"),
        ("open('/tmp/beyond', 'w')", "Permission denied"),
        ("os.symlink('/etc/passwd', json.load(open(sys.argv[1]))['after'])", "not permitted"),
        ("open(json.load(open(sys.argv[1]))['result'], 'w').write('[]')", "is no answer"),
        ("open(json.load(open(sys.argv[1]))['result'], 'w').write('{')", "is no answer"),
        (
            "open(json.load(open(sys.argv[1]))['result'], 'w').write('{\"cycles\": -1}')",
            "expected a whole number",
        ),
    ],
)
def test_simulators_that_fail_are_faults(script: str, says: str, tmp_path: Path) -> None:
    run = ran(KERNEL, simulated_by(script, tmp_path))
    assert run.fault is not None
    permission = says in ("Permission denied", "not permitted")
    assert says in str(run.fault) or (permission and "ermi" in str(run.fault))


def test_memory_comes_by_pipes_too(tmp_path: Path) -> None:
    """A simulator that writes no file: what it reads is what it gives back, but for a byte."""
    script = "data = bytearray(sys.stdin.buffer.read()); data[5] ^= 1\n"
    script += "sys.stdout.buffer.write(data)\n"
    piped = simulated_by(script, tmp_path)
    piped = replace(piped, simulator=replace(piped.simulator, pipes=True))
    before = PLATFORM.stage(MEMORY, {"x": X}, 7)
    run = ran(KERNEL, piped)
    assert run.fault is None
    changed = np.flatnonzero(before["contents"] != run.state["contents"])
    assert changed.tolist() == [5]


def test_a_reader_of_answers_can_be_the_designers(tmp_path: Path) -> None:
    script = "j = json.load(open(sys.argv[1])); d = open(j['memory']['file'], 'rb').read()\n"
    script += "open(j['after'], 'wb').write(d); print('took 77')\n"

    def read(place: Folder, ending: Ending) -> Answer:
        return Answer(cycles=int(ending.output.split()[1]))

    run = ran(KERNEL, replace(simulated_by(script, tmp_path), answer=read))
    assert run.cycles == 77


def test_a_run_cannot_be_stopped_in_between() -> None:
    state = PLATFORM.stage(MEMORY, {"x": X}, 7)
    run = PLATFORM.run(PLATFORM.assemble(KERNEL), state, Limits(), stop_at=3)
    assert "only the simulator's own process" in str(run.fault)


@pytest.mark.parametrize("words", [("no-such-tool",), ("{here}/no-such-tool", "{job}")])
def test_a_tool_that_is_not_there_is_no_kernels_fault(words: tuple[str, ...]) -> None:
    missing = Tool(words)
    with pytest.raises(NotInstalled, match="there is no program .*no-such-tool on this machine"):
        ran(KERNEL, replace(PLATFORM, simulator=missing))
    with pytest.raises(NotInstalled, match="no-such-tool"):
        ran(KERNEL, replace(PLATFORM, assembler=replace(PLATFORM.assembler, tools=(missing,))))


def without_a_simulator(tmp_path: Path) -> Path:
    """The folder of the platform, whose simulator is nowhere."""
    folder = tmp_path / "outside"
    shutil.copytree(FOLDER, folder)
    text = (folder / "__init__.py").read_text()
    (folder / "__init__.py").write_text(
        text.replace('simulator=Tool(("{python}",', 'simulator=Tool(("no-such-tool",')
    )
    return folder


@pytest.mark.parametrize("asked", ["run", "grade", "profile"])
def test_commands_say_which_tool_is_not_there(asked: str, tmp_path: Path) -> None:
    kernel = str(Path(__file__).parent / "relu.s")
    done = command(asked, "outside/relu/C1", kernel, folder=without_a_simulator(tmp_path))
    assert done.returncode == 2
    assert "there is no program no-such-tool on this machine" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.sweep
def test_doctor_looks_for_the_tools(tmp_path: Path) -> None:
    rows = json.loads(command("doctor", "--json").stdout)["findings"]
    found = {row["name"]: row["state"] for row in rows if row["name"].startswith("outside")}
    assert found == {f"outside: {Path(sys.executable).name}": "ok", "outside": "missing"}
    lacks = command("doctor", "--json", folder=without_a_simulator(tmp_path))
    (row,) = [r for r in json.loads(lacks.stdout)["findings"] if "no-such-tool" in r["name"]]
    assert row["state"] == "missing"
    assert row["remedy"] == "install it, as the package of outside says"


def test_without_a_clock_there_are_verdicts_but_no_cycles(tmp_path: Path) -> None:
    folder = tmp_path / "outside"
    shutil.copytree(FOLDER, folder)
    text = (folder / "__init__.py").read_text()
    (folder / "__init__.py").write_text(text.replace('timed="from', 'compiler="from'))
    kernel = str(Path(__file__).parent / "relu.s")
    found = command("grade", "outside/relu/C1", kernel, "--json", folder=folder)
    verdict = json.loads(found.stdout)
    assert verdict["correct"], found.stderr
    assert verdict["cycles"] is None
    assert verdict["message"].startswith("correct on 15 input sets; the simulator counts no cycles")
    wrong = tmp_path / "wrong.s"
    wrong.write_text(KERNEL.replace("vmax v0, v0, v1", "vadd v0, v0, v1"))
    found = command("grade", "outside/relu/C1", str(wrong), "--json", folder=folder)
    assert json.loads(found.stdout)["failure"] == "wrong"


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("grade", "outside/relu/C1", "RELU"), 0, ("correct on 15 input sets, 108 cycles",)),
        (("profile", "outside/relu/C1", "RELU"), 0, ("load v0, x1", "29.6%")),
        (("profile", "outside/relu/C1", "RELU", "--listing"), 0, ("load v0, x1", "all lines")),
        (("show", "outside/relu/C1"), 0, ("vmax vd, va, vb", "must not be written")),
        (("conformance", "outside"), 0, ("nothing is wrong", "a simulator of others runs it")),
    ],
)
def test_the_commands_take_it(words: Sequence[str], status: int, says: Sequence[str]) -> None:
    kernel = str(Path(__file__).parent / "relu.s")
    found = command(*(kernel if word == "RELU" else word for word in words))
    assert found.returncode == status, found.stderr
    for each in says:
        assert each in " ".join(found.stdout.split())


def test_a_trace_says_what_a_foreign_simulator_does_not(tmp_path: Path) -> None:
    kernel, out = Path(__file__).parent / "relu.s", tmp_path / "out.json"
    found = command("profile", "outside/relu/C1", str(kernel), "--trace", str(out))
    assert found.returncode == 2
    assert "there is nothing to trace: its simulator is a program of its own" in found.stderr
    assert "not when single instructions were issued" in found.stderr
    assert not out.exists()


def test_the_description_is_short() -> None:
    """At most 100 lines of Python for a designer, the simulator aside."""
    lines = (FOLDER / "__init__.py").read_text().splitlines()
    assert len(lines) <= 100
