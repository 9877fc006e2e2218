"""The greatest of a row of bfloat16, in every lane; a tree over two rows at once if there are two.

Registers: p1 walks through the rows; r21 to r27, r20 for masks that nobody reads.
"""

from __future__ import annotations

SET_UP = """
movx r21, #32
movx r22, #16
movx r23, #8
movx r24, #4
movx r25, #2
movx r26, #10
movx r27, #11
"""
BOTH = ("r26", "r27")  # modes of vshuffle: the lower halves of two vectors, and the upper ones
TURNS: tuple[str, ...] = ("r21", "r22", "r23", "r24", "r25")  # by so many bytes


def of_rows(rows: int, pairs: int) -> str:
    """%m0, and %m1 of two rows, of so many pairs of vectors of 16."""
    text = "".join(_folded(row, pairs) for row in range(rows))
    last, turns = "%f0", TURNS
    if rows == 2:
        for name, mode in zip("ab", BOTH, strict=True):
            text += f"vshuffle %{name}, %f0, %f1, {mode}\n"
        text += "vmax_lt.bf16 %f, r20, %a, %b\n"
        last, turns = "%f", TURNS[1:]
    for step, turn in enumerate(turns):
        to = "%m0" if rows == 1 and turn == turns[-1] else f"%g{step}"
        text += f"vshift %t{step}, {last}, {last}, {turn}\n"
        text += f"vmax_lt.bf16 {to}, r20, {last}, %t{step}\n"
        last = to
    if rows == 1:
        return text
    return text + "".join(f"vextbcst.16 %m{row}, {last}, #{16 * row}\n" for row in range(rows))


def _folded(row: int, pairs: int) -> str:
    """%f, 32 lanes: the greatest of each lane of all pairs."""
    text = ""
    for pair in range(pairs):
        to = f"%f{row}" if pair == pairs - 1 == 0 else f"%a{row}_{pair}"
        text += f"vldb {to}.l, [p1], #32\nvldb {to}.h, [p1], #32\n"
        if pair:
            by = f"%f{row}" if pair == pairs - 1 else f"%f{row}_{pair}"
            before = f"%f{row}_{pair - 1}" if pair > 1 else f"%a{row}_0"
            text += f"vmax_lt.bf16 {by}, r20, {before}, {to}\n"
    return text


def values(rows: int, pairs: int) -> dict[str, str]:
    """Their kinds."""
    names = [f"{name}{row}" for row in range(rows) for name in ("m", "f")]
    names += [f"{name}{row}_{i}" for row in range(rows) for i in range(pairs) for name in "af"]
    names += ["a", "b", "f", *(f"{name}{step}" for name in "tg" for step in range(len(TURNS)))]
    return dict.fromkeys(names, "x")
