"""The machine: programs of their own, which the platform runs as commands."""
