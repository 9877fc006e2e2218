"""The tool `write_code`: replaces the kernel text."""

from kernelcraft.generators import program
from kernelcraft.isa.assembler import TextLimits
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.results import Result

TOOL = Offer(
    place=1,
    of_paper=True,
    needed=True,
    writes=True,
    prompt="""\
- write_code(code): replaces the kernel; all other tools read what was written last.
""",
)


class WriteResult(Result):
    """Of `write_code`."""

    lines: int


def write_code(bench: Bench, code: str) -> WriteResult:
    """Replace the kernel text.

    code: the whole text of the kernel: at most 200,000 lines and 16,000,000 bytes of UTF-8
    """
    refusal = program.complaint(code) if bench.generates else TextLimits().complaint(code)
    if refusal is None and not code.strip():
        refusal = "the text is empty"
    if refusal is not None:
        return WriteResult(success=False, lines=0, message=f"nothing was written: {refusal}")
    bench.code = code
    lines = code.count("\n") + (not code.endswith("\n"))
    noun = "line" if lines == 1 else "lines"
    return WriteResult(success=True, lines=lines, message=f"{lines:,} {noun} written")
