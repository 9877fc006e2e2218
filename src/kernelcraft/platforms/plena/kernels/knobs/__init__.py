"""Generators with knobs for PLENA; see `kernels.knobs`."""

from typing import Final

SHARED: Final = {"linear": "knobs.gemm:space"}
"""Tasks with the knobs of another; see `cells.platforms.function`."""
