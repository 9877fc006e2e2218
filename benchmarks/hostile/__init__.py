"""Hostile input: a million texts, files, logs and tool calls that must end in an answer."""
