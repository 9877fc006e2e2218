"""A program in the place of a language model: it changes the kernel in a prompt by a tuner's move.

With it a search engine runs without a key, and what comes of it is repeatable.
"""

from __future__ import annotations

import random
import re
import threading
from itertools import islice
from typing import Final

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.moves import moves
from kernelcraft.isa.errors import AssemblyError

FIRST: Final = 8
"""Of a move's proposals, one of which is taken."""
_BLOCK: Final = re.compile(r"^```[^\n]*\n(.*?)\n?^```", re.MULTILINE | re.DOTALL)


class StandIn:
    """Answers a prompt with a changed kernel in a block; the same prompts, the same answers.

    The kernel is that one of the prompt's blocks which a move can work on; if there are several,
    the first one.
    """

    def __init__(self, cell: str, seed: int = 0) -> None:
        self._cell = load_cell(cell)
        self._moves, self._rng = moves(self._cell), random.Random(seed)
        self._lock = threading.Lock()

    def __call__(self, prompt: str | list[dict[str, object]]) -> str:
        """The answer; a prompt is a text or a list of messages."""
        text = prompt if isinstance(prompt, str) else "\n".join(str(m["content"]) for m in prompt)
        with self._lock:
            kernel = next((each for each in _BLOCK.findall(text) if self._assembles(each)), "")
            return f"```\n{self._changed(kernel)}\n```"

    def _assembles(self, text: str) -> bool:
        try:
            return bool(self._cell.platform.assemble(text).ops.size)
        except AssemblyError:
            return False

    def _changed(self, kernel: str) -> str:
        """By one move, of those that can, each as likely; the kernel itself where none can."""
        for move in self._rng.sample(self._moves, len(self._moves)):
            rng = random.Random(self._rng.random())
            found = list(islice(move.propose(self._cell, kernel, rng), FIRST))
            if found:
                return self._rng.choice(found)
        return kernel
