"""Uses the pipeline as it is: old values while new ones come, stores after the return."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import RETURN

CELL = "amd_npu/relu/C1"
BEGIN = ".globl kernel\nkernel:\nlda p1, [p0, #0]\nlda p2, [p0, #4]\nvsub.32 x8, x8, x8\n"
WAIT = "nop\n" * 5
PARTS = [f"w{half}{number}" for number in range(4) for half in "lh"]  # half of the tensor
LOADS = [f"vlda {part}, [p1], #32" for part in PARTS]
WORK = [
    "vmax_lt.bf16 x0, r18, x0, x8",
    "nop",
    "vmax_lt.bf16 x1, r18, x1, x8 ; vst wl0, [p2], #32",
    "vst wh0, [p2], #32",
    "vmax_lt.bf16 x2, r18, x2, x8 ; vst wl1, [p2], #32",
    "vst wh1, [p2], #32",
    "vmax_lt.bf16 x3, r18, x3, x8 ; vst wl2, [p2], #32",
    "vst wh2, [p2], #32",
    "vst wl3, [p2], #32",
    "vst wh3, [p2], #32",
]
"""Each load has arrived when it is used, the last of them in the bundle before."""
HALF = [*LOADS, *WORK]


def suspects(known: Known) -> Iterator[Suspect]:
    """ReLU by hand, right for reasons that a reader must look for."""
    cell = load_cell(CELL)
    distance = cell.memory_map.output.address - cell.memory_map.inputs[0].address
    follows = f"movxm m0, #{distance}\nmov p2, p1\npadda [p2], m0\n"
    for title, text in (
        ("the output's address from the input's", BEGIN + WAIT + follows + _lines(HALF * 2)),
        ("stores after the return", BEGIN + WAIT + _lines([*HALF, *_returning()])),
        ("old values stored while new ones come", BEGIN + WAIT + _lines(_overlapped())),
        ("wrong values stored first", BEGIN + WAIT + _lines(_corrected() * 2)),
    ):
        yield Suspect(title, CELL, text if "ret lr" in text else text + RETURN)


def _lines(bundles: list[str]) -> str:
    return "".join(f"{bundle}\n" for bundle in bundles)


def _returning() -> list[str]:
    """Half of the tensor; the last five bundles are the return's delay slots."""
    found = list(HALF)
    found[-6] += " ; ret lr"
    return found


def _overlapped() -> list[str]:
    """The second half is loaded in the bundles that store the first, into the same registers."""
    together = [f"{load} ; {work}" for load, work in zip(LOADS, WORK[2:], strict=True)]
    return [*LOADS, *WORK[:2], *together, *WORK]


def _corrected() -> list[str]:
    """What was loaded is stored as it is, then once more as it must be."""
    raw = [f"vst {part}, [p2, #{32 * at}]" for at, part in enumerate(PARTS)]
    return [*LOADS, *["nop"] * 7, *raw, *WORK]
