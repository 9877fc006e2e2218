"""RMSNorm of up to 4 rows of up to 64: all of x stays in registers.

No row goes through DTCM, and a row is scaled as soon as its root is known, beside the roots of the
rows after it. The order is one for all sizes: what a smaller one lacks is left out of it.
"""

from __future__ import annotations

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise, root
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import Shape, Step, interleave, step
from kernelcraft.platforms.coral_npu.kernels.schedules.root import Root

ROWS: Final = 4
BLOCK: Final = 2 * LINE
"""Columns that are scaled at once, as int32 in eight registers."""
BLOCKS: Final = 2
WIDTH: Final = BLOCKS * BLOCK
SQUARES: Final = 16
SQUARE: Final = "v22"
ZERO: Final = "v23"
GROUPS: Final = ((16, 16), (0, 16))
"""Registers of what is scaled: of even and odd rows, in either block."""
GAMMA: Final = 24
RAW: Final = (30, 0)
"""Registers that gamma of a block is loaded to."""


def fits(rows: int, width: int) -> bool:
    """Whether the registers hold this much."""
    return rows <= ROWS and width <= WIDTH


class ShortNorm:
    """Writes the kernel of a cell. Steps that a size lacks are empty, so that the order holds."""

    def __init__(self, cell: Cell) -> None:
        self.asm = Assembly(f"{cell.name}: all rows stay in registers")
        self.rows, self.width = cell.dims["rows"], cell.dims["width"]
        self.at = {each.tensor.name: each.address for each in cell.memory_map.inputs}
        self.output = cell.memory_map.output.address
        self.constants = {name: int(value) for name, value in cell.constants.items()}
        take = self.asm.take(23)
        self.x, self.gamma, self.y, self.all, self.epsilon, self.multiplier = take[:6]
        self.shift, self.zero, self.scratch, self.root = take[6:10]
        self.counts, self.squares = take[10:12], take[12:14]
        self.ups, self.quotients = take[14:18], take[18:22]
        self.full = take[22]

    def text(self) -> str:
        """The whole kernel."""
        requantise.begin(self.asm)
        self.asm.phase("sums of the rows, their roots, and block after block")
        self.asm.vl(LINE, 8, 1)  # with vl = 0, as at first, the RTL hangs at any vector load
        rows, blocks = range(ROWS), range(BLOCKS)
        sequences = {
            "k": self._constants(),
            "l": [each for row in rows for each in self._loads(row)],
            "v": [each for row in rows for each in self._sums(row)],
            "c": [each for row in rows for each in self._chain(row)],
            "g": [each for block in blocks for each in self._gamma(block)],
            "b": [each for block in blocks for row in rows for each in self._scaled(block, row)],
            "s": [self._stored(block, row) for block in blocks for row in rows],
        }
        row = "".join(name * (len(sequences[name]) // ROWS) for name in "lvc")
        pieces = "".join(name * (len(sequences[name]) // (ROWS * BLOCKS)) for name in "bs")
        block = "g" * (len(sequences["g"]) // BLOCKS) + pieces * ROWS
        plain = "k" * len(sequences["k"]) + row * ROWS + block * BLOCKS
        interleave(self.asm, "short_norm", sequences, plain)
        return str(self.asm)

    def _constants(self) -> list[Step]:
        """What the x registers hold throughout."""
        numbers: list[Instruction] = [
            ("li", self.x, self.at["x"]),
            ("li", self.all, self.width),
            ("li", self.counts[0], min(self.width, BLOCK)),
            ("li", self.counts[1], max(self.width - BLOCK, 0)),
            ("li", self.full, BLOCK),
            ("li", self.epsilon, self.constants["epsilon"]),
            ("li", self.gamma, self.at["gamma"]),
            ("li", self.multiplier, self.constants["multiplier"]),
            ("li", self.shift, self.constants["shift"]),
            ("li", self.zero, self.constants["zero_point"]),
            *root.shared(self.scratch),
        ]
        nothing = step(("vmv.v.i", ZERO, 0), shape=Shape(self.full, 8, 1))
        return [*(step(each) for each in numbers), nothing]

    def _columns(self, block: int) -> int:
        return max(min(self.width - block * BLOCK, BLOCK), 0)

    def _loads(self, row: int) -> list[Step]:
        """Load a row line by line, with what follows it in the last line."""
        found = []
        for line in range(WIDTH // LINE):
            size = min(LINE, self.width - line * LINE)
            target = f"v{_register(line // 2, row) + line % 2}"
            load: Instruction = ("vl1re8.v", target, f"({self.x})")
            there = row < self.rows and size > 0
            found.append(step(load, ("addi", self.x, self.x, size)) if there else step())
        return found

    def _sums(self, row: int) -> list[Step]:
        """The sum of a row's squares, two of which fit in 16 bits without sign."""
        squares, found = f"v{SQUARES}", []
        for block, name in enumerate(("vwmul.vv", "vwmacc.vv")):
            x, columns = f"v{_register(block, row)}", self._columns(block)
            shape = Shape(self.counts[block], 8, 2, "tu" if 0 < columns < BLOCK else "ta")
            found.append(step((name, squares, x, x), shape=shape) if columns else step())
        first = self.counts[0]
        found.append(step(("vwredsumu.vs", SQUARE, squares, ZERO), shape=Shape(first, 16, 4)))
        found.append(step(("vmv.x.s", self.squares[row % 2], SQUARE), shape=Shape(first, 32, 8)))
        return found if row < self.rows else [step() for _ in found]

    def _chain(self, row: int) -> list[Step]:
        """From the sum of a row's squares to its numbers; see `root`."""
        up, quotient = self.ups[row], self.quotients[row]
        to = Root(
            self.squares[row % 2], self.all, self.epsilon, self.root, up, quotient, self.scratch
        )
        instructions = [*root.begin(to, None), ("sll", up, self.all, up), *root.end(to)]
        return [step(each) if row < self.rows else step() for each in instructions]

    def _gamma(self, block: int) -> list[Step]:
        """Load gamma of a block and widen it to int32."""
        columns, found = self._columns(block), []
        for line in range(BLOCK // LINE):
            load: Instruction = ("vl1re8.v", f"v{RAW[block] + line}", f"({self.gamma})")
            there = columns > line * LINE
            found.append(step(load, ("addi", self.gamma, self.gamma, LINE)) if there else step())
        widen: Instruction = ("vsext.vf4", f"v{GAMMA}", f"v{RAW[block]}")
        found.append(step(widen, shape=Shape(self.counts[block], 32, 8)) if columns else step())
        return found

    def _scaled(self, block: int, row: int) -> list[Step]:
        """requantise(n * gamma) with n = 1024 * width * x / R, in the place of x; see `norm`."""
        x, group = f"v{_register(block, row)}", GROUPS[block][row % 2]
        g, t, count = f"v{group}", f"v{group + 4}", self.counts[block]
        bytes_, halves, words = (Shape(count, sew, sew // 4) for sew in (8, 16, 32))
        found = [
            step(("vsext.vf2", t, x), shape=halves),
            step(("vwmul.vx", g, t, self.ups[row]), shape=halves),
            step(("vsmul.vx", g, g, self.quotients[row]), shape=words),
            step(("vmul.vv", g, g, f"v{GAMMA}"), shape=words),
            step(("vsmul.vx", g, g, self.multiplier), shape=words),
            step(("vnclip.wx", g, g, self.shift), shape=halves),
            step(("vsadd.vx", g, g, self.zero), shape=halves),
            step(("vnclip.wi", x, g, 0), shape=bytes_),
        ]
        return found if self._there(block, row) else [step() for _ in found]

    def _stored(self, block: int, row: int) -> Step:
        """Store a block of a row."""
        if not self._there(block, row):
            return step()
        point: Instruction = ("li", self.y, self.output + row * self.width + block * BLOCK)
        x = f"v{_register(block, row)}"
        if self._columns(block) == BLOCK:
            return step(point, ("vs2r.v", x, f"({self.y})"))
        return step(point, ("vse8.v", x, f"({self.y})"), shape=Shape(self.counts[block], 8, 2))

    def _there(self, block: int, row: int) -> bool:
        return row < self.rows and self._columns(block) > 0


def _register(block: int, row: int) -> int:
    """The first of the two of a row's block."""
    return (block * ROWS + row) * 2
