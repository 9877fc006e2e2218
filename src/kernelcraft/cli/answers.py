"""How commands answer: a text for people or one JSON object, and the exit codes."""

import json
import math
import sys
from collections.abc import Mapping
from typing import Final

from kernelcraft.cli.errors import Complaint

SCHEMA_VERSION: Final = 1

RIGHT: Final = 0
WRONG: Final = 1
FAILED: Final = 3  # an error of ours
INTERRUPTED: Final = 130


def answer(record: Mapping[str, object], text: str, *, as_json: bool) -> None:
    """Print `record` as the one JSON object on stdout, or else `text`."""
    print(encoded(record) if as_json else text)


def encoded(record: Mapping[str, object]) -> str:
    """The record with the schema version, as one line of JSON; null for what is not finite."""
    return json.dumps(_plain({"schema_version": SCHEMA_VERSION, **record}), allow_nan=False)


def complain(complaint: Complaint, *, as_json: bool) -> None:
    """Say on stderr what is wrong, and in the JSON object if one was asked for."""
    if as_json:
        record = {"error": complaint.message, "nearest": list(complaint.nearest)}
        print(encoded(record))
    if complaint.message:  # empty where the help was printed instead
        say(f"kernelcraft: {complaint.message}")


def counted(number: int, one: str, many: str = "") -> str:
    """Such as "1 episode" or "2 episodes"; many: where no "s" makes it."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def say(line: str) -> None:
    """A line for people that is no result: progress, warnings, where files went."""
    print(line, file=sys.stderr, flush=True)


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value
