"""Random programs for the Coral NPU on qemu: registers, memory and flags must be the same.

Both run one text. The lines that our machine refuses are replaced by no-operations, so that qemu
has to accept all that we accept; of the refused lines one is put back, which qemu has to refuse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.machine.assembly import assemble
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.coral_npu.machine.random_programs import REGISTERS, SCRATCH, program_text
from kernelcraft.platforms.coral_npu.machine.state import load, reset, span
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Fault, Limits, Run
from tests.judges import qemu

MACHINE = CoralConfiguration(external_bytes=1 << 20, errata=0)
SENT = REGISTERS + SCRATCH
LIMITS = Limits(instructions=100_000)
MOST_REFUSED = 200
END = "mpause"
ADDI = coral.instructions["addi"].opcode
QEMU_ACCEPTS = ("vmv1r.v", "vmv2r.v", "vmv4r.v", "vmv8r.v")  # with vill set, too


@dataclass
class Judged:
    """What a set of programs covered and where the two machines differ."""

    executions: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def judge(seeds: Iterable[int], folder: Path) -> Judged:
    """Run the programs of `seeds` on both."""
    judged = Judged()
    for seed in seeds:
        random = Random(seed)
        text = program_text(random, random.randint(30, 80), end=END)
        faults = _refused(assemble(text, MACHINE))
        judged.refused.update(fault.instruction.split()[0] for fault in faults)
        _accepted(seed, _without(text, faults), folder, judged)
        illegal = [each for each in faults if _illegal(each)]
        if illegal:
            put_back = random.choice(illegal)
            rest = [each for each in faults if each is not put_back]
            _refusal(seed, _without(text, rest), put_back, folder, judged)
    return judged


def _illegal(fault: Fault) -> bool:
    return "(trap 2;" in fault.message and fault.instruction.split()[0] not in QEMU_ACCEPTS


def _accepted(seed: int, text: str, folder: Path, judged: Judged) -> None:
    run = _run(assemble(text, MACHINE))
    judged.executions.update(run.profile.by_instruction())
    ours = _sent(run)
    code, theirs = _on_qemu(text, folder)
    if run.fault is not None or code or ours != theirs:
        judged.differences.append(f"program {seed}: {_difference(run, code, ours, theirs)}")


def _refusal(seed: int, text: str, fault: Fault, folder: Path, judged: Judged) -> None:
    code, _ = _on_qemu(text, folder)
    if code != qemu.ILLEGAL:
        judged.differences.append(f"program {seed}: qemu accepts, we do not: {fault}")


def _run(program: Program) -> Run:
    state = reset(MACHINE)
    load(state, program, MACHINE)
    return execute(INTERPRETER, program, state, LIMITS)


def _refused(program: Program) -> list[Fault]:
    """What our machine refuses, found one by one: each becomes a no-operation."""
    faults: list[Fault] = []
    while (fault := _run(program).fault) is not None:
        faults.append(fault)
        assert len(faults) < MOST_REFUSED, program.source
        ops = program.ops.copy()
        ops[program.lines == fault.line] = 0
        ops[program.lines == fault.line, 0] = ADDI
        program = replace(program, ops=ops)
    return faults


def _without(text: str, faults: Iterable[Fault]) -> str:
    lines = text.split("\n")
    for fault in faults:
        lines[fault.line - 1] = "    nop"
    return "\n".join(lines)


def _on_qemu(text: str, folder: Path) -> tuple[int, bytes]:
    program = assemble(text.replace(END, qemu.SEND.format(size=SENT), 1), MACHINE)
    assert program.image is not None
    return qemu.run(program.image, folder)


def _sent(run: Run) -> bytes:
    image = run.profile.program.image
    assert image is not None
    return run.state["memory"][span(MACHINE, image.symbols["registers"], SENT)].tobytes()


def _difference(run: Run, code: int, ours: bytes, theirs: bytes) -> str:
    if run.fault is not None:
        return f"our machine faults: {run.fault}"
    if code:
        return f"qemu ends with {code}"
    wrong = [at for at in range(0, SENT, 4) if ours[at : at + 4] != theirs[at : at + 4]]
    at = wrong[0]
    return (
        f"{len(wrong)} words, the first at {_name(at)}: ours {ours[at : at + 4][::-1].hex()}, "
        f"qemu's {theirs[at : at + 4][::-1].hex()}"
    )


def _name(at: int) -> str:
    """What the prologue and the epilogue keep at a place."""
    if at < 256:
        return f"{'x' if at < 128 else 'f'}{at % 128 // 4}"
    if at < 768:
        return f"v{(at - 256) // 16}"
    names = ("fcsr", "vl", "vtype", "vstart", "vxsat", "vxrm")
    if at < 768 + 4 * len(names):
        return names[(at - 768) // 4]
    return f"scratch + {at - REGISTERS}"
