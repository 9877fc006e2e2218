"""What refuses a program whose output is right: every other file of this folder is a check.

A file defines `of_run(seen: Seen)`, `of_grading(graded: Graded)` or both; see `grading/check.py`.
"""
