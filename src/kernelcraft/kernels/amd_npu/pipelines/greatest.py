"""The greatest of a row of bfloat16, in every lane.

Registers: p1 walks through the rows; r21 to r25, r20 for masks that nobody reads.
"""

from __future__ import annotations

TURNS = {"r21": 32, "r22": 16, "r23": 8, "r24": 4, "r25": 2}  # by so many bytes
SET_UP = "".join(f"movx {register}, #{turn}\n" for register, turn in TURNS.items())


def of(pairs: int) -> str:
    """%m of a row of so many pairs of vectors of 16."""
    text = "".join(
        f"vldb %loaded{pair}.{half}, [p1], #32\n" for pair in range(pairs) for half in "lh"
    )
    last = "%loaded0"
    for pair in range(1, pairs):
        text += f"vmax_lt.bf16 %folded{pair}, r20, {last}, %loaded{pair}\n"
        last = f"%folded{pair}"
    for turn, register in zip(TURNS.values(), TURNS, strict=True):
        to = f"%greater{turn}" if turn > min(TURNS.values()) else "%m"
        text += f"vshift %turned{turn}, {last}, {last}, {register}\n"
        text += f"vmax_lt.bf16 {to}, r20, {last}, %turned{turn}\n"
        last = to
    return text


def values(pairs: int) -> dict[str, str]:
    """Their kinds."""
    names = ["m", *(f"{name}{pair}" for name in ("loaded", "folded") for pair in range(pairs))]
    names += [f"{name}{turn}" for name in ("turned", "greater") for turn in TURNS.values()]
    return dict.fromkeys(names, "x")
