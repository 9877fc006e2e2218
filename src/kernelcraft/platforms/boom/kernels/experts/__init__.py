"""Our best kernels of the BOOM core."""

from typing import Final

SHARED: Final = {
    "multiply": "schedules.pairs:multiply",
    "vvadd": "schedules.pairs:vvadd",
    "qsort": "schedules.radix:qsort",
    "rsort": "schedules.radix:rsort",
}
"""Tasks that a schedule writes; see `cells.platforms.function`."""
