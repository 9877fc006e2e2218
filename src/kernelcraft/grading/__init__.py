"""Decides whether a kernel is right and how fast it is, and runs that in killable processes."""
