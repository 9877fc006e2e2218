"""Changes of the Coral NPU's memory map that make a grader blind; the tests must notice each."""

from kernelcraft.kernels.changes import Change

MAP = "platforms/coral_npu/memory_map.py"
TEXT = "platforms/coral_npu/assembly.py"

CHANGES = (
    Change(MAP, "everything can be written", "_protect(state, memory_map.output.region)", "pass"),
    Change(
        MAP,
        "more than the output can be written",
        "found += [output.start, output.size, offset",
        "found += [output.start, output.size + 4096, offset",
    ),
    Change(
        MAP,
        "inputs not watched",
        "for each in memory_map.inputs]\n    watched +=",
        "for each in ()]\n    watched +=",
    ),
    Change(MAP, "the rest not watched", "for each in memory_map.canaries]", "for each in ()]"),
    Change(MAP, "the same garbage in every run", "default_rng(poison)", "default_rng(0)"),
    Change(MAP, "no garbage in memories", '("memory", "v")', '("v",)'),
    Change(MAP, "no garbage in vectors", '("memory", "v")', '("memory",)'),
    Change(MAP, "no garbage in integers", 'for name in ("x", "f"):', 'for name in ("f",):'),
    Change(MAP, "no garbage in floats", 'for name in ("x", "f"):', 'for name in ("x",):'),
    Change(MAP, "rounding mode as at reset", 'state["csr"][SLOT["vxrm"]] =', "_ ="),
    Change(MAP, "saturation flag as at reset", 'state["csr"][SLOT["vxsat"]] =', "_ ="),
    Change(MAP, "float flags as at reset", 'state["csr"][SLOT["fflags"]] =', "_ ="),
    Change(TEXT, "code anywhere", "*_code_elsewhere(program, configuration), ", ""),
    Change(TEXT, "no end needed", ", *_endless(program)]", "]"),
    Change(TEXT, "data in external memory", "outside=False", "outside=True"),
)
