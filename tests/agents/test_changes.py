"""What a program changed from one attempt to the next is said in a few lines."""

import pytest

from kernelcraft.agents import beam
from kernelcraft.agents.agent import Budget
from kernelcraft.agents.changes import SHOWN, changed, turned
from kernelcraft.agents.replay import Replay, ToolCall
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.knobs import space
from kernelcraft.workbench import Workbench

LONG = "".join(f"add r{n}\n" for n in range(2 * SHOWN))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("add a\nmul b\n", "add a\nmul b\n", []),
        ("add a\nmul b\n", "add a\nmul c\n", ["@ line 2", "- mul b", "+ mul c"]),
        ("add a\n", "nop\nadd a\n", ["@ line 1", "+ nop"]),
        ("", "", []),
        (
            LONG,
            LONG.replace("add", "mul"),
            ["+ mul r0", "24 lines instead of 24, from line 1 on", "add 24 -> 0, mul 0 -> 24"],
        ),
        (
            f"nop\n{LONG}",
            f"nop\n{''.join(reversed(LONG.splitlines(keepends=True)))}",
            [
                "24 lines instead of 24, from line 2 on",
                "the same instructions, in another order or on other operands",
            ],
        ),
    ],
)
def test_few_lines_are_shown_and_many_counted(before: str, after: str, said: list[str]) -> None:
    found = changed(before, after, {"add", "mul", "nop"})
    assert found == "".join(f"\n  {line}" for line in said)


def test_a_knob_is_named_with_both_values() -> None:
    assert turned(None, ["4", "1"], ["tile", "unroll"]) == "\n  tile 4, unroll 1"
    assert turned(["4", "1"], ["8", "1"], ["tile", "unroll"]) == "\n  tile 4 -> 8"


def test_a_search_says_which_knobs_it_turned() -> None:
    workbench, lines = Workbench(load_cell("plena/silu/C4"), seed=5), list[str]()
    beam.create("knobs")(workbench, Budget(6), 0, lines.append)
    found = space(workbench.cell)
    assert found is not None
    drafts = [line for line in lines if line.count(", ") == len(found.knobs) - 1]
    turns = [line for line in lines if " -> " in line]
    assert len(drafts) + len(turns) == 6
    assert len(turns) >= 2


def test_a_replay_says_what_a_call_rewrote() -> None:
    texts = ("S_ADDI_INT gp1, gp0, 1\n", "S_ADDI_INT gp1, gp0, 2\n")
    calls = tuple(ToolCall(tool="write_code", arguments={"code": text}) for text in texts)
    lines: list[str] = []
    Replay("calls", {None: calls})(Workbench(load_cell("plena/silu/C1")), Budget(), 0, lines.append)
    assert [line.count("\n") for line in lines] == [0, 3]
    assert lines[1].endswith("\n  - S_ADDI_INT gp1, gp0, 1\n  + S_ADDI_INT gp1, gp0, 2")
