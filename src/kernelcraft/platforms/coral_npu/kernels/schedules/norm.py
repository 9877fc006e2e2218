"""LayerNorm and RMSNorm: all rows are summed, then scaled one block of columns after the other.

First x comes from external memory, line by line, and is kept in DTCM. The load/store unit limits:
14 cycles a line to load and 3 to store. The sums of a row are taken while the next one comes, and
what is made of them with roots and divisions (the numbers of a row) while the one after that does:
two words, so that no row waits for its own.

Then 32 columns of gamma and beta, int32, stay in 16 registers and all rows pass by: alone, a row
would load 20 cycles a line of gamma and beta. n = 1024 * (width * x - S) / R, to nearest and ties
away from zero, takes one vsmul of t * 2^k, t = width * x - S, with m = 2^41 / (R * 2^k), rounded
up by more than 0 and at most 2. k brings small roots to 2^11 or more, so that m <= 2^30. It is
exact: n is off by less than |t| * 2^k * 2 / 2^31, a quotient that is no tie is at least 1 / (2 R)
away from one, and |t| * R * 2^k < 2^29: R * 2^k < 2^12 and |t| <= 2^15 where k > 0, and otherwise
a row of -128 and 127 gives the most, 2^28.4. What is too much in m moves ties away from zero.

The reorder buffer limits, 8 registers' worth of work: a load of a line keeps a place for 5 cycles
and a store for 7, in which 14 others could be done. So loads and stores stand alone between the
products of the other row: those of the row before between the products of this one.

Blocks and phases overlap at their ends: the numbers of the last row are finished beside the first
two rows, which do not need them; the last rows of a block come with the first of the next one, and
are stored beside it. RMSNorm reads gamma at once, to registers that LayerNorm needs for beta.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise, root, short_norm
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import Shape, Step, interleave, step
from kernelcraft.platforms.coral_npu.kernels.schedules.root import Root
from kernelcraft.platforms.coral_npu.kernels.schedules.wide_norm import WideNorm

ROW: Final = 8 * LINE
"""Elements of a row that fit in eight registers; t = width * x - S fits in int16 then."""
HALF: Final = 4 * LINE
"""Elements whose squares, int16, fill eight registers."""
BLOCK: Final = 2 * LINE
"""Columns that are scaled at once, as int32 in eight registers."""
ROOM: Final = 28 * 1024
"""Bytes of DTCM for rows of x."""
ROWS: Final = (0, 8)
"""Registers of the row that is summed and of the one that comes, in turn."""
SQUARES: Final = 16
ZERO: Final = "v24"
SQUARE: Final = "v25"
TOTAL: Final = "v26"
RAW: Final = 28
"""Registers of gamma before it is widened."""
TOGETHER: Final = 8
"""Lines of beta that come with one load, where nothing stands between them."""
ROOT: Final = {False: 4, True: 7}
"""Steps of the chain up to the root, without and with centring."""
GROUPS: Final = (16, 24)
"""Registers of the blocks of two rows."""
NOTHING: Final[Mapping[str, Sequence[Step]]] = {}


class _Norm:
    """Writes the kernel of a cell; `centred` for LayerNorm, with beta."""

    def __init__(self, cell: Cell, *, centred: bool) -> None:
        self.asm = Assembly(f"{cell.name}: all rows are summed, then scaled by columns")
        self.centred, self.name = centred, "layer_norm" if centred else "rms_norm"
        self.rows, self.width = cell.dims["rows"], cell.dims["width"]
        self.lines = -(-self.width // LINE)
        self.at = {each.tensor.name: each.address for each in cell.memory_map.inputs}
        self.output = cell.memory_map.output.address
        self.constants = {name: int(value) for name, value in cell.constants.items()}
        self.kept = self.asm.reserve("rows", (self.rows + 2) * self.lines * LINE)
        self.numbers = self.asm.reserve("numbers", 8 * (self.rows + 2))
        take = self.asm.take(29)
        self.x, self.y, self.number, self.all, self.count, self.half, self.rest = take[:7]
        self.epsilon, self.squares, self.total, self.root, self.up, self.scratch = take[7:13]
        self.multiplier, self.shift, self.zero, self.one, self.quotient = take[13:18]
        self.scales = (take[18:20], take[20:22])
        self.pointers = ([self.x, self.y, take[25]], take[22:25])
        self.weight = take[26]
        self.sums = take[27:29]
        self._left: list[Step] = []
        self._stores: list[Step] = []
        last = (self.rows - 1) % 2
        self.beta, self.gamma = ROWS[1 - last], ROWS[last]
        if not centred:
            self.gamma, self.rest_of_gamma = self.beta, self.gamma

    def text(self) -> str:
        """The whole kernel."""
        requantise.begin(self.asm)
        self._sum_rows()
        for at in range(0, self.width, BLOCK):
            self.asm.phase(f"columns from {at} on")
            if at:
                order = "norm_weights" if self.rows > 1 else ""
                interleave(self.asm, order, {"w": self._weights(at), "k": self._begun(at)})
                self._scale(at)
                continue
            order, chain = "", self._chain()
            begun = len(chain)
            if self.rows > 1:
                order = "norm_few_rows"
            if self.rows > 3:
                order, begun = f"{self.name}_roots", ROOT[self.centred]
            beside = {"c": chain[begun:]}
            if beside["c"] and not self.centred:
                beside["w"], self._left = self._left, []
            needed = {"k": [*self._to(0, at), *self._begun(at)], "p": self._fetched(0)}
            interleave(self.asm, order, {"c": chain[:begun], "w": self._left, **needed})
            self._scale(at, beside)
        return str(self.asm)

    def _sum_rows(self) -> None:
        """Sum all rows; the numbers of the last one and some of the first weights are left."""
        asm = self.asm
        asm.phase("sums of the rows")
        asm.vl(LINE, 8, 1)  # with vl = 0, as at first, the RTL hangs at any vector load
        interleave(asm, "norm_first_row", {"k": self._constants(), "l": self._loads(0)})
        if self.rows > 1:
            self._sum(0, self._loads(1), f"{self.name}_outer_sums", chain=False)
        pairs, odd = divmod(max(self.rows - 2, 0), 2)
        if pairs:
            with asm.loop(pairs, "rows"):
                order = f"{self.name}_sums" if pairs > 1 else f"{self.name}_outer_sums"
                self._sum(1, self._loads(0), order, chain=True)
                self._sum(0, self._loads(1), order, chain=True)
        if odd:
            self._sum(1, self._loads(0), f"{self.name}_outer_sums", chain=True)
        weights = self._weights(0)
        now = self.lines + 1 if self.centred else 1 + BLOCK // LINE
        first, self._left = weights[:now], weights[now:]
        self._sum((self.rows - 1) % 2, first, f"{self.name}_outer_sums", chain=self.rows > 1)

    def _constants(self) -> list[Step]:
        """What the x registers hold throughout, and powers of two as floats."""
        numbers: list[Instruction] = [
            ("li", self.x, self.at["x"]),
            ("li", self.half, min(self.width, HALF)),
            ("li", self.rest, max(self.width - HALF, 0)),
            ("li", self.all, self.width),
            ("la", self.y, self.kept),
            ("li", self.epsilon, self.constants["epsilon"]),
            ("la", self.number, self.numbers),
            ("li", self.multiplier, self.constants["multiplier"]),
            ("li", self.shift, self.constants["shift"]),
            ("li", self.zero, self.constants["zero_point"]),
            ("li", self.one, 1),
        ]
        numbers += root.shared(self.scratch)
        zero = step(("vmv.v.i", ZERO, 0), shape=Shape(self.half, 32, 8))
        return [*(step(each) for each in numbers), zero]

    def _loads(self, which: int) -> list[Step]:
        """Load a row line by line, with what follows it in the last line."""
        return [
            step(
                ("vl1re8.v", f"v{ROWS[which] + index}", f"({self.x})"),
                ("addi", self.x, self.x, min(LINE, self.width - index * LINE)),
            )
            for index in range(self.lines)
        ]

    def _sums(self, which: int) -> list[Step]:
        """Sum a row and its squares, and keep the row."""
        x, squares = ROWS[which], f"v{SQUARES}"
        row, half, one = Shape(self.all, 8, 8), Shape(self.half, 8, 4), Shape(self.half, 32, 8)
        found = [step(("vwmul.vv", squares, f"v{x}", f"v{x}"), shape=half)]
        if self.width > HALF:
            rest = Shape(self.rest, 8, 4, "tu") if self.width < ROW else half
            second = f"v{x + 4}"
            found.append(step(("vwmacc.vv", squares, second, second), shape=rest))
        found.append(step(("vwredsumu.vs", SQUARE, squares, ZERO), shape=Shape(self.half, 16, 8)))
        if self.centred:
            found.append(step(("vwredsum.vs", TOTAL, f"v{x}", ZERO), shape=row))
        found.append(step(("vse8.v", f"v{x}", f"({self.y})"), shape=row))
        found.append(step(("addi", self.y, self.y, self.lines * LINE)))
        found.append(step(("vmv.x.s", self.squares, SQUARE), shape=one))
        if self.centred:
            found.append(step(("vmv.x.s", self.total, TOTAL), shape=one))
        return found

    def _chain(self) -> list[Step]:
        """From the sums of a row to its numbers, in memory; see `root`."""
        up, total = self.up, self.total
        word: list[Instruction] = [("sll", up, self.all, up)]
        if self.centred:
            word = [("slli", total, total, 16), ("or", up, up, total)]
        to = Root(self.squares, self.all, self.epsilon, self.root, up, self.quotient, self.scratch)
        instructions: list[Instruction] = [
            *root.begin(to, total if self.centred else None),
            *word,
            ("sw", up, f"0({self.number})"),
            *root.end(to),
            ("sw", self.quotient, f"4({self.number})"),
            ("addi", self.number, self.number, 8),
        ]
        return [step(each) for each in instructions]

    def _sum(self, which: int, loads: list[Step], order: str, *, chain: bool) -> None:
        """Sum a row; meanwhile load something, and make numbers of the last row's sums."""
        self.asm.note("sums of a row, while more comes and the sums of the last one become numbers")
        chained = self._chain() if chain else []
        interleave(self.asm, order, {"c": chained, "v": self._sums(which), "l": loads})

    def _weights(self, at: int) -> list[Step]:
        """Load gamma and beta of a block line by line, with what follows them.

        Without beta there is room for all of gamma, after the first block in the registers of the
        row that is summed last: it comes with the first block.
        """
        if not self.centred:
            return self._gamma() if at == 0 else []
        count = min(BLOCK, self.width - at)
        sources = [(RAW, self.at["gamma"] + at, count)]
        sources.append((self.beta, self.at["beta"] + 4 * at, 4 * count))
        together = 1 if at == 0 else TOGETHER
        return [each for source in sources for each in self._lines_of(*source, together)]

    def _gamma(self) -> list[Step]:
        """Load all of gamma."""
        first = self._lines_of(RAW, self.at["gamma"], min(BLOCK, self.width))
        rest = self._lines_of(self.rest_of_gamma, 0, self.width - BLOCK)
        return [*first, *rest[1:]]

    def _lines_of(self, register: int, address: int, size: int, together: int = 1) -> list[Step]:
        """Point to an address and load `size` bytes from there, `together` lines at once."""
        found, lines, line = [step(("li", self.weight, address))], -(-size // LINE), 0
        while line < lines:
            count = together if lines - line >= together else 1
            load: Instruction = (f"vl{count}re8.v", f"v{register + line}", f"({self.weight})")
            found.append(step(load, ("addi", self.weight, self.weight, count * LINE)))
            line += count
        return found

    def _begun(self, at: int) -> list[Step]:
        """What a block needs that is not in memory: pointers, vl, and gamma as int32."""
        found = [step(("li", self.pointers[0][1], self.output + at))]
        if self.rows > 1:
            found += self._to(1, at)
        if self.rows > 1 and not self._stores:
            found.append(self._to_output(at))
        raw = RAW if self.centred or at == 0 else self.rest_of_gamma + at // LINE - BLOCK // LINE
        widen: Instruction = ("vsext.vf4", f"v{self.gamma}", f"v{raw}")
        found.append(step(("li", self.count, min(BLOCK, self.width - at))))
        return [*found, step(widen, shape=Shape(self.count, 32, 8))]

    def _to(self, which: int, at: int) -> list[Step]:
        """Point to a block of the first or second row, and to the numbers of that."""
        x_at, _, number = self.pointers[which]
        offset = which * self.lines * LINE + at
        return [
            step(("la", x_at, f"{self.kept} + {offset}")),
            step(("la", number, f"{self.numbers} + {8 * which}")),
        ]

    def _to_output(self, at: int) -> Step:
        """Point to a block of the second row of the output."""
        return step(("li", self.pointers[1][1], self.output + self.width + at))

    def _scale(self, at: int, beside: Mapping[str, Sequence[Step]] = NOTHING) -> None:
        """Scale a block of columns of all rows; something comes beside the first ones, and the
        first row of the next block with the last ones, which are stored beside that block."""
        asm = self.asm
        full = at + BLOCK <= self.width
        onward: list[Step] = []
        if at + BLOCK < self.width:
            onward = [*self._to(0, at + BLOCK), *self._fetched(0)]
        pairs, odd = divmod(self.rows, 2)
        pair: dict[str, Sequence[Step]] = {
            "a": self._scaled(0),
            "p": self._fetched(0),
            "s": self._stored(0, full=full),
            "q": self._fetched(1),
            "b": self._scaled(1),
        }
        before = self._stored(1, full=full)
        final = pair if odd else {**pair, "p": onward}
        stores, self._stores = self._stores, []
        if pairs:
            first = pair if pairs > 1 else final
            order = f"{self.name}_first_pair" if any(beside.values()) else f"{self.name}_last_pair"
            interleave(asm, order, {"r": stores, **beside, **first})
        if pairs > 2:
            with asm.loop(pairs - 2, "rows"):
                interleave(asm, f"{self.name}_pair", {"r": before, **pair})
        if pairs > 1:
            interleave(asm, f"{self.name}_last_pair", {"r": before, **final})
        if odd:
            last = {"a": self._scaled(0), "s": self._stored(0, full=full), "p": onward}
            interleave(asm, f"{self.name}_pair", {**last, "r": before} if pairs else last)
        elif onward:
            self._stores = [*before[:-1], self._to_output(at + BLOCK)]
        else:
            last_store: Instruction = ("vs2r.v", f"v{GROUPS[1]}", f"({self.pointers[1][1]})")
            interleave(asm, "", {"r": [step(last_store)] if full else before[:1]})

    def _fetched(self, which: int) -> list[Step]:
        """Load a block of a row and the numbers of the row."""
        (a, m), (x_at, _, number) = self.scales[which], self.pointers[which]
        return [
            step(("vl1re8.v", f"v{GROUPS[which] + 2}", f"({x_at})")),
            step(("addi", x_at, x_at, LINE)),
            step(("vl1re8.v", f"v{GROUPS[which] + 3}", f"({x_at})")),
            step(("addi", x_at, x_at, 2 * self.lines * LINE - LINE)),
            step(("lw", a, f"0({number})")),
            step(("lw", m, f"4({number})")),
            step(("addi", number, number, 16)),
        ]

    def _stored(self, which: int, *, full: bool) -> list[Step]:
        """Store a block of a row."""
        y_at, group = self.pointers[which][1], GROUPS[which]
        if full:
            return [
                step(("vs1r.v", f"v{group}", f"({y_at})")),
                step(("addi", y_at, y_at, LINE)),
                step(("vs1r.v", f"v{group + 1}", f"({y_at})")),
                step(("addi", y_at, y_at, 2 * self.width - LINE)),
            ]
        return [
            step(("vse8.v", f"v{group}", f"({y_at})")),
            step(("addi", y_at, y_at, 2 * self.width)),
        ]

    def _scaled(self, which: int) -> list[Step]:
        """requantise(n * gamma + beta) with n = 1024 * (width * x - S) / R; see `kernel`."""
        (a, m), group = self.scales[which], GROUPS[which]
        g, x, t = f"v{group}", f"v{group + 2}", f"v{group + 4}"
        bytes_, halves, words = (Shape("zero", sew, sew // 4) for sew in (8, 16, 32))
        s = self.sums[which]
        found = []
        if self.centred:
            found += [
                step(("srai", s, a, 16), ("sll", a, self.one, a)),
                step(("vwmulsu.vx", t, x, self.all), shape=bytes_),
                step(("vsub.vx", t, t, s), shape=halves),
                step(("vwmul.vx", g, t, a), shape=halves),
            ]
        else:
            found += [
                step(("vsext.vf2", t, x), shape=halves),
                step(("vwmul.vx", g, t, a), shape=halves),
            ]
        scale: Instruction = ("vmul.vv", g, g, f"v{self.gamma}")
        if self.centred:
            scale = ("vmadd.vv", g, f"v{self.gamma}", f"v{self.beta}")
        found += [
            step(("vsmul.vx", g, g, m), shape=words),
            step(scale, shape=words),
            step(("vsmul.vx", g, g, self.multiplier), shape=words),
            step(("vnclip.wx", g, g, self.shift), shape=halves),
            step(("vsadd.vx", g, g, self.zero), shape=halves),
            step(("vnclip.wi", g, g, 0), shape=bytes_),
        ]
        return found


def kernel(cell: Cell) -> str:
    """LayerNorm, which is centred and has beta, or RMSNorm."""
    centred = cell.task.name == "layer_norm"
    rows, width = cell.dims["rows"], cell.dims["width"]
    if width > ROW:
        return WideNorm(cell, centred=centred).text()
    if not centred and short_norm.fits(rows, width):
        return short_norm.ShortNorm(cell).text()
    if rows * -(-width // LINE) * LINE > ROOM:
        raise Unwritten(f"{cell.name}: {rows} rows of x do not fit the DTCM beside their numbers")
    return _Norm(cell, centred=centred).text()
