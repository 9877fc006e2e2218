"""Runs agents on cells, grades what they made, and keeps a record that survives interruptions."""
