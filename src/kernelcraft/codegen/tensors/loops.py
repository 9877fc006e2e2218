"""Row stages as loops: rows are fetched, worked on and stored, as many at a time as are set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import REDUCTIONS, Node
from kernelcraft.codegen.tensors.kernel import Kernel
from kernelcraft.codegen.tensors.rows import Body, Places
from kernelcraft.codegen.tensors.stages import RowStage, source
from kernelcraft.codegen.tensors.table import Ref
from kernelcraft.codegen.tensors.writer import Address

RESERVED = 12  # vectors on the chip for intermediates of a row


def write_rows(
    k: Kernel, stage: RowStage, refs: Mapping[Node, Ref], spent: frozenset[Node]
) -> None:
    """The loop over the rows of a stage; `refs` are its operands and results.

    Values may take the place of operands that are `spent`.
    """
    flat = _is_flat(k, stage, refs)
    body = Body(k, stage, k.table.lanes, flat=flat)
    k.hold(body.numbers)
    if flat:
        body.vectors = max(ref.chunks for ref in refs.values())
        refs = {node: _flattened(ref) for node, ref in refs.items()}
    moved = {node: ref for node, ref in refs.items() if not ref.on_chip}
    rows = max(ref.rows for ref in refs.values())
    with k.lent():
        if moved:
            _in_tiles(k, body, refs, moved, rows)
        else:
            _each_row(k, body, refs, spent, rows)


def _is_flat(k: Kernel, stage: RowStage, refs: Mapping[Node, Ref]) -> bool:
    """Whether all operands are of one shape and every vector is worked on alone."""
    if any(node.op in REDUCTIONS or node.width == 1 for node in stage.nodes):
        return False
    if any(source(each) is not each or each.op == "join" for each in stage.operands):
        return False
    if any(node.width % k.table.lanes for node in refs):
        return False
    sizes = {(ref.rows, ref.chunks, ref.row - ref.chunk * ref.chunks) for ref in refs.values()}
    return len({size[:2] for size in sizes}) == 1 and all(map(_is_even, refs.values()))


def _is_even(ref: Ref) -> bool:
    """Whether all vectors lie one after another, in the order of rows or of blocks."""
    rowwise = ref.row == ref.chunk * ref.chunks
    blockwise = ref.chunk == ref.row * ref.rows
    return rowwise or blockwise or ref.rows == 1 or ref.chunks == 1


def _flattened(ref: Ref) -> Ref:
    step = ref.chunk if ref.rows == 1 else ref.row if ref.chunks == 1 else min(ref.row, ref.chunk)
    return replace(ref, rows=ref.vectors, chunks=1, row=step, chunk=step)


def _in_tiles(
    k: Kernel, body: Body, refs: Mapping[Node, Ref], moved: Mapping[Node, Ref], rows: int
) -> None:
    """Some rows at a time: fetched, worked on, stored."""
    results = body.stage.results
    shared = {node: ref for node, ref in moved.items() if ref.rows == 1 < rows}
    stepping = {node: ref for node, ref in moved.items() if node not in shared}
    on_chip = {node: k.buffer(ref.rows, ref.chunks) for node, ref in shared.items()}
    for node, ref in shared.items():
        k.table.fetch(k.w, ref, on_chip[node])
    taken = {result: _given(body, stepping, result) for result in results}
    own = [node for node in stepping if taken.get(node) is None]
    each = sum(stepping[node].chunks for node in own)
    count = _rows_at_a_time(k, rows, each, body.vectors if body.flat else 1)
    for node in own:
        on_chip[node] = k.buffer(count, stepping[node].chunks)
    for result, operand in taken.items():
        if operand is not None:
            on_chip[result] = on_chip[operand]
    spent = frozenset(each for each in stepping if each not in results and k.settings.in_place)
    pointers: dict[Node, str] = {}

    def tile() -> None:
        parts = {
            node: ref.part(0, count, 0, ref.chunks).at(Address(0, pointers[node]))
            for node, ref in stepping.items()
        }
        for node, part in parts.items():
            if node not in results:
                k.table.fetch(k.w, part, on_chip[node])
        _each_row(k, body, {**refs, **on_chip}, spent, count)
        for result in results:
            k.table.store(k.w, on_chip[result], parts[result])
        for node, ref in stepping.items():
            k.w.advance(pointers[node], count * ref.row)

    with k.w.registers(len(stepping)) as registers:
        for (node, ref), register in zip(stepping.items(), registers, strict=True):
            k.w.assign(register, ref.address)
            pointers[node] = register
        k.w.loop(rows // count, tile)


def _given(body: Body, moved: Mapping[Node, Ref], result: Node) -> Node | None:
    """An operand whose vectors a result can take the place of."""
    if len(body.stage.results) > 1 or not body.k.settings.in_place:
        return None
    for node in moved:
        if node not in body.stage.results and (body.flat or body.in_place(node, result)):
            return node
    return None


def _rows_at_a_time(k: Kernel, rows: int, each: int, vectors: int) -> int:
    """The most rows that fit and divide all, no more than are set.

    Where vectors are rows, there are as many as this in a row of a tensor.
    """
    most = (k.room - RESERVED) // max(each, 1)
    wanted = min(k.settings.rows * vectors, most)
    if most < 1:
        raise Unwritten(f"a row of {each} vectors does not fit the chip")
    return next(count for count in range(wanted, 0, -1) if rows % count == 0)


def _each_row(
    k: Kernel, body: Body, refs: Mapping[Node, Ref], spent: frozenset[Node], rows: int
) -> None:
    """The rows of tensors on the chip, some of them in an iteration."""
    unroll = next(
        count for count in range(min(k.settings.unroll, rows), 0, -1) if rows % count == 0
    )
    moving: dict[Address, int] = {
        ref.address: ref.row for ref in refs.values() if ref.rows > 1 and ref.on_chip
    }
    looped = rows > unroll

    def several(pointers: Mapping[Address, str]) -> Callable[[], None]:
        def write() -> None:
            here = {
                node: ref.at(Address(0, pointers[ref.address])) if ref.address in pointers else ref
                for node, ref in refs.items()
            }
            with k.lent():
                places = Places(k, body, here, spent)
                for row in range(unroll):
                    places.write(row)
            for address, pointer in pointers.items():
                k.w.advance(pointer, unroll * moving[address])

        return write

    if not looped:
        several({})()
        return
    with k.w.registers(len(moving)) as registers:
        pointers = dict(zip(moving, registers, strict=True))
        for address, register in pointers.items():
            k.w.assign(register, address)
        k.w.loop(rows // unroll, several(pointers))
