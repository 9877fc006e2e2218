"""Honest kernels that look odd, for PLENA cells: one file a kind."""
