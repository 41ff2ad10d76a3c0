"""Contrasts of means, planned and by Scheffe."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova, anova_blocks, contrast, fisher_lsd, mean_t

GROUPS = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]


def test_statsmodels():
    """t, p and interval of a linear model with groups of unequal sizes."""
    import statsmodels.api as sm

    rng = np.random.default_rng(2)
    sizes = [4, 7, 5]
    groups = [rng.normal(m, 1.0, size) for m, size in enumerate(sizes)]
    design = np.repeat(np.eye(3), sizes, axis=0)
    fit = sm.OLS(np.concatenate(groups), design).fit()
    weights = [1.0, -0.25, -0.75]
    theirs = fit.t_test(weights)
    ours = contrast(groups, weights, blocks=False)
    assert tuple(ours) == pytest.approx((theirs.tvalue.item(), float(theirs.pvalue)))
    assert ours.estimate == pytest.approx(theirs.effect[0])
    assert tuple(ours.interval(0.9)) == pytest.approx(tuple(theirs.conf_int(0.1)[0]))


def test_a_pair_is_fishers():
    """With 1 and -1 it is the least significant difference, with blocks and without."""
    for data, blocks in ((GROUPS, False), (np.array(GROUPS).T, True)):
        pairs = fisher_lsd(data, blocks=blocks)
        result = contrast(data, [0, 1, -1], blocks=blocks)
        assert tuple(result) == pytest.approx((pairs.statistic[2], pairs.p_value[2]))
        assert tuple(result.interval()) == pytest.approx((pairs.low[2], pairs.high[2]))


def test_orthogonal_contrasts_share_the_sum_of_squares():
    """Those of k - 1 orthogonal contrasts add up to that of the groups."""
    squares = [
        contrast(GROUPS, weights, blocks=False).details["sum_of_squares"]
        for weights in ([1, -1, 0], [1, 1, -2])
    ]
    assert sum(squares) == pytest.approx(31.5)


def test_scheffe_agrees_with_the_analysis_of_variance():
    """The contrast that explains most has the F and the p of the analysis itself."""
    means = np.mean(GROUPS, axis=1)
    whole = anova(GROUPS)
    best = contrast(GROUPS, means - means.mean(), blocks=False, scheffe=True)
    assert tuple(best) == pytest.approx(tuple(whole))
    assert best.df == (2, 9)


def test_scheffe_is_more_careful():
    """Larger p, wider interval by sqrt((k-1) F) over t; same estimate."""
    plain, careful = (
        contrast(GROUPS, [2, -1, -1], blocks=False, scheffe=one) for one in (False, True)
    )
    assert careful.p_value > plain.p_value
    assert careful.estimate == plain.estimate == pytest.approx(23 - 27.5)
    widths = [np.diff(result.interval()).item() for result in (careful, plain)]
    factor = np.sqrt(2 * stats.f.ppf(0.95, 2, 9)) / stats.t.ppf(0.975, 9)
    assert widths[0] / widths[1] == pytest.approx(factor)


def test_with_blocks_the_error_is_that_of_the_blocked_model():
    """Two algorithms: the t test of the differences; more: MS of anova_blocks."""
    table = np.array(GROUPS, dtype=float).T
    two = contrast(table[:, :2], [1, -1])
    assert tuple(two) == pytest.approx(tuple(mean_t(table[:, 0] - table[:, 1], mu0=0)))
    three = contrast(table, [1, 1, -2])
    assert three.details["mean_square_error"] == anova_blocks(table).details["mean_square_error"]
    assert three.df == 6


def test_thirds_sum_to_zero():
    """Rounding of the weights is not their fault."""
    result = contrast(np.random.default_rng(0).normal(size=(5, 4)), [1, -1 / 3, -1 / 3, -1 / 3])
    assert np.isfinite(result.p_value)


@pytest.mark.parametrize("scheffe", [False, True])
def test_no_variation(scheffe):
    """The p-value is 1 where the contrast is zero, 0 where it is not; notes; never nan."""
    table = np.array([[0.1], [0.5], [0.9]]) + np.array([0.1, 0.2, 0.3])
    zero = contrast(table, [1, -2, 1], scheffe=scheffe)
    assert tuple(zero) == (0.0, 1.0)
    assert zero.notes == ("no variation, and the contrast is exactly zero",)
    some = contrast(table, [1, 0, -1], scheffe=scheffe)
    assert (abs(some.statistic), some.p_value) == (np.inf, 0.0)
    assert tuple(some.interval()) == pytest.approx((-0.2, -0.2))
    assert some.notes == ("no variation: the contrast is exactly this",)


def test_a_batch_is_its_tables_one_by_one():
    """Leading axes."""
    tables = np.random.default_rng(0).normal(size=(2, 3, 5, 4))
    weights = [3, -1, -1, -1]
    batch = contrast(tables, weights)
    for place in np.ndindex(2, 3):
        one = contrast(tables[place], weights)
        assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
        assert batch.interval().low[place] == pytest.approx(one.interval().low)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        (
            [1, 1, -1],
            (
                "weights must sum to 0, so that equal means give 0; they summed to 1; "
                "whole numbers such as 2, -1, -1 do"
            ),
        ),
        (
            [1, -1],
            "weights must hold one number for each of the 3 algorithms; it had the shape (2,)",
        ),
        ([0, 0, 0], "weights must not all be 0; give those of the means to compare"),
    ],
)
def test_each_sentence(weights, sentence):
    """What they must be, what they were, and the next step."""
    with pytest.raises(InvalidInput) as error:
        contrast(GROUPS, weights, blocks=False)
    assert str(error.value) == sentence
