"""The AMD NPU: one AIE2 core (AIE-ML, XDNA1) and what its instructions compute."""
