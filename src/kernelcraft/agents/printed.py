"""Whether a model printed a kernel in a message instead of handing it in."""

import re
from collections.abc import Collection

_FENCE = re.compile(r"^\s*```[^\n]*\n(.*?)(?:^\s*```|\Z)", re.MULTILINE | re.DOTALL)
_FIRST_WORD = re.compile(r"^\s*(?:[\w.$]+:\s*)?([\w.]+)")
_FENCED_LINES, _PLAIN_LINES = 2, 3  # lines of assembly that make a reply a kernel, not a remark


def prints_kernel(text: str, mnemonics: Collection[str]) -> bool:
    """Whether a reply shows a kernel as text: a fenced block, or several lines, of assembly."""
    known = {mnemonic.lower() for mnemonic in mnemonics}

    def count(lines: str) -> int:
        words = (_FIRST_WORD.match(line) for line in lines.splitlines())
        return sum(1 for word in words if word and word.group(1).lower() in known)

    fenced = any(count(block) >= _FENCED_LINES for block in _FENCE.findall(text))
    return fenced or count(text) >= _PLAIN_LINES
