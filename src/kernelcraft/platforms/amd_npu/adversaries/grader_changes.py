"""Changes of the AMD NPU's memory map that make a grader blind; the tests must notice each."""

from kernelcraft.cells.changes import Change

MAP = "platforms/amd_npu/machine/memory_map.py"
TEXT = "platforms/amd_npu/machine/assembly.py"
TESTS = "tests/platforms/amd_npu/machine"


def _map(what: str, old: str, new: str) -> Change:
    return Change(MAP, what, old, new, (f"{TESTS}/test_memory_map.py",))


def _stream(what: str, old: str, new: str) -> Change:
    return Change(MAP, what, old, new, (f"{TESTS}/test_streaming.py",))


def _text(what: str, old: str, new: str) -> Change:
    return Change(TEXT, what, old, new, (f"{TESTS}/test_platform.py",))


CHANGES = (
    _map("writes not recorded", 'after[written("memory")] != 0', 'after[written("memory")] > 1'),
    _map("everything free", "in _writable(memory_map, after):", "in (OWN, NEIGHBOURS):"),
    _map("memory beside the tensors not watched", "    if touched.any():\n", "    if False:\n"),
    _map(
        "inputs without names",
        'MEMORY:\n            yield f"input',
        '"":\n            yield f"input',
    ),
    _map("the same garbage in every run", "default_rng(poison)", "default_rng(0)"),
    _map("tensors not moved", "SHIFT * int(rng.integers(SHIFTS))", "0"),
    _map("addresses as printed", "[each.region.start + moved for", "[each.region.start for"),
    _map("no garbage in memory", '("memory", "granules")', '("granules",)'),
    _map("no garbage in vectors", '("memory", "granules")', '("memory",)'),
    _map("no garbage in scalars", 'state["scalars"][: len(SCALARS)] = bits', "_ = bits"),
    _map("the output not poisoned", "state))[:] = BF16_NAN", "state))[:] = 0"),
    _map("rounding mode not as promised", '"crRnd": 0', '"crRnd": 9'),
    _map("unwritten elements not seen", "touched.any(axis=1) == 0", "touched.any(axis=1) == 2"),
    _stream("what was not sent counts as written", 'MEMORY else "sent"', 'MEMORY else "outbound"'),
    _stream("buffers as printed", "moved if moves(stream) else 0", "0"),
    _text("padding may be executed", "*_executed_gaps(program), ", ""),
    _text("no end needed", ", *_endless(program)]", "]"),
)
