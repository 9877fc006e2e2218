"""Operations to machine words: one word for each bundle."""

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.encoding import Values
from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.isa import Isa


def bundle_of(ends: npt.NDArray[np.uint8]) -> Values:
    """The bundle each operation belongs to, and one entry more: the number of bundles."""
    return np.concatenate([[0], np.cumsum(ends, dtype=np.int64)])


def encode(
    isa: Isa,
    ops: npt.NDArray[np.int32],
    ends: npt.NDArray[np.uint8],
    addresses: Values | None = None,
) -> list[int]:
    """The words of operations as a `Program` holds them (targets are operation indices).

    Targets are encoded as the index of their bundle, or as its address where those are given.
    Raises `IsaError` if the bits of an instruction are not known.
    """
    own = np.zeros(len(ops), np.uint64)
    bundles = bundle_of(ends)
    for opcode in np.unique(ops[:, 0]):
        instruction = isa.table[opcode]
        if not instruction.encoding.known:
            raise IsaError(f"{isa.name}: the bits of {instruction.name} are not known")
        chosen = ops[:, 0] == opcode
        rows = ops[chosen].astype(np.int64)
        for column in instruction.targets:
            places = bundles[rows[:, column]]
            rows[:, column] = places if addresses is None else addresses[places]
        columns = {
            each.name: each.encoded(rows[:, index])
            for index, each in enumerate(instruction.operands, 1)
        }
        own[chosen] = instruction.encoding.pack(len(rows), columns)
    if isa.bundle is None:
        return [int(word) for word in own.tolist()]
    units = [isa.table[opcode].unit for opcode in ops[:, 0].tolist()]
    parts: list[dict[str, int]] = [{} for _ in range(int(bundles[-1]))]
    for bundle, word, unit in zip(bundles[:-1].tolist(), own.tolist(), units, strict=True):
        parts[bundle][unit] = word
    return [isa.bundle.word(each) for each in parts]
