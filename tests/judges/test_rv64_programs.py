"""BOOM's instructions mean what qemu-riscv64 says: random programs over all of RV64GC."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from kernelcraft.platforms.boom.machine.assembly import assemble
from kernelcraft.platforms.boom.machine.interpreter import INTERPRETER
from kernelcraft.platforms.boom.machine.random_programs import (
    RECIPE,
    REGISTERS,
    SCRATCH,
    program_text,
    usable,
)
from kernelcraft.platforms.boom.machine.state import load, span
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits
from tests.judges import qemu

pytestmark = pytest.mark.program("qemu-riscv64", "qemu-user")
SENT = REGISTERS + SCRATCH
MANY = 10_000
CHUNK = 500


def _differences(seeds: Iterable[int], folder: Path, executions: Counter[str]) -> Iterator[str]:
    for seed in seeds:
        random = Random(seed)
        text = program_text(random, random.randint(30, 80))
        program, state = assemble(text), RECIPE.state(random)
        load(state, program)
        run = execute(INTERPRETER, program, state, Limits(instructions=100_000))
        executions.update(run.profile.by_instruction())
        assert program.image is not None
        ours = state["memory"][span(program.image.symbols["registers"], SENT)].tobytes()
        sending = assemble(text.replace("    ret\n", qemu.SEND.format(size=SENT) + "\n", 1))
        assert sending.image is not None
        code, theirs = qemu.run(sending.image, folder, xlen=64)
        if run.fault is not None or code or ours != theirs:
            yield f"program {seed}: {run.fault or ''} qemu ends with {code}"


def test_programs_agree(tmp_path: Path) -> None:
    executions: Counter[str] = Counter()
    assert list(_differences(range(100), tmp_path, executions)) == []
    assert [each.mnemonic for each in usable() if not executions[each.mnemonic]] == []


@pytest.mark.judge
@pytest.mark.parametrize("first", range(1_000, 1_000 + MANY, CHUNK))
def test_many_programs_agree(first: int, tmp_path: Path) -> None:
    assert list(_differences(range(first, first + CHUNK), tmp_path, Counter())) == []
