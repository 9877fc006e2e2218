"""The tool `get_instruction_size`: counts the instructions of the kernel text by category."""

from collections import Counter

from kernelcraft.cells.cell import Cell
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.workbench.results import NOTHING_WRITTEN, SizeResult


def get_instruction_size(cell: Cell, code: str | None) -> SizeResult:
    """A category is the unit that executes an instruction."""
    if code is None:
        return SizeResult(success=False, message=NOTHING_WRITTEN)
    try:
        program = cell.platform.assemble(code)
    except AssemblyError:
        return SizeResult(
            success=False, message="the kernel does not assemble: check_syntax says why"
        )
    written = program.written
    opcodes = Counter(written[:, 0].tolist())
    units: Counter[str] = Counter()
    mnemonics: Counter[str] = Counter()
    for opcode, count in opcodes.items():
        instruction = program.isa.table[opcode]
        units[instruction.unit] += count
        mnemonics[instruction.mnemonic] += count
    return SizeResult(
        success=True,
        message=f"{len(written):,} instructions in the text",
        instructions=len(written),
        by_category=dict(units.most_common()),
        by_mnemonic=dict(mnemonics.most_common()),
    )
