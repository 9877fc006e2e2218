"""Row 5: tensors have places, come back from them, and what a kernel must not do there is seen."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from kernelcraft.audit.conformance.check import Check, Found, Subject, not_tried, ok, wrong
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray, Region, Tensor
from kernelcraft.grading.inputs import draw
from kernelcraft.grading.tolerance import least_tau
from kernelcraft.sim.state import State

SEED, OTHER = 1, 2


def find(subject: Subject) -> Found:
    """Every cell that is looked at: places, formats, staging, what was not written, the audit."""
    if not subject.names:
        return not_tried("there are no sizes to place tensors of (cells/sizes.toml)")
    cells = subject.placed.cells
    faults = [*subject.placed.faults, *(fault for cell in cells for fault in _faults(cell))]
    if faults:
        return wrong(faults)
    tensors = sum(len(cell.inputs) + 1 for cell in cells)
    exact = all(cell.exact for cell in cells)
    least = least_tau(subject.platform.rounding())
    format = "outputs must be equal" if exact else f"its format's least tolerance is {least:.1e}"
    return ok(f"{tensors} tensors of {len(cells)} cells; {format}")


def _faults(cell: Cell) -> Iterator[str]:
    for fault in (*_overlaps(cell), *_formats(cell), *_staging(cell), *_audit(cell)):
        yield f"{cell.name}: {fault}"


def _overlaps(cell: Cell) -> Iterator[str]:
    places = cell.memory_map
    named = [(each.tensor.name, each.region) for each in (*places.inputs, places.output)]
    named += [
        (f"the constant {each.name}", Region(each.memory, each.address, each.address + 1))
        for each in places.constants
    ]
    named += [("free memory", each) for each in places.scratch]
    named += [("memory that must not be written", each) for each in places.canaries]
    for (one, first), (other, second) in combinations(named, 2):
        apart = first.end <= second.start or second.end <= first.start
        if first.memory == second.memory and not apart:
            yield f"{one} and {other} share addresses of {first.memory}"


def _formats(cell: Cell) -> Iterator[str]:
    """What memory holds is held unchanged, in the shape that was given."""
    for name, values in _inputs(cell, SEED).items():
        tensor = cell.memory_map.input(name).tensor
        if values.shape != tensor.shape or not np.isfinite(values).all():
            yield f"representable gives no finite values of the shape of {name}"
        elif not np.array_equal(cell.platform.representable(tensor, values), values):
            yield f"representable changes values of {name} that are representable already"
    for name, value in cell.constants.items():
        if cell.platform.constant(value) != value:
            yield f"the constant {name} is another one when it is stored again"


def _staging(cell: Cell) -> Iterator[str]:
    """Inputs are read back where outputs can be; nothing else is promised, and seeds decide it."""
    platform, places = cell.platform, cell.memory_map
    inputs = _inputs(cell, SEED)
    first, same, other = (platform.stage(places, inputs, seed) for seed in (SEED, SEED, OTHER))
    if not _equal(first, same):
        yield "a machine that is staged twice alike is not the same"
    if _equal(first, other):
        yield "what is not given is no garbage: two seeds stage the same machine"
    for each in places.inputs:
        if each.region.memory != places.output.region.memory or each.region.memory in _moving(cell):
            continue
        if not np.array_equal(platform.read(each, first), inputs[each.tensor.name]):
            yield f"{each.tensor.name} is read as something else than was staged"
    output, later = (platform.read(places.output, state) for state in (first, other))
    if output.shape != cell.output.shape:
        yield f"the output is read in the shape {output.shape}"
    elif np.array_equal(output, later):
        yield "an output that was never written looks the same in two runs"
    if not platform.unwritten(places.output, first, first.copy()).all():
        yield "elements count as written before any program ran"


def _audit(cell: Cell) -> Iterator[str]:
    """Nothing is found where nothing was done; changed inputs and guards are."""
    platform, places = cell.platform, cell.memory_map
    inputs = _inputs(cell, SEED)
    before = platform.stage(places, inputs, SEED)
    if platform.audit(places, before, before.copy()):
        yield "the audit finds something where nothing was written"
    for each in places.inputs:
        if places.stream(each.tensor.name) is not None:
            continue  # it is nowhere before the run
        changed = {**inputs, each.tensor.name: _others(cell, each.tensor, inputs)}
        if not platform.audit(places, before, platform.stage(places, changed, SEED)):
            yield f"the audit does not see that the input {each.tensor.name} is another one"
    for guard in places.canaries:
        after = before.copy()
        array = after.arrays.get(guard.memory)
        if array is None or guard.end > len(array):
            continue  # addresses that are not the array's own
        array[guard.start : guard.start + 1].view(np.uint8)[:] ^= 1
        if not platform.audit(places, before, after):
            yield f"the audit does not see a change at {guard.memory} {guard.start}"


def _inputs(cell: Cell, seed: int) -> Mapping[str, FloatArray]:
    values = draw(cell.task, cell.dims, "normal", seed)
    return {each.name: cell.platform.representable(each, values[each.name]) for each in cell.inputs}


def _others(cell: Cell, tensor: Tensor, inputs: Mapping[str, FloatArray]) -> FloatArray:
    """The values in another order, where that makes a difference; tables do not depend on seeds."""
    values = inputs[tensor.name]
    turned = np.roll(values, 1).reshape(values.shape)
    other = 1.0 - values if np.array_equal(turned, values) else turned
    return cell.platform.representable(tensor, other)


def _moving(cell: Cell) -> set[str]:
    """The memories of what comes and goes while a kernel runs."""
    places = cell.memory_map
    placed = (*places.inputs, places.output)
    return {each.region.memory for each in placed if places.stream(each.tensor.name)}


def _equal(one: State, other: State) -> bool:
    return all(array.tobytes() == other[name].tobytes() for name, array in one.arrays.items())


CHECK = Check(
    name="tensors placed",
    brings="inputs that are in place before a kernel begins, and a grader that sees stray stores",
    command="kernelcraft show NAME/TASK/C1",
    page="adding-a-platform.md#4-place-tensors",
    find=find,
)
