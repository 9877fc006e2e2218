"""A template compiler for PLENA: one file a task, composed of the templates beside them.

The schedule is the one of PLENA's official template compiler (February 2026): load the activations,
work row by row or column block by column block, nothing overlapped and nothing reused across calls.
It is the baseline that kernels are measured against, so it is frozen: changing it changes scores.
"""
