"""In what order a norm's instructions stand: found by a search on the simulator.

Every letter is the next step of a sequence; see `weaving`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

START: Final = "kkkklkkklkklkkklkkl"
"""Loads of the first row (l) between constants (k)."""
BEGIN: Final = "cccwccccwkkkwkkpkckkkckwccwkccccpkwccppwpcppp"
"""The numbers of the last row (c), gamma and beta (w), what else the first block needs (k), and
its first loads (p)."""
ROOT: Final = {False: 4, True: 7}
"""Steps of the chain up to the root, without and with centring."""
WEIGHTS: Final = "wkwkkwkkkkkwkk"
"""gamma and beta (w) and what else a block needs (k), gamma as int32 after its two loads."""


@dataclass(frozen=True)
class Orders:
    """Of what LayerNorm and RMSNorm do differently.

    `sums`: loads of the next row (l), sums of this one (v) and the numbers of the last one (c).
    `outer`: the same outside of the loop over rows. `early`: the numbers of the last row up to the
    root (c), gamma and beta (w), what else the first block needs (k) and its first loads (p).
    `pair`: blocks of two rows (a, b), their loads (p, q) and stores (s, r); r is of rows before.
    `first`: the same with the rest of the numbers of the last row (c) and of gamma (w). `ends`:
    other pairs that begin or end a block.
    """

    sums: str
    outer: str
    early: str
    pair: str
    first: str
    ends: str


CENTRED: Final = Orders(
    sums="lcccvlvcccclvccclclcccclcccclvccvvccccvcccvcclcvc",
    outer="clcvcclccvclccccclccclccccclcvlvvcccccccvvclcvvcc",
    early="wkccpcwcpkkwckwkwkppkcpwppckpw",
    pair="raaaqqaqqaraqabrbaqbrrabapbspsbappbpbpbbsspba",
    first="araqarqcacqqqcaaccabbccrqcacrcbabccacpbcsccpscpccsapcccbcbcbrcpbbscabcpcpc",
    ends="aqaqraraqqaaqqabrbabrarbapbspabpspbpbbabppsbs",
)
PLAIN: Final = Orders(
    sums="lcvcclcvlvcclcccclccclccccvcccvccccvccccvcllvcccv",
    outer="lcvcclcvlvcclcccclccclccccvcccvccccvccccvcllvcccv",
    early="ckkkckkkppcppkckppppkk",
    pair="aaqaqqqabraarqrqabasbraappsbpappbbpbbbbrabpss",
    first="qqrcaqcccrwqaaqwccaqawaccwaarpbcbcsapbrpacaccbpwrbbccpbwwbscsccpcapccbcsbcb",
    ends="raaqqaaqqqaarbrrbaaaqpsabppapbpppbbasrsbsbbbb",
)
