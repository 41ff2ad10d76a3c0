"""Mauchly's test and the two epsilons."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats import mauchly
from bakeoff.stats.assume.sphericity import contrast_covariance, epsilons, helmert


def drawn(n: int, k: int, seed: int) -> np.ndarray:
    """Return a table whose columns vary unequally."""
    return np.random.default_rng(seed).normal(size=(n, k)) * np.linspace(1.0, 3.0, k)


@pytest.mark.parametrize(("n", "k"), [(6, 3), (12, 4), (25, 6), (8, 7)])
def test_pingouin(n, k):
    """W and chi-square; p up to Box's second term, where theirs has k for one k - 1."""
    import pingouin

    values = drawn(n, k, seed=k)
    theirs = pingouin.sphericity(pd.DataFrame(values))
    ours = mauchly(values)
    assert ours.statistic == pytest.approx(theirs.W)
    if k > 3:
        assert ours.details["chi2"] == pytest.approx(theirs.chi2)
        assert ours.p_value == pytest.approx(theirs.pval, abs=0.01)
    assert ours.df == theirs.dof


@pytest.mark.parametrize("n", [4, 6, 20])
def test_three_algorithms_have_an_exact_p(n):
    """P(W <= w) = w^((n - 2)/2): the law of the ellipse statistic (Mauchly 1940)."""
    result = mauchly(drawn(n, 3, seed=n))
    assert result.p_value == pytest.approx(result.statistic ** ((n - 2) / 2))
    assert result.method == "exact"


@pytest.mark.parametrize("k", [3, 5])
def test_it_keeps_its_level(k):
    """Of 20,000 spherical tables 5 percent are rejected, within four standard errors."""
    values = np.random.default_rng(k).normal(size=(20_000, 9, k))
    rate = mauchly(values).reject(0.05).mean()
    assert abs(rate - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 20_000)


def test_contrasts_are_orthonormal():
    """And sum to zero."""
    for k in (2, 3, 8):
        columns = helmert(k)
        assert columns.T @ columns == pytest.approx(np.eye(k - 1))
        assert columns.sum(axis=0) == pytest.approx(np.zeros(k - 1), abs=1e-14)


def test_epsilon_by_the_textbook():
    """Greenhouse and Geisser: k^2 (mean diagonal - mean)^2 / ((k-1)(sum of doubly centred)^2)."""
    values = drawn(10, 5, seed=2)
    covariance = np.cov(values.T)
    centred = covariance - covariance.mean(0) - covariance.mean(1)[:, None] + covariance.mean()
    wanted = np.trace(centred) ** 2 / (4 * (centred**2).sum())
    found = epsilons(contrast_covariance(values), 10)
    assert found.greenhouse_geisser == pytest.approx(wanted)
    assert found.huynh_feldt == pytest.approx(
        (10 * 4 * wanted - 2) / (4 * (9 - 4 * wanted))
    )  # their equation, below 1 here


def test_one_algorithm_is_all_the_variation():
    """Epsilon is near its least, 1/(k - 1), when one contrast varies alone."""
    values = np.zeros((6, 4))
    values[:, 0] = [1, 5, 2, 8, 3, 4]
    result = mauchly(values)
    assert tuple(result) == (0.0, 0.0)
    assert result.effect.value == pytest.approx(1 / 3)
    assert result.notes == (
        "some difference between the algorithms does not vary at all, others do",
    )


def test_identical_algorithms():
    """Nothing to test: W = 1, p = 1, epsilon 1, a note."""
    result = mauchly(np.repeat([[0.1], [0.2], [0.4]], 3, axis=1))
    assert (*result, result.effect.value) == (1.0, 1.0, 1.0)
    assert result.notes == ("no difference between two algorithms varies: nothing to test",)


def test_neither_order_nor_shift_nor_unit_matters():
    """W is free of them."""
    values = drawn(9, 4, seed=6)
    moved = 100 + 0.01 * values[::-1, [2, 0, 3, 1]] + np.arange(9)[:, None]
    assert tuple(mauchly(moved)) == pytest.approx(tuple(mauchly(values)), rel=1e-8)


def test_a_batch_is_its_tests_one_by_one():
    """Two leading axes."""
    values = np.random.default_rng(1).normal(size=(2, 3, 7, 4))
    batch = mauchly(values)
    for place in np.ndindex(2, 3):
        assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(
            tuple(mauchly(values[place]))
        )


@pytest.mark.parametrize(
    ("shape", "sentence"),
    [
        (
            (5, 2),
            (
                "table must have at least 3 blocks (rows) and 3 algorithms (columns); "
                "it had the shape (5, 2)"
            ),
        ),
        (
            (3, 4),
            (
                "table must have at least as many blocks as algorithms for Mauchly's test; it had "
                "3 blocks and 4 algorithms; use the corrected p-values of anova_blocks"
            ),
        ),
    ],
)
def test_each_sentence(shape, sentence):
    """What it must be, what it was, and the next step."""
    with pytest.raises(InvalidInput) as error:
        mauchly(np.zeros(shape))
    assert str(error.value) == sentence
