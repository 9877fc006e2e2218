"""Turns steps into a kernel's text: straight-line code that keeps addresses in registers.

An address stays in its register until the one that is needed last makes room for a new one. A new
address is one S_ADDI_INT from gp0, or from a register below it. In a hardware loop the counter, a
pointer for every step that numbers take from one iteration to the next, and the constants that are
used most stay in registers of their own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from kernelcraft.isa.operand import Operand
from kernelcraft.platforms.plena.kernels.schedules.forms import use
from kernelcraft.platforms.plena.kernels.schedules.loops import End, Moving, Start, lowest, step_of
from kernelcraft.platforms.plena.kernels.schedules.steps import Step

REACH = 1 << 18  # S_ADDI_INT and write-outs add less than this
UPPER = 1 << 12  # S_LUI_INT loads multiples of this
NEVER = 1 << 60
MOVABLE = 5  # registers that a loop leaves for whatever comes along

Part = Step | Start | End


def emit(steps: Sequence[Part], title: str, bases: Sequence[int] = ()) -> str:
    """The kernel's text; steps run in the given order. `bases` are in a1 and on."""
    return _Emitter(steps, title, bases).text()


class _Emitter:
    def __init__(self, steps: Sequence[Part], title: str, bases: Sequence[int]) -> None:
        self.steps, self.lines, self.bases = steps, [f"; {title}"], bases
        self.special: dict[str, int | None] = {"scale": 0, "stride": 1, "v_mask": 0}
        self.held: list[int | None] = [0, *[None] * 15]  # gp -> the number in it
        self.place: dict[int, int] = {0: 0}  # number -> gp
        self.reserved: set[int] = set()  # registers of the loop, the counter first
        self.counter = 0
        self.uses: dict[int, list[int]] = defaultdict(list)  # number -> steps, last one first
        for index in range(len(steps) - 1, -1, -1):
            part = steps[index]
            if isinstance(part, Step):
                for number in self._wanted(part):
                    self.uses[number].append(index)
        self.now = 0

    def text(self) -> str:
        for number, base in enumerate(self.bases, 1):
            self._line(f"C_SET_ADDR_REG a{number}, gp0, gp{self._register(base, set())}")
        for index, part in enumerate(self.steps):
            self.now = index
            if isinstance(part, Step):
                self._step(part)
            elif isinstance(part, Start):
                self._start(part)
            else:
                self._end()
        return "\n".join(self.lines) + "\n"

    def _start(self, loop: Start) -> None:
        """What is in the registers may be something else when the body begins again."""
        self.held, self.place = [0, *[None] * 15], {0: 0}
        self.special = dict.fromkeys(self.special)
        body = list(self._body())
        self.counter = 15
        self.reserved = {self.counter}
        used = [number for step in body for number in needs(step)]
        targets = [number for step in body for number in _targets(step)]
        for step, first in lowest(used + targets).items():
            pointer = self._victim(set())
            self._fill(pointer, first, set())
            self._hold(pointer, Moving(first, step))
            self.reserved.add(pointer)
        constants = Counter(number for number in used if not step_of(number))
        room = 15 - MOVABLE - len(self.reserved)
        for number, _ in constants.most_common(max(0, room)):
            self.reserved.add(self._register(number, set()))
        self._line(f"C_LOOP_START gp{self.counter}, {loop.count}")

    def _body(self) -> Iterable[Step]:
        for part in self.steps[self.now + 1 :]:
            if isinstance(part, End):
                return
            assert isinstance(part, Step), "loops do not nest"
            yield part

    def _end(self) -> None:
        for register, number in enumerate(self.held):
            if number is None or not step_of(number):
                continue
            del self.place[number]
            self.held[register] = None
            if register in self.reserved:
                self._advance(register, step_of(number))
        self.reserved = set()
        self._line(f"C_LOOP_END gp{self.counter}")

    def _advance(self, pointer: int, step: int) -> None:
        if step < REACH:
            self._line(f"S_ADDI_INT gp{pointer}, gp{pointer}, {step}")
        else:
            by = self._register(step, self.reserved)
            self._line(f"S_ADD_INT gp{pointer}, gp{pointer}, gp{by}")

    def _step(self, step: Step) -> None:
        for part, mnemonic in _SPECIAL.items():
            wanted: int | None = getattr(step.context, part)
            if wanted is not None and wanted != self.special[part]:
                self._line(f"{mnemonic} gp{self._register(wanted, set())}")
                self.special[part] = wanted
        values, busy = list(step.values), set[int]()
        total = step.total
        if total is not None:
            number = values[total.register] + values[total.constant]
            register = self._below(number, busy)
            values[total.register], values[total.constant] = (
                register,
                int(number) - int(self._number(register)),
            )
            busy.add(register)
        for column in use(step.instruction).addresses:
            if total is None or column != total.register:
                values[column] = self._register(values[column], busy)
                busy.add(values[column])
        for number in self._wanted(step):
            if self.uses[number] and self.uses[number][-1] == self.now:
                self.uses[number].pop()
        self._line(_written(step, values))

    def _wanted(self, step: Step) -> set[int]:
        """The numbers that a step needs, and those from which they are reached."""
        numbers = needs(step)
        far = (n for n in [*numbers, *_targets(step)] if n >= REACH and not step_of(n))
        return {*numbers, *(n // REACH * REACH for n in far)}

    def _number(self, register: int) -> int:
        number = self.held[register]
        assert number is not None, "only registers that hold a number are chosen"
        return number

    def _near(self, number: int) -> int | None:
        """The largest held number that moves like `number` and is not above it."""
        step = step_of(number)
        alike = (n for n in self.held if n is not None and n <= int(number) and step_of(n) == step)
        return max(alike, default=None)

    def _below(self, number: int, busy: set[int]) -> int:
        """A register that holds at most `number`, near enough for a constant to make up for."""
        if number < REACH and not step_of(number):
            return 0
        near = self._near(number)
        if near is not None and int(number) - int(near) < REACH:
            return self.place[near]
        whole = number if step_of(number) else number // REACH * REACH
        return self._register(whole, busy)

    def _register(self, number: int, busy: set[int]) -> int:
        """The register that holds `number`, loaded if need be; it is none of `busy`."""
        if number in self.place:
            return self.place[number]
        target = self._victim(busy)
        self._fill(target, number, busy)
        self._hold(target, number)
        return target

    def _fill(self, target: int, number: int, busy: set[int]) -> None:
        """Lines that bring a number to a register, from one that is below it if that is near."""
        near = self._near(number)
        assert near is not None, "there is a pointer for every step of the loop"
        more = int(number) - int(near)
        if more < REACH:
            self._line(f"S_ADDI_INT gp{target}, gp{self.place[near]}, {more}")
            return
        if step_of(number):
            self._constant(target, more)
            self._line(f"S_ADD_INT gp{target}, gp{target}, gp{self.place[near]}")
            return
        base = number // REACH * REACH
        if number == base:
            self._constant(target, number)
        else:
            source = self._register(base, busy | {target})
            self._line(f"S_ADDI_INT gp{target}, gp{source}, {number - base}")

    def _constant(self, target: int, number: int) -> None:
        """Lines that bring any number to a register."""
        self._line(f"S_LUI_INT gp{target}, {number // UPPER}")
        if number % UPPER:
            self._line(f"S_ADDI_INT gp{target}, gp{target}, {number % UPPER}")

    def _hold(self, target: int, number: int) -> None:
        before = self.held[target]
        if before is not None:
            del self.place[before]
        self.held[target] = number
        self.place[number] = target

    def _victim(self, busy: set[int]) -> int:
        def next_use(register: int) -> int:
            number = self.held[register]
            if number is None:
                return NEVER + 1
            uses = self.uses[number]
            while uses and uses[-1] < self.now:
                uses.pop()
            return uses[-1] if uses else NEVER

        taken = busy | self.reserved
        return max((r for r in range(1, 16) if r not in taken), key=next_use)

    def _line(self, text: str) -> None:
        self.lines.append(text)


_SPECIAL = {
    "scale": "C_SET_SCALE_REG",
    "stride": "C_SET_STRIDE_REG",
    "v_mask": "C_SET_V_MASK_REG",
}


def needs(step: Step) -> list[int]:
    """The numbers that must be in integer registers for a step; no constant makes up for them."""
    total = step.total
    return [
        *(n for n in (step.context.scale, step.context.stride, step.context.v_mask) if n),
        *(
            step.values[column]
            for column in use(step.instruction).addresses
            if step.values[column] != 0 and (total is None or column != total.register)
        ),
    ]


def _targets(step: Step) -> list[int]:
    """The numbers that a constant helps to make."""
    total = step.total
    return [] if total is None else [step.values[total.register] + step.values[total.constant]]


def _written(step: Step, values: Sequence[int]) -> str:
    instruction = step.instruction
    columns = iter(instruction.columns)
    text = instruction.mnemonic
    for piece in instruction.template.pieces:
        text += piece.write(values[next(columns) - 1]) if isinstance(piece, Operand) else piece
    return text
