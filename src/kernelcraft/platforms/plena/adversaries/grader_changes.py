"""Changes of PLENA's memory map that make a grader blind; the tests must notice each."""

from kernelcraft.cells.changes import Change

MAP = "platforms/plena/machine/memory_map.py"
GUARDS = ("tests/grading/test_input_set.py", "tests/cheaters")


def _map(what: str, old: str, new: str) -> Change:
    return Change(MAP, what, old, new, GUARDS)


def _unpoisoned(memory: str, what: str) -> Change:
    return _map(f"no garbage in {memory}", f'_repeat(state["{memory}"], {what})', "pass")


CHANGES = (
    _map("canaries off", "for canary in memory_map.canaries:", "for canary in ():"),
    _map(
        "inputs not watched",
        "    for placement in memory_map.inputs:\n        at =",
        "    for placement in ():\n        at =",
    ),
    _map("writes of the same value ignored", '_written"][part] != 0', '_written"][part] > 1'),
    _map(
        "no canary after the inputs",
        'canaries.append(Region("hbm", end, end + CANARY))',
        "pass",
    ),
    _map(
        "no canary after the output",
        "canaries.append(_canary(result.region, CANARY))",
        "pass",
    ),
    _map("zeros in the output", "= BF16_NAN", "= 0"),
    _map("the same garbage in every run", "default_rng(poison)", "default_rng(0)"),
    _unpoisoned("vector_sram", "bf16"),
    _unpoisoned("matrix_sram", "bf16_to_f32(bf16)"),
    _unpoisoned("fp_sram", "fp16"),
    _unpoisoned("int_sram", "noise.astype(np.uint32) * 65_521"),
    _unpoisoned("hbm", "hbm"),
    _map("no garbage in integer registers", 'state["gp"][1:] =', "_ ="),
    _map("no garbage in FP registers", 'state["f"][1:] =', "_ ="),
)
