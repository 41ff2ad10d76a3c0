"""Two-way analysis of variance with interaction."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova_two_way

# Montgomery, Design and analysis of experiments, 2005, table 5.1
BATTERIES = [
    [[130, 155, 74, 180], [34, 40, 80, 75], [20, 70, 82, 58]],
    [[150, 188, 159, 126], [136, 122, 106, 115], [25, 70, 58, 45]],
    [[138, 110, 168, 160], [174, 120, 150, 139], [96, 104, 82, 60]],
]


def test_the_printed_analysis():
    """Montgomery's table 5.5: F 7.91, 28.97 and 3.56, p .0020, .0001 (at most) and .0186."""
    table = anova_two_way(BATTERIES).details["table"]
    assert list(table) == ["A", "B", "A x B", "error", "total"]
    assert [round(table[name]["F"], 2) for name in ("A", "B", "A x B")] == [7.91, 28.97, 3.56]
    assert [round(table[name]["p"], 4) for name in ("A", "B", "A x B")] == [0.0020, 0.0, 0.0186]
    assert round(table["error"]["mean_square"], 2) == 675.21
    assert round(table["total"]["sum_of_squares"], 2) == 77646.97


@pytest.mark.parametrize("shape", [(2, 2, 2), (3, 4, 5), (5, 2, 3)])
def test_statsmodels(shape):
    """All sums of squares, F and p of a linear model with interaction."""
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    values = np.random.default_rng(sum(shape)).normal(size=shape)
    a, b, _ = np.indices(shape)
    frame = pd.DataFrame({"y": values.ravel(), "a": a.ravel(), "b": b.ravel()})
    theirs = anova_lm(ols("y ~ C(a) * C(b)", frame).fit())
    result = anova_two_way(values)
    for name, line in zip(["A", "B", "A x B"], ["C(a)", "C(b)", "C(a):C(b)"], strict=True):
        ours = result.details["table"][name]
        assert (ours["sum_of_squares"], ours["df"], ours["F"], ours["p"]) == pytest.approx(
            tuple(theirs.loc[line, ["sum_sq", "df", "F", "PR(>F)"]]), rel=1e-8
        )
    assert tuple(result) == pytest.approx((ours["F"], ours["p"]))


def test_the_main_effects_stand_beside():
    """F_a, p_a, F_b, p_b are the lines of the table; exchanging the factors exchanges them."""
    details = anova_two_way(BATTERIES).details
    other = anova_two_way(np.swapaxes(BATTERIES, 0, 1)).details
    assert details["F_a"] == details["table"]["A"]["F"] == pytest.approx(other["F_b"])
    assert details["p_b"] == details["table"]["B"]["p"] == pytest.approx(other["p_a"])
    assert details["means_a"] == pytest.approx(np.mean(BATTERIES, axis=(1, 2)))
    assert details["means_b"] == pytest.approx(np.mean(BATTERIES, axis=(0, 2)))
    assert details["means"] == pytest.approx(np.mean(BATTERIES, axis=2))


def test_effects_that_add_up():
    """No interaction at all: its F is 0 and its p 1, whatever the main effects are."""
    noise = np.array([-1.0, 1.0])
    values = np.arange(3.0)[:, None, None] + np.array([0.0, 5.0])[:, None] + noise
    result = anova_two_way(values)
    assert tuple(result) == (0.0, 1.0)
    assert result.details["p_b"] < 0.001
    assert result.notes == ()


def test_an_interaction_is_told():
    """What to do with it."""
    assert anova_two_way(BATTERIES).notes == (
        (
            "the interaction is significant: compare the levels of one factor at each level of the "
            "other"
        ),
    )


def test_all_values_equal():
    """The p-value is 1 for everything, effect 0, a note."""
    result = anova_two_way(np.full((2, 3, 2), 0.7))
    assert (*result, result.effect.value, result.details["p_a"]) == (0.0, 1.0, 0.0, 1.0)
    assert result.notes == ("all values are equal",)


def test_no_variation_within_the_cells():
    """Effects that are there are certain; those that are not have p = 1."""
    values = np.repeat(np.array([[0.1, 0.4], [0.3, 0.6]])[..., None], 3, axis=-1)
    values[0, 1, 2] = 0.1 + 0.3
    result = anova_two_way(values)
    assert tuple(result) == (0.0, 1.0)
    assert (result.details["F_a"], result.details["p_a"]) == (np.inf, 0.0)
    assert result.notes == ("no variation within the cells: every effect is certain",)


def test_a_batch_is_its_tests_one_by_one():
    """Two leading axes."""
    values = np.random.default_rng(3).normal(size=(2, 2, 3, 2, 4))
    batch = anova_two_way(values)
    for place in np.ndindex(2, 2):
        one = anova_two_way(values[place])
        assert (batch.statistic[place], batch.p_value[place]) == pytest.approx(tuple(one))
        assert batch.details["p_a"][place] == pytest.approx(one.details["p_a"])


@pytest.mark.parametrize(
    ("shape", "sentence"),
    [
        (
            (1, 3, 2),
            (
                "values must be A x B x replications with at least 2 levels of both factors; "
                "it had the shape (1, 3, 2)"
            ),
        ),
        (
            (2, 3, 1),
            (
                "values must hold at least 2 replications in each cell; it had the shape (2, 3, 1); "
                "with one value in each cell use anova_blocks"
            ),
        ),
        ((4, 3), "values must have at least 3 axes; it had the shape (4, 3)"),
    ],
)
def test_each_sentence(shape, sentence):
    """What it must be, what it was, and the next step."""
    with pytest.raises(InvalidInput) as error:
        anova_two_way(np.zeros(shape))
    assert str(error.value) == sentence
