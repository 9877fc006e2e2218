"""The same session over HTTP, and who is not let in."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.cli.mcp import TOKEN
from tests.mcp.clients import COMMAND, Agent, recorded
from tests.small_kernels import fetch

PLENA, CORAL = "plena/silu/C1", "coral_npu/relu/C1"
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "page", "version": "1"},
    },
}


@dataclass(frozen=True)
class Server:
    """A running server, and the token that it printed."""

    url: str
    token: str
    log_dir: Path
    process: subprocess.Popen[str]

    def post(self, token: str | None, **headers: str) -> httpx2.Response:
        """Say hello with these headers."""
        known = {} if token is None else {"Authorization": f"Bearer {token}"}
        accept = {"Accept": "application/json, text/event-stream"}
        return httpx2.post(self.url, json=HELLO, headers={**accept, **known, **headers})


def start(log_dir: Path, **environment: str) -> Server:
    process = subprocess.Popen(
        [sys.executable, *COMMAND, "--http", "0", "--log-dir", str(log_dir)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    assert process.stderr is not None
    said = ""
    while "Bearer" not in said:  # a warning may come before
        line = process.stderr.readline()
        assert line, said
        said += line
    url, token = re.search(r"http://\S+/mcp", said), re.search(r"Bearer (\S+)", said)
    assert url
    assert token
    return Server(url[0], token[1], log_dir, process)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server, whose visit the last test ends."""
    running = start(tmp_path_factory.mktemp("http"))
    yield running
    running.process.kill()
    running.process.communicate()


@pytest.mark.parametrize("token", [None, "wrong", "w" * 43])
def test_nobody_comes_in_without_the_token(server: Server, token: str | None) -> None:
    found = server.post(token)
    assert (found.status_code, found.headers["WWW-Authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("Host", "evil.example", 421),
        ("Host", "evil.example:80", 421),
        ("Origin", "http://evil.example", 403),
        ("Origin", "https://localhost", 403),
        ("Origin", "null", 403),
    ],
)
def test_other_hosts_are_refused(server: Server, header: str, value: str, status: int) -> None:
    assert server.post(server.token, **{header: value}).status_code == status


def test_this_host_is_not(server: Server) -> None:
    port = server.url.split(":")[2].partition("/")[0]
    for origin in (f"http://127.0.0.1:{port}", f"http://localhost:{port}"):
        assert server.post(server.token, Origin=origin).status_code == 200


def called(server: Server, session: str, content: bytes) -> httpx2.Response:
    """The answer to a body that a client may have made up."""
    headers = {
        "Accept": "application/json, text/event-stream",
        "Authorization": f"Bearer {server.token}",
        "Content-Type": "application/json",
        "Mcp-Session-Id": session,
    }
    return httpx2.post(server.url, content=content, headers=headers, timeout=30)


CALL = b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"%s","arguments":%s}}'


def test_made_up_requests_are_answered_and_the_session_goes_on(server: Server) -> None:
    session = server.post(server.token).headers["mcp-session-id"]
    called(server, session, b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
    cells = CALL % (b"list_cells", b"{}")
    assert called(server, "nobody", cells).status_code == 404
    assert called(server, session, b'"' + b"x" * (41 << 20) + b'"').status_code == 413
    odd = (
        b"hello",
        b"",
        b"[" * 100_000,
        CALL % (b"view_output", b'{"num_rows":%s}' % (b"9" * 5000)),
    )
    for content in (*odd, CALL % (b"grep_docs", b'{"query":"\xed\xa0\x80"}')):
        answer = called(server, session, content)
        assert (answer.status_code, "Parse error" in answer.text) == (400, True)
    half = CALL % (b"open_cell", b'{"cell":"\\ud800"}')
    told = called(server, session, half)
    assert (told.status_code, '"id":7' in told.text) == (200, True)
    assert "surrogate" in told.text
    host, port = server.url.split("/")[2].split(":")
    head = f"POST /mcp HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {server.token}\r\n"
    slow = [socket.create_connection((host, int(port))) for _ in range(20)]
    for client in slow:  # who never sends the rest
        client.sendall(f"{head}Content-Length: 1000\r\n\r\n{{".encode())
    gone = socket.create_connection((host, int(port)))
    types = "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
    ids = f"Mcp-Session-Id: {session}\r\nContent-Length: {len(cells)}\r\n\r\n"
    gone.sendall(f"{head}{types}{ids}".encode() + cells)
    gone.close()
    assert "plena/silu/C1" in called(server, session, cells).text
    for client in slow:
        client.close()


def test_a_session_over_http_is_recorded(server: Server) -> None:
    async def work(agent: Agent) -> None:
        for cell in (PLENA, CORAL):
            await agent.told("open_cell", cell=cell)
            await agent.told("write_code", code=kernels.baseline(load_cell(cell)))
            assert "no errors" in await agent.told("check_syntax")
            assert (await agent.fields("run_evaluation"))["correct"]
        await agent.told("open_cell", cell=PLENA)
        await agent.told("write_code", code=fetch(4))
        assert not (await agent.fields("run_evaluation"))["correct"]
        assert "did you mean 'profile'" in await agent.refused("profiel")

    async def connect() -> None:
        headers = {"Authorization": f"Bearer {server.token}"}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(server.url, http_client=http)) as client,
        ):
            await work(Agent(client))

    anyio.run(connect)
    anyio.run(connect)  # a client may come back to what it did
    server.process.send_signal(signal.SIGINT)
    out, errors = server.process.communicate(timeout=120)
    assert (out, "Traceback" in errors) == ("", False)
    assert f"kernelcraft report {server.log_dir}" in errors
    found = {episode.cell: episode for episode in recorded(server.log_dir)}
    assert {cell: each.evaluations for cell, each in found.items()} == {PLENA: 4, CORAL: 2}
    assert all(episode.correct for episode in found.values())


def test_the_token_may_come_from_the_environment(tmp_path: Path) -> None:
    running = start(tmp_path, **{TOKEN: "mine"})
    assert running.token == f"${TOKEN}"
    assert running.post("mine").status_code == 200
    running.process.terminate()
    running.process.communicate(timeout=60)
    assert not list((tmp_path / "visits").iterdir())  # nothing was done
