"""Weighted sums of areas."""

import numpy as np
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import auc_contrast, delong


def made(n=90, models=4):
    """Return items of two classes and scores."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    return y, (rng.normal(size=(n, models)) + np.outer(y, np.arange(1, models + 1) / 2)).round(1)


def test_one_contrast_by_hand():
    """Z = w'a / sqrt(w'Sw)."""
    y, scores = made()
    weights = np.array([1.0, -0.5, -0.5, 0.0])
    details = delong(y, scores).details
    value = weights @ details["auc"]
    error = np.sqrt(weights @ details["covariance"] @ weights)
    result = auc_contrast(y, scores, weights)
    assert result.estimate == pytest.approx(value)
    assert result.statistic == pytest.approx(value / error)
    assert result.p_value == pytest.approx(2 * scipy.stats.norm.sf(abs(value / error)))
    assert result.interval(0.9) == pytest.approx(
        (value - 1.6448536 * error, value + 1.6448536 * error)
    )


def test_a_pair_is_a_contrast():
    """[1, -1] is `delong` of two, with its direction."""
    y, scores = made(models=2)
    for alternative in ("two-sided", "less", "greater"):
        pair = delong(y, scores, alternative=alternative)
        result = auc_contrast(y, scores, [1, -1], alternative=alternative)
        assert result.statistic == pytest.approx(pair.statistic[0])
        assert result.p_value == pytest.approx(pair.p_value[0])


def test_several_contrasts():
    """All differences from the first together are the test that all areas are equal."""
    y, scores = made()
    details = delong(y, scores).details
    result = auc_contrast(y, scores, np.hstack([-np.ones((3, 1)), np.eye(3)]))
    assert (result.statistic, result.df) == pytest.approx((details["chi2"], 3))
    assert result.p_value == pytest.approx(details["p_chi2"])
    assert result.estimate == pytest.approx(details["auc"][1:] - details["auc"][0])


def test_identical_models():
    """No difference: z = 0, p = 1."""
    y, scores = made(models=1)
    result = auc_contrast(y, np.repeat(scores, 3, axis=1), [1, -0.3, -0.7])
    assert (result.statistic, result.p_value, result.estimate) == (0.0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("weights", "choices", "sentence"),
    [
        (
            [1, -1],
            {},
            "weights must hold one weight for each of the 4 models; it had the shape (2,)",
        ),
        (
            [0, 0, 0, 0],
            {},
            "weights must not be all 0: the sum would be 0 whatever the areas are",
        ),
        (
            [[1, -1, 0, 0]],
            {"alternative": "less"},
            "alternative 'less' is for one contrast; several at once have no direction",
        ),
    ],
)
def test_errors(weights, choices, sentence):
    """Each sentence in full."""
    with pytest.raises(InvalidInput) as error:
        auc_contrast(*made(), weights, **choices)
    assert str(error.value) == sentence
