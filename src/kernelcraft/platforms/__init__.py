"""The accelerators of this project, one folder each with all that belongs to it."""
