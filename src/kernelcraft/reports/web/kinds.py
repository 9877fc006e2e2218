"""Who made a kernel: a program is never shown as a language model."""

from dataclasses import dataclass
from typing import Final

from kernelcraft.records.episode import Episode

_NO_MODEL: Final = frozenset(("none", "scripted", "mockllm"))
"""Inspect's providers that are no language model: none at all, and prepared replies."""


@dataclass(frozen=True)
class Kind:
    """A label and what it means; ranked: whether it is ranked at published sizes."""

    name: str
    meaning: str
    ranked: bool = True


PROGRAM: Final = Kind("program", "no language model took part")
REPLIES: Final = Kind("program", "prepared replies in the place of a language model")
MODEL: Final = Kind("language model", "a language model wrote the kernels")
OPEN: Final = Kind(
    "open tools",
    "an unknown agent or tool that may have read published kernels; it ranks at held-out sizes "
    "only",
    ranked=False,
)


def kind(episode: Episode) -> Kind:
    """What the episode's agent is."""
    if episode.open_tools:
        return OPEN
    provider = episode.model.partition("/")[0]
    if provider not in _NO_MODEL:
        return MODEL
    return PROGRAM if provider == "none" else REPLIES


def model(episode: Episode) -> str:
    """The model's name, or nothing where there is none."""
    return "" if episode.model.startswith("none/") else episode.model
