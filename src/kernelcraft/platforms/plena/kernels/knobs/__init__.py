"""Generators with knobs for PLENA; see `kernels.knobs`."""
