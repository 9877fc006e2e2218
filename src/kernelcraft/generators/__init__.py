"""Generators as answers: programs in Starlark that write a kernel for any sizes of a task.

`program` runs one where it can do no harm, `arguments` is what it is given, `job` does with its
kernels what is done with any kernel, `grade` is its verdict, and `templates` are those of ours.
"""
