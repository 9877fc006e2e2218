"""Real MCP clients for the tests: over pipes to `kernelcraft mcp`, and over HTTP."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult, TextContent
from pydantic import JsonValue

from kernelcraft.records import jsonl, logs
from kernelcraft.records.episode import Episode

COMMAND = ("-m", "kernelcraft", "mcp")
PATIENCE = 120.0  # seconds until what was done must be recorded


class Agent:
    """What a coding agent sees of the server."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: JsonValue) -> CallToolResult:
        """The answer to one call."""
        return await self.client.call_tool(tool, dict(arguments))

    async def told(self, tool: str, **arguments: JsonValue) -> str:
        """The text of an answer that is no error."""
        answer = await self.call(tool, **arguments)
        assert not answer.is_error, text(answer)
        return text(answer)

    async def refused(self, tool: str, **arguments: JsonValue) -> str:
        """The text of an answer that is one."""
        answer = await self.call(tool, **arguments)
        assert answer.is_error, text(answer)
        return text(answer)

    async def fields(self, tool: str, **arguments: JsonValue) -> Mapping[str, JsonValue]:
        """The typed form of an answer."""
        answer = await self.call(tool, **arguments)
        assert isinstance(answer.structured_content, dict), text(answer)
        return answer.structured_content


Work = Callable[[Agent], Awaitable[None]]


def text(answer: CallToolResult) -> str:
    """The one block of an answer."""
    (block,) = answer.content
    assert isinstance(block, TextContent)
    return block.text


def visit(log_dir: Path, work: Work, *words: str, mode: str = "auto") -> None:
    """Start the command as a coding agent would, work, and leave."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=[*COMMAND, *words, "--log-dir", str(log_dir)],
        env=dict(os.environ),
    )

    async def stay() -> None:
        async with Client(stdio_client(parameters), mode=mode) as client:
            await work(Agent(client))

    anyio.run(stay)


def recorded(log_dir: Path) -> list[Episode]:
    """The episodes, when the process that records them is done."""
    until = time.monotonic() + PATIENCE
    while logs.waiting(log_dir):
        assert time.monotonic() < until, "nothing was recorded"
        time.sleep(0.1)
    return list(jsonl.read(log_dir / jsonl.FILE).episodes)
