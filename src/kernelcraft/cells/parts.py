"""Of which single tasks a composite consists, as cells of the sizes that it needs of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell, UnknownName, load_cell, published_as
from kernelcraft.cells.sizes import arithmetic
from kernelcraft.tasks.task import Dims


@dataclass(frozen=True)
class Part:
    """A task at its sizes, `times` times."""

    task: str
    dims: Dims
    times: int = 1


@dataclass(frozen=True)
class Parts:
    """The cells of a composite's parts, each with how often it is needed.

    missing: parts of which the platform has no cell of that size; glue: what the composite does
    besides, of which there is no task.
    """

    cell: str
    cells: tuple[tuple[str, int], ...]
    missing: tuple[str, ...]
    glue: str


def parts_of(cell: Cell) -> Parts | None:
    """Those of a cell that is a composite; None for others, and for whole numbers, whose steps
    round otherwise alone than one after the other."""
    found = _PARTS.get(cell.task.name)
    if found is None or arithmetic(cell.platform.name) != "float":
        return None
    cells, missing = dict[str, int](), list[str]()
    for part in found.of(cell.dims):
        known = _cell(cell, part)
        if known is None:
            missing.append(f"{part.task} {','.join(f'{k}={v}' for k, v in part.dims.items())}")
        else:
            cells[known.name] = cells.get(known.name, 0) + part.times
    return Parts(cell.name, tuple(cells.items()), tuple(dict.fromkeys(missing)), found.glue)


def _cell(of: Cell, part: Part) -> Cell | None:
    """The part on the composite's machine; elements may stand in rows of another width."""
    platform = of.platform.name
    for dims in _shapes(part):
        sizes = ",".join(f"{name}={size}" for name, size in dims.items())
        try:
            configuration = published_as(platform, part.task, dims) or sizes
            settings = f"+{of.settings}" if of.settings else ""
            return load_cell(f"{platform}/{part.task}/{configuration}{settings}")
        except (UnknownName, KeyError):
            continue
    return None


def _shapes(part: Part) -> Iterator[Dims]:
    """The sizes; of a function of single elements also with shorter, more rows."""
    yield part.dims
    if part.task in _OF_ELEMENTS:
        rows, width = part.dims["rows"], part.dims["width"]
        while width % 2 == 0:
            rows, width = 2 * rows, width // 2
            yield {"rows": rows, "width": width}


_OF_ELEMENTS: Final = frozenset(("silu", "gelu", "relu"))


@dataclass(frozen=True)
class _Composite:
    of: Callable[[Dims], tuple[Part, ...]]
    glue: str = ""


def _product(rows: int, inner: int, columns: int, times: int = 1) -> Part:
    return Part("gemm", {"M": rows, "K": inner, "N": columns}, times)


def _ffn(d: Dims) -> tuple[Part, ...]:
    n, h, hidden = d["n"], d["h"], d["h_i"]
    activation = Part("silu", {"rows": n, "width": hidden})
    return _product(n, h, hidden), activation, _product(n, hidden, h)


def _swiglu(d: Dims) -> tuple[Part, ...]:
    n, h, hidden = d["n"], d["h"], d["h_i"]
    activation = Part("silu", {"rows": n, "width": hidden})
    return _product(n, h, hidden, 2), activation, _product(n, hidden, h)


def _multi_head(d: Dims, kv: int) -> tuple[Part, ...]:
    """`kv`: how many heads of keys and values."""
    s, h, n_h = d["s"], d["h"], d["n_h"]
    heads = Part("attention", {"s": s, "h": h // n_h}, n_h)
    return _product(s, h, h, 2), _product(s, h, kv * h // n_h, 2), heads


def _norms(d: Dims, times: int) -> Part:
    return Part("rms_norm", {"rows": d["s"], "width": d["h"]}, times)


def _mha(d: Dims, times: int = 1) -> Part:
    return Part("mha", {name: d[name] for name in ("s", "h", "n_h")}, times)


def _perceptron(task: str, d: Dims) -> Part:
    return Part(task, {"n": d["s"], "h": d["h"], "h_i": d["h_i"]})


_PARTS: Final[Mapping[str, _Composite]] = {
    "ffn": _Composite(_ffn),
    "swiglu": _Composite(_swiglu, "the product of gate and up"),
    "mha": _Composite(lambda d: _multi_head(d, d["n_h"])),
    "gqa": _Composite(lambda d: _multi_head(d, d["n_kv"])),
    "mqa": _Composite(lambda d: _multi_head(d, 1)),
    "decoder_llama": _Composite(
        lambda d: (_norms(d, 2), _mha(d), _perceptron("swiglu", d)), "two residual sums"
    ),
    "decoder_t5": _Composite(
        lambda d: (_norms(d, 3), _mha(d, 2), _perceptron("ffn", d)),
        "three residual sums; cross-attention counts as MHA of the same size",
    ),
}
