"""BOOM: kernels that put the grader to the test, and changes of its source."""
