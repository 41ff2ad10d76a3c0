"""The z test of pairs of mean ranks."""

from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
import scipy.stats

from bakeoff.errors import InvalidInput
from bakeoff.stats import adjust, ranks_z
from tests.stats.published import AUC_UNTIED as AUC


class TestPrintedValues:
    """Numbers as the sources print them."""

    def test_demsars_example(self):
        """Against C4.5: z 2.415, 2.342 and .512, p .016, .019 and .608 (printed .607)."""
        pairs = ranks_z(AUC, control=0, higher_is_better=True)
        assert (-pairs.statistic).round(3).tolist() == [2.342, 0.512, 2.415]
        assert pairs.p_value.round(3).tolist() == [0.019, 0.608, 0.016]
        assert pairs.p_value[1] == pytest.approx(0.60841, abs=5e-6)

    def test_holm_rejects_two_of_them(self):
        """.016 and .019 against .0167 and .025."""
        pairs = ranks_z(AUC, control=0, higher_is_better=True)
        assert pairs.significant.tolist() == [True, False, True]
        none = ranks_z(AUC, control=0, correction="bonferroni", higher_is_better=True)
        assert none.significant.tolist() == [False, False, True]


class TestAnotherRoad:
    """The formulas of Garcia, Fernandez, Luengo and Herrera (2010), table 4, and what is right."""

    def test_aligned_ranks_as_programs_have_them(self):
        """Too large by sqrt(k/(k-1)): (R_i - R_j)/sqrt(k (N+1)/6) with N for all scores."""
        table = np.random.default_rng(0).normal(size=(10, 4))
        rest = table - table.mean(axis=1, keepdims=True)
        means = scipy.stats.rankdata(rest).reshape(10, 4).mean(axis=0)
        wanted = (means[1:] - means[0]) / np.sqrt(4 * 41 / 6)
        pairs = ranks_z(table, control=0, ranks="aligned")
        np.testing.assert_allclose(pairs.details["z_published"], wanted, rtol=1e-12)
        p = 2 * scipy.stats.norm.sf(np.abs(wanted))
        np.testing.assert_allclose(pairs.details["p_published"], p, rtol=1e-10)
        # the sums of the blocks differ a little, which leaves a little less for the ranks
        np.testing.assert_allclose(pairs.statistic, wanted * np.sqrt(3 / 4), rtol=0.05)
        np.testing.assert_allclose(pairs.details["mean_ranks"], means, rtol=1e-12)

    def test_quades_ranks_as_they_are_printed(self):
        """The difference over sqrt(k (k+1)(2n+1)(k-1)/(18 n (n+1))), T_i = W_i/(n (n+1)/2)."""
        table = np.random.default_rng(1).normal(size=(10, 4))
        weights = scipy.stats.rankdata(np.ptp(table, axis=1))
        t = weights @ scipy.stats.rankdata(table, axis=1) / 55
        wanted = (t[1:] - t[0]) / np.sqrt(4 * 5 * 21 * 3 / (18 * 10 * 11))
        pairs = ranks_z(table, control=0, ranks="quade")
        np.testing.assert_allclose(pairs.details["z_published"], wanted, rtol=1e-12)
        np.testing.assert_allclose(pairs.details["mean_ranks"], t, rtol=1e-12)

    def test_quades_formula_is_right_for_three_algorithms(self):
        """There, without ties, the variance over all orders is the printed one."""
        pairs = ranks_z(np.random.default_rng(1).normal(size=(10, 3)), ranks="quade")
        np.testing.assert_allclose(pairs.statistic, pairs.details["z_published"], rtol=1e-12)

    @pytest.mark.parametrize("ranks", ["friedman", "aligned", "quade"])
    def test_the_standard_error_is_that_over_all_orders(self, ranks):
        """Every order of four blocks of three, without ties."""
        table = np.random.default_rng(3).normal(size=(4, 3))
        orders = [row[list(order)] for row in table for order in permutations(range(3))]
        blocks = np.array(orders).reshape(4, 6, 3)
        every = np.array(list(product(*blocks)))
        pairs = ranks_z(every, ranks=ranks)
        np.testing.assert_allclose(np.mean(pairs.statistic**2, axis=0), 1.0, rtol=1e-12)

    @pytest.mark.parametrize("ranks", ["friedman", "aligned", "quade"])
    def test_z_has_the_variance_1(self, ranks):
        """Over 4000 null tables, to about four standard errors of a variance."""
        tables = np.random.default_rng(2).normal(size=(4000, 20, 4))
        z = ranks_z(tables, ranks=ranks).statistic[:, 0]
        assert np.var(z) == pytest.approx(1.0, abs=0.1)

    @pytest.mark.parametrize("correction", ["holm", "shaffer", "bergmann-hommel", "finner"])
    def test_corrections_are_those_of_adjust(self, correction):
        """All pairs, in their order."""
        pairs = ranks_z(AUC, correction=correction)
        np.testing.assert_allclose(pairs.p_adjusted, adjust(pairs.p_value, correction))
        assert pairs.correction == correction

    def test_without_a_correction(self):
        """The p-values as they are."""
        pairs = ranks_z(AUC, correction="none")
        np.testing.assert_array_equal(pairs.p_adjusted, pairs.p_value)


class TestDirection:
    """The first of a pair minus the second; rank 1 is the smallest, unless higher is better."""

    def test_one_sided(self):
        """`greater`: the other has the larger mean rank, so the control is better."""
        table = np.tile([1.0, 2.0, 3.0], (9, 1)) + np.random.default_rng(0).normal(
            scale=0.1, size=(9, 3)
        )
        greater = ranks_z(table, control=0, alternative="greater")
        less = ranks_z(table, control=0, alternative="less")
        both = ranks_z(table, control=0)
        assert (greater.p_value < 0.05).all()
        np.testing.assert_allclose(greater.p_value + less.p_value, 1.0, rtol=1e-12)
        np.testing.assert_allclose(both.p_value, 2 * greater.p_value, rtol=1e-12)
        assert np.isinf(greater.high).all()
        assert np.isinf(less.low).all()
        worse = ranks_z(table, control=0, alternative="greater", higher_is_better=True)
        assert (worse.p_value > 0.95).all()

    def test_a_control_by_name_or_number(self):
        """Pairs are (other, control)."""
        frame = pd.DataFrame(AUC, columns=list("abcd"))
        by_name, by_number = ranks_z(frame, control="c"), ranks_z(AUC, control=2)
        assert by_name.a == ("a", "b", "d")
        assert set(by_name.b) == {"c"}
        np.testing.assert_array_equal(by_name.p_value, by_number.p_value)
        every = ranks_z(AUC)
        assert by_number.difference[0] == pytest.approx(every.difference[1])
        assert by_number.effect[0] == pytest.approx(every.effect[1])
        assert by_number.effect[2] == pytest.approx(-every.effect[5])


def test_identical_algorithms():
    """P = 1, effect 0, and a note, whatever the ranks."""
    for ranks in ("friedman", "aligned", "quade"):
        pairs = ranks_z(np.ones((4, 3)), ranks=ranks)
        assert pairs.p_value.tolist() == pairs.p_adjusted.tolist() == [1.0] * 3
        assert pairs.effect.tolist() == [0.0] * 3
        assert pairs.notes == ("the algorithms are identical on every block: all ranks are tied",)


def test_a_batch_is_its_tables_one_by_one():
    """Two leading axes, all ranks."""
    tables = np.random.default_rng(1).integers(0, 5, size=(2, 3, 6, 4)).astype(float)
    for ranks in ("friedman", "aligned", "quade"):
        batch = ranks_z(tables, ranks=ranks, correction="shaffer")
        for place in np.ndindex(2, 3):
            one = ranks_z(tables[place], ranks=ranks, correction="shaffer")
            np.testing.assert_allclose(batch.p_adjusted[place], one.p_adjusted, rtol=1e-12)
            np.testing.assert_allclose(batch.effect[place], one.effect, atol=1e-15)


class TestSentences:
    """Bad input is met with one sentence."""

    def test_a_logical_correction_against_a_control(self):
        """It needs all pairs."""
        with pytest.raises(InvalidInput) as caught:
            ranks_z(AUC, control=0, correction="shaffer")
        assert str(caught.value) == (
            "correction='shaffer' is for all pairs; with a control use holm or finner"
        )

    def test_an_unknown_control(self):
        """The algorithms are named."""
        with pytest.raises(InvalidInput) as caught:
            ranks_z(AUC, control=4)
        assert str(caught.value) == "control must be one of the algorithms (0, 1, 2, 3); it was 4"

    def test_unknown_ranks(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput) as caught:
            ranks_z(AUC, ranks="page")
        assert str(caught.value) == ("ranks must be one of friedman, aligned, quade; it was 'page'")

    def test_an_unknown_correction(self):
        """The known ones are named."""
        with pytest.raises(InvalidInput) as caught:
            ranks_z(AUC, correction="dunn")
        assert str(caught.value).startswith("correction must be one of none, bonferroni, sidak")
