"""The Coral NPU's instructions mean what qemu-riscv32 says: random programs over the whole ISA."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.platforms.coral_npu.machine.random_programs import usable
from tests.judges.riscv_programs import judge

pytestmark = pytest.mark.program("qemu-riscv32", "qemu-user")
MANY = 20_000
CHUNK = 500


def test_programs_agree(tmp_path: Path) -> None:
    judged = judge(range(100), tmp_path)
    assert judged.differences == []
    seldom = [each.mnemonic for each in usable() if judged.executions[each.mnemonic] < 1]
    assert len(seldom) < 20, seldom


@pytest.mark.judge
@pytest.mark.parametrize("first", range(1_000, 1_000 + MANY, CHUNK))
def test_many_programs_agree(first: int, tmp_path: Path) -> None:
    assert judge(range(first, first + CHUNK), tmp_path).differences == []
