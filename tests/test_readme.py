"""What the README shows is what there is; its commands are run by tests/docs."""

import re
from pathlib import Path

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


def test_make_targets_that_the_readme_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`?make ([a-z-]+)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
