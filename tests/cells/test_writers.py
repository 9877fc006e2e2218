"""Tables of shared writers name functions that exist, for tasks without a module of their own."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells import sizes
from kernelcraft.cells.platforms import function, names, part
from kernelcraft.tasks import designs

FOLDERS = {"kernels.baseline": "kernel", "kernels.experts": "kernel", "kernels.knobs": "space"}


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("platform", names())
def test_a_task_has_one_writer(platform: str, folder: str) -> None:
    shared = getattr(part(platform, folder), "SHARED", {})
    assert set(shared) <= {*tasks.names(sizes.arithmetic(platform)), *designs.names()}
    for task in shared:
        assert part(platform, f"{folder}.{task}") is None, f"{task} has a module and a row"
        assert callable(function(platform, folder, task, FOLDERS[folder]))


def test_a_task_that_nobody_writes_has_no_function() -> None:
    assert function("coral_npu", "kernels.experts", "attention", "kernel") is None
    assert function("nowhere", "kernels.experts", "gemm", "kernel") is None
