"""GQA, grouped-query attention: n_h / n_kv heads of queries share a head of keys and values."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from kernelcraft.tasks.multi_head import STAGES, constants, projections, self_attention
from kernelcraft.tasks.task import Input, Task

TASK = Task(
    name="gqa",
    title="GQA",
    level=2,
    category="attention",
    formula="y = (softmax(q_j · k_iᵀ / √d) · v_i for each head j, i = j · n_kv / n_h rounded down, "
    "side by side) · wo,  d = h / n_h",
    inputs=(Input("x", ("s", "h")), *projections(kv="h_kv")),
    output=("s", "h"),
    constants=constants,
    algorithm=self_attention,
    stages=STAGES,
    numbers=("n_h", "n_kv"),
    derived={"h_kv": lambda dims: dims["h"] // dims["n_h"] * dims["n_kv"]},
    edges=("peaked",),  # the maximum must be taken off there
)
