"""Leaves out what does nothing: branches never taken, stores never read, settings already made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel, use
from kernelcraft.platforms.coral_npu.kernels.moves.layout import laid_out
from kernelcraft.platforms.coral_npu.kernels.moves.listing import Line
from kernelcraft.platforms.coral_npu.machine.touches import group

PURE = ("alu", "mul", "div", "load", "fpu", "fdiv", "valu", "vmul", "vdiv", "vpermute", "vload",
        "vset")  # fmt: skip
RETURN = group("x", 1, 1)
MOST_ROUNDS = 8


def cleaned(kernel: Kernel) -> Kernel:
    """All of it, as often as it helps."""
    for _ in range(MOST_ROUNDS):
        new = without_dead(without_settings(laid_out(without_jumps(inlined(kernel)))))
        if new.lines == kernel.lines:
            break
        kernel = new
    return kernel


def inlined(kernel: Kernel) -> Kernel:
    """The only function at the place of its only call."""
    lines = kernel.lines
    calls = [index for index, line in enumerate(lines) if line.name == "call"]
    returns = [index for index, line in enumerate(lines) if line.name == "ret"]
    others = [line for line in lines if line.name in ("jr", "jal", "jalr", "tail", "jump")]
    if len(calls) != 1 or len(returns) != 1 or others:
        return kernel
    call, end = calls[0], returns[0]
    start = kernel.places.get(lines[call].operands, -1)
    between = lines[call + 1 : start] if start > call else ()
    plain = all(not line.name.startswith((".section", ".data", ".bss")) for line in between)
    code = [line for line in between if line.operations]
    links = any(
        use(line).reads & RETURN
        for line in lines[call + 1 :]
        if line.operations and line.name != "ret"
    )
    if not (call < start < end) or not plain or not code or code[-1].falls_through or links:
        return kernel
    body = [Line(lines[call].labels, "", ""), *lines[start:end], Line(lines[end].labels, "", "")]
    return Kernel((*lines[:call], *body, *between, *lines[end + 1 :]))


def without_jumps(kernel: Kernel) -> Kernel:
    """No branch that is never taken, no code that is never reached, no jump to the next line."""
    return Kernel(tuple(_reached(kernel)))


def _reached(kernel: Kernel) -> Iterator[Line]:
    for index, line in enumerate(kernel.lines):
        facts = line.facts
        if not line.operations:
            if line.labels or line.name:
                yield line
            continue
        never = facts is None or (line.conditional and not facts.taken)
        if never or (line.target is not None and _next_code(kernel, index, line.target)):
            yield from line.left()
        elif facts is not None and line.conditional and facts.taken == facts.times:
            yield replace(line, name="j", operands=line.parts[-1])
        else:
            yield line


def _next_code(kernel: Kernel, index: int, label: str) -> bool:
    """Whether a label is the next thing after a line."""
    for line in kernel.lines[index + 1 :]:
        if label in line.labels:
            return True
        if line.name:
            return False
    return False


def without_settings(kernel: Kernel) -> Kernel:
    """No vset that changes neither the vector type nor its length, and gives no result."""
    found = []
    for line in kernel.lines:
        facts = line.facts
        same = line.unit == "vset" and facts is not None and facts.setting is not None
        if not same or facts is None or (facts.vtype, facts.vl) != (line.vtype, facts.value):
            found.append(line)
        elif line.operations[0].operands["rd"]:
            found.append(replace(line, name="li", operands=f"{line.parts[0]}, {facts.vl}"))
        else:
            found += line.left()
    return Kernel(tuple(found))


def without_dead(kernel: Kernel) -> Kernel:
    """No result that is never read, no store to DTCM that is never loaded."""
    if not kernel.plain:
        return Kernel(
            tuple(line if not _unread(line) else Line(line.labels, "", "") for line in kernel.lines)
        )
    found = []
    for index, line in enumerate(kernel.lines):
        if _unread(line) or (pure(line) and not use(line).writes & kernel.live[index]):
            found += line.left()
        else:
            found.append(line)
    return Kernel(tuple(found))


def _unread(line: Line) -> bool:
    return line.facts is not None and not line.facts.useful


def pure(line: Line) -> bool:
    """Whether it does nothing but give results in registers."""
    units = [each.instruction.unit for each in line.operations]
    return bool(units) and set(units) <= set(PURE)
