"""Results that the paper prints, as data: how often its models succeeded."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

Four = tuple[int, int, int, int]


class PaperTask(BaseModel):
    """A row of the table; None where the paper has no such cells on a platform."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    level: int
    plena: Four | None = None
    amd_npu: Four | None = None
    coral_npu: Four | None = None

    def on(self, platform: str) -> Four | None:
        """The successes of the four models on a platform."""
        found: Four | None = getattr(self, platform)
        return found


class Paper(BaseModel):
    """Table 5: every number is out of `configurations`; platforms have their titles."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    models: tuple[str, str, str, str]
    configurations: int
    platforms: Mapping[str, str]
    tasks: Mapping[str, PaperTask]


@cache
def successes() -> Paper:
    """The paper's success table, tasks in its order."""
    path = Path(__file__).parent / "successes.toml"
    return Paper.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
