"""Our best kernels of the AMD NPU."""

from typing import Final

SHARED: Final = {
    "batch_matmul": "pipelines.matmul:kernel",
    "gemm": "pipelines.matmul:kernel",
    "layer_norm": "pipelines.norms:kernel",
    "linear": "pipelines.matmul:kernel",
    "rms_norm": "pipelines.norms:kernel",
}
"""Tasks that a pipeline writes; see `cells.platforms.function`."""
