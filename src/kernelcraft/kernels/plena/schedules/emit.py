"""Turns steps into a kernel's text: straight-line code that keeps addresses in registers.

An address stays in its register until the one that is needed last makes room for a new one. A new
address is one S_ADDI_INT from gp0, or from a register below it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from kernelcraft.isa.operand import Operand
from kernelcraft.kernels.plena.schedules.forms import address_sum, use
from kernelcraft.kernels.plena.schedules.steps import Step

REACH = 1 << 18  # S_ADDI_INT and write-outs add less than this
UPPER = 1 << 12  # S_LUI_INT loads multiples of this
NEVER = 1 << 60


def emit(steps: Sequence[Step], title: str) -> str:
    """The kernel's text; steps run in the given order."""
    return _Emitter(steps, title).text()


class _Emitter:
    def __init__(self, steps: Sequence[Step], title: str) -> None:
        self.steps, self.lines = steps, [f"; {title}"]
        self.special = {"scale": 0, "stride": 1, "v_mask": 0}
        self.held: list[int | None] = [0, *[None] * 15]  # gp -> the number in it
        self.place: dict[int, int] = {0: 0}  # number -> gp
        self.uses: dict[int, list[int]] = defaultdict(list)  # number -> steps, last one first
        for index in range(len(steps) - 1, -1, -1):
            for number in needs(steps[index]):
                self.uses[number].append(index)
        self.now = 0

    def text(self) -> str:
        for index, step in enumerate(self.steps):
            self.now = index
            self._step(step)
        return "\n".join(self.lines) + "\n"

    def _step(self, step: Step) -> None:
        for part, mnemonic in _SPECIAL.items():
            wanted: int | None = getattr(step.context, part)
            if wanted is not None and wanted != self.special[part]:
                self._line(f"{mnemonic} gp{self._register(wanted, set())}")
                self.special[part] = wanted
        values, busy = list(step.values), set[int]()
        total = address_sum(step.instruction)
        if total is not None:
            number = values[total.register] + values[total.constant]
            register = self._below(number, busy)
            values[total.register], values[total.constant] = (
                register,
                number - self._number(register),
            )
            busy.add(register)
        for column in use(step.instruction).addresses:
            if total is None or column != total.register:
                values[column] = self._register(values[column], busy)
                busy.add(values[column])
        for number in needs(step):
            if self.uses[number] and self.uses[number][-1] == self.now:
                self.uses[number].pop()
        self._line(_written(step, values))

    def _number(self, register: int) -> int:
        number = self.held[register]
        assert number is not None, "only registers that hold a number are chosen"
        return number

    def _below(self, number: int, busy: set[int]) -> int:
        """A register that holds at most `number`, near enough for a constant to make up for."""
        if number < REACH:
            return 0
        near = max((n for n in self.held if n is not None and n <= number), default=0)
        if number - near < REACH:
            return self.place[near]
        return self._register(number // REACH * REACH, busy)

    def _register(self, number: int, busy: set[int]) -> int:
        """The register that holds `number`, loaded if need be; it is none of `busy`."""
        if number in self.place:
            return self.place[number]
        near = max(n for n in self.held if n is not None and n <= number)
        source = self.place[near]
        target = self._victim(busy)
        if number - near < REACH:
            self._line(f"S_ADDI_INT gp{target}, gp{source}, {number - near}")
        else:
            self._line(f"S_LUI_INT gp{target}, {number // UPPER}")
            if number % UPPER:
                self._line(f"S_ADDI_INT gp{target}, gp{target}, {number % UPPER}")
        before = self.held[target]
        if before is not None:
            del self.place[before]
        self.held[target] = number
        self.place[number] = target
        return target

    def _victim(self, busy: set[int]) -> int:
        def next_use(register: int) -> int:
            number = self.held[register]
            if number is None:
                return NEVER + 1
            uses = self.uses[number]
            while uses and uses[-1] < self.now:
                uses.pop()
            return uses[-1] if uses else NEVER

        return max((r for r in range(1, 16) if r not in busy), key=next_use)

    def _line(self, text: str) -> None:
        self.lines.append(text)


_SPECIAL = {
    "scale": "C_SET_SCALE_REG",
    "stride": "C_SET_STRIDE_REG",
    "v_mask": "C_SET_V_MASK_REG",
}


def needs(step: Step) -> list[int]:
    """The numbers that must be in integer registers for a step; no constant makes up for them."""
    total = address_sum(step.instruction)
    return [
        *(n for n in (step.context.scale, step.context.stride, step.context.v_mask) if n),
        *(
            step.values[column]
            for column in use(step.instruction).addresses
            if step.values[column] and (total is None or column != total.register)
        ),
    ]


def _written(step: Step, values: Sequence[int]) -> str:
    instruction = step.instruction
    columns = iter(instruction.columns)
    text = instruction.mnemonic
    for piece in instruction.template.pieces:
        text += piece.write(values[next(columns) - 1]) if isinstance(piece, Operand) else piece
    return text
