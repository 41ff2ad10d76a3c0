"""Corrections that know which hypotheses about pairs can be true together."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InvalidInput
from bakeoff.stats import adjust
from bakeoff.stats.after.logical import possible_counts


class TestPossibleCounts:
    """How many hypotheses can be true at once."""

    @pytest.mark.parametrize(
        ("k", "counts"),
        [
            (2, (0, 1)), (3, (0, 1, 3)), (4, (0, 1, 2, 3, 6)), (5, (0, 1, 2, 3, 4, 6, 10)),
            (6, (0, 1, 2, 3, 4, 6, 7, 10, 15)),
        ],
    )  # fmt: skip
    def test_shaffers_sets(self, k, counts):
        """Garcia and Herrera 2008, section 2.2: S(4) and S(5), and one more."""
        assert tuple(possible_counts(k)) == counts

    def test_many_algorithms(self):
        """All counts up to some point, then gaps, then those of one large block."""
        counts = possible_counts(100)
        assert counts[-3:].tolist() == [98 * 97 // 2 + 1, 99 * 98 // 2, 100 * 99 // 2]
        assert len(counts) < 100 * 99 // 2

    def test_garcia_and_herreras_steps(self):
        """K = 5, ten hypotheses: t = 10, then 6 (six times), then 4 3 2 1 as Holm has them."""
        p = np.arange(1, 11) * 1e-3
        found = adjust(p, "shaffer")
        most = np.array([10, 6, 6, 6, 6, 4, 4, 3, 2, 1])
        np.testing.assert_allclose(found, np.maximum.accumulate(most * p), rtol=1e-12)


class TestOrder:
    """What is stronger than what."""

    @settings(max_examples=40, deadline=None)
    @given(seed=st.integers(0, 10_000), k=st.integers(2, 8))
    def test_bergmann_hommel_below_shaffer_below_holm(self, seed, k):
        """And none below the raw p-values."""
        p = np.random.default_rng(seed).random(k * (k - 1) // 2) ** 4
        raw, *levels = p, *(adjust(p, name) for name in ("bergmann-hommel", "shaffer", "holm"))
        for lower, upper in zip([raw, *levels], levels, strict=False):
            assert (lower <= upper * (1 + 1e-12)).all()

    @settings(max_examples=40, deadline=None)
    @given(seed=st.integers(0, 10_000), k=st.integers(2, 7))
    def test_monotone_and_at_most_1(self, seed, k):
        """A smaller raw p-value never gets the larger adjusted one; equal ones stay equal."""
        p = np.random.default_rng(seed).integers(0, 6, k * (k - 1) // 2) / 5
        for method in ("shaffer", "bergmann-hommel"):
            found = adjust(p, method)
            assert (np.diff(found[np.argsort(p, kind="stable")]) >= 0.0).all()
            assert ((p <= found) & (found <= 1.0)).all()
            for value in p:
                assert len(set(found[p == value])) == 1


class TestOtherFamilies:
    """Hypotheses that are not those of all pairs."""

    def test_possible_counts_of_ones_own(self):
        """If all counts are possible, Shaffer's procedure is Holm's."""
        p = [0.01, 0.04, 0.002, 0.3]
        free = adjust(p, "shaffer", logical=[1, 2, 3, 4])
        np.testing.assert_allclose(free, adjust(p, "holm"), rtol=1e-12)

    def test_sets_of_ones_own(self):
        """The exhaustive sets of three algorithms, given as sets, are those known."""
        p = [0.01, 0.02, 0.04]
        by_sets = adjust(p, "bergmann-hommel", logical=[[0, 1, 2], [0], [1], [2]])
        np.testing.assert_allclose(by_sets, adjust(p, "bergmann-hommel"), rtol=1e-12)


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize("method", ["shaffer", "bergmann-hommel"])
    def test_a_number_that_no_pairs_have(self, method):
        """4 p-values are not those of all pairs."""
        with pytest.raises(InvalidInput) as caught:
            adjust([0.1, 0.2, 0.3, 0.4], method)
        assert str(caught.value) == (
            f"method='{method}' takes the p-values of all pairs of algorithms, in the order "
            "(0,1), (0,2), ..., (k-2,k-1): 1, 3, 6, 10, ... of them; there were 4; for comparisons "
            "with a control use holm"
        )

    def test_too_many_algorithms(self):
        """Shaffer's is quick at any number."""
        p = np.linspace(0.01, 0.9, 31 * 30 // 2)
        assert adjust(p, "shaffer").shape == p.shape
        with pytest.raises(InvalidInput) as caught:
            adjust(p, "bergmann-hommel")
        assert str(caught.value) == (
            "method='bergmann-hommel' is for at most 20 algorithms; there were 31: use 'shaffer'"
        )

    @pytest.mark.parametrize(
        ("method", "logical", "sentence"),
        [
            (
                "shaffer",
                [1, 2],
                (
                    "logical must hold how many of the 3 hypotheses can be true at once, and all 3 "
                    "can; it went from 0 to 2"
                ),
            ),
            (
                "bergmann-hommel",
                [[0, 3]],
                "logical must hold places from 0 to 2, one for each p-value",
            ),
            (
                "bergmann-hommel",
                [0, 1],
                (
                    "logical must hold, for bergmann-hommel, the sets of hypotheses that can be "
                    "true together, each a list of their places"
                ),
            ),
            (
                "holm",
                [1],
                ("logical is for shaffer and bergmann-hommel; the method was 'holm': leave it out"),
            ),
        ],
    )
    def test_what_is_no_logic(self, method, logical, sentence):
        """What it must be, and what it was."""
        with pytest.raises(InvalidInput) as caught:
            adjust([0.1, 0.2, 0.3], method, logical=logical)
        assert str(caught.value) == sentence


def test_a_batch_is_its_families_one_by_one():
    """Two leading axes."""
    p = np.random.default_rng(3).random((2, 3, 10)) ** 3
    for method in ("shaffer", "bergmann-hommel"):
        batch = adjust(p, method)
        for place in np.ndindex(2, 3):
            np.testing.assert_allclose(batch[place], adjust(p[place], method), rtol=1e-12)
