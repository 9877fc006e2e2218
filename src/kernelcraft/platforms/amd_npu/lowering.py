"""What each primitive of the tensor layer is on an AIE2 core; `kernels.compiled` writes them."""

from __future__ import annotations

from kernelcraft.cells.protocol import Constant, MemoryMap, Placement
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors import Address, Ref, RegisterTile, Table, Writer
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import LANES, SUMS
from kernelcraft.platforms.amd_npu.kernels.compiled.primitives import PRIMITIVES
from kernelcraft.platforms.amd_npu.kernels.compiled.program import VARIABLES, kernel

BINARY = ("add", "sub", "mul", "max")


class Scalar:
    """Variables are scalar registers, and become pointers where memory is reached."""

    registers = VARIABLES

    def assign(self, to: str, address: Address) -> list[str]:
        return [f"set {to} {address.register} {address.offset}"]

    def advance(self, register: str, by: int) -> list[str]:
        return [f"step {register} {by}"]

    def begin(self, counter: str, count: int, label: str) -> list[str]:
        return [f"repeat {counter} {count} {label}"]

    def end(self, counter: str, label: str) -> list[str]:
        return [f"again {counter} {label}"]

    def near(self, address: Address) -> str | None:
        return f"[{address.register}+{address.offset}]"


def transfer(w: Writer, source: Ref, to: Ref) -> None:
    """Vectors are loaded and stored where the tensors lie."""
    raise Unwritten("tensors stay in the data memory")


def constant(w: Writer, to: str, number: Constant) -> None:
    """No constant lies in memory."""
    raise Unwritten("constants are numbers in the kernel's text")


def immediate(w: Writer, to: str, number: float) -> bool:
    """Any number, in whichever form is wanted."""
    w.emit(f"hold {to} {number!r}")
    return True


def room(memory_map: MemoryMap) -> tuple[int, int]:
    """Nothing is kept elsewhere; raises Unwritten for tensors that pass through buffers."""
    if memory_map.streamed:
        raise Unwritten("no compiled kernel streams its tensors")
    return 0, 0


def home(memory_map: MemoryMap, placement: Placement) -> Address:
    """A tensor is where the argument block says."""
    names = [each.tensor.name for each in (*memory_map.inputs, memory_map.output)]
    return Address(0, f"arg{names.index(placement.tensor.name)}")


TABLE = Table(
    lanes=LANES,
    scalar=Scalar(),
    operations={
        "load v": "load {d} {a}",
        "store v": "store {d} {a}",
        **{f"{name} vv": f"{name} {{d}} {{a}} {{b}}" for name in BINARY},
        **{f"{name} v": f"{name} {{d}} {{a}}" for name in PRIMITIVES if name not in BINARY},
    },
    room=room,
    fetch=transfer,
    store=transfer,
    constant=constant,
    immediate=immediate,
    held=tuple(f"k{index}" for index in range(16)),
    product=RegisterTile(
        rows=4,
        depth=8,
        columns=4,
        sums=SUMS,
        across=2,
        left="tile {d} {a}",
        right="tileb {d} {a}",
        step="vmac.f {d}, {d}, {a}, {b}, r7",
        start="vclr {d}",
        finish="finish {d} {a}",
        bias="bias {d} {a}",
        unroll=1,
    ),
    home=home,
    text=kernel,
)
