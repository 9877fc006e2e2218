"""Observations of the same task belong together: sums over clusters."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]


def totals(values: Sequence[float] | FloatArray, clusters: Sequence[str]) -> FloatArray:
    """The sum of the values of each cluster, in the alphabetical order of their names."""
    _, places = np.unique(np.asarray(clusters, dtype=np.str_), return_inverse=True)
    return np.bincount(places, np.asarray(values, dtype=np.float64)).astype(np.float64)
