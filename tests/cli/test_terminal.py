"""Progress is a live table on a terminal, whatever its size, and plain lines elsewhere."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

from kernelcraft.cli.board import Board
from kernelcraft.cli.drawing import ASCII, drawn, folded
from kernelcraft.cli.terminal import show
from kernelcraft.reports.tables import Column, Table

VERIFY = [
    "verify",
    "--agent",
    "baseline",
    "--platform",
    "plena",
    "--task",
    "silu",
    "--rules",
    "paper",
]


def on_a_terminal(columns: int, rows: int, **environment: str) -> str:
    """All that `verify` writes to a terminal of that size."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    inherited = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [sys.executable, "-m", "kernelcraft", *VERIFY],
        stdout=theirs,
        stderr=theirs,
        env={**inherited, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux: the other side was closed
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert process.wait() == 0
    return said.decode()


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (40, 5), (12, 2)])
def test_a_terminal_of_any_size(columns: int, rows: int) -> None:
    said = on_a_terminal(columns, rows)
    assert "\x1b[?25l" in said  # the cursor is hidden while the live table is drawn
    assert said.rindex("\x1b[?25h") > said.rindex("\x1b[?25l")
    assert "Traceback" not in said
    drawn = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", said).rpartition("Kernels of")[2]
    assert all(len(line) <= columns for line in drawn.splitlines()[1:-2] if "│" in line)


def test_no_color_and_dumb_terminals() -> None:
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", on_a_terminal(100, 30, NO_COLOR="1"))
    dumb = on_a_terminal(100, 30, TERM="dumb")
    assert "[5/5] plena/silu/" in dumb
    assert "\x1b" not in dumb


def test_rows_become_sentences_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with Board((Column("cell"), Column("state"), Column("cycles", right=True)), 2, "work") as board:
        board.set("a", ("a/b/C1", "running", "-"), done=False)
        board.set("a", ("a/b/C1", "correct [yes]", "94"), done=True)
        board.set("a", ("a/b/C1", "running", "-"), done=False)  # told late: it stays done
        board.note("asking again [later]")
        board.set("b", ("a/b/C2", "wrong", "-"), done=True)
    assert [row[1] for row in board.rows.values()] == ["correct [yes]", "wrong"]
    assert capsys.readouterr().err.splitlines() == [
        "[1/2] a/b/C1: correct [yes], cycles 94",
        "asking again [later]",
        "[2/2] a/b/C2: wrong",
    ]


def test_optional_columns_give_way() -> None:
    columns = (Column("cell"), Column("cycles"), Column("one", optional=True))
    table = Table("t", (*columns, Column("two", optional=True)), (("a", "1", "2", "3"),))

    def heads(width: int) -> list[str]:
        return drawn(table, width)[2].strip("┃ ").replace("┃", " ").split()

    assert heads(29) == ["cell", "cycles", "one", "two"]
    assert heads(28) == ["cell", "cycles", "one"]
    assert heads(17) == ["cell", "cycles"]
    empty = Table("t", columns, (("a", "1", ""),))
    assert drawn(empty, 100)[1] == "┏━━━━━━┳━━━━━━━━┓"


def test_columns_that_do_not_fit_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = (Column("cell"), Column("tokens", optional=True), Column("empty", optional=True))
    table = Table("", columns, (("plena/silu/C1", "12", ""),))
    for width, expected in ((80, False), (20, True)):
        monkeypatch.setattr("kernelcraft.cli.terminal.width", lambda width=width: width)
        show(table)
        said = " ".join(capsys.readouterr().out.split())
        assert ("not shown at this width: tokens" in said) is expected
        assert "empty" not in said


def test_a_resumed_run_counts_on(capsys: pytest.CaptureFixture[str]) -> None:
    board = Board((Column("cell"), Column("state")), 9, "tuner -> runs")
    board.resume(before=6, total=8)
    board.set("a", ("a", "correct"), done=True)
    assert capsys.readouterr().err.splitlines() == ["[6/8] finished before", "[7/8] a: correct"]


def test_a_table_is_drawn_with_rules() -> None:
    table = Table("two", (Column("cell"), Column("cycles", right=True)), (("a b", "1"),))
    assert drawn(table, 80) == [
        "two",
        "┏━━━━━━┳━━━━━━━━┓",
        "┃ cell ┃ cycles ┃",
        "┡━━━━━━╇━━━━━━━━┩",
        "│ a b  │      1 │",
        "└──────┴────────┘",
    ]
    assert drawn(table, 80, ASCII)[1:3] == ["+------+--------+", "| cell | cycles |"]


def test_what_is_too_wide_folds() -> None:
    columns = (Column("name"), Column("what"))
    table = Table("", columns, (("a", "some words that are too many for a line"),))
    for width in (10, 17, 30):
        lines = drawn(table, width)
        assert all(len(line) == len(lines[0]) <= width for line in lines)
    words = [word for line in lines[3:-1] for word in line.strip("│ ").replace("│", " ").split()]
    assert words == ["a", *["some", "words", "that", "are", "too", "many", "for", "a", "line"]]


def test_letters_of_two_columns_and_of_none() -> None:
    assert folded("漢字漢字", 4) == ["漢字", "漢字"]
    assert folded("e\u0301e\u0301", 2) == ["e\u0301e\u0301"]
    table = Table("", (Column("m"),), (("漢字",), ("\x1b[31mred",)))
    assert drawn(table, 80)[3:5] == ["│ 漢字    │", "│ [31mred │"]
