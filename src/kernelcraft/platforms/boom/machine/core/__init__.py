"""The out-of-order core: when instructions are fetched, issued and committed, with its C twins."""
