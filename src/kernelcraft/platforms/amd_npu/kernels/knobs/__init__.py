"""Generators with knobs for the AMD NPU; see `kernels.knobs`."""
