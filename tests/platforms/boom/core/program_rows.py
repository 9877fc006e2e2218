"""What programs took on the RTL: cycles cold and warm, mispredicted branches, window sizes.

Source: measured with Verilator on the generated RTL. On Medium it ran the texts of `programs/`
(`medium_rtl.toml`); on Small and Large texts of the same kind and size, as for the mispredicted
branches, and the instructions of both are compared.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEDIUM: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("medium_rtl.toml").read_text(encoding="utf-8")
)

CORES = ("small", "medium", "large")


@dataclass(frozen=True)
class ProgramRow:
    """One program on one core with one memory."""

    program: str
    core: str
    latency: int
    instructions: int
    cold: int
    warm: int
    branches: bool  # its branches depend on data
    tuned: bool = False  # a parameter was chosen with it in view

    @property
    def allowed(self) -> float:
        """How far the model may be away."""
        return 0.2 if self.branches else 0.1


_CYCLES = {  # instructions of the texts on Small and Large; small cold, warm; large
    "multiply": (24331, (33347, 32007), (19071, 17227)),
    "vvadd": (2412, (3010, 2442), (1826, 1231)),
    "copy": (10010, (17185, 16967), (11691, 7042)),
    "median": (4594, (8973, 6644), (6770, 4133)),
    "dotprod": (7186, (12883, 7223), (7563, 2432)),
    "qsort": (185026, (307236, 304536), (225909, 222787)),
    "rsort": (204870, (222013, 216595), (94235, 88838)),
    "towers": (8031, (8732, 8398), (4870, 4529)),
}
_ON_MEDIUM = {  # instructions of our texts, the same there
    "multiply": 24437,
    "vvadd": 2411,
    "copy": 10009,
    "median": 4584,
    "dotprod": 7185,
    "qsort": 208778,
    "rsort": 213051,
    "towers": 8064,
    "copy_unrolled": 5509,
    "dotprod_double": 6161,
}
BRANCHING = ("multiply", "median", "qsort")
TWO_CALLS = ("qsort", "rsort")  # warm is their second call there, the third of others
# These were in view when misses, the order of stores and the front end's length were fitted;
# towers when AFTER_ADDRESS was.
TUNED = {
    *(("medium", name) for name in ("copy", "vvadd", "dotprod", "median", "multiply", "towers")),
    *(("large", name) for name in ("copy", "median", "multiply")),
}


def _medium(key: str) -> ProgramRow:
    """A program and the latency of its memory, as the file names them."""
    name, latency = key.split()
    cold, warm = MEDIUM["programs"][key]
    return ProgramRow(
        *(name, "medium", int(latency), _ON_MEDIUM[name], cold, warm),
        branches=name in BRANCHING,
        tuned=("medium", name) in TUNED,
    )


PROGRAMS = (
    *(
        ProgramRow(
            *(name, core, 20, instructions, *cycles),
            branches=name in BRANCHING,
            tuned=(core, name) in TUNED,
        )
        for name, (instructions, *cores) in _CYCLES.items()
        for core, cycles in zip(("small", "large"), cores, strict=True)
    ),
    *map(_medium, MEDIUM["programs"]),
)

# Mispredicted branches on Medium in the first and the last call, of other texts of the kind.
MISPREDICTS = {
    "multiply": (858, 753),
    "median": (301, 186),
    "towers": (38, 12),
    "vvadd": (8, 1),
    "dotprod": (10, 1),
    "copy": (9, 1),
    "qsort": (10785, 10607),
    "rsort": (32, 16),
}


@dataclass(frozen=True)
class Window:
    """How many fillers fit between two misses so that both are under way at once."""

    name: str
    filler: str
    small: tuple[int, int]  # the most that was seen to fit, the least that was not
    medium: tuple[int, int]
    large: tuple[int, int]


WINDOWS = (
    Window("nop (reorder buffer)", "nop", (26, 28), (58, 60), (91, 94)),
    Window("addi (integer registers)", "addi {r}, x0, 1", (22, 24), (50, 52), (70, 73)),
    Window("ld (load queue)", "ld {r}, 0(s2)", (5, 6), (13, 14), (21, 22)),
    Window("sd (store queue)", "sd a6, 0(s2)", (7, 8), (14, 15), (22, 24)),
)
