"""What we found out with the benchmark and about it; nothing below imports it."""
