"""Reads `.eval` logs, sample by sample."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kernelcraft.records.archives import Unsound, check_sizes
from kernelcraft.records.jsonl import Unreadable

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample


def samples(path: Path) -> Iterator[EvalSample]:
    """What a log holds, one sample in memory at a time; raises Unreadable.

    Nothing is opened that would inflate beyond bounds, whatever sizes the archive declares.
    Whole samples: leaving fields out makes Inspect parse them with ijson, which gives up at a
    64-bit seed, and keeps the memory of every text that it gave up (ICRAR/ijson issue 97).
    """
    from inspect_ai.log import read_eval_log_samples

    try:
        check_sizes(path)
    except Unsound as reason:
        raise Unreadable(str(reason)) from reason
    except Exception as error:  # as below
        raise Unreadable(f"cannot be read: {_reason(error)}") from error
    found = read_eval_log_samples(
        path.as_posix(), all_samples_required=False, resolve_attachments=True
    )
    while True:
        try:
            sample = next(found, None)
        except Exception as error:  # whatever decompressors and parsers make of damaged bytes
            raise Unreadable(f"cannot be read: {_reason(error)}") from error
        if sample is None:
            return
        yield sample


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return (str(error).strip() or type(error).__name__).splitlines()[0]
