"""The template baseline: vector code by templates, list-scheduled, loops not software-pipelined.

It is our own, no compiler of AMD's. A template is text in the order of its meaning; `pieces` has
what templates share.
"""

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
    **dict.fromkeys(("batch_matmul", "gemm", "linear"), "baseline.panels:kernel"),
    **dict.fromkeys(COMPOSITES, "baseline.composites:kernel"),
}
"""Tasks that another module writes; see `cells.platforms.function`."""
