"""Choices of feedback on the command line."""

from tests.cli.conftest import Command


def test_a_kind_of_feedback_that_does_not_exist(kernelcraft: Command) -> None:
    found = kernelcraft("craft", "plena/silu/C1", "--model", "local/none", "--feedback", "no-row")
    assert found.code == 2
    assert "--feedback: there is no kind of feedback 'row'; did you mean 'rows'?" in found.err


def test_docs_are_of_a_whole_run(kernelcraft: Command) -> None:
    found = kernelcraft("lab", "feedback", "--quick", "--write-docs")
    assert found.code == 2
    assert "leave --quick out" in found.err
