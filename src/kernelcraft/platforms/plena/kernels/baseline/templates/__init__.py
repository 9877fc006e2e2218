"""The templates that the task files compose, and the `Assembly` that they write to."""
