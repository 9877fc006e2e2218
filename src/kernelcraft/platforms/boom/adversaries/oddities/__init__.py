"""Honest kernels that look wrong: one file a kind."""
