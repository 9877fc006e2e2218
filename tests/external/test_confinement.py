"""What a program of others cannot do: each suspect is run, and is held back."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kernelcraft.external.confinement import Bounds, Ending, Reach, calls, files, lacking, run
from tests.external.kernels import CONFINED

SUSPECTS = {
    "reads a file of yours": "open({secret!r}).read()",
    "lists your folder": "import os; os.listdir({home!r})",
    "reads another process": "open('/proc/1/environ').read()",
    "writes where it runs": "open('file', 'w')",
    "writes elsewhere": "open({home!r} + '/file', 'w')",
    "writes over your file": "open({secret!r}, 'w')",
    "removes your file": "import os; os.remove({secret!r})",
    "changes rights": "import os; os.chmod({secret!r}, 0o777)",
    "opens a socket": "import socket; socket.socket()",
    "opens a socket of this machine": "import socket; socket.socketpair()",
    "forks": "import os; os.fork()",
    "executes another program": "import os; os.execv('/bin/sh', ['sh'])",
    "executes it by its descriptor": "import os; os.execve(os.open('/bin/ls', 0), ['ls'], {{}})",
    "takes the number of its own": "import os; os.dup2(0, 1000)",
    "signals its parent": "import os; os.kill(os.getppid(), 0)",
    "asks for 8 GB": "bytearray(8 << 30)",
    "makes shared memory": "import ctypes; l = ctypes.CDLL(None); assert l.shmget(1, 9, 512) >= 0",
    "traces": "import ctypes; l = ctypes.CDLL(None); assert l.ptrace(0, 0, 0, 0) == 0",
}


def confined(code: str, tmp_path: Path, bounds: Bounds | None = None) -> Ending:
    """A Python program in confinement; it may write to `out`."""
    for name in ("empty", "out"):
        (tmp_path / name).mkdir(exist_ok=True)
    reach = Reach(write=(tmp_path / "out",))
    command = [sys.executable, "-c", code]
    return run(command, tmp_path / "empty", reach, bounds or Bounds(seconds=20))


def test_what_a_kernel_cannot_do_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "version", lambda: 0)
    lacking.cache_clear()
    try:
        assert lacking() == ("no Landlock: a program reaches every file that you reach",)
    finally:
        lacking.cache_clear()


@CONFINED
@pytest.mark.parametrize("name", SUSPECTS)
def test_suspects_are_held_back(name: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("kept")
    code = SUSPECTS[name].format(secret=str(secret), home=str(tmp_path))
    ending = confined(code, tmp_path)
    assert ending.ended == "exit"
    assert ending.status == 1
    assert any(
        each in ending.errors for each in ("Permission", "not permitted", "Memory", "Assert", "Bad")
    ), ending.errors
    assert secret.read_text() == "kept"
    assert [each.name for each in (tmp_path / "empty").iterdir()] == []


def test_honest_programs_work(tmp_path: Path) -> None:
    code = f"open({str(tmp_path / 'out' / 'a')!r}, 'w').write('written'); print('said')"
    ending = confined(code, tmp_path)
    assert (ending.status, ending.output) == (0, b"said\n")
    assert (tmp_path / "out" / "a").read_text() == "written"


def test_threads_work(tmp_path: Path) -> None:
    code = "import threading as t; x = t.Thread(target=print, args=(5,)); x.start(); x.join()"
    assert confined(code, tmp_path).output == b"5\n"


def test_endless_programs_are_killed(tmp_path: Path) -> None:
    ending = confined("while True: pass", tmp_path, Bounds(seconds=0.5))
    assert ending.ended == "time"
    assert str(ending) == "it took too long and was killed"


def test_endless_output_is_cut(tmp_path: Path) -> None:
    ending = confined("while True: print('x' * 99)", tmp_path, Bounds(output=5000))
    assert ending.ended == "output"
    assert len(ending.output) == 5000


def test_of_standard_error_the_beginning_is_kept(tmp_path: Path) -> None:
    code = "import sys; [print(number, file=sys.stderr) for number in range(99999)]; print('end')"
    ending = confined(code, tmp_path, Bounds(errors=1000))
    assert (ending.ended, ending.output, len(ending.errors)) == ("exit", b"end\n", 1000)
    assert ending.errors.startswith("0\n1\n2\n")


def test_files_that_grow_too_long_are_cut(tmp_path: Path) -> None:
    code = f"open({str(tmp_path / 'out' / 'a')!r}, 'wb').write(bytes(1 << 20))"
    ending = confined(code, tmp_path, Bounds(file=1000))
    assert ending.status != 0
    assert (tmp_path / "out" / "a").stat().st_size <= 1000


@CONFINED
def test_programs_with_children_are_held_back_too(tmp_path: Path) -> None:
    code = "import subprocess as s; r = s.run(['/bin/ls', '/root'], capture_output=True); print(r)"
    ending = confined(code, tmp_path, Bounds(children=True))
    assert ending.status == 0
    assert b"Permission denied" in ending.output


@CONFINED
@pytest.mark.parametrize("leave", ["os.setsid()", "os.setpgid(0, 0)"])
def test_children_cannot_leave_the_session_that_is_killed(leave: str, tmp_path: Path) -> None:
    code = f"""
import os
if os.fork():
    print(os.waitstatus_to_exitcode(os.wait()[1]))
else:
    try:
        {leave}
    except PermissionError:
        os._exit(7)
"""
    assert confined(code, tmp_path, Bounds(children=True)).output == b"7\n"


def test_a_program_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run([str(tmp_path / "nothing")], tmp_path, Reach(), Bounds())


def test_the_filter_fits_linux() -> None:
    assert len(calls.program(1, children=False)) // 8 < 4096
    assert len(calls.program(1, children=False)) > len(calls.program(1, children=True))
