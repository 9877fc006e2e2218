"""Operations to machine words: one word for each bundle."""

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.encoding import Values
from kernelcraft.isa.isa import Isa


def bundle_of(ends: npt.NDArray[np.uint8]) -> Values:
    """The bundle each operation belongs to, and one entry more: the number of bundles."""
    return np.concatenate([[0], np.cumsum(ends, dtype=np.int64)])


def encode(isa: Isa, ops: npt.NDArray[np.int32], ends: npt.NDArray[np.uint8]) -> list[int]:
    """The words of operations as a `Program` holds them (targets are operation indices)."""
    own = np.zeros(len(ops), np.uint64)
    bundles = bundle_of(ends)
    for opcode in np.unique(ops[:, 0]):
        instruction = isa.table[opcode]
        chosen = ops[:, 0] == opcode
        rows = ops[chosen].astype(np.int64)
        for column in instruction.targets:
            rows[:, column] = bundles[rows[:, column]]
        columns = {each.name: rows[:, index] for index, each in enumerate(instruction.operands, 1)}
        own[chosen] = instruction.encoding.pack(len(rows), columns)
    if isa.bundle is None:
        return [int(word) for word in own.tolist()]
    shifts = [isa.bundle.shift(isa.table[opcode].unit) for opcode in ops[:, 0].tolist()]
    words = [0] * int(bundles[-1])
    for bundle, word, shift in zip(bundles[:-1].tolist(), own.tolist(), shifts, strict=True):
        words[bundle] |= word << shift
    return words
