"""Text of kernels, models and logs as it may stand on a page: visible, and harmless as a name."""

import hashlib
import re
import unicodedata
from typing import Final

_UNUSUAL: Final = re.compile(r"[^\n\t -~]")
_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))  # control, format (bidi), surrogate, ...
_LONGEST_NAME: Final = 80


def visible(text: str) -> str:
    """The text with an escape in place of every character that shows nothing or turns others
    around."""
    return _UNUSUAL.sub(_shown, text.replace("\r\n", "\n"))


def slug(name: str, digest_of: str) -> str:
    """A file name without an ending: what can be read of `name`, and 10 hex digits that differ
    wherever `digest_of` does."""
    readable = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_LONGEST_NAME]
    digest = hashlib.sha256(digest_of.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return f"{readable}-{digest}"


def _shown(found: re.Match[str]) -> str:
    character = found.group()
    if unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{{{code:x}}}"
