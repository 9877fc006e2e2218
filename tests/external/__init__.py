"""Platforms that others assemble for and simulate."""
