"""`lab policy`: a linear policy over the tuner's moves learns on some cells, others judge it."""
