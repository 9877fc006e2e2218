"""The worked example of a one-shot prompt, and prompts that offer fewer tools."""

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import UnknownName, find_cells, load_cell
from kernelcraft.workbench import TOOLS, Workbench
from kernelcraft.workbench.example import worked_example
from kernelcraft.workbench.offered import allowed
from kernelcraft.workbench.tool import offered

MHA = load_cell("plena/mha/C2")


@pytest.mark.parametrize(
    ("cell", "wanted", "example"),
    [
        ("plena/mha/C2", "auto", "plena/attention/C1"),  # the paper's choice
        ("plena/mha/C2", "gemm", "plena/gemm/C1"),
        ("plena/attention/C3", "auto", "plena/mha/C1"),  # FlashAttention's is attention's own
        ("plena/decoder_llama/C1", "auto", "plena/rope/C1"),  # the other decoder's is too long
        ("coral_npu/gemm/C1", "auto", "coral_npu/gemv/C1"),
    ],
)
def test_the_example_is_another_task_of_the_platform(cell: str, wanted: str, example: str) -> None:
    assert worked_example(load_cell(cell), wanted).name == example


def test_every_task_has_an_example() -> None:
    for cell in find_cells(config="C1"):
        example = worked_example(cell)
        assert example.platform is cell.platform
        assert example.task.name != cell.task.name


@pytest.mark.parametrize(
    ("wanted", "message"),
    [("mha", "no other task 'mha' on plena"), ("atention", "did you mean 'attention'")],
)
def test_an_example_that_cannot_be_shown(wanted: str, message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        worked_example(MHA, wanted)


def test_a_one_shot_prompt_shows_workload_and_kernel() -> None:
    example = worked_example(MHA)
    none, one = Workbench(MHA).prompt, Workbench(MHA, example=example).prompt
    assert one.system == none.system
    assert one.task.startswith(none.task)
    shown = one.task[len(none.task) :]
    assert kernels.expert(example).strip() in shown
    assert example.task.formula in shown
    assert "which is not your task" in shown


def test_a_prompt_names_only_the_tools_that_are_offered() -> None:
    system = Workbench(MHA, tools=TOOLS).prompt.system
    assert "- grep_docs(query, ranked)" in system
    assert "profile" not in system.partition("## Hardware")[0]
    assert [tool.name for tool in offered(TOOLS)] == list(TOOLS)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("write_code", "run_evaluation", "grep_doc"), "did you mean 'grep_docs'"),
        (("write_code", "grep_docs"), "without the tool run_evaluation"),
    ],
)
def test_tools_that_cannot_be_offered(names: tuple[str, ...], message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        allowed(names)


def test_allowed_tools_keep_the_order_of_the_workbench() -> None:
    assert allowed(["run_evaluation", "write_code"]) == ("write_code", "run_evaluation")
