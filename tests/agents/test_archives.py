"""No log is opened that would fill the memory."""

from __future__ import annotations

import tracemalloc
import zipfile
from pathlib import Path

import inspect_ai.log  # noqa: F401  teaches zipfile its compression
import pytest

from kernelcraft.agents.archives import MEMBER, Oversized, check_sizes
from kernelcraft.agents.eval_logs import Unreadable, samples
from kernelcraft.evaluation import digests, logs

STORED, DEFLATED, ZSTANDARD = 0, 8, 93


def _bomb(path: Path, size: int, method: int = DEFLATED) -> Path:
    """A log with one sample of blanks."""
    with (
        zipfile.ZipFile(path, "w", method) as archive,
        archive.open("samples/1_epoch_1.json", "w", force_zip64=True) as member,
    ):
        for start in range(0, size, 1 << 20):
            member.write(b" " * min(1 << 20, size - start))
    return path


def _lie(path: Path, size: int, said: int) -> None:
    """Let the archive declare another size in both places."""
    content = path.read_bytes()
    path.write_bytes(content.replace(size.to_bytes(4, "little"), said.to_bytes(4, "little")))


@pytest.mark.parametrize("lie", [False, True], ids=["declared", "a lie"])
def test_a_log_that_inflates_is_a_sentence_and_no_memory(tmp_path: Path, lie: bool) -> None:
    path, size = _bomb(tmp_path / "a.eval", MEMBER + 1234), MEMBER + 1234
    if lie:
        _lie(path, size, 999)
    tracemalloc.start()
    with pytest.raises(Unreadable, match="is not opened: 'samples/1_epoch_1.json' "):
        next(samples(path))
    assert "is not opened" in str(digests.damage(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50 << 20
    found = logs.rebuild(tmp_path)
    assert (found.episodes, len(found.unreadable)) == ((), 1)


@pytest.mark.parametrize("method", [STORED, DEFLATED, ZSTANDARD])
@pytest.mark.parametrize(("member", "archive"), [(999, 9999), (9999, 999)])
def test_what_the_bytes_give_counts(tmp_path: Path, method: int, member: int, archive: int) -> None:
    path = _bomb(tmp_path / "a.eval", 1000, method)
    check_sizes(path, 1000, 1000)
    with pytest.raises(Oversized, match="declares 1,000 bytes, more than 999"):
        check_sizes(path, member, archive)
    if method != STORED:
        _lie(path, 1000, 7)
        with pytest.raises(Oversized, match="inflates to more than 999 bytes"):
            check_sizes(path, member, archive)
