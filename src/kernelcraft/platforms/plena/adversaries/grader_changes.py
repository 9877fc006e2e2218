"""Changes of PLENA's memory map that make a grader blind; the tests must notice each."""

from kernelcraft.cells.changes import Change

MAP = "platforms/plena/machine/memory_map.py"


def _unpoisoned(memory: str, what: str) -> Change:
    return Change(MAP, f"no garbage in {memory}", f'_repeat(state["{memory}"], {what})', "pass")


CHANGES = (
    Change(MAP, "canaries off", "for canary in memory_map.canaries:", "for canary in ():"),
    Change(
        MAP,
        "inputs not watched",
        "    for placement in memory_map.inputs:\n        at =",
        "    for placement in ():\n        at =",
    ),
    Change(
        MAP, "writes of the same value ignored", '_written"][part] != 0', '_written"][part] > 1'
    ),
    Change(
        MAP,
        "no canary after the inputs",
        'canaries.append(Region("hbm", end, end + CANARY))',
        "pass",
    ),
    Change(
        MAP,
        "no canary after the output",
        'canaries.append(Region("vector_sram", result.region.end, result.region.end + CANARY))',
        "pass",
    ),
    Change(MAP, "zeros in the output", "= BF16_NAN", "= 0"),
    Change(MAP, "the same garbage in every run", "default_rng(poison)", "default_rng(0)"),
    _unpoisoned("vector_sram", "bf16"),
    _unpoisoned("matrix_sram", "bf16_to_f32(bf16)"),
    _unpoisoned("fp_sram", "fp16"),
    _unpoisoned("int_sram", "noise.astype(np.uint32) * 65_521"),
    _unpoisoned("hbm", "hbm"),
    Change(MAP, "no garbage in integer registers", 'state["gp"][1:] =', "_ ="),
    Change(MAP, "no garbage in FP registers", 'state["f"][1:] =', "_ ="),
)
