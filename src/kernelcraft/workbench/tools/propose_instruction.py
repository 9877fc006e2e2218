"""The tool `propose_instruction`: checks instructions and gives them to the machine."""

from __future__ import annotations

from kernelcraft.workbench.bench import Bench, NoProposals
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.results import Result

TOOL = Offer(
    place=9,
    only="design",
    writes=True,
    prompt="""\
- propose_instruction(text): gives the machine one more instruction, or several; says what each
  costs, or what is wrong. An instruction that was taken stays.
""",
)


class ProposalResult(Result):
    """Of `propose_instruction`: what was refused and why, or what each instruction costs.

    `taken` are all mnemonics that were proposed so far; `area` is that of all together, in square
    micrometres, of which every coefficient is assumed.
    """

    errors: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    opcodes_left: int = 0
    area: float = 0.0

    def details(self) -> list[str]:
        """Errors, or a line an instruction."""
        return [*self.errors, *self.costs]


def propose_instruction(bench: Bench, text: str) -> ProposalResult:
    """Give the machine one more instruction, or several. An instruction that was taken stays.

    text: functions, each below @instruction("MNEMONIC operands", unit="...", latency=...)
    """
    from kernelcraft.cells.designs import proposals_of, rules_of, text_of
    from kernelcraft.design.cost import cost_of_set
    from kernelcraft.design.form import Refused
    from kernelcraft.design.words import cost_line

    try:
        design = bench.propose(text)
    except Refused as refused:
        first, *more = refused.faults
        also = f" (and {len(more)} more)" if more else ""
        message = f"nothing was taken: {first}{also}"
        return ProposalResult(success=False, message=message, errors=refused.faults)
    except NoProposals as reason:
        return ProposalResult(success=False, message=str(reason))
    proposals = proposals_of(design.base, text_of(design))
    found = cost_of_set(proposals, rules_of(design.base))
    names = tuple(each.mnemonic for each in proposals)
    return ProposalResult(
        success=True,
        message=f"the machine has {', '.join(names)} now; {found.opcodes_left} opcodes are left, "
        f"all together cost {found.area:,.0f} square micrometres",
        costs=tuple(map(cost_line, found.costs)),
        taken=names,
        opcodes_left=found.opcodes_left,
        area=found.area,
    )
