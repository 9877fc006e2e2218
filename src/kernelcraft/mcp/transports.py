"""How a client reaches the server: standard input and output, or HTTP on this machine only."""

import os
import re
import secrets
import socket
from io import FileIO, TextIOWrapper
from typing import Final

import anyio
import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kernelcraft.mcp.arguments import HALF
from kernelcraft.mcp.server import build
from kernelcraft.mcp.visit import Visit

HOST: Final = "127.0.0.1"
PATH: Final = "/mcp"
MOST_BODY: Final = 40 << 20  # bytes: the longest kernel, with every character escaped


def serve_stdio(visit: Visit) -> None:
    """Answer one client until it closes standard input."""
    server = build(visit)

    async def serve() -> None:
        with _Lines(FileIO(os.dup(0)), encoding="utf-8", errors="replace") as lines:
            await answer(lines)

    async def answer(lines: TextIOWrapper) -> None:
        async with stdio_server(anyio.wrap_file(lines)) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(serve)


class _Lines(TextIOWrapper):
    """Lines of JSON. A string with half of a surrogate pair would be dropped without an answer."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as the base does
        """One line, with `HALF` for every such half."""
        return marked(super().readline(size))


_HALVES = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)


def marked(line: str) -> str:
    """JSON in which `HALF` stands for the escapes of lone surrogates."""
    if "\\ud" not in line and "\\uD" not in line:
        return line
    mark = f"\\u{ord(HALF):04x}"
    return _HALVES.sub(lambda found: mark if found[1] else found[0], line)


def listen(port: int) -> socket.socket:
    """A socket on the loopback interface that clients may come to at once; 0 takes any free port.

    Raises OSError.
    """
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def url(listener: socket.socket) -> str:
    """Where the server of a socket is found."""
    return f"http://{HOST}:{_port(listener)}{PATH}"


def serve_http(visit: Visit, listener: socket.socket, token: str) -> None:
    """Answer clients that know the token, until the process ends.

    A page of another site in the user's browser can reach this port, too: it is refused by the
    Host and Origin that it must send.
    """
    hosts = [f"{name}:{_port(listener)}" for name in (HOST, "localhost")]
    app = build(visit).streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=MOST_BODY,
        transport_security=TransportSecuritySettings(
            allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
        ),
    )
    config = uvicorn.Config(_WithToken(app, token), log_level="warning")
    uvicorn.Server(config).run(sockets=[listener])


def _port(listener: socket.socket) -> int:
    port: int = listener.getsockname()[1]
    return port


class _WithToken:
    """Lets pass who sends `Authorization: Bearer TOKEN`."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._expected = app, f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = Headers(scope=scope).get("authorization", "").encode()
            if not secrets.compare_digest(given, self._expected):
                refusal = PlainTextResponse(
                    "the header Authorization: Bearer TOKEN is missing or wrong",
                    401,
                    {"WWW-Authenticate": "Bearer"},
                )
                await refusal(scope, receive, send)
                return
            receive = _Body(receive).receive
        await self._app(scope, receive, send)


class _Body:
    """A request's body in one message, with `HALF` for lone surrogates, as over pipes.

    A body that is too long is handed on as it comes, to be refused. The length does not change.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._read = False

    async def receive(self) -> Message:
        if self._read:
            return await self._receive()
        parts, size, more = list[bytes](), 0, True
        while more and size <= MOST_BODY:
            message = await self._receive()
            if message["type"] != "http.request":
                return message
            parts.append(message.get("body", b""))
            size, more = size + len(parts[-1]), message.get("more_body", False)
        self._read = True
        body = b"".join(parts)
        if not more and (b"\\ud" in body or b"\\uD" in body):
            body = marked(body.decode("latin-1")).encode("latin-1")
        return {"type": "http.request", "body": body, "more_body": more}
