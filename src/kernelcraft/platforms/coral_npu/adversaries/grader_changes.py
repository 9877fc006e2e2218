"""Changes of the Coral NPU's memory map that make a grader blind; the tests must notice each."""

from kernelcraft.cells.changes import Change

ROWS = "cells/row_major.py"
MAP = "platforms/coral_npu/machine/memory_map.py"
TEXT = "platforms/coral_npu/machine/assembly.py"
TESTS = "tests/platforms/coral_npu/machine"


def _rows(what: str, old: str, new: str) -> Change:
    return Change(ROWS, what, old, new, (f"{TESTS}/test_memory_map.py",))


def _map(what: str, old: str, new: str) -> Change:
    return Change(MAP, what, old, new, (f"{TESTS}/test_memory_map.py",))


def _text(what: str, old: str, new: str) -> Change:
    return Change(TEXT, what, old, new, (f"{TESTS}/test_platform.py",))


CHANGES = (
    _map("everything can be written", "_protect(state, memory_map.output.region)", "pass"),
    _map(
        "more than the output can be written",
        "found += [output.start, output.size, offset",
        "found += [output.start, output.size + 4096, offset",
    ),
    _rows("inputs not watched", "for each in memory_map.inputs]", "for each in ()]"),
    _rows("the rest not watched", "for each in memory_map.canaries]", "for each in ()]"),
    _map("the same garbage in every run", "default_rng(poison)", "default_rng(0)"),
    _map("no garbage in memories", '("memory", "v")', '("v",)'),
    _map("no garbage in vectors", '("memory", "v")', '("memory",)'),
    _map("no garbage in integers", 'for name in ("x", "f"):', 'for name in ("f",):'),
    _map("no garbage in floats", 'for name in ("x", "f"):', 'for name in ("x",):'),
    _map("rounding mode as at reset", 'state["csr"][SLOT["vxrm"]] =', "_ ="),
    _map("saturation flag as at reset", 'state["csr"][SLOT["vxsat"]] =', "_ ="),
    _map("float flags as at reset", 'state["csr"][SLOT["fflags"]] =', "_ ="),
    _text("code anywhere", "*_code_elsewhere(program, configuration), ", ""),
    _text("no end needed", ", *_endless(program)]", "]"),
    _text("data in external memory", "outside=False", "outside=True"),
)
