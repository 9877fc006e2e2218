"""Generators with knobs for the Coral NPU; see `kernels.knobs`."""
