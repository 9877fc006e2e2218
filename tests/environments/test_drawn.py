"""Episodes on machines that are drawn without end."""

from itertools import islice

import pytest

from kernelcraft import expert
from kernelcraft.cells.variants import drawn, parsed
from kernelcraft.environments import KernelEnv, drawn_cells


def test_each_is_another_machine_and_none_of_the_evaluation() -> None:
    cells = ["plena/silu/C1", "plena/softmax/C1"]
    names = list(islice(drawn_cells(cells, "names", 3), 200))
    machines = {parsed(name.partition("/")[0]) for name in names}
    assert len(machines) == 200
    assert not machines & set(drawn("plena", 1000, "names", 3))
    assert names[:2] == list(islice(drawn_cells(cells, "names", 3), 2))
    assert {name.partition("/")[2] for name in names} == {"silu/C1", "softmax/C1"}


def test_an_episode_works_there() -> None:
    env = KernelEnv()
    for name in islice(drawn_cells(["plena/silu/C1"]), 2):
        told = env.reset(cell=name, seed=1)
        assert name in told
        env.write_code(expert("plena/silu/C1"))
        assert "unknown instruction" in env.check_syntax()
        env.write_code(expert(name))
        env.run_evaluation()
        assert env.get_reward() > 0.65


@pytest.mark.parametrize("cells", [[], ["plena~names-1/silu/C1"]])
def test_what_cannot_be_drawn_is_refused(cells: list[str]) -> None:
    with pytest.raises(ValueError, match="expected at least one|is a variant's already"):
        next(drawn_cells(cells))
