"""The requantisation of the tasks is the sequence of vector instructions that it is named after."""

import numpy as np

from kernelcraft.tasks.quantised import requantise
from tests.platforms.coral_npu.machine.table import run

LANES = 32
ZERO_POINT = -9
SEQUENCE = f"""
.data
.balign 16
sums: .word {{sums}}
multipliers: .word {{multipliers}}
shifts: .word {{shifts}}
.text
_start:
  csrwi vxrm, 0
  li t0, {LANES}
  vsetvli zero, t0, e32, m8, ta, ma
  la t1, sums
  vle32.v v8, (t1)
  la t1, multipliers
  vle32.v v16, (t1)
  vsmul.vv v8, v8, v16
  la t1, shifts
  vle32.v v16, (t1)
  vssra.vv v8, v8, v16
  li t1, {ZERO_POINT}
  vsadd.vx v8, v8, t1
  vsetvli zero, t0, e16, m4, ta, ma
  vnclip.wi v24, v8, 0
  vsetvli zero, t0, e8, m2, ta, ma
  vnclip.wi v4, v24, 0
"""


def test_the_vector_instructions_give_the_codes_of_the_tasks() -> None:
    generator = np.random.default_rng(5)
    for spread in (31, 24, 16, 9):
        sums = generator.integers(-(2**spread), 2**spread, LANES)
        sums[:4] = (2**spread - 1, -(2**spread), 1, -1)
        multipliers = generator.integers(2**30, 2**31, LANES)
        multipliers[::4] = 2**30
        shifts = (
            generator.integers(0, 32, LANES) if spread == 31 else generator.integers(0, 9, LANES)
        )
        words = {"sums": sums, "multipliers": multipliers, "shifts": shifts}
        text = SEQUENCE.format(**{name: ", ".join(map(str, each)) for name, each in words.items()})
        after = run(text)
        assert not after.fault
        found = np.array(after.v(4) + after.v(5), np.uint8).view(np.int8)
        floats = [each.astype(np.float64) for each in (sums, multipliers, shifts)]
        expected = requantise(floats[0], floats[1], floats[2], ZERO_POINT)
        np.testing.assert_array_equal(found, expected)
