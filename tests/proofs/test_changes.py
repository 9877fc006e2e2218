"""A change of one element is one, also where elements share a scale."""

import numpy as np
import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.input_set import drawn
from kernelcraft.proofs.changes import changes


@pytest.mark.parametrize(
    "name", ["plena/gemm/C1", "plena/rope/C1", "coral_npu/softmax/C1", "boom/vvadd/C1"]
)
def test_one_element_has_another_value_that_the_memory_can_hold(name: str) -> None:
    cell = load_cell(name)
    inputs, _ = drawn(cell, "normal", 3)
    for tensor in cell.inputs:
        values, tried = inputs[tensor.name], 0
        for at in range(0, values.size, max(1, values.size // 17)):
            for changed in changes(cell, tensor, values, np.array([at])):
                tried += 1
                assert list(np.flatnonzero(changed != values)) == [at]
                assert np.array_equal(cell.platform.representable(tensor, changed), changed)
        assert tried > 0
