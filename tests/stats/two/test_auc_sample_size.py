"""How many items tell two areas apart."""

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import auc_sample_size

POWERS = (0.80, 0.90, 0.95)


@pytest.mark.parametrize(
    ("areas", "printed"),
    [((0.70, 0.75), (652, 897, 1131)), ((0.70, 0.80), (158, 216, 271))],
)
def test_the_printed_table(areas, printed):
    """Hanley and McNeil 1982, table III, one-sided at 0.05; it cuts off fractions and quantiles."""
    found = [auc_sample_size(*areas, power=power, alternative="greater") for power in POWERS]
    assert np.abs(np.subtract(found, printed)).max() <= 3


def test_by_hand():
    """Equation 4 as it is written."""

    def v(area):
        return area / (2 - area) + 2 * area**2 / (1 + area) - 2 * area**2

    z_alpha, z_beta = scipy.stats.norm.ppf([0.975, 0.8])
    root = z_alpha * np.sqrt(2 * v(0.8)) + z_beta * np.sqrt(v(0.8) + v(0.9))
    assert auc_sample_size(0.8, 0.9) == int(np.ceil((root / 0.1) ** 2))


def test_more_is_needed_for_less():
    """A smaller difference, a larger power, a smaller level take more; correlation takes less."""
    base = auc_sample_size(0.8, 0.85)
    assert auc_sample_size(0.8, 0.83) > base
    assert auc_sample_size(0.8, 0.85, power=0.9) > base
    assert auc_sample_size(0.8, 0.85, alpha=0.01) > base
    assert auc_sample_size(0.8, 0.85, correlation=0.5) < base
    assert auc_sample_size(0.8, 0.85, negatives_per_positive=4) < base


def test_the_power_is_had():
    """Of 400 simulated studies of that size about 80 percent reject."""
    from bakeoff.stats import hanley_mcneil

    rng = np.random.default_rng(0)
    n = auc_sample_size(0.75, 0.85)
    y = np.repeat([0, 1], n)
    rates = [a / (1 - a) for a in (0.75, 0.85)]  # exponential scores whose area is a
    rejected = 0
    for _ in range(400):
        scores = [rng.exponential(np.where(y == 1, rate, 1.0)) for rate in rates]
        rejected += hanley_mcneil(y, *scores, correlation=0).p_value <= 0.05
    assert 290 <= rejected <= 350  # 320, give or take four standard deviations


@pytest.mark.parametrize(
    ("arguments", "choices", "sentence"),
    [
        ((0.8, 0.8), {}, "auc1 and auc2 must differ; both were 0.8"),
        ((0.8, 1.2), {}, "auc2 must lie strictly between 0 and 1; it was 1.2"),
        (
            (0.8, 0.9),
            {"correlation": 1.0},
            "correlation must lie strictly between -1 and 1; it was 1.0",
        ),
        (
            (0.5, 0.5 + 1e-12),
            {},
            (
                "auc1 and auc2 are too near to each other (0.5 and 0.500000000001) for any number of "
                "items"
            ),
        ),
    ],
)
def test_errors(arguments, choices, sentence):
    """Each sentence in full."""
    with pytest.raises(InvalidInput) as error:
        auc_sample_size(*arguments, **choices)
    assert str(error.value) == sentence
