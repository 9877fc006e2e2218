"""Student's t against the published table."""

import pytest

from kernelcraft.scores.quantiles import student_t

TABLE = {3: 3.1824, 4: 2.7764, 5: 2.5706, 9: 2.2622, 19: 2.0930, 49: 2.0096, 1000: 1.9623}


@pytest.mark.parametrize(("degrees", "quantile"), TABLE.items())
def test_the_table(degrees: int, quantile: float) -> None:
    tolerance = 0.01 if degrees == 3 else 0.001
    assert student_t(0.975, degrees) == pytest.approx(quantile, rel=tolerance)
