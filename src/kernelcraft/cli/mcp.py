"""`mcp`: the workbench's tools for a coding agent that is not ours."""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kernelcraft.cli.answers import say
from kernelcraft.cli.asking import Answer, Answers, answer_of
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.extras import need
from kernelcraft.cli.options import (
    HeldOutCount,
    Levels,
    Platforms,
    Prompt,
    PromptOption,
    Rules,
    RulesOption,
    Tasks,
    chosen_cells,
    unseen_cells,
)

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.evaluation.journal import Journal
    from kernelcraft.mcp.visit import Visit
    from kernelcraft.records import episode

TOKEN: Final = "KERNELCRAFT_MCP_TOKEN"
LOG_DIR: Final = Path("runs", "open-tools")
CLOCK: Final = "Under a clock"


def mcp(
    cell: Annotated[
        str | None,
        typer.Argument(metavar="CELL", help="The only one; without, the agent opens any."),
    ] = None,
    http: Annotated[
        int | None,
        typer.Option(
            "--http",
            metavar="PORT",
            min=0,
            max=65535,
            help=f"Serve streamable HTTP on 127.0.0.1 (0: any port), with the token in {TOKEN} or "
            "a new one that is printed.",
        ),
    ] = None,
    log_dir: Annotated[
        Path, typer.Option("--log-dir", help="Where the episodes go when the visit has ended.")
    ] = LOG_DIR,
    rules: RulesOption = Rules.strict,
    prompt: PromptOption = Prompt.compact,
    answer: Answer = Answers.kernel,
    platform: Platforms = None,
    level: Levels = None,
    task: Tasks = None,
    held_out: HeldOutCount = None,
    minutes: Annotated[
        float | None,
        typer.Option(min=0.01, rich_help_panel=CLOCK, help="Of wall clock, from the first call."),
    ] = None,
    tokens: Annotated[
        int | None,
        typer.Option(min=1, rich_help_panel=CLOCK, help="Through the tools, estimated."),
    ] = None,
) -> None:
    """Offer the tools to a coding agent over the Model Context Protocol, on stdin and stdout."""
    need("mcp", "inspect_ai")  # a visit becomes a log of Inspect's
    from kernelcraft.cells.cell import load_cell
    from kernelcraft.evaluation.executors.local import local
    from kernelcraft.mcp.clock import Running
    from kernelcraft.mcp.visit import Visit
    from kernelcraft.records.episode import Clock

    asked = answer_of(answer)
    found = None if cell is None else load_cell(cell)
    among = _among(found, platform, level, task, held_out)
    clock = Clock(minutes=minutes, tokens=tokens) if minutes or tokens else None
    listener = None if http is None else _listen(http)
    journal = _journal(log_dir, rules, prompt, asked, clock)
    with journal, contextlib.closing(local(1)) as grader:
        running = None if clock is None else Running(clock)
        visit = Visit(found, grader, journal, prompt.value, asked, among=among, clock=running)
        _until_it_ends(_server(visit, listener))
    if journal.calls:
        _record(log_dir)


def _server(visit: "Visit", listener: socket.socket | None) -> Callable[[], None]:
    """What serves the visit; says where, and what is needed to come in."""
    from kernelcraft.mcp import transports

    if listener is None:
        if sys.stdin.isatty():
            say("waiting for a client on standard input: a coding agent starts this command")
        return lambda: transports.serve_stdio(visit)
    known = os.environ.get(TOKEN)
    token = known or secrets.token_urlsafe(32)
    say(f"serving at {transports.url(listener)}; clients must send this header:")
    say(f"  Authorization: Bearer {f'${TOKEN}' if known else token}")
    return lambda: transports.serve_http(visit, listener, token)


def _until_it_ends(serve: Callable[[], None]) -> None:
    """Until the client leaves or a signal comes: a blocked read of stdin would outlast a signal."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    server = threading.Thread(target=serve, daemon=True)
    try:
        server.start()
        server.join()
    except KeyboardInterrupt:
        say("the visit was ended")


def _record(log_dir: Path) -> None:
    """Grade and record in a process of its own: clients kill the server soon after they left.

    `report` does that before anything else; what is cut off here is done by the next one.
    """
    command = [sys.executable, "-m", "kernelcraft", "report", str(log_dir)]
    report = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    again = f"kernelcraft report {log_dir}"
    try:
        say(f"the visit has ended; recording what was done in {log_dir}")
        done = report.wait()
    except KeyboardInterrupt:  # clients end a server that takes long after they left
        say(f"the recording goes on by itself; see it with: {again}")
        return
    if done == 0:
        say(f"recorded; see it with: {again}")
    else:
        say(f"not everything could be recorded; nothing is lost, and this says why: {again}")


def _among(
    cell: "Cell | None",
    platform: list[str] | None,
    level: list[int] | None,
    task: list[str] | None,
    held_out: int | None,
) -> "tuple[Cell, ...] | None":
    """The cells that were chosen; None for all. Held-out sizes are drawn by a seed nobody knows."""
    if cell is not None:
        if platform or level or task or held_out:
            raise UsageFault("a cell was named; leave --platform, --level and so on out")
        return None
    if held_out is not None:
        unseen = unseen_cells(platform, level, task, None, held_out, secrets.randbits(63))
        return tuple(each.cell for each in unseen)
    if platform or level or task:
        return tuple(chosen_cells(platform, level, task, None))
    return None


def _journal(
    log_dir: Path,
    rules: Rules,
    prompt: Prompt,
    answer: "episode.Answer",
    clock: "episode.Clock | None",
) -> "Journal":
    from kernelcraft.evaluation.journal import Journal

    try:
        return Journal(log_dir, rules.value, prompt.value, answer, clock)
    except OSError as error:
        raise UsageFault(f"--log-dir: {log_dir} cannot be written: {error.strerror}") from None


def _listen(port: int) -> socket.socket:
    from kernelcraft.mcp import transports

    try:
        return transports.listen(port)
    except OSError as error:
        raise UsageFault(f"--http: port {port} cannot be used: {error.strerror}") from None
