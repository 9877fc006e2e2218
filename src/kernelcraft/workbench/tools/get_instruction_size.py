"""The tool `get_instruction_size`: counts the instructions of the kernel text by category."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kernelcraft.cells.cell import load_cell
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.records.verdict import Failure
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.cycle_lines import table
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.reading import Reading, why
from kernelcraft.workbench.results import NOTHING_WRITTEN, Result

TOOL = Offer(
    place=6,
    of_paper=True,
    prompt="""\
- get_instruction_size(): counts the instructions of the text by category.
""",
)


class SizeResult(Result):
    """Of `get_instruction_size`: instructions of the text (not executions) by unit, mnemonic."""

    instructions: int = 0
    by_category: Mapping[str, int] = {}
    by_mnemonic: Mapping[str, int] = {}

    def details(self) -> list[str]:
        """Largest first."""
        return [
            *table("by category:", self.by_category),
            *table("by mnemonic:", self.by_mnemonic),
        ]


def get_instruction_size(bench: Bench) -> SizeResult:
    """Count the kernel text's instructions by category."""
    if bench.code is None:
        return SizeResult(success=False, message=NOTHING_WRITTEN)
    return bench.submit(Size, bench.code).result()


@dataclass(frozen=True)
class Size(Reading):
    """How many instructions a text has; a category is the unit that executes one."""

    def perform(self) -> SizeResult:
        """Counts, the largest first."""
        try:
            program = load_cell(self.cell).platform.assemble(self.text)
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

    def failed(self, failure: Failure, message: str) -> SizeResult:
        """Nothing but the reason."""
        return SizeResult(success=False, message=why(failure, "text"))
