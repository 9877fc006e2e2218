"""Whatever a program is, the machine ends with a result or with a sentence."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kernelcraft.cells.platforms import platform
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.program import Program
from kernelcraft.platforms.plena.machine.configuration import PlenaConfiguration
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import fresh

SMALL = PlenaConfiguration(vector_sram_rows=16, hbm_bytes=1 << 14).parameters()
LIMITS = Limits(instructions=2_000, cycles=20_000)


def texts(instruction: Instruction) -> st.SearchStrategy[str]:
    """One line of this instruction with any legal operands."""
    drawn = [
        st.just(piece) if isinstance(piece, str) else st.sampled_from(piece.values).map(piece.write)
        for piece in instruction.template.pieces
    ]
    return st.tuples(*drawn).map(lambda parts: instruction.mnemonic + "".join(parts))


def assembled(text: str) -> Program | list[str]:
    """The program, or the sentences that say why it is none."""
    try:
        return platform("plena").assemble(text)
    except AssemblyError as error:
        return [str(fault) for fault in error.faults]


LINES = st.one_of([texts(instruction) for instruction in plena.table])


@settings(max_examples=150, deadline=None)
@given(lines=st.lists(LINES, min_size=1, max_size=25), reference=st.booleans())
def test_any_instructions_in_any_order(lines: list[str], reference: bool) -> None:
    program = assembled("\n".join(lines))
    if isinstance(program, list):
        assert all("C_LOOP" in sentence for sentence in program)
        return
    run = platform("plena").run(program, fresh(Plena, SMALL), LIMITS, reference=reference)
    assert 0 <= run.instructions <= LIMITS.instructions
    assert run.fault is None or str(run.fault).startswith("line ")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    program = assembled(text)
    if isinstance(program, list):
        assert program
        assert all(program)
        return
    assert platform("plena").run(program, fresh(Plena, SMALL), LIMITS).instructions >= 0
