"""What experts are put together from, each module named after what it does."""
