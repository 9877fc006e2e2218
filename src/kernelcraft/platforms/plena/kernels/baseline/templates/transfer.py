"""Templates that bring tensors from HBM into vector SRAM, and address registers for them."""

from __future__ import annotations

from kernelcraft.cells.protocol import MemoryMap, Placement
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.assembly import ORIGIN, Address, Assembly
from kernelcraft.platforms.plena.kernels.shape import Shape
from kernelcraft.platforms.plena.machine.configuration import V_ROWS

FETCH = V_ROWS  # rows of one H_PREFETCH_V or H_STORE_V


def base_registers(asm: Assembly, memory_map: MemoryMap) -> dict[str, str]:
    """Point a0, a1, ... at the inputs; tensor name -> register."""
    asm.phase("base addresses of the inputs in HBM")
    found: dict[str, str] = {}
    with asm.registers(1) as (value,):
        for index, placement in enumerate(memory_map.inputs):
            asm.load(value, placement.address)
            asm.emit("C_SET_ADDR_REG", f"a{index}", "gp0", value)
            found[placement.tensor.name] = f"a{index}"
    return found


def point(asm: Assembly, base: str, tensor: Placement) -> None:
    """Point one address register at a tensor in HBM."""
    with asm.registers(1) as (value,):
        asm.load(value, tensor.address)
        asm.emit("C_SET_ADDR_REG", base, "gp0", value)


def describe_tensor(asm: Assembly, tensor: Placement) -> None:
    """SCALE and STRIDE for the transfers of a tensor: its scale offset and its columns."""
    with asm.registers(1) as (value,):
        asm.load(value, tensor.detail("scale offset"))
        asm.emit("C_SET_SCALE_REG", value)
        asm.load(value, tensor.detail("columns"))
        asm.emit("C_SET_STRIDE_REG", value)


def load_rows(
    asm: Assembly,
    base: str,
    tensor: Placement,
    rows: int,
    target: int,
    offset: Address = ORIGIN,
) -> None:
    """`rows` rows of a tensor, from `offset` in HBM, to vector SRAM [columns/MLEN][rows][MLEN].

    `rows` must be a multiple of 4, the rows of one transfer; Unwritten otherwise.
    """
    if rows % FETCH:
        raise Unwritten(f"{tensor.tensor.name}: {rows} rows are no multiple of {FETCH}")
    columns, length = tensor.detail("columns"), asm.shape.row
    asm.phase(f"load {tensor.tensor.name}: {rows} x {columns} to vector SRAM {target}")
    describe_tensor(asm, tensor)
    with asm.registers(3) as (sram, column, row):
        asm.load(sram, target)
        asm.set(column, offset)
        with asm.loop(columns // length):
            asm.emit("S_ADDI_INT", row, column, 0)
            with asm.loop(rows // FETCH):
                asm.emit("H_PREFETCH_V", sram, row, base, 1, 0)
                asm.add(sram, FETCH * length)
                asm.add(row, FETCH * columns)
            asm.add(column, length)


def store_rows(
    asm: Assembly,
    base: str,
    tensor: Placement,
    source: int,
    end: int,
    *,
    first: int = 0,
    fixed: bool = False,
) -> None:
    """Rows `first` to `end` - 1 of a tensor, from vector SRAM [columns/MLEN][rows][MLEN].

    `fixed` stores the same 4 vectors again and again.
    """
    columns, length = tensor.detail("columns"), asm.shape.row
    asm.phase(f"store rows {first}..{end - 1} of {tensor.tensor.name} from vector SRAM {source}")
    describe_tensor(asm, tensor)
    with asm.registers(3) as (sram, column, row):
        asm.load(sram, source)
        asm.load(column, first * columns)
        with asm.loop(columns // length):
            asm.emit("S_ADDI_INT", row, column, 0)
            with asm.loop((end - first) // FETCH):
                asm.emit("H_STORE_V", sram, row, base, 1, 1)
                if not fixed:
                    asm.add(sram, FETCH * length)
                asm.add(row, FETCH * columns)
            asm.add(column, length)


def load_vector(asm: Assembly, base: str, tensor: Placement, target: int) -> None:
    """A tensor of one row to consecutive rows of vector SRAM, 4 of them a transfer.

    It takes `loaded_vector` elements there: the last transfer may write up to 3 rows too many.
    """
    columns, length = tensor.detail("columns"), asm.shape.row
    asm.phase(f"load {tensor.tensor.name}: {columns} elements to vector SRAM {target}")
    describe_tensor(asm, tensor)
    with asm.registers(2) as (sram, element):
        asm.load(sram, target)
        asm.load(element, 0)
        with asm.loop(loaded_vector(tensor, asm.shape) // (FETCH * length)):
            asm.emit("H_PREFETCH_V", sram, element, base, 0, 0)
            asm.add(sram, FETCH * length)
            asm.add(element, FETCH * length)


def loaded_vector(tensor: Placement, shape: Shape) -> int:
    """Elements that `load_vector` writes: whole transfers."""
    moved = FETCH * shape.row
    return -(-tensor.detail("columns") // moved) * moved


def load_constants(asm: Assembly, memory_map: MemoryMap, *names: str) -> list[str]:
    """FP SRAM constants in f1, f2, ...: the registers in the order of the names."""
    asm.phase(f"constants: {', '.join(f'f{i} = {name}' for i, name in enumerate(names, 1))}")
    for index, name in enumerate(names, 1):
        asm.emit("S_LD_FP", f"f{index}", "gp0", memory_map.constant(name).address)
    return [f"f{index}" for index in range(1, len(names) + 1)]
