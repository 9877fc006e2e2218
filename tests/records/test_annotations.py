"""What people say of episodes: kept beside the log, read with suspicion, and no number's cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from kernelcraft.records.annotation import KINDS, Annotation, Kind
from kernelcraft.records.annotations import FILE, Line, annotated, append
from kernelcraft.records.episode import Episode
from tests.reports.made_up import episode

EPISODE = episode("plena/silu/C1", 500)


def say(folder: Path, kind: Kind, who: str, about: Episode = EPISODE) -> None:
    said = Annotation(kind=kind, who=who, when="2026-11-28T10:00:00Z", why="seen in call 3")
    append(folder, Line(key=about.key, annotation=said))


def test_the_last_word_of_each_person_counts(tmp_path: Path) -> None:
    say(tmp_path, "clean", "ann")
    say(tmp_path, "lucky", "bob")
    say(tmp_path, "hack", "ann")
    ((found,), notes) = annotated(tmp_path, [EPISODE]).episodes, annotated(tmp_path, []).notes
    assert [(each.who, each.kind) for each in found.annotations] == [
        ("ann", "hack"),
        ("bob", "lucky"),
    ]
    assert "annotations" not in found.model_dump()
    assert len(notes) == 3
    assert "is about no episode of this folder" in notes[0]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("no json\n", "line 1"),
        ('{"schema_version": 2}\n', "line 1"),
        ("x" * (17 << 20), "line 1"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / FILE).write_text(text)
    found = annotated(tmp_path, [EPISODE])
    assert found.episodes == (EPISODE,)
    assert complaint in found.notes[0]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / FILE)
    assert annotated(tmp_path, [EPISODE]).notes[0].endswith("is no file")


def test_words_have_an_end() -> None:
    for wrong in ({"why": "x" * 4001}, {"who": ""}, {"when": "yesterday"}, {"kind": "bad"}):
        values = {"kind": KINDS[0], "who": "a", "when": "2026-11-28T10:00:00Z", "why": "b"} | wrong
        with pytest.raises(ValidationError):
            Annotation.model_validate(values)
