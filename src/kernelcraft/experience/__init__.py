"""Lessons with evidence: what changes of kernels have brought, where, and how often not."""
