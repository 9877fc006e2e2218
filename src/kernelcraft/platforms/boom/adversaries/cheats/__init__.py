"""Kernels that try to score without solving their task: one file a family."""
