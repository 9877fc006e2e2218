"""Takes what is the same in every turn of a loop out of it, into registers that are free there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kernelcraft.isa.operand import Register
from kernelcraft.platforms.coral_npu.kernels.moves.clean import pure
from kernelcraft.platforms.coral_npu.kernels.moves.kernel import RESULTS, Kernel, registers_of, use
from kernelcraft.platforms.coral_npu.kernels.moves.listing import (
    Facts,
    Line,
    ever_apart,
    vset,
    written,
)
from kernelcraft.platforms.coral_npu.kernels.moves.loops import Loop
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.touches import FILE, FILES, SETTING, free, group

SIZES = (1, 2, 4, 8)  # of groups that a whole-register move takes
LOADS = ("load", "vload")


def hoisted(kernel: Kernel, loop: Loop) -> Kernel | None:
    """One loop without what does not change in it; None if that is nothing."""
    body = range(loop.head, loop.branch)
    lines = list(kernel.lines)
    if any(lines[index].target is not None for index in body):
        return None
    written_inside = 0
    for index in body:
        written_inside |= use(lines[index]).writes
    taken = kernel.taken(loop.head, loop.branch)
    ahead: list[Line] = []
    for index in sorted(body, key=lambda index: (-_gain(lines[index]), index)):
        line = lines[index]
        if not _same_every_turn(kernel, loop, index, written_inside & ~SETTING):
            continue
        found = _moved(line, taken)
        if found is None:
            continue
        early, copy, registers = found
        taken |= registers
        ahead.append(early)
        lines[index] = copy
    if not ahead:
        return None
    outside = list(_with_settings(ahead, kernel, loop))
    return Kernel((*lines[: loop.head], *outside, *lines[loop.head :]))


def _gain(line: Line) -> float:
    """Accesses that take the load/store unit longest for their registers go first."""
    if line.unit not in LOADS:
        return 0
    spans = line.facts.spans if line.facts else None
    octets = int((spans[:, 1] - spans[:, 0]).max()) if spans is not None and len(spans) else 1
    registers = (use(line).writes & group("v", 0, 32)).bit_count()
    return (4 + octets // 4) / max(registers, 1) if registers else 100


def _same_every_turn(kernel: Kernel, loop: Loop, index: int, written_inside: int) -> bool:
    line = kernel.lines[index]
    facts, used = line.facts, use(line)
    if not pure(line) or facts is None or not used.whole or line.only is None:
        return False
    if used.reads & written_inside:
        return False
    if used.reads & SETTING and not _known_setting(kernel, loop, line):
        return False
    if used.loads:
        if facts.spans is None:
            return False
        for other in kernel.lines[loop.head : loop.branch]:
            if use(other).stores and not ever_apart(line, other):
                return False
    return not used.writes & used.reads and not used.writes & SETTING


def _known_setting(kernel: Kernel, loop: Loop, line: Line) -> bool:
    """Whether vl is the same at the loop's beginning, and the type can be set there."""
    head = _first(kernel, loop)
    own = line.facts
    if head is None or own is None or own.vl is None or head.vl != own.vl:
        return False
    if own.vector is None:
        return False
    if head.vector is None:
        return _ratio_set_first(kernel, loop, line)
    return head.vector.ratio == own.vector.ratio


def _first(kernel: Kernel, loop: Loop) -> Facts | None:
    """What is known where the loop begins."""
    body = kernel.lines[loop.head : loop.branch]
    return next((line.facts for line in body if line.operations), None)


def _ratio_set_first(kernel: Kernel, loop: Loop, line: Line) -> bool:
    """Whether the loop begins with a setting that keeps vl and has the ratio of the line's."""
    own = line.facts.vector if line.facts else None
    for index in range(loop.head, loop.branch):
        each, after = kernel.lines[index], kernel.lines[index + 1].facts
        if use(each).writes & SETTING:
            if not each.keeps_vl or own is None or after is None or after.vector is None:
                return False
            return after.vector.ratio == own.ratio
        if use(each).reads & SETTING:
            return False
    return False


def _moved(line: Line, taken: int) -> tuple[Line, Line, int] | None:
    """A line with a result in free registers, and a copy from there in its place."""
    operation = line.operations[0]
    results = [
        each
        for each in operation.instruction.operands
        if isinstance(each, Register) and each.name in RESULTS
    ]
    if len(results) != 1 or results[0].file == "f":
        return None
    file, name = results[0].file, results[0].name
    numbers = registers_of(line, name)
    size = len(numbers)
    if size not in SIZES:
        return None
    target = next(iter(free(file, taken, size)), None)
    if target is None:
        return None
    early = written(operation.instruction, {**operation.operands, name: target})
    early = replace(line, labels=(), name=early.name, operands=early.operands)
    first = min(numbers)
    if file == "x":
        copy = _copy("addi", {"rd": first, "rs1": target, "imm": 0})
    else:
        copy = _copy(f"vmv{size}r.v", {"vd": first, "vs2": target})
    copy = replace(copy, labels=line.labels, facts=line.facts and replace(line.facts, spans=None))
    return early, copy, group(file, target, size)


def _copy(mnemonic: str, operands: dict[str, int]) -> Line:
    instruction = coral.instructions[mnemonic]
    defaults = {operand.name: operand.default or 0 for operand in instruction.operands}
    return written(instruction, {**defaults, **operands})


def _with_settings(ahead: list[Line], kernel: Kernel, loop: Loop) -> Iterator[Line]:
    """The lines before the loop, with their vector types and at last the loop's."""
    head = _first(kernel, loop)
    vtype = head.vtype if head else None
    for line in ahead:
        facts = line.facts
        if facts is not None and use(line).reads & SETTING and facts.vtype != vtype:
            assert facts.vtype is not None
            vtype = facts.vtype
            yield vset(vtype, _plain(facts))
        yield line
    if head is not None and head.vtype is not None and vtype != head.vtype:
        yield vset(head.vtype, _plain(head))


def _plain(facts: Facts) -> Facts:
    return replace(facts, spans=None, values=None)


def without_copies(kernel: Kernel) -> Kernel:
    """Reads of a copy read the original as long as both are the same; in each block for itself."""
    lines = list(kernel.lines)
    copies: dict[int, int] = {}  # bits of a group -> bits of the original
    for index, line in enumerate(lines):
        if line.labels or (line.name and (line.target is not None or not line.operations)):
            copies = {}
        used = use(line)
        if copies and used.reads and line.only is not None:
            lines[index] = line = _reading(line, copies)
            used = use(line)
        copies = {
            copy: original
            for copy, original in copies.items()
            if not used.writes & (copy | original)
        }
        pair = _pair(line)
        if pair is not None and pair[0] != pair[1]:
            copies[pair[0]] = pair[1]
    return Kernel(tuple(lines))


def _pair(line: Line) -> tuple[int, int] | None:
    """The bits of a copy and of its original, if a line is a copy."""
    operation = line.only
    if operation is None:
        return None
    name, values = operation.instruction.mnemonic, operation.operands
    if name == "addi" and values["imm"] == 0 and values["rd"] and values["rs1"]:
        return group("x", values["rd"], 1), group("x", values["rs1"], 1)
    if name in ("vmv1r.v", "vmv2r.v", "vmv4r.v", "vmv8r.v"):
        size = int(name[3])
        return group("v", values["vd"], size), group("v", values["vs2"], size)
    return None


def _reading(line: Line, copies: dict[int, int]) -> Line:
    operation = line.operations[0]
    values = dict(operation.operands)
    for operand in operation.instruction.operands:
        if not isinstance(operand, Register) or operand.name in RESULTS:
            continue
        numbers = registers_of(line, operand.name)
        bits = group(operand.file, min(numbers), len(numbers))
        original = copies.get(bits)
        if original is None:  # a part of a longer copy
            for copy, whole in copies.items():
                if bits & copy == bits:
                    shift = _lowest(bits) - _lowest(copy)
                    if FILES[_lowest(copy) // 32] == operand.file and _fits(whole, shift, numbers):
                        original = bits >> _lowest(bits) << _lowest(whole) + shift
        if original is not None:
            values[operand.name] = _lowest(original) - FILE[operand.file]
    if values == dict(operation.operands):
        return line
    new = written(operation.instruction, values)
    candidate = replace(line, name=new.name, operands=new.operands)
    return candidate if _legal(candidate) else line


def _fits(whole: int, shift: int, numbers: set[int]) -> bool:
    size = len(numbers)
    return (_lowest(whole) % 32 + shift) % size == 0


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _legal(line: Line) -> bool:
    """Whether no source of another width overlaps the result, nor v0 a mask."""
    operation = line.operations[0]
    results: set[int] = set()
    sources: list[set[int]] = []
    for operand in operation.instruction.operands:
        if isinstance(operand, Register) and operand.file == "v":
            numbers = registers_of(line, operand.name)
            if operand.name in RESULTS:
                results = numbers
            else:
                sources.append(numbers)
    return all(not (source & results) or source == results for source in sources)
