"""Changes of BOOM's memory map and calls that make a grader blind; the tests must notice each."""

from kernelcraft.cells.changes import Change

MAP = "platforms/boom/machine/memory_map.py"
CALLS = "platforms/boom/machine/calls.py"
STATE = "platforms/boom/machine/state.py"
TEXT = "platforms/boom/machine/assembly.py"
HART = "riscv/user.py"
TESTS = "tests/platforms/boom/machine"


def _map(what: str, old: str, new: str) -> Change:
    return Change(MAP, what, old, new, (f"{TESTS}/test_memory_map.py",))


def _call(what: str, old: str, new: str) -> Change:
    return Change(CALLS, what, old, new, (f"{TESTS}/test_calls.py", f"{TESTS}/test_machine.py"))


def _machine(module: str, what: str, old: str, new: str) -> Change:
    return Change(module, what, old, new, (f"{TESTS}/test_machine.py",))


CHANGES = (
    _map("everything can be written", "_protect(state, memory_map.output.region)", "pass"),
    _map(
        "more than the output can be written",
        "found += [output.start, output.size, offset",
        "found += [output.start, output.size + 4096, offset",
    ),
    _map("the same garbage in every run", "default_rng(poison)", "default_rng(0)"),
    _map("no garbage in memories", "target[:whole].reshape(-1, GARBAGE)[:] = rolled", "_ = rolled"),
    _map("garbage at the same places", "int(rng.integers(GARBAGE))", "0"),
    _map("no garbage in integers", 'for name in ("x", "f"):', 'for name in ("f",):'),
    _map("no garbage in floats", 'for name in ("x", "f"):', 'for name in ("x",):'),
    _map("float flags as at reset", 'state["csr"][SLOT["fflags"]] =', "_ ="),
    _map(
        "nothing after the output watched",
        "Region(MEMORY, result.region.end, OPERANDS + OPERAND_BYTES),",
        "",
    ),
    _call("kept registers not compared", "if len(changed):", "if False:"),
    _call("kept float registers not compared", 'n}") for n in range(12)]', 'n}") for n in ()]'),
    _call("the stack pointer not compared", '("sp", "gp", "tp", *', '("gp", "tp", *'),
    _call("results handed to the next call", "state[name][:] = array", "pass"),
    _call("memory handed to the next call", '"raised", "memory")', '"raised")'),
    _call("cold caches counted", "CALLS = 3", "CALLS = 1"),
    _machine(STATE, "askew accesses allowed", "misaligned = False", "misaligned = True"),
    _machine(
        STATE,
        "code can be written",
        "(WRITE if region.writable else 0)",
        "WRITE",
    ),
    _machine(
        HART, "a CSR of every number", "number * ((number >= 1) & (number <= 3)) - 1", "number & 1"
    ),
    _machine(TEXT, "no entry needed", "*_no_entry(program), ", ""),
    _machine(TEXT, "code anywhere", ", *_code_elsewhere(program)]", "]"),
    _machine(
        TEXT, "data where tensors lie", "dialect(isa, outside=False)", "dialect(isa, outside=True)"
    ),
)
