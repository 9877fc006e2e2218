"""The tools of the workbench: every other file of this folder is one, and its name is the tool's.

A file says of itself what doors and prompts need to know (`TOOL`), and defines a function of that
name: its first parameter is the `Bench`, the others are the tool's arguments.
"""
