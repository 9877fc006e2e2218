"""What each primitive is on PLENA: from it come kernels for every task."""

from __future__ import annotations

from kernelcraft.cells.protocol import Constant, MemoryMap, Placement, Region, Tensor
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors import Address, Ref, Settings, Table, Tile, Writer
from kernelcraft.platforms.plena.kernels.shape import expect_usual

ROW = 64  # elements of a vector SRAM row
FETCH = 4  # rows of one transfer, and of one matrix result
TILE = ROW * ROW  # elements of a matrix SRAM tile
TILES = 4  # in matrix SRAM
SCALED = 8  # elements that share a scale byte
MASKED = 16  # elements that a mask bit enables
IMMEDIATE = 1 << 18  # S_ADDI_INT adds less than this
ROWS = 1 << 15  # of vector SRAM
UPPER = 1 << 12  # S_LUI_INT loads multiples of this


class Scalar:
    """Registers count and point; hardware loops end themselves."""

    registers = tuple(f"gp{number}" for number in range(1, 16))

    def assign(self, to: str, address: Address) -> list[str]:
        if address.offset < IMMEDIATE:
            return [f"S_ADDI_INT {to}, {address.register or 'gp0'}, {address.offset}"]
        upper, lower = divmod(address.offset, UPPER)
        lines = [f"S_LUI_INT {to}, {upper}"]
        lines += [f"S_ADDI_INT {to}, {to}, {lower}"] if lower else []
        return lines + ([f"S_ADD_INT {to}, {to}, {address.register}"] if address.register else [])

    def advance(self, register: str, by: int) -> list[str]:
        whole, rest = divmod(by, IMMEDIATE - 1)
        steps = [IMMEDIATE - 1] * whole + ([rest] if rest else [])
        return [f"S_ADDI_INT {register}, {register}, {step}" for step in steps]

    def begin(self, counter: str, count: int, label: str) -> list[str]:
        return [f"C_LOOP_START {counter}, {count}"]

    def end(self, counter: str, label: str) -> list[str]:
        return [f"C_LOOP_END {counter}"]

    def near(self, address: Address) -> None:
        """No instruction adds a number to an address by itself."""


def describe(w: Writer, tensor: Placement | None) -> None:
    """Point at a tensor in HBM, for transfers of its rows."""
    if tensor is None:
        raise Unwritten("only inputs are fetched")
    w.state("address", tensor.address, "C_SET_ADDR_REG a0, gp0, {a}")
    w.state("scale", tensor.detail("scale offset"), "C_SET_SCALE_REG {a}")
    w.state("stride", tensor.detail("columns"), "C_SET_STRIDE_REG {a}")


def fetch(w: Writer, source: Ref, to: Ref) -> None:
    """Rows of a tensor to vector SRAM; a single one 256 elements at a time."""
    describe(w, source.placement)
    if source.rows == 1:
        with w.registers(2) as (sram, element):
            w.assign(sram, to.address)
            w.assign(element, source.address)
            step = FETCH * ROW
            w.loop(-(-source.chunks // FETCH), lambda: move(w, sram, element, step, "PREFETCH", 0))
    else:
        each_block(w, source, to, "PREFETCH", 1)


def store(w: Writer, source: Ref, to: Ref) -> None:
    """Rows of vector SRAM to HBM."""
    describe(w, to.placement)
    each_block(w, to, source, "STORE", 1)


def each_block(w: Writer, hbm: Ref, sram: Ref, way: str, strided: int) -> None:
    """All rows, 4 at a time, of one column of blocks after the other."""
    if hbm.rows % FETCH or hbm.chunks > 1 and sram.chunk != hbm.rows * ROW:
        raise Unwritten(f"{hbm.rows} rows are no multiple of {FETCH}")
    with w.registers(3) as (here, column, row):
        w.assign(here, sram.address)
        w.assign(column, hbm.address)

        def block() -> None:
            first = row if hbm.chunks > 1 else column
            if first == row:
                w.assign(row, Address(0, column))
            step = FETCH * hbm.row
            w.loop(hbm.rows // FETCH, lambda: move(w, here, first, step, way, strided))
            if first == row:
                w.advance(column, ROW)

        w.loop(hbm.chunks, block)


def move(w: Writer, sram: str, element: str, step: int, way: str, strided: int) -> None:
    """One transfer; both pointers move on."""
    precision = 1 if way == "STORE" else 0
    w.emit(f"H_{way}_V {sram}, {element}, a0, {strided}, {precision}")
    w.advance(sram, FETCH * ROW)
    w.advance(element, step)


def fetch_tiles(w: Writer, source: Ref, to: Ref) -> None:
    """Tiles of a right factor to matrix SRAM, one below or beside the other."""
    describe(w, source.placement)
    for row in range(0, source.rows, ROW):
        for chunk in range(source.chunks):
            tile, element = w.pointers(to.vector(row, chunk), source.vector(row, chunk))
            w.emit(f"H_PREFETCH_M {tile}, {element}, a0, 1, 0")


def aside(address: int, rows: int, columns: int) -> Placement:
    """Keys or values in HBM: elements row by row, then their scales."""
    elements = rows * columns
    return Placement(
        Tensor("", (rows, columns), "cache"),
        Region("hbm", address, address + elements + elements // SCALED),
        "MXFP8",
        (("columns", columns), ("scale offset", elements)),
    )


def mask(w: Writer, memory_map: MemoryMap, part: int) -> str:
    """rmask, with V_MASK set to the first `part` elements; the official assembler loses it."""
    if not part:
        return "0"
    if part % MASKED or memory_map.parameters["errata"]:
        raise Unwritten(f"no mask enables the first {part} elements of a row")
    w.state("mask", (1 << part // MASKED) - 1, "C_SET_V_MASK_REG {a}")
    return "1"


def constant(w: Writer, to: str, number: Constant) -> None:
    """A number of the cell."""
    w.emit(f"S_LD_FP {to}, gp0, {number.address}")


def immediate(w: Writer, to: str, number: float) -> bool:
    """There are no others."""
    return False


def room(memory_map: MemoryMap) -> tuple[int, int]:
    """Vector SRAM after the output."""
    expect_usual(memory_map, "the lowering table is")
    free = next(each for each in memory_map.scratch if each.memory == "vector_sram")
    return free.start, free.end


def longest(memory_map: MemoryMap) -> int:
    """Instructions of an iteration, after which a loop that is open is given up."""
    return memory_map.parameters["loop_cap"]


TABLE = Table(
    lanes=ROW,
    unit=ROW,
    scalar=Scalar(),
    operations={
        "copy v": "V_ADD_VF {d}, {a}, f0, {m}",
        "copy n": "S_ADD_FP {d}, {a}, f0",
        "add vv": "V_ADD_VV {d}, {a}, {b}, {m}",
        "add vn": "V_ADD_VF {d}, {a}, {b}, {m}",
        "add nn": "S_ADD_FP {d}, {a}, {b}",
        "sub vv": "V_SUB_VV {d}, {a}, {b}, {m}",
        "sub vn": "V_SUB_VF {d}, {a}, {b}, {m}, 0",
        "sub nv": "V_SUB_VF {d}, {b}, {a}, {m}, 1",
        "sub nn": "S_SUB_FP {d}, {a}, {b}",
        "mul vv": "V_MUL_VV {d}, {a}, {b}, {m}",
        "mul vn": "V_MUL_VF {d}, {a}, {b}, {m}",
        "mul nn": "S_MUL_FP {d}, {a}, {b}",
        "negative v": "V_SUB_VF {d}, {a}, f0, {m}, 1",
        "exp v": "V_EXP_V {d}, {a}, {m}",
        "exp n": "S_EXP_FP {d}, {a}",
        "reciprocal v": "V_RECI_V {d}, {a}, {m}",
        "reciprocal n": "S_RECI_FP {d}, {a}",
        "sqrt n": "S_SQRT_FP {d}, {a}",
        "reduce_sum nv": "V_RED_SUM {d}, {b}, {m}",
        "reduce_max nv": "V_RED_MAX {d}, {b}, {m}",
    },
    product=Tile(
        rows=FETCH,
        columns=FETCH,
        across=FETCH,
        step="M_MM 0, {b}, {a}",
        finish="M_MM_WO {d}, gp0, 0",
        fetch=fetch_tiles,
        room=(0, TILES * TILE),
        anew=True,
    ),
    transposed=Tile(
        rows=FETCH,
        columns=FETCH,
        across=FETCH * ROW,
        step="M_TMM 0, {a}, {b}",
        finish="M_MM_WO {d}, gp0, 0",
        fetch=fetch_tiles,
        room=(0, TILES * TILE),
        anew=True,
    ),
    room=room,
    fetch=fetch,
    store=store,
    constant=constant,
    immediate=immediate,
    blocked=True,
    whole=True,
    aside=aside,
    padding=FETCH,
    mask=mask,
    longest=longest,
    numbers=tuple(f"f{number}" for number in range(1, 8)),
    fixed={0.0: "f0"},
    usual=Settings(rows=ROWS, hoist=True),
)
