"""What programs took on the RTL: cycles cold and warm, mispredicted branches, window sizes.

Source: measured with Verilator on the generated RTL. The programs' text there was another one of
the same kind and size; `programs/` has ours, and the instructions of both are compared.
"""

from __future__ import annotations

from dataclasses import dataclass

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


_CYCLES = {  # instructions; small cold, warm; medium; large
    "multiply": (24331, (33347, 32007), (24809, 23092), (19071, 17227)),
    "vvadd": (2412, (3010, 2442), (2157, 1238), (1826, 1231)),
    "copy": (10010, (17185, 16967), (16549, 15061), (11691, 7042)),
    "median": (4594, (8973, 6644), (7520, 5128), (6770, 4133)),
    "dotprod": (7186, (12883, 7223), (9049, 3633), (7563, 2432)),
    "qsort": (185026, (307236, 304536), (250859, 248305), (225909, 222787)),
    "rsort": (204870, (222013, 216595), (121417, 116150), (94235, 88838)),
    "towers": (8031, (8732, 8398), (5149, 4757), (4870, 4529)),
}
BRANCHING = ("multiply", "median", "qsort")
TWO_CALLS = ("qsort", "rsort")  # warm is their second call there, the third of others
# These were in view when misses, the order of stores and the front end's length were fitted.
TUNED = {
    *(("medium", name) for name in ("copy", "vvadd", "dotprod", "median", "multiply")),
    *(("large", name) for name in ("copy", "median", "multiply")),
}
_OTHERS = (
    ProgramRow("copy_unrolled", "medium", 20, 5510, 16384, 15034, branches=False),
    ProgramRow("dotprod_double", "medium", 20, 6162, 12172, 7609, branches=False),
    ProgramRow("vvadd", "medium", 8, 2412, 1890, 1238, branches=False),
    ProgramRow("copy", "medium", 8, 10010, 13827, 12707, branches=False, tuned=True),
    ProgramRow("dotprod", "medium", 8, 7186, 7430, 3633, branches=False),
    ProgramRow("vvadd", "medium", 40, 2412, 2801, 1238, branches=False, tuned=True),
    ProgramRow("copy", "medium", 40, 10010, 21896, 19429, branches=False, tuned=True),
    ProgramRow("dotprod", "medium", 40, 7186, 12302, 3633, branches=False, tuned=True),
    ProgramRow("median", "medium", 40, 4594, 8021, 5078, branches=True),
    ProgramRow("towers", "medium", 40, 8031, 5228, 4739, branches=False),
)
PROGRAMS = (
    *(
        ProgramRow(
            *(name, core, 20, instructions, *cycles),
            branches=name in BRANCHING,
            tuned=(core, name) in TUNED,
        )
        for name, (instructions, *cores) in _CYCLES.items()
        for core, cycles in zip(CORES, cores, strict=True)
    ),
    *_OTHERS,
)

# Mispredicted branches on Medium in the first and the last call.
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
