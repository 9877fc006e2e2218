"""MHA, multi-head attention: every head of queries has its own keys and values."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

from kernelcraft.tasks.multi_head import (
    EDGES,
    PASSES,
    STAGES,
    components,
    constants,
    mistakes,
    projections,
    self_attention,
)
from kernelcraft.tasks.task import Input, Task

TASK = Task(
    name="mha",
    title="MHA",
    level=2,
    category="attention",
    formula="y = (softmax(q_j · k_jᵀ / √d) · v_j for each head j, side by side) · wo,  d = h / n_h",
    inputs=(Input("x", ("s", "h"), part="left"), *projections()),
    output=("s", "h"),
    part="product",
    passes=PASSES,
    constants=constants,
    algorithm=self_attention,
    stages=STAGES,
    numbers=("n_h",),
    mistakes=lambda dims: {
        **mistakes(dims),
        "all heads as one": lambda g: replace(g, dims={**g.dims, "n_h": 1}).output(),
    },
    edges=EDGES,
    components=lambda dims: components(dims, kv=dims["n_h"]),
)
