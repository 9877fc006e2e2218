"""A tool is one file: what is put in the folder of tools is in the prompt and behind every door."""

import subprocess
import sys
from pathlib import Path

import pytest

from kernelcraft.workbench import offered, tools

COUNT_WORDS = '''
"""The tool `count_words`: how often the kernel text has a word."""

from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.results import Result

TOOL = Offer(prompt="- count_words(word): how often the text has it.\\n")


class Words(Result):
    """Of `count_words`."""

    count: int


def count_words(bench: Bench, word: str, whole: bool = True) -> Words:
    """Count a word.

    word: what is counted
    """
    count = (bench.code or "").split().count(word)
    return Words(success=True, message=f"{count} times {word}", count=count)
'''
# Of a process that finds tools in one more folder.
PROGRAM = """
import sys
from kernelcraft.workbench import tools
tools.__path__.append(sys.argv[1])

from kernelcraft.agents.llm import tool_definitions
from kernelcraft.cells.cell import load_cell
from kernelcraft.cli import main
from kernelcraft.grading.job import InProcess
from kernelcraft.mcp.server import build
from kernelcraft.mcp.visit import Visit
from kernelcraft.workbench import Workbench
from mcp import Client
import anyio

work = Workbench("plena/silu/C1")
work.write_code("nop nop ret")
print("called:", work.call("count_words", {"word": "nop"}))
print("prompt:", work.prompt.system.partition("## Tools")[2].partition("The usual order")[0])
main(["show", "plena/silu/C1", "--tools", "write_code,run_evaluation,count_words"])

class Notes:
    def asked(self, *told): return 1
    def answered(self, *told, **more): pass

async def ask():
    visit = Visit(load_cell("plena/silu/C1"), InProcess(), Notes())
    async with Client(build(visit)) as client:
        told = {tool.name: tool for tool in (await client.list_tools()).tools}["count_words"]
        print("mcp:", told.input_schema, told.annotations.read_only_hint)
        await client.call_tool("write_code", {"code": "nop ret"})
        print("mcp:", (await client.call_tool("count_words", {"word": "ret"})).structured_content)

anyio.run(ask)
inspect = {tool.name: tool for tool in tool_definitions(lambda name, given: "")}["count_words"]
print("inspect:", inspect.description, inspect.parameters.required)
"""
PROMISED = (
    "called: 2 times nop\n",
    "the best one.\n- count_words(word): how often the text has it.\n",  # after ours
    "baseline.\n- count_words(word): how often the text has it.\n\n## ",  # of these three
    "mcp: {'type': 'object', 'properties': {'word': {'type': 'string', 'description': 'what is",
    "'required': ['word'], 'additionalProperties': False} True\n",
    "mcp: {'success': True, 'message': '1 times ret', 'count': 1}\n",
    "inspect: Count a word.\n\nword: what is counted ['word']\n",
)


def test_a_file_is_a_tool(tmp_path: Path) -> None:
    (tmp_path / "count_words.py").write_text(COUNT_WORDS)
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    for promise in PROMISED:
        assert promise in done.stdout


def test_a_file_that_says_nothing_of_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mute.py").write_text("def mute(bench): ...")
    monkeypatch.setattr(tools, "__path__", [str(tmp_path)])
    with pytest.raises(ValueError, match=r"mute\.py: a tool's file says TOOL = Offer"):
        offered._found()


def test_every_offer_is_what_its_module_says() -> None:
    assert [each.place for each in offered.OFFERS.values()] == [*range(1, 10)]
    for name, offer in offered.OFFERS.items():
        module = __import__(f"kernelcraft.workbench.tools.{name}", fromlist=["TOOL"])
        assert offer == module.TOOL
