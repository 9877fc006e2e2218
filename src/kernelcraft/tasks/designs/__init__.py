"""Operators that instructions are designed for: a set of their own, which no ranking counts.

They are the steps of the sampler of a diffusion language model, and the whole of it: what the step
that is usually called `get_transfer_index` does for each position of a batch of sequences.
"""

import pkgutil
from functools import cache


@cache
def names() -> tuple[str, ...]:
    """The ids of these tasks, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))
