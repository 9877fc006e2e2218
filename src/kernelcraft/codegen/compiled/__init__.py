"""A real compiler's baselines: C compiled by clang, whose assembly comes with the package."""
