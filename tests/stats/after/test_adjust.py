"""P-values adjusted for how many there are."""

from itertools import combinations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from bakeoff.errors import InvalidInput
from bakeoff.stats import adjust
from bakeoff.stats.after.adjust import METHODS
from bakeoff.stats.after.rom import rom_critical_values

DEMSAR = [0.016, 0.019, 0.607]
FAMILY = st.lists(st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.01, 0.05, 1.0])), min_size=1)


def rejected(method, p_values, alpha):
    """Return who is rejected at alpha, by the words of each procedure's paper."""
    p = np.asarray(p_values)
    order = np.argsort(p, kind="stable")
    m = len(p)
    out = np.zeros(m, dtype=bool)
    i = np.arange(1, m + 1)
    step_down = {
        "holm": alpha / (m - i + 1),
        "holland": 1 - (1 - alpha) ** (1 / (m - i + 1)),
        "finner": 1 - (1 - alpha) ** (i / m),
    }
    harmonic = np.sum(1 / i)
    step_up = {
        "hochberg": alpha / (m - i + 1),
        "rom": rom_critical_values(m, alpha)[::-1],
        "benjamini-hochberg": alpha * i / m,
        "benjamini-yekutieli": alpha * i / (m * harmonic),
    }
    ordered = p[order]
    if method == "bonferroni":
        return p <= alpha / m
    if method == "sidak":
        return p <= 1 - (1 - alpha) ** (1 / m)
    if method in step_down:
        kept = np.flatnonzero(ordered > step_down[method])
        out[order[: kept[0] if len(kept) else m]] = True
    elif method in step_up:
        hits = np.flatnonzero(ordered <= step_up[method])
        out[order[: hits[-1] + 1 if len(hits) else 0]] = True
    elif method == "li":
        out[:] = ordered[-1] <= alpha
        out |= p <= (1 - ordered[-1]) / (1 - alpha) * alpha
    elif method == "hommel":
        # the largest j such that p_(m-j+k) > k alpha / j for k = 1..j; reject p <= alpha / j
        js = [
            j
            for j in range(1, m + 1)
            if all(ordered[m - j + k - 1] > k * alpha / j for k in range(1, j + 1))
        ]
        out[:] = p <= alpha / max(js) if js else True
    return out


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_demsars_example(self):
        """Demsar 2006: .016, .019, .607; Holm and Hochberg reject the first two at .05."""
        assert adjust(DEMSAR, "holm") == pytest.approx([0.048, 0.048, 0.607])
        assert adjust(DEMSAR, "hochberg") == pytest.approx([0.038, 0.038, 0.607])
        assert adjust(DEMSAR, "bonferroni") == pytest.approx([0.048, 0.057, 1.0])

    def test_benjamini_and_hochbergs_example(self):
        """Benjamini and Hochberg 1995, section 3.2: of 15 p-values 4 are rejected at .05."""
        p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459,
            0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000,
        ]  # fmt: skip
        assert (adjust(p, "benjamini-hochberg") <= 0.05).sum() == 4
        assert (adjust(p, "hochberg") <= 0.05).sum() == 3
        assert (adjust(p, "bonferroni") <= 0.05).sum() == 3


class TestAnotherProgram:
    """The same numbers from other programs."""

    @pytest.mark.parametrize(
        ("method", "other"),
        [
            ("bonferroni", "bonferroni"),
            ("sidak", "sidak"),
            ("holm", "holm"),
            ("holland", "holm-sidak"),
            ("hochberg", "simes-hochberg"),
            ("hommel", "hommel"),
            ("benjamini-hochberg", "fdr_bh"),
            ("benjamini-yekutieli", "fdr_by"),
        ],
    )
    def test_values_are_those_of_statsmodels(self, method, other):
        """Ten p-values, two of them equal (each call there takes a while)."""
        p = [0.031, 0.0004, 0.2, 0.031, 0.74, 0.011, 0.0031, 0.09, 0.052, 0.44]
        theirs = multipletests(p, method=other)[1]
        np.testing.assert_allclose(adjust(p, method), theirs, rtol=1e-12)

    def test_false_discovery_rates_are_those_of_scipy(self):
        """A hundred p-values."""
        p = np.random.default_rng(0).random(100) ** 3
        for method, other in (("benjamini-hochberg", "bh"), ("benjamini-yekutieli", "by")):
            theirs = scipy.stats.false_discovery_control(p, method=other)
            np.testing.assert_allclose(adjust(p, method), theirs, rtol=1e-12)

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1, 0.3])
    def test_it_rejects_what_the_procedure_rejects(self, method, alpha):
        """The adjusted p is at most alpha exactly where the paper's own rule rejects."""
        rng = np.random.default_rng(int(alpha * 100))
        for m in (1, 2, 3, 5, 9):
            for _ in range(20):
                p = rng.random(m) ** 3
                ours = adjust(p, method) <= alpha
                assert ours.tolist() == rejected(method, p, alpha).tolist()

    def test_hommel_is_the_closed_test_of_simes(self):
        """The largest Simes p-value over all subsets that hold the hypothesis."""
        p = np.random.default_rng(5).random(7) ** 2

        def simes(subset):
            ordered = np.sort(p[list(subset)])
            return np.min(len(ordered) * ordered / np.arange(1, len(ordered) + 1))

        subsets = [c for size in range(1, 8) for c in combinations(range(7), size)]
        wanted = [max(simes(c) for c in subsets if i in c) for i in range(7)]
        np.testing.assert_allclose(adjust(p, "hommel"), wanted, rtol=1e-12)


class TestProperties:
    """What holds for all input."""

    @pytest.mark.parametrize("method", METHODS)
    @settings(max_examples=30, deadline=None)
    @given(p=FAMILY)
    def test_monotone_at_most_1_and_never_below_the_raw_p(self, method, p):
        """Equal raw p-values stay equal."""
        raw = np.array(p)
        adjusted = adjust(raw, method)
        assert ((raw <= adjusted) & (adjusted <= 1.0)).all()
        order = np.argsort(raw)
        assert (np.diff(adjusted[order]) >= 0.0).all()
        for value in raw:
            assert len(set(adjusted[raw == value])) == 1

    @pytest.mark.parametrize(
        ("stronger", "weaker"),
        [
            ("sidak", "bonferroni"),
            ("holm", "bonferroni"),
            ("holland", "holm"),
            ("finner", "holland"),
            ("hochberg", "holm"),
            ("hommel", "hochberg"),
            ("rom", "hochberg"),
            ("benjamini-hochberg", "hommel"),
            ("benjamini-hochberg", "benjamini-yekutieli"),
        ],
    )
    @settings(max_examples=25, deadline=None)
    @given(p=FAMILY)
    def test_one_rejects_all_that_the_other_rejects(self, stronger, weaker, p):
        """Its adjusted p-values are nowhere larger."""
        dust = 1e-12
        assert (adjust(p, stronger) <= adjust(p, weaker) * (1 + dust) + dust).all()


class TestDegenerateData:
    """Ends, ties, no variation, too few."""

    @pytest.mark.parametrize("method", METHODS)
    def test_one_p_value_stays(self, method):
        """There is nothing to adjust for."""
        assert adjust([0.03], method) == pytest.approx([0.03], rel=1e-12)

    @pytest.mark.parametrize("method", METHODS)
    def test_zeros_and_ones(self, method):
        """No division by zero, no nan: 0 stays 0 and 1 stays 1."""
        assert adjust([1.0, 0.0, 1.0], method).tolist() == [1.0, 0.0, 1.0]
        assert adjust([0.0, 0.0], method).tolist() == [0.0, 0.0]
        assert adjust([1.0, 1.0], method).tolist() == [1.0, 1.0]


class TestBatch:
    """Leading axes hold one test each."""

    @pytest.mark.parametrize("method", METHODS)
    def test_a_batch_is_its_families_one_by_one(self, method):
        """Two leading axes."""
        p = np.random.default_rng(3).random((2, 3, 6)) ** 2
        batch = adjust(p, method)
        for place in np.ndindex(2, 3):
            np.testing.assert_allclose(batch[place], adjust(p[place], method), rtol=1e-12)

    @pytest.mark.parametrize("method", METHODS)
    def test_the_order_of_the_p_values_is_kept(self, method):
        """Whatever comes first comes out first."""
        rng = np.random.default_rng(4)
        p, order = rng.random(8) ** 2, rng.permutation(8)
        np.testing.assert_array_equal(adjust(p[order], method), adjust(p, method)[order])

    def test_the_raw_p_values_are_left_as_they_were(self):
        """The input is not written to."""
        p = np.array(DEMSAR)
        adjust(p, "holm")
        assert p.tolist() == DEMSAR


class TestSentences:
    """Bad input is met with one sentence."""

    @pytest.mark.parametrize(
        ("p", "sentence"),
        [
            ([0.2, 1.2], "p_values must lie between 0 and 1; there was 1.2 at 1"),
            ([[0.2], [-0.1]], "p_values must lie between 0 and 1; there was -0.1 at (1, 0)"),
            (
                [0.1, np.nan],
                (
                    "p_values: 1 value is missing or infinite (the first at 1); "
                    "remove or fill what is missing before testing"
                ),
            ),
            ([], "p_values must hold at least 1 values along the last axis; it had the shape (0,)"),
        ],
    )
    def test_what_is_no_p_value(self, p, sentence):
        """What it must be, what it was, where."""
        with pytest.raises(InvalidInput) as caught:
            adjust(p, "holm")
        assert str(caught.value) == sentence

    def test_a_wrong_method(self):
        """All methods are named."""
        with pytest.raises(InvalidInput) as caught:
            adjust([0.1], "fdr")
        assert str(caught.value) == (
            "method must be one of bonferroni, sidak, holm, hochberg, hommel, finner, holland, "
            "li, rom, benjamini-hochberg, benjamini-yekutieli, shaffer, bergmann-hommel; it was 'fdr'"
        )
