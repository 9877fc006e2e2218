"""The tool `write_code`: replaces the kernel text."""

from kernelcraft.isa.assembler import TextLimits
from kernelcraft.workbench.results import WriteResult


def write_code(code: str) -> WriteResult:
    """Accept any text up to the size that an assembler reads."""
    refusal = TextLimits().complaint(code)
    if refusal is not None:
        return WriteResult(success=False, lines=0, message=f"nothing was written: {refusal}")
    if not code.strip():
        return WriteResult(success=False, lines=0, message="nothing was written: the text is empty")
    lines = code.count("\n") + (not code.endswith("\n"))
    noun = "line" if lines == 1 else "lines"
    return WriteResult(success=True, lines=lines, message=f"{lines:,} {noun} written")
