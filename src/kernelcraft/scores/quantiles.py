"""Quantiles of Student's t."""

from statistics import NormalDist


def student_t(probability: float, degrees: int) -> float:
    """The quantile by the asymptotic series of Abramowitz and Stegun, 26.7.5.

    Right to 0.1 % of itself from 4 degrees of freedom up, to 1 % from 3, at 97.5 %.
    """
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    total = 0.0
    for term in reversed(terms):
        total = total / degrees + term
    return total
