"""Loops over the rows of tensors: what is done to each, and where its intermediates are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import JOIN, REDUCTIONS, Node
from kernelcraft.codegen.tensors.kernel import Kernel, Operand
from kernelcraft.codegen.tensors.stages import RowStage
from kernelcraft.codegen.tensors.table import NUMBER, VECTOR, Ref
from kernelcraft.codegen.tensors.writer import Address

COMBINED = {"reduce_sum": "add", "reduce_max": "max"}
LOWEST = -65504.0  # where a running maximum starts: no half-precision number is lower
STARTS = {"reduce_sum": 0.0, "reduce_max": LOWEST}

TOGETHER = 4  # vectors in registers that add up parts of a row


class InTheWay(Exception):
    """A result cannot take the place of an operand."""


@dataclass(frozen=True)
class Value:
    """A vector of a node's row, by its number in the row; or a number of the row (chunk -1)."""

    node: Node
    chunk: int = -1


@dataclass(frozen=True)
class Step:
    """A primitive on values; in constants the node is the constant's."""

    name: str
    to: Value
    args: tuple[Value, ...]
    along: bool = False  # a reduction that goes on from what it gives


class Body:
    """What is done to each row of a stage, vector by vector.

    A row is passed over once for every reduction that others wait for; a pass takes one vector
    after the other through all operations.
    """

    def __init__(self, k: Kernel, stage: RowStage, lanes: int, *, flat: bool) -> None:
        self.k, self.stage, self.lanes, self.flat = k, stage, lanes, flat
        self.vectors = 1  # of a row of a tensor, where every vector is worked on alone
        self.own = set(stage.nodes)
        self.together = TOGETHER if k.table.in_registers else 1
        self.steps: list[Step] = []
        self.begins: set[int] = set()  # the steps with which passes begin
        levels = self._levels()
        for level in range(max(levels.values()) + 1):
            self.begins.add(len(self.steps))
            self._pass([node for node in stage.nodes if levels[node] == level])
        self.last = {value: index for index, step in enumerate(self.steps) for value in step.args}
        self.waits = self._waiting(levels) if k.table.in_registers else {}

    def _waiting(self, levels: Mapping[Node, int]) -> dict[Node, Node]:
        """What later passes want, and the results whose places it waits in."""
        found: dict[Node, Node] = {}
        free = list(self.stage.results)
        for node in self.stage.nodes:
            later = any(
                levels[each] > levels[node] for each in self.stage.nodes if node in each.args
            )
            if not later or node.width == 1 or node in self.stage.results:
                continue
            place = next((each for each in free if self.in_place(node, each)), None)
            if place is not None:
                found[node] = place
                free.remove(place)
        return found

    @property
    def numbers(self) -> dict[float, None]:
        """The constants that it needs."""
        found = [a.node.number for step in self.steps for a in step.args if a.node.is_constant]
        if any(step.along for step in self.steps):
            found += [STARTS[step.name] for step in self.steps if step.along]
        return dict.fromkeys(found)

    def in_place(self, operand: Node, result: Node) -> bool:
        """Whether each vector of the result can be written where the operand's was read."""
        made = {step.to: index for index, step in enumerate(self.steps)}
        return operand.shape == result.shape and all(
            made[Value(result, chunk)] >= self.last.get(Value(operand, chunk), -1)
            for chunk in range(self.chunks(result))
        )

    def chunks(self, node: Node) -> int:
        """Vectors of a node's row."""
        if self.flat:
            return 1
        if node.width % self.lanes and self.k.table.mask is None:
            raise Unwritten(f"rows of {node.width} elements are no vectors of {self.lanes}")
        return -(-node.width // self.lanes)

    def part(self, step: Step) -> int:
        """Elements of the vector that a step works on, or 0 where it is full."""
        wide = step.args[-1] if step.name in REDUCTIONS else step.to
        if self.flat or wide.chunk < 0 or wide.chunk < wide.node.width // self.lanes:
            return 0
        return wide.node.width % self.lanes

    def _levels(self) -> dict[Node, int]:
        found: dict[Node, int] = {}
        for node in self.stage.nodes:
            before = [found[each] + (each.op in REDUCTIONS) for each in node.args if each in found]
            found[node] = max(before, default=0)
        return found

    def _pass(self, nodes: Sequence[Node]) -> None:
        numbers = [node for node in nodes if node.width == 1 and node.op not in REDUCTIONS]
        rest = [node for node in nodes if node not in numbers]
        for node in numbers:
            args = tuple(self._value(each, -1) for each in node.args)
            self.steps.append(Step(node.op, Value(node), args))
        reductions = [node for node in rest if node.op in REDUCTIONS]
        for node in reductions:
            if self._goes_along(node):
                self.steps.append(Step("start", Value(node), ()))
        most = max((self.chunks(self._wide(node)) for node in rest), default=0)
        for chunk in range(most):
            for node in rest:
                if chunk < self.chunks(self._wide(node)):
                    self._vector(node, chunk)
        for node in reductions:
            if not self._goes_along(node):
                self.steps.append(Step(node.op, Value(node), (self._combined(node),)))

    def _wide(self, node: Node) -> Node:
        return node.args[0] if node.op in REDUCTIONS else node

    def _goes_along(self, node: Node) -> bool:
        return f"{node.op} nv" in self.k.table.operations

    def _vector(self, node: Node, chunk: int) -> None:
        args = tuple(self._value(each, chunk) for each in node.args)
        if node.op not in REDUCTIONS:
            self.steps.append(Step(node.op, Value(node, chunk), args))
        elif self._goes_along(node):
            self.steps.append(Step(node.op, Value(node), (Value(node), *args), along=True))
        elif chunk >= self.together:  # vectors are combined before they are reduced
            to, before = Value(node, chunk % self.together), chunk - self.together
            first = self._value(node.args[0], before) if before < self.together else to
            self.steps.append(Step(COMBINED[node.op], to, (first, *args)))

    def _combined(self, node: Node) -> Value:
        """What is reduced: all vectors of a row as one."""
        count = self.chunks(node.args[0])
        left = [
            Value(node, part) if part + self.together < count else self._value(node.args[0], part)
            for part in range(min(count, self.together))
        ]
        while len(left) > 1:
            pairs = [left[index : index + 2] for index in range(0, len(left), 2)]
            left = []
            for index, pair in enumerate(pairs):
                if len(pair) == 2:
                    self.steps.append(Step(COMBINED[node.op], Value(node, index), tuple(pair)))
                left.append(Value(node, index) if len(pair) == 2 else pair[0])
        return left[0]

    def _value(self, node: Node, chunk: int) -> Value:
        """What an operation on a vector of a row reads of another node."""
        if node.is_constant or node.width == 1:
            return Value(node)
        if node.op == "columns":
            first = int(node.number)
            if first % self.lanes:
                raise Unwritten(f"columns from {first} on are no vectors of {self.lanes}")
            return self._value(node.args[0], chunk + first // self.lanes)
        if node.op == JOIN:
            for part in node.args:
                if chunk < self.chunks(part):
                    return self._value(part, chunk)
                chunk -= self.chunks(part)
        return Value(node, chunk)


class Places:
    """Where the values of a row are while its steps are written.

    `refs` are the operands and results of the stage, `spent` those operands that nobody needs
    afterwards: values may take the place of their vectors.
    """

    def __init__(
        self, k: Kernel, body: Body, refs: Mapping[Node, Ref], spent: frozenset[Node]
    ) -> None:
        self.k, self.body, self.refs, self.spent = k, body, refs, spent
        self.held: dict[Value, Operand] = {}
        self.free: list[Address] = []
        self.row = 0

    def write(self, row: int) -> None:
        """The steps for one row, counted from where the refs point."""
        self.row, self.held = row, {}
        last = self.body.last
        for index, step in enumerate(self.body.steps):
            if index in self.body.begins:
                self._let_go()
            args = [self._operand(each) for each in step.args]
            dying = [
                each for each in dict.fromkeys(step.args) if last[each] == index and each != step.to
            ]
            to = self.held.get(step.to) or self._place(step, dying)
            if step.name == "start":
                reduction = STARTS[step.to.node.op]
                self.k.do("copy", to, self.k.constant(reduction))
            else:
                self._do(step, to, args)
            self.held[step.to] = to
            self._stored(step.to, index)
            for each in dying:
                self._release(each, to)
            if step.to not in last and step.to.node not in self.refs:
                self._release(step.to, None)

    def _let_go(self) -> None:
        """Vectors of a row that are in memory are loaded again by the next pass."""
        if self.k.table.in_registers:
            for value in list(self.held):
                node = value.node
                if value.chunk >= 0 and (node not in self.body.own or node in self.body.waits):
                    del self.held[value]

    def _do(self, step: Step, to: Operand, args: Sequence[Operand]) -> None:
        self.k.do(step.name, to, *args, part=self.body.part(step))

    def _operand(self, value: Value) -> Operand:
        if value in self.held:
            return self.held[value]
        if value.node.is_constant:
            return self.k.constant(value.node.number)
        ref = self.refs[self.body.waits.get(value.node, value.node)]
        row = 0 if ref.rows == 1 else self.row
        at = ref.vector(row, max(value.chunk, 0))
        if not self.k.table.in_registers:
            return Operand(VECTOR, at)
        loaded = Operand(VECTOR, register=self.k.w.value())
        self.k.tell(self.k.table.operations["load v"], d=loaded.register, a=self.k.w.place(at))
        self.held[value] = loaded
        return loaded

    def _stored(self, value: Value, index: int) -> None:
        """Store a result that is complete."""
        node = self.body.waits.get(value.node, value.node)
        if not self.k.table.in_registers or node not in self.body.stage.results:
            return
        if any(step.to == value for step in self.body.steps[index + 1 :]):
            return
        at = self.refs[node].vector(self.row, max(value.chunk, 0))
        source = self.held[value].register
        self.k.tell(self.k.table.operations["store v"], d=self.k.w.place(at), a=source)

    def _place(self, step: Step, dying: Sequence[Value]) -> Operand:
        """Where the result of a step goes: its own place, that of an operand, or a free one."""
        value = step.to
        if value.chunk < 0 and self.k.table.numbers:
            for each in dying:
                if self._is_free_number(each):
                    return self.held[each]
            return Operand(NUMBER, register=self.k.number())
        if self.k.table.in_registers:
            return Operand(VECTOR, register=self.k.w.value())
        ref = self.refs.get(value.node)
        if ref is not None and value.node in self.body.stage.results:
            found = Operand(VECTOR, ref.vector(self.row, max(value.chunk, 0)))
            if any(held == found for other, held in self.held.items() if other not in dying):
                raise InTheWay(f"{value.node.op} would go where another value is")
            return found
        for each in dying:
            operand = self._operand(each)
            whole = each.chunk == value.chunk or each in self.held
            if operand.kind == VECTOR and whole and self._may_be_written(each):
                return operand
        if not self.free:
            self.free.append(self.k.vectors(1))
        return Operand(VECTOR, self.free.pop(0))

    def _is_free_number(self, value: Value) -> bool:
        return value in self.held and self.held[value].kind == NUMBER

    def _may_be_written(self, value: Value) -> bool:
        """Whether the place of a value that is not needed any more is free for others."""
        if value.node.is_constant or value.node in self.body.stage.results:
            return False
        return value in self.held or value.node in self.spent

    def _release(self, value: Value, taker: Operand | None) -> None:
        operand = self.held.pop(value, None)
        if operand is None or operand == taker or value.node in self.refs:
            return
        if operand.register.startswith("%"):
            return
        if operand.kind == NUMBER:
            self.k.give_back(operand.register)
        elif self._own(operand.address):
            self.free.insert(0, operand.address)

    def _own(self, address: Address) -> bool:
        """Whether it is a free vector of the chip, not one of an operand."""
        return all(
            address != ref.vector(self.row if ref.rows > 1 else 0, chunk)
            for ref in self.refs.values()
            for chunk in range(ref.chunks)
        )
