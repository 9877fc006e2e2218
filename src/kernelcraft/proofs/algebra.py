"""Is what a kernel computes the task's formula, for all inputs? And what are its outputs made of?

A run of the reference machine on unknown inputs gives an expression for each element of the output:
with it, neither control nor an address depends on an input, whatever its value. Then the elements
of the inputs in it are compared with those in the task's own expression, and then the two.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading.input_set import drawn
from kernelcraft.proofs import quantised
from kernelcraft.proofs.approximations import with_functions
from kernelcraft.proofs.dependence import Pair, confirmed
from kernelcraft.proofs.expressions import Expressions, expressions, operands
from kernelcraft.proofs.fields import TRIALS, Field, Q
from kernelcraft.proofs.formula import Untold, formula
from kernelcraft.proofs.functions import function, is_function
from kernelcraft.proofs.places import constants
from kernelcraft.proofs.provenance import BATCH, Reach
from kernelcraft.proofs.stages import Bools, in_stages
from kernelcraft.proofs.wholes import Strange, values
from kernelcraft.sim.symbolic.graph import CODE, OPERATIONS, Graph, Nodes

LISTED: Final = 8
LEAST_SURE: Final = 1e-9  # the largest probability that two others were taken for equal
TRYING: Final = 120.0  # seconds for values of an element
ROOTS: Final = 8  # times as many points where there are roots: a wrong sign shows in half of them
GARBAGE: Final = "what was never written is none of the numbers that it is compared with"
MAXIMA: Final = "maxima of elements are above the lowest number of a format by 100 at least"
BYTE: Final = np.arange(-128, 128)


@dataclass
class Proof:
    """What is shown of all inputs. Counts of outputs, but `missing` and `surplus`: pairs of an
    element of the output and one of an input that is in one expression and not in the other.

    `refused` says why there are no expressions, `untold` why the task has none. `equal` of the
    `outputs` are the task's, by `method`; `unknown` has the reasons for the others, with a count.
    `error` is the probability that two that are not equal were taken for it; 0 means none.
    """

    cell: str
    outputs: int = 0
    expressions: int = 0
    refused: str = ""
    untold: str = ""
    missing: int = 0
    confirmed: bool = False  # by runs, of one of the missing ones
    surplus: int = 0
    wrong: int = 0  # outputs that are another number, where all bytes were put in
    unwritten: int = 0  # outputs that are made of what was never written, or of the time
    equal: int = 0
    method: str = ""
    error: float = 0.0
    near: dict[str, float] = field(default_factory=dict)
    """The largest relative errors of the kernel's own forms of functions, such as 1/√x."""
    assumed: str = ""  # of inputs, and of what was never written
    unknown: dict[str, int] = field(default_factory=dict)
    listed: list[Pair] = field(default_factory=list)  # missing ones
    seconds: float = 0.0

    @property
    def independent(self) -> bool:
        """Whether control and addresses are shown not to depend on inputs."""
        return not self.refused

    @property
    def proved(self) -> bool:
        """Whether all elements are shown to be the task's."""
        return bool(self.outputs) and self.equal == self.outputs

    @property
    def refuted(self) -> bool:
        """Whether an output surely lacks an element of an input that the task's depends on, or is
        another number for some byte."""
        return bool(self.missing and self.confirmed or self.wrong)

    def sentence(self) -> str:
        """What was found, in one sentence."""
        if self.refused:
            return f"nothing is proved for all inputs: {self.refused}"
        if self.missing and self.confirmed:
            return f"for all inputs, {self.missing:,} dependences are missing: {self.listed[0]}"
        if self.wrong:
            return f"{self.wrong:,} of {self.outputs:,} outputs are wrong for some byte"
        if self.proved:
            error = f", but for a probability of {self.error:.0e}" if self.error else ""
            each = [f"{name} within {error:.2%}" for name, error in self.near.items()]
            near = f", with {', '.join(each)} of itself" if each else ""
            return f"all {self.outputs:,} outputs are the task's, for all inputs{near}{error}"
        if self.untold:
            return f"control and addresses depend on no input; the rest is unknown: {self.untold}"
        if self.missing:
            return (
                f"{self.missing:,} elements of the task's formula are not in the kernel's, such as "
                f"{self.listed[0]}; no run shows that they matter"
            )
        why = "; ".join(f"{count:,}: {reason}" for reason, count in self.unknown.items())
        return f"{self.equal:,} of {self.outputs:,} outputs are the task's, for all inputs ({why})"


def prove_algebra(cell: Cell, text: str, *, seed: int = 0) -> Proof:
    """Run a kernel on unknown inputs and compare; raises AssemblyError."""
    began = time.monotonic()
    found = expressions(cell, text)
    proof = Proof(cell.name, int(np.prod(cell.output.shape)), len(found.graph), found.refused)
    if not found.refused:
        _examine(found, text, proof, seed)
    if found.graph.compared and proof.proved:
        proof.assumed = "; ".join(filter(None, (proof.assumed, GARBAGE)))
    if proof.missing:
        proof.confirmed = confirmed(cell, text, proof.listed, seed=seed)
    proof.seconds = time.monotonic() - began
    return proof


def _examine(found: Expressions, text: str, proof: Proof, seed: int) -> None:
    tables = constants(found.cell)
    try:
        wanted = formula(found.cell, found.graph, found.tensors, tables)
    except Untold as reason:
        proof.untold = f"the task's own expression: {reason}"
        return
    reach = Reach(found.graph, np.concatenate([wanted, found.outputs]))
    _provenance(found, wanted, reach, proof)
    if quantised.is_quantised(found.cell):
        _quantised(found, tables, proof, seed)
    elif is_function(found.cell):
        _function(found, text, reach, proof)
    elif not found.cell.exact:
        _floats(found, wanted, reach, proof, seed)
    else:
        _wholes(found, wanted, proof, seed)


def _wholes(found: Expressions, wanted: Nodes, proof: Proof, seed: int) -> None:
    """The same expression, or the lowest bits of the same sum of products."""
    other = set(np.flatnonzero(wanted != found.outputs).tolist())
    same = quantised.same_sums(found, wanted, seed) & other
    _count(proof, dict.fromkeys(other - same, "sums, quotients and tables of whole numbers"))
    proof.method = "the same expression"
    if same:
        proof.method = "the same expression, or polynomials of whole numbers"
        proof.error = quantised.ERROR


def _provenance(found: Expressions, wanted: Nodes, reach: Reach, proof: Proof) -> None:
    graph, names = found.graph, found.tensors
    inputs = np.flatnonzero(reach.op == CODE["input"])
    others = np.flatnonzero((reach.op == CODE["unwritten"]) | (reach.op == CODE["time"]))
    for first in range(0, len(wanted), BATCH):
        part = slice(first, first + BATCH)
        ((_, right),) = reach.batches(wanted[part])
        right = right[inputs]
        ((_, masks),) = reach.batches(found.outputs[part])
        ours = masks[inputs]
        proof.missing += int(np.bitwise_count(right & ~ours).sum())
        proof.surplus += int(np.bitwise_count(ours & ~right).sum())
        proof.unwritten += (
            int(np.bitwise_count(np.bitwise_or.reduce(masks[others])).sum()) if len(others) else 0
        )
        for at in np.flatnonzero(right & ~ours)[: LISTED - len(proof.listed)].tolist():
            bit = int(right[at] & ~ours[at])
            place = first + (bit & -bit).bit_length() - 1
            tensor = names[graph.a[int(inputs[at])]]
            element = _index(graph.b[int(inputs[at])], tensor.shape)
            proof.listed.append(Pair(tensor.name, element, _index(place, found.cell.output.shape)))


def _index(flat: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(axis) for axis in np.unravel_index(flat, shape))


def _quantised(found: Expressions, tables: dict[str, FloatArray], proof: Proof, seed: int) -> None:
    try:
        reasons = quantised.unequal(found, tables, seed)
    except (Untold, Strange) as reason:
        proof.untold = str(reason)
        return
    _count(proof, reasons)
    proof.method = "polynomials of whole numbers, and all sums"
    proof.assumed = quantised.ASSUMED
    proof.error = quantised.ERROR


def _function(found: Expressions, text: str, reach: Reach, proof: Proof) -> None:
    """Each output is made of one element of the input alone: all values of it are tried."""
    if proof.surplus or proof.missing or proof.unwritten:
        proof.unknown = {"it is not made of one element": proof.outputs}
        return
    if not found.cell.exact:
        kinds = _kinds(found)
        tried = function(found.cell, text, seconds=TRYING, kinds=kinds)
        _count(
            proof,
            {} if tried.complete else dict.fromkeys(range(proof.outputs), tried.sentence()),
        )
        count = len(np.unique(kinds))
        where = "in some place" if count == 1 else f"in places of {count} kinds of expressions"
        proof.method = f"all values of an element, {where}; as near as grading wants"
        return
    try:
        ours = values(found.graph, reach_of(found), lambda leaves: np.tile(BYTE, (len(leaves), 1)))
    except Strange as name:
        proof.unknown = {f"the value of {name} is not known": proof.outputs}
        return
    wrong = (ours[found.outputs] != _of_bytes(found)).any(axis=1)
    proof.wrong = int(wrong.sum())
    _count(proof, {int(at): "it is another function" for at in np.flatnonzero(wrong)})
    proof.method = "all bytes"


def shape(graph: Graph, root: int) -> tuple[tuple[int, ...], ...]:
    """An expression of one input, whichever it is: equal for the same operations on it, in
    whichever order a program does them."""
    places: dict[int, int] = {}
    steps: list[tuple[int, ...]] = []
    waiting = [root]
    while waiting:
        node = waiting[-1]
        missing = [each for each in operands(graph, node) if each not in places]
        if node in places or not missing:
            waiting.pop()
            if node not in places:
                places[node] = len(places)
                steps.append(_step(graph, node, places))
        else:
            waiting += reversed(missing)
    return tuple(steps)


def _kinds(found: Expressions) -> Nodes:
    """A number for each output, the same where the expressions are."""
    shapes = [shape(found.graph, int(node)) for node in found.outputs]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(shapes))}
    return np.array([numbers[each] for each in shapes], np.int64)


def _step(graph: Graph, node: int, places: Mapping[int, int]) -> tuple[int, ...]:
    if graph.op[node] == CODE["input"]:
        return (-1,)
    if graph.op[node] <= CODE["time"]:
        return (-2, node)
    name = graph.a[node] if graph.op[node] == CODE["opaque"] else 0
    return (graph.op[node], name, *(places[each] for each in operands(graph, node)))


def _of_bytes(found: Expressions) -> FloatArray:
    """The right output of each element, where the input is the same byte everywhere."""
    cell = found.cell
    inputs, _ = drawn(cell, "normal", 1)
    (name,) = (each.name for each in found.tensors)
    shape = inputs[name].shape
    outputs = [
        cell.reference({**inputs, name: np.full(shape, float(byte))}).reshape(-1) for byte in BYTE
    ]
    return np.stack(outputs, axis=1)


def reach_of(found: Expressions) -> Reach:
    """The outputs alone."""
    return Reach(found.graph, found.outputs)


def _floats(found: Expressions, wanted: Nodes, reach: Reach, proof: Proof, seed: int) -> None:
    graph, made = found.graph, with_functions(found.graph, reach, found.outputs)
    outputs, proof.near = made.outputs, made.errors
    if proof.near:
        reach = Reach(graph, np.concatenate([wanted, outputs]))
    proof.method = "values in finite fields"
    if made.lowest:
        proof.assumed = MAXIMA
    for name, error in proof.near.items():
        proof.method += f", {name} within {error:.2%} of itself for every bfloat16"
    first = Field(graph, reach, seed)
    same, strange = _compared(first, wanted, outputs)
    laws = [name for name in ("sqrt", "exp") if (reach.op[reach.inner] == CODE[name]).any()]
    if laws and same.all() and not strange.any():
        staged = in_stages(graph, reach, (wanted, outputs), first, seed + ROOTS)
        if staged and staged[1] <= LEAST_SURE:
            equal, unknown = _compared(staged[0], wanted, outputs)
            if equal.all() and not unknown.any():
                proof.error = staged[1]
                return _count(proof, {})
    rounds = ROOTS if "sqrt" in laws else 1
    for number in range(1, rounds):
        same &= _compared(Field(graph, reach, seed + number), wanted, outputs)[0]
    reasons = {}
    for at in np.flatnonzero((strange != 0) | ~same).tolist():
        in_the_way = OPERATIONS[strange[at]].replace("constant", "infinity")
        reasons[at] = f"made of '{in_the_way}'" if strange[at] else "other under these laws"
    proof.error = min(1.0, first.degree(outputs, wanted) / Q) ** (TRIALS * rounds)
    if rounds > 1:
        proof.error = max(proof.error, 2.0 ** -(TRIALS * ROOTS))
    if proof.error > LEAST_SURE:
        reasons = dict.fromkeys(range(proof.outputs), "of too high a degree for so few points")
    return _count(proof, reasons)


def _compared(field_: Field, wanted: Nodes, outputs: Nodes) -> tuple[Bools, Nodes]:
    """Which outputs have equal values, and the operations of which none is known."""
    same: Bools = (field_.p[wanted] == field_.p[outputs]).all(axis=1)
    return same, np.maximum(field_.strange[wanted], field_.strange[outputs])


def _count(proof: Proof, reasons: dict[int, str]) -> None:
    proof.equal = proof.outputs - len(reasons)
    for reason in reasons.values():
        proof.unknown[reason] = proof.unknown.get(reason, 0) + 1
