"""What the README shows is what there is; its commands are run by tests/docs."""

import re
from pathlib import Path

import pytest

from kernelcraft.cells import platforms

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_instruction_shown_is_the_real_one() -> None:
    shown = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    source = (ROOT / "src/kernelcraft/platforms/plena/machine/instructions/scalar.py").read_text(
        encoding="utf-8"
    )
    assert "m.gp[rd] = m.gp[rs1] + imm18" in shown
    assert '"S_ADDI_INT rd, rs1, imm18"' in source
    assert shown.split('"""')[1] in source


def test_it_is_for_people_in_a_hurry() -> None:
    assert len(README.splitlines()) <= 100


@pytest.mark.parametrize("term", ["cell", "verdict", "episode"])
def test_a_term_is_defined_where_it_is_first_used(term: str) -> None:
    """Before that it stands nowhere, not in a comment of a command either."""
    before, _, after = README.partition(f"**{term}** is ")
    assert after
    assert not re.search(rf"\b{term}s?\b", before, re.IGNORECASE)


def test_each_platform_says_in_a_sentence_what_is_timed() -> None:
    header, _, *rows = re.findall(r"^\|.*\|$", README, re.MULTILINE)
    assert header.endswith("| what is timed |")
    said = {row.split(" | ")[0]: row.split(" | ")[-1] for row in rows}
    assert len(said) == len(platforms.names())
    for platform in platforms.names():
        (sentence,) = (text for name, text in said.items() if same(name, f"| {platform}"))
        assert re.fullmatch(r"[A-Z][^.]* counts?\b[^.]*\. \|", sentence), platform


def same(shown: str, name: str) -> bool:
    return shown.lower().replace(" ", "_") == name.lower().replace(" ", "_")


def test_examples_in_python_have_under_30_lines() -> None:
    assert "[Python](examples) under 30 lines" in README
    files = [*(ROOT / "examples").rglob("*.py")]
    assert files
    assert all(len(file.read_text(encoding="utf-8").splitlines()) < 30 for file in files)


def test_who_trains_models_has_five_commands() -> None:
    section = README.partition("## I train models")[2].partition("\n## ")[0]
    (block,) = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    assert len(block.splitlines()) == 5


def test_make_targets_that_the_readme_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`?make ([a-z-]+)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
