"""MQA, multi-query attention: all heads of queries share one head of keys and values."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

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
    name="mqa",
    title="MQA",
    level=2,
    category="attention",
    formula="y = (softmax(q_j · kᵀ / √d) · v for each head j, side by side) · wo,  d = h / n_h",
    inputs=(Input("x", ("s", "h"), part="left"), *projections(kv="d")),
    output=("s", "h"),
    part="product",
    passes=PASSES,
    constants=constants,
    algorithm=self_attention,
    stages=STAGES,
    numbers=("n_h",),
    derived={"d": lambda dims: dims["h"] // dims["n_h"]},
    mistakes=mistakes,
    edges=EDGES,
    components=lambda dims: components(dims, kv=1),
)
