"""A template compiler for PLENA: composed of the templates beside them.

The schedule is the one of PLENA's official template compiler (February 2026): load the activations,
work row by row or column block by column block, nothing overlapped and nothing reused across calls.
It is the baseline that kernels are measured against, so it is frozen: changing it changes scores.
"""

from typing import Final

SHARED: Final = {
    "gqa": "baseline.mha:kernel",
    "mqa": "baseline.mha:kernel",
    "softmax_confidence": "sampler.confidence:base",
    "token_update": "sampler.token_update:base",
}
"""Tasks that another task's module writes; see `cells.platforms.function`."""
