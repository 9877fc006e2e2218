"""`experience`: a store that runs have filled is looked into and replayed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture
def store(kernelcraft: Command, tmp_path: Path) -> Path:
    """What the tuner has found on a cell."""
    file = tmp_path / "lessons.db"
    words = ("--agent", "tuner", "--log-dir", tmp_path / "log", "--experience", file)
    assert kernelcraft("craft", "plena/silu/C1", *words).code == 0
    return file


def test_show_lists_lessons_and_their_evidence(kernelcraft: Command, store: Path) -> None:
    found = kernelcraft("experience", "show", store).out.splitlines()
    assert found[0] == f"{store}: 3 pieces of evidence, 3 lessons, 0 of them retracted"
    named = "fetched rows sigmoid of -x, fetched (plena, activation, dma, DMA): 1 for, 0 against"
    (line,) = [line for line in found if named in line]
    shown = kernelcraft("experience", "show", store, "--lesson", line.split()[0]).out
    evidence = shown.splitlines()[1].split()
    assert evidence[:1] + evidence[2:4] == ["plena/silu/C1:", "78", "->"]
    kernel = kernelcraft("experience", "kernel", store, evidence[1]).out
    assert kernel.startswith("; plena/silu/C1: template compiler")


def test_verify_retracts_what_was_changed_by_hand(kernelcraft: Command, store: Path) -> None:
    assert kernelcraft("experience", "verify", store).code == 0
    with sqlite3.connect(store) as database:
        database.execute("UPDATE evidence SET cycles_after = 9 WHERE number = 1")
    shown = kernelcraft("experience", "verify", store)
    assert (shown.code, shown.out) == (
        1,
        "3 pieces of evidence: 2 hold, 1 refuted; 1 lesson is retracted\n",
    )
    assert "refuted: 78 cycles -> 62 cycles" in shown.err
    assert "retracted" in kernelcraft("experience", "show", store).out


def test_a_false_store_is_noticed_before_it_is_used(
    kernelcraft: Command, store: Path, tmp_path: Path
) -> None:
    with sqlite3.connect(store) as database:
        database.execute("UPDATE evidence SET cycles_after = 9")
    words = ("craft", "plena/gelu/C1", "--agent", "tuner", "--log-dir", tmp_path / "later")
    refused = kernelcraft(*words, "--experience", store)
    assert refused.code == 2
    assert "of 3 pieces of evidence that were drawn and replayed 3 did not hold" in refused.err
    assert not (tmp_path / "later").exists()
    assert "3 lessons, 3 of them retracted" in kernelcraft("experience", "show", store).out
    assert kernelcraft(*words, "--experience", store).code == 0


def test_one_lesson_is_one(kernelcraft: Command, store: Path) -> None:
    with sqlite3.connect(store) as database:
        database.execute("DELETE FROM evidence WHERE number > 1")
    found = kernelcraft("experience", "show", store).out.splitlines()
    assert found[0] == f"{store}: 1 piece of evidence, 1 lesson, 0 of them retracted"


def test_a_replay_needs_the_store_of_a_program(
    kernelcraft: Command, store: Path, tmp_path: Path
) -> None:
    log = tmp_path / "later"
    words = ("--agent", "tuner", "--log-dir", log, "--experience", store)
    assert kernelcraft("craft", "plena/gelu/C1", *words).code == 0
    refused = kernelcraft("replay", log)
    assert refused.code == 1
    assert "name it, --experience" in refused.out
    # the run itself has added to the store, which is read as it was before
    assert kernelcraft("replay", log, "--experience", store).code == 0


def test_a_file_that_is_none(kernelcraft: Command, tmp_path: Path) -> None:
    missing = kernelcraft("experience", "show", tmp_path / "no.db")
    assert (missing.code, "there is no such file" in missing.err) == (2, True)
    other = tmp_path / "text"
    other.write_text("no store of anything, and longer than a header of SQLite " * 9)
    refused = kernelcraft("experience", "show", other)
    assert (refused.code, "no store of lessons" in refused.err) == (2, True)
