"""The class that a trainer is given, called as a trainer calls it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernelcraft import baseline, expert
from kernelcraft.cells.cell import UnknownName
from kernelcraft.environments import Episode, Graders, KernelEnv
from kernelcraft.grading.secret import Secret
from kernelcraft.rewards import SHAPES, named
from kernelcraft.workbench import InProcess

CELL = "plena/relu/C1"
TOOLS = ("write_code", "check_syntax", "run_evaluation", "view_output", "grep_docs")
SECRET = Secret(b"a secret of tests")


class Env(KernelEnv):
    graders = Graders(seconds=20.0)
    secret = SECRET


@pytest.fixture(autouse=True, scope="module")
def processes() -> Iterator[None]:
    yield
    Env.graders.close()


def tried(text: str, cell: str = CELL, seed: int = 1) -> float:
    env = Env()
    env.reset(cell=cell, seed=seed)
    env.write_code(text)
    env.run_evaluation()
    return env.get_reward()


def test_a_whole_episode() -> None:
    env = Env()
    told = env.reset(cell=CELL, seed=7, prompt="a column of the data set", difficulty=3)
    assert "V_RELU" not in told
    assert "plena" in told.lower()
    assert env.get_reward() == 0.0  # nothing was tried
    env.write_code("V_ADD_VX gp1\n")
    assert "line 1" in env.check_syntax()
    env.run_evaluation()
    assert env.get_reward() == 0.0
    env.write_code(baseline(CELL))
    assert "correct" in env.run_evaluation()
    assert env.get_reward() == pytest.approx(0.65)
    env.write_code(expert(CELL))
    env.run_evaluation()
    assert 0.65 < env.get_reward() <= 1.0
    assert "the first 1 of 4 rows" in env.view_output(num_rows=1)
    assert "instructions in the text" in env.get_instruction_size()


def test_better_agents_get_more() -> None:
    texts = (expert(CELL), baseline(CELL), "garbage")
    rewards = [tried(text) for text in texts]
    assert rewards == sorted(rewards, reverse=True)
    assert len(set(rewards)) == 3


def test_equal_texts_of_a_group_get_equal_rewards() -> None:
    again = Env()
    again.reset(cell=CELL, seed=5)
    for text in ("garbage", baseline(CELL)):  # later in its episode, and yet on the same inputs
        again.write_code(text)
        again.run_evaluation()
    assert {tried(baseline(CELL), seed=5), tried(baseline(CELL), seed=5)} == {again.get_reward()}


def test_answers_are_capped() -> None:
    answer = Episode(CELL, "1", SECRET, InProcess(), longest=500).call("grep_docs", query="V_")
    assert len(answer) < 550
    assert re.search(r"and [\d,]+ more characters$", answer)


def test_what_is_missing_is_a_sentence() -> None:
    with pytest.raises(RuntimeError, match=re.escape("reset(cell=...) comes first")):
        Env().check_syntax()
    with pytest.raises(UnknownName, match="relu"):
        Env().reset(cell="plena/rely/C1")
    with pytest.raises(ValueError, match="there is no reward 'best'"):
        Episode(CELL, "1", SECRET, InProcess(), shape="best")


def test_every_tool_has_typed_arguments_and_says_what_they_are() -> None:
    """What TRL makes a function's schema of: annotations, and `Args:` in Google's style."""
    public = [name for name in vars(KernelEnv) if not name.startswith("_")]
    tools = [each for each in public if inspect.isfunction(getattr(KernelEnv, each))]
    assert {*TOOLS, "get_instruction_size"} == {*tools} - {"reset", "get_reward"}
    for name in tools:
        function = getattr(KernelEnv, name)
        text = inspect.getdoc(function) or ""
        for parameter in list(inspect.signature(function).parameters.values())[1:]:
            assert parameter.annotation is not inspect.Parameter.empty
            if name in TOOLS:
                assert re.search(rf"Args:\n    {parameter.name}: \S", text), name


def test_episodes_of_one_process_share_nothing() -> None:
    cells = [f"plena/{task}/C1" for task in ("relu", "silu", "softmax", "rms_norm")]
    tries = [
        Episode(cells[n % len(cells)], str(n // len(cells)), SECRET, InProcess())
        for n in range(256)
    ]
    for n, each in enumerate(tries):
        each.call("write_code", code=f"{baseline(each.cell)}\n; try {n}\n")
    for n, each in enumerate(tries):
        assert each.workbench.code is not None
        assert each.workbench.code.endswith(f"; try {n}\n")
        assert each.workbench.attempts == []
    for each in tries[:8]:
        assert "correct" in each.call("run_evaluation")
    assert [len(each.workbench.attempts) for each in tries] == [1] * 8 + [0] * 248
    found = tries[0].reward()
    assert (found.rules, found.secret, found.group) == ("train", SECRET.fingerprint, "0")
    assert tries[9].reward().value == 0.0


def test_the_page_of_the_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    (code,) = re.findall(
        r"```python title=\S+\n(from kernelcraft\.environments.*?)```", page, re.DOTALL
    )
    known: dict[str, object] = {}
    exec(code, known)  # noqa: S102 (our own page)
    assert "expected an instruction, got '...'" in capsys.readouterr().out
    assert known["reward"] == 0.0
    KernelEnv.graders.close()
    for name, shape in SHAPES.items():
        assert f"| `{name}` |" in page
        assert named(name) is shape
