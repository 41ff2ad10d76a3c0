"""Equal variances: Levene (Brown and Forsythe), Bartlett."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import anova, bartlett, levene

T = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]
SIZES = st.lists(st.integers(3, 9), min_size=2, max_size=5)


def groups_of(seed, sizes):
    """Return normal groups that vary differently."""
    rng = np.random.default_rng(seed)
    return [rng.normal(5, 1 + 0.3 * place, size) for place, size in enumerate(sizes)]


class TestAnotherProgram:
    """The same numbers from another program."""

    @settings(max_examples=40, deadline=None)
    @given(seed=st.integers(0, 10_000), sizes=SIZES)
    def test_levene_is_scipys(self, seed, sizes):
        """By the median and by the mean; with groups of any sizes."""
        groups = groups_of(seed, sizes)
        for center in ("median", "mean"):
            theirs = scipy.stats.levene(*groups, center=center)
            assert tuple(levene(groups, center=center)) == pytest.approx(tuple(theirs), rel=1e-9)

    def test_levene_by_the_trimmed_mean(self):
        """The mean without 10 percent at each end; the distances are those of all values."""
        groups = groups_of(1, [20, 25, 31])
        apart = [np.abs(group - scipy.stats.trim_mean(group, 0.1)) for group in groups]
        wanted = scipy.stats.f_oneway(*apart)
        assert tuple(levene(groups, center="trimmed")) == pytest.approx(tuple(wanted), rel=1e-9)

    @settings(max_examples=40, deadline=None)
    @given(seed=st.integers(0, 10_000), sizes=SIZES)
    def test_bartlett_is_scipys(self, seed, sizes):
        """With groups of any sizes."""
        groups = groups_of(seed, sizes)
        theirs = scipy.stats.bartlett(*groups)
        assert tuple(bartlett(groups)) == pytest.approx(tuple(theirs), rel=1e-9, abs=1e-12)


class TestReduction:
    """The simpler test inside."""

    def test_levene_is_an_analysis_of_variance_of_distances(self):
        """From the medians."""
        distances = [np.abs(np.array(group) - np.median(group)) for group in T]
        ours, wanted = levene(T), anova(distances)
        assert tuple(ours) == pytest.approx(tuple(wanted), rel=1e-12)
        assert ours.df == wanted.df == (2, 9)

    def test_the_level_of_a_group_does_not_matter(self):
        """Means may differ."""
        moved = [np.array(group) + 100 * place for place, group in enumerate(T)]
        for test in (levene, bartlett):
            assert tuple(test(moved)) == pytest.approx(tuple(test(T)), rel=1e-9)

    def test_the_effect_is_the_ratio_of_the_standard_deviations(self):
        """The largest over the smallest."""
        sds = [np.std(group, ddof=1) for group in T]
        for test in (levene, bartlett):
            assert test(T).effect.value == pytest.approx(max(sds) / min(sds))
            np.testing.assert_allclose(test(T).details["standard_deviations"], sds)


class TestDegenerateData:
    """Groups without variation."""

    @pytest.mark.parametrize("test", [levene, bartlett])
    def test_no_group_varies(self, test):
        """P = 1, the ratio 1, and a note."""
        result = test([[1.0, 1.0], [0.3, 0.1 + 0.2, 0.3]])
        assert tuple(result) == (0.0, 1.0)
        assert result.effect.value == 1.0
        assert result.notes == ("no group varies: their variances are equal, and 0",)

    def test_one_group_does_not_vary(self):
        """Bartlett's statistic is infinite; Levene's is not."""
        groups = [[1, 1, 1], [0, 1, 2]]
        assert tuple(bartlett(groups)) == (np.inf, 0.0)
        assert np.isfinite(levene(groups).statistic)
        assert bartlett(groups).effect.value == np.inf
        assert levene(groups).notes == ("some group does not vary at all, others do",)


def test_a_batch_is_its_tests_one_by_one():
    """Groups x values with two leading axes."""
    tables = np.random.default_rng(1).normal(size=(2, 3, 3, 5))
    for test in (levene, bartlett):
        batch = test(tables)
        for place in np.ndindex(2, 3):
            assert tuple(test(tables[place])) == pytest.approx(
                (batch.statistic[place], batch.p_value[place]), rel=1e-10
            )


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize("test", [levene, bartlett])
    def test_a_group_of_one(self, test):
        """It has no variance."""
        with pytest.raises(InvalidInput) as caught:
            test([[1, 2], [3]])
        assert str(caught.value) == (
            "groups must hold at least 2 values each, to have a variance; group 1 held 1"
        )

    def test_an_unknown_center(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput) as caught:
            levene(T, center="mode")
        assert str(caught.value) == "center must be one of median, mean, trimmed; it was 'mode'"
