"""All that we use of Inspect beside its public names; `tests/evaluation/test_inspect_internals.py`
says of each what it must do, and what to do when a new version of Inspect breaks it."""

from inspect_ai._util.error import PrerequisiteError
from inspect_ai._util.http import parse_retry_after_from_exception as pause_asked_for
from inspect_ai._util.registry import registry_find, registry_info
from inspect_ai.log._samples import sample_active
from inspect_ai.model._model import (
    AttemptTimeoutError,
    StreamIdleTimeoutError,
    sample_model_usage,
)
from inspect_ai.tool._tool_info import _tool_info_cache

__all__ = [
    "AttemptTimeoutError",
    "PrerequisiteError",
    "StreamIdleTimeoutError",
    "forget_tools",
    "pause_asked_for",
    "provider_names",
    "running_log",
    "sample_model_usage",
]


def forget_tools() -> None:
    """Empty a cache that keeps every agent and tool, and so every workbench."""
    _tool_info_cache.clear()


def provider_names() -> list[str]:
    """The model providers that are registered."""
    found = registry_find(lambda info: info.type == "modelapi")
    return sorted(registry_info(each).name.rpartition("/")[2] for each in found)


def running_log() -> str:
    """The location of the `.eval` file that the running sample is written to, or ""."""
    active = sample_active()
    return "" if active is None else active.log_location
