"""Cheats against PLENA cells: one file a family."""
