"""Programs whose cycles others have published, written by us, and a table of both.

p0, p1 and p2 point to the operands, each in a bank of its own; the inputs first.
"""
