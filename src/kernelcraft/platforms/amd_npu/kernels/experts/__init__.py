"""Our best kernels of the AMD NPU."""

from typing import Final

COMPOSITES: Final = (
    "attention",
    "mha",
    "gqa",
    "mqa",
    "ffn",
    "swiglu",
    "decoder_llama",
    "decoder_t5",
)
SHARED: Final = {
    **dict.fromkeys(COMPOSITES, "experts.composites:kernel"),
    "batch_matmul": "pipelines.matmul:kernel",
    "gemm": "pipelines.matmul:kernel",
    "layer_norm": "experts.norms:kernel",
    "linear": "pipelines.matmul:kernel",
    "rms_norm": "experts.norms:kernel",
}
"""Tasks that a pipeline writes; see `cells.platforms.function`."""
