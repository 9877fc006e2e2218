"""C = A B for bf16 matrices of 32x32 in tiles, one product of tiles in every cycle.

A lies in tiles of 4x8, B of 8x4, C of 4x4 float32, tiles and what is in them row by row; p0, p1
and p2 point to them. Two by two tiles of C are made at a time, in four accumulators: in each step
of four bundles two tiles of A and two of B arrive, half a tile of each in a bundle. They are used
nine bundles later, and the sums of sixteen products are stored while the next ones are made.
"""

from __future__ import annotations

TILES, STEPS = 8, 4  # tiles in a row or column of C; products in an element of C, in eights
BLOCKS = [(row, column) for row in range(0, TILES, 2) for column in range(0, TILES, 2)]
USED_AFTER = 9  # the last half of a step's tiles is loaded in its fourth bundle, seven before
STORED_AFTER = 6  # a sum is there six bundles after its last product
A_TILE, B_TILE, C_TILE, HALF = 64, 64, 64, 32

# What may be too far for a post-increment of vldb.
NEXT_STEP = TILES * B_TILE - B_TILE - HALF
NEXT_BLOCK = -(STEPS - 1) * TILES * B_TILE + HALF
BACK = NEXT_BLOCK - TILES * B_TILE
FAR = {NEXT_STEP: "m0", NEXT_BLOCK: "m1", BACK: "m2"}


def kernel() -> str:
    """The text of the kernel, without its return."""
    bundles: dict[int, list[str]] = {
        0: [f"movxm m1, #{NEXT_BLOCK}"],
        1: [f"movxm m2, #{BACK}"],
        2: [f"mov m0, #{NEXT_STEP}", "movx r0, #28"],
        3: ["movx r1, #29"],  # the same product without what the accumulator holds
    }
    _loads(bundles)
    _products(bundles)
    _stores(bundles)
    return "\n".join(" ; ".join(bundles.get(cycle, ["nop"])) for cycle in range(max(bundles) + 1))


def _loads(bundles: dict[int, list[str]]) -> None:
    """Halves of two tiles of A and of B in each step of four bundles."""
    of_a, of_b = [], []
    for row, column in BLOCKS:
        for step in range(STEPS):
            for half in range(4):
                tile, rest = half // 2, HALF * (half % 2)
                of_a.append(((row + tile) * STEPS + step) * A_TILE + rest)
                of_b.append((step * TILES + column + tile) * B_TILE + rest)
    for cycle, (a, b) in enumerate(zip(_moves(of_a), _moves(of_b), strict=True)):
        first = 4 * (cycle // 4 % 2)  # x0..x3 and x4..x7 in turn
        name = f"{'lh'[cycle % 2]}{first + cycle % 4 // 2}"
        other = f"{'lh'[cycle % 2]}{first + 2 + cycle % 4 // 2}"
        move = FAR.get(b, f"#{b}")
        bundles.setdefault(cycle, []).extend(
            [f"vlda w{name}, [p0], #{a}", f"vldb w{other}, [p1], {move}"]
        )


def _moves(offsets: list[int]) -> list[int]:
    """How far a pointer moves on after each access."""
    return [
        after - before for before, after in zip(offsets, [*offsets[1:], offsets[-1]], strict=True)
    ]


def _products(bundles: dict[int, list[str]]) -> None:
    for block in range(len(BLOCKS)):
        for step in range(STEPS):
            for product in range(4):
                cycle = USED_AFTER + 16 * block + 4 * step + product
                first = 4 * (step % 2)
                a, b = first + product // 2, first + 2 + product % 2
                sum_ = f"bml{4 * (block % 2) + product}"
                mode = "r0" if step else "r1"
                bundles.setdefault(cycle, []).append(f"vmac.f {sum_}, {sum_}, x{a}, x{b}, {mode}")


def _stores(bundles: dict[int, list[str]]) -> None:
    """Two halves of each tile of C, one a bundle."""
    offsets = [
        ((row + tile // 2) * TILES + column + tile % 2) * C_TILE + half
        for row, column in BLOCKS
        for tile in range(4)
        for half in (0, HALF)
    ]
    for index, move in enumerate(_moves(offsets)):
        block, half = divmod(index, 8)
        cycle = USED_AFTER + 16 * block + 4 * (STEPS - 1) + STORED_AFTER + half
        name = f"am{('ll', 'lh')[half % 2]}{4 * (block % 2) + half // 2}"
        bundles.setdefault(cycle, []).append(f"vst {name}, [p2], #{move}")
