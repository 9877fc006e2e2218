"""Examines the grader: cheats it must refuse, honest kernels it must not, mutants to be noticed."""
