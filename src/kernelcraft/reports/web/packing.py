"""A page whose part below the head is compressed: a script puts it in its place."""

import base64
import re
import zlib
from typing import Final

_PLACE: Final = re.compile(r'<script type="application/zlib" id="packed">([^<]*)</script>')


def packed(text: str) -> str:
    """As `packed.js` takes it: zlib, as base64."""
    return base64.b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")


def unpacked(page: str) -> str:
    """The page as a reader has it; one that is not packed as it is."""
    return _PLACE.sub(lambda found: zlib.decompress(base64.b64decode(found[1])).decode(), page)
