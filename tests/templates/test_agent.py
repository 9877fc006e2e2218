"""The package that `kernelcraft new agent` writes works as it is; so does an agent of a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.templates.installed import Outside, written

NAME = "mover_2"
CELL = "plena/silu/C1"
FEW = ("--evaluations", "12", "--json")


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written("agent", NAME, tmp_path_factory.mktemp("outside") / "agent")


@pytest.fixture(scope="module")
def outside(agent: Path) -> Outside:
    return Outside(agent, (agent,))


def test_it_is_listed_and_crafts(outside: Outside) -> None:
    assert f"{NAME}  " in outside("agents").stdout
    words = ("craft", CELL, "--agent", NAME, "--log-dir", "runs", *FEW)
    episode = json.loads(outside(*words).stdout)["episode"]
    assert episode["correct"]
    assert episode["agent"] == NAME
    assert episode["best"]["speedup"] >= 1.0
    (package,) = episode["origins"]["packages"]
    assert (package["brings"], package["id"], package["version"]) == ("agents", NAME, "0.1.0")
    outside("replay", "runs")
    assert f"which brought the agent {NAME}, is missing" in outside(
        "replay", "runs", code=1, packages=()
    ).stdout  # fmt: skip


@pytest.mark.sweep
def test_its_sources_are_part_of_what_makes_two_episodes_the_same(
    outside: Outside, agent: Path
) -> None:
    words = ("craft", CELL, "--agent", NAME, "--log-dir", "same", *FEW)
    first = json.loads(outside(*words).stdout)["episode"]["fingerprint"]
    source = agent / "src" / NAME / "__init__.py"
    text = source.read_text()
    source.write_text(text + "\n# edited\n")
    try:
        other = json.loads(outside(*words).stdout)["episode"]["fingerprint"]
    finally:
        source.write_text(text)
    assert other != first


@pytest.mark.sweep
def test_a_file_without_a_package(outside: Outside, agent: Path) -> None:
    text = (agent / "src" / NAME / "__init__.py").read_text()
    (agent / "loose.py").write_text(text.replace(NAME, "loose"))
    words = ("craft", CELL, "--agent", "loose.py@create", "--log-dir", "loose", *FEW)
    episode = json.loads(outside(*words).stdout)["episode"]
    assert episode["agent"] == "loose"
    (package,) = episode["origins"]["packages"]
    assert (package["id"], package["name"]) == ("loose.py@create", "loose.py")
    outside("replay", "loose")
    (agent / "loose.py").rename(agent / "gone.py")
    missing = outside("replay", "loose", code=1).stdout
    (agent / "gone.py").rename(agent / "loose.py")
    assert "the package loose.py, which brought the agent loose.py@create, is missing" in missing


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("lose.py@create", "there is no file lose.py; did you mean loose.py"),
        ("loose.py@creat", "loose.py has no function 'creat', such as"),
        ("loose.py", "name its function, such as loose.py@create"),
        ("half.py@create", "half.py is broken: reading half.py gives SyntaxError"),
        ("raises.py@create", "raises.py is broken: importing raises.py gives RuntimeError: no"),
        ("tuner.py@create", "there is an agent tuner already; give it another name"),
        ("number.py@create", "number.py@create makes no agent"),
        ("mover_3", "there is no agent 'mover_3'; did you mean mover_2?"),
        (f"{NAME}:fast", f"the {NAME} agent takes no argument, got 'fast'"),
    ],
)
def test_what_is_wrong_is_a_sentence(
    outside: Outside, agent: Path, spec: str, complaint: str
) -> None:
    text = (agent / "src" / NAME / "__init__.py").read_text()
    (agent / "loose.py").write_text(text.replace(NAME, "loose"))
    (agent / "half.py").write_text("def create(argument")
    (agent / "raises.py").write_text("def create(argument): ...\nraise RuntimeError('no')\n")
    (agent / "tuner.py").write_text(text.replace(NAME, "tuner"))
    (agent / "number.py").write_text("def create(argument):\n    return 7\n")
    assert complaint in outside("craft", CELL, "--agent", spec, code=2).stderr


def test_the_command(outside: Outside, tmp_path: Path) -> None:
    shown = outside("new", "agent", "mine", "--into", str(tmp_path / "mine")).stdout
    assert "kernelcraft craft plena/silu/C1 --agent mine" in shown
    assert "there is an agent tuner already" in outside("new", "agent", "tuner", code=2).stderr
