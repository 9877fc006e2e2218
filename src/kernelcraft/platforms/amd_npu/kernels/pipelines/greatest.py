"""The greatest of a row of bfloat16, or of two rows at once, in every lane.

Registers: p1 walks through the rows; r3, r7, r22, r24 and r25; r23 for masks that nobody reads.
"""

from __future__ import annotations

TURNS = {"r3": 32, "r22": 16, "r7": 8, "r24": 4, "r25": 2}  # rotations, in bytes
SET_UP = "".join(f"movx {register}, #{turn}\n" for register, turn in TURNS.items())


def of(pairs: int) -> str:
    """%m of a row of `pairs` pairs of vectors of 16."""
    text = "".join(
        f"vldb %loaded{pair}.{half}, [p1], #32\n" for pair in range(pairs) for half in "lh"
    )
    last = "%loaded0"
    for pair in range(1, pairs):
        text += f"vmax_lt.bf16 %folded{pair}, r23, {last}, %loaded{pair}\n"
        last = f"%folded{pair}"
    for turn, register in zip(TURNS.values(), TURNS, strict=True):
        to = f"%greater{turn}" if turn > min(TURNS.values()) else "%m"
        text += f"vshift %turned{turn}, {last}, {last}, {register}\n"
        text += f"vmax_lt.bf16 {to}, r23, {last}, %turned{turn}\n"
        last = to
    return text


def of_two(vectors: int) -> str:
    """%m0 and %m1 of two rows of `vectors` vectors of 16: a row in each half, side by side."""
    text, last = "", "%beside0"
    for index in range(vectors):
        text += f"vldb %beside{index}.l, [p1], #{step(vectors, index, 0)}\n"
        text += f"vldb %beside{index}.h, [p1], #{step(vectors, index, 1)}\n"
    for index in range(1, vectors):
        text += f"vmax_lt.bf16 %most{index}, r23, {last}, %beside{index}\n"
        last = f"%most{index}"
    for turn, register in list(zip(TURNS.values(), TURNS, strict=True))[1:]:
        text += f"vshift %turned{turn}, {last}, {last}, {register}\n"
        text += f"vmax_lt.bf16 %greater{turn}, r23, {last}, %turned{turn}\n"
        last = f"%greater{turn}"
    return text + "".join(f"vextbcst.16 %m{row}, {last}, #{16 * row}\n" for row in range(2))


def step(vectors: int, index: int, row: int) -> int:
    """Bytes from a vector of one of two rows to the one that is next: both rows go side by side."""
    if row == 0:
        return 32 * vectors
    return 32 if index == vectors - 1 else 32 - 32 * vectors


def values_of_two(vectors: int) -> dict[str, str]:
    """Their kinds."""
    names = ["m0", "m1", *(f"{name}{i}" for name in ("beside", "most") for i in range(vectors))]
    names += [f"{name}{turn}" for name in ("turned", "greater") for turn in TURNS.values()]
    return dict.fromkeys(names, "x")


def values(pairs: int) -> dict[str, str]:
    """Their kinds."""
    names = ["m", *(f"{name}{pair}" for name in ("loaded", "folded") for pair in range(pairs))]
    names += [f"{name}{turn}" for name in ("turned", "greater") for turn in TURNS.values()]
    return dict.fromkeys(names, "x")
