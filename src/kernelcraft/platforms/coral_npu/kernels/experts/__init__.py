"""Our best kernels of the Coral NPU."""

from typing import Final

SHARED: Final = {
    "conv_block": "experts.conv2d:kernel",
    "gelu": "schedules.table:kernel",
    "layer_norm": "schedules.norm:kernel",
    "rms_norm": "schedules.norm:kernel",
    "silu": "schedules.table:kernel",
}
"""Tasks that another task's module or a schedule writes; see `cells.platforms.function`."""
