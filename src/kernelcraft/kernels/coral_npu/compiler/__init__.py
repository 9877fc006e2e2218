"""A real compiler as the baseline: clang, on our own C in `sources`."""
