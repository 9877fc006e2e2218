"""No log is opened that would fill the memory."""

from __future__ import annotations

import os
import struct
import tracemalloc
import zipfile
from pathlib import Path

import inspect_ai.log  # noqa: F401  teaches zipfile its compression
import pytest

from kernelcraft.records import digests, jsonl, logs
from kernelcraft.records.archives import MEMBER, Unsound, check_directory, check_sizes
from kernelcraft.records.eval_logs import samples
from kernelcraft.records.jsonl import Unreadable

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
    with pytest.raises(Unsound, match="declares 1,000 bytes, more than 999"):
        check_sizes(path, member, archive)
    if method != STORED:
        _lie(path, 1000, 7)
        with pytest.raises(Unsound, match="inflates to more than 999 bytes"):
            check_sizes(path, member, archive)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.eval")
    (tmp_path / "b").mkdir()
    os.mkfifo(tmp_path / "b" / jsonl.FILE)
    assert logs.rebuild(tmp_path).unreadable == (f"{tmp_path / 'a.eval'}: is no file",)
    assert digests.damage(tmp_path / "a.eval") == "is no file"
    (sentence,) = logs.load(tmp_path / "b").unreadable
    assert sentence.endswith("episodes.jsonl: is no file")


def test_what_follows_the_directory(tmp_path: Path) -> None:
    path = _bomb(tmp_path / "a.eval", 100)
    content = path.read_bytes()
    path.write_bytes(content + b"PK")
    with pytest.raises(Unsound, match="something follows"):
        check_sizes(path)
    path.write_bytes(content + content)  # two whole archives: a reader takes either
    with pytest.raises(Unsound, match="not where its end says"):
        check_sizes(path)


@pytest.mark.parametrize(
    ("size", "begin", "sentence"),
    [(7, 0, "contradict each other"), (46, 1, "contradict each other"), (46, 0, "not where")],
)
def test_a_wide_end_that_lies(tmp_path: Path, size: int, begin: int, sentence: str) -> None:
    path = tmp_path / "a.eval"
    directory = struct.pack("<4s42x", b"PK\x01\x02")
    wide = struct.pack("<4sQ28xQQ", b"PK\x06\x06", 44, size, begin)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, 46, 1)
    end = struct.pack("<4s8xIIH", b"PK\x05\x06", 46, 0, 0)
    path.write_bytes(b"x" * (sentence == "not where") + directory + wide + locator + end)
    with pytest.raises(Unsound, match=sentence):
        check_directory(path)


def test_two_members_of_one_name(tmp_path: Path) -> None:
    path = _bomb(tmp_path / "a.eval", 100)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("samples/1_epoch_1.json", "{}")
    with pytest.raises(Unsound, match="two of its members have one name"):
        check_sizes(path)


def test_records_are_read_a_line_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / jsonl.FILE
    monkeypatch.setattr(jsonl, "MOST_LINE", 100)
    path.write_bytes(b"[" * 1000 + b"\n{}\n" + b"[" * 50)
    first, second, third = jsonl.read(path).unreadable
    assert first.endswith("line 1: longer than 100 bytes, dropped")
    assert "line 2: cell: Field required" in second
    assert third.endswith("line 3: cut in the middle, dropped")
    monkeypatch.setattr(jsonl, "MOST_FILE", 1000)
    (sentence,) = jsonl.read(path).unreadable
    assert sentence.endswith("is not opened: 1,054 bytes are more than 1,000")
