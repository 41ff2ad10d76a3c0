"""Every test by name: where it lives, what it takes, what it asks.

To add a test: one file, one line here, its cases, its documentation page. The shell, the
documentation and the reports read this list and need no edit.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from bakeoff.checks import did_you_mean
from bakeoff.errors import InvalidInput

Takes = Literal[
    "counts",  # errors, n
    "values",  # one algorithm's scores over splits
    "confusion",  # a K x K table of counts
    "contingency",  # 2 x 2: who of two is right on how many items
    "two-counts",  # errors1, n1, errors2, n2
    "correct",  # items x models of 0/1
    "pair",  # a, b over the same splits or data sets
    "differences-5x2",  # 5 replications x 2 folds
    "independent",  # x, y: runs that are not paired
    "measures-pair",  # a, b: splits x measures
    "measures-independent",  # x, y: runs x measures, not paired
    "table",  # blocks x algorithms
    "groups",  # one array per algorithm, not paired
    "two-way",  # A x B x replications
    "measures-table",  # blocks x algorithms x measures
    "measures-groups",  # algorithms x replications x measures
    "measures",  # one sample: splits x measures
    "scored-items",  # y, scores: items x models
    "scored-pair",  # y, scores1, scores2: items
]


@dataclass(frozen=True, slots=True)
class Entry:
    """One test of the registry."""

    name: str
    module: str
    takes: Takes
    asks: str

    def load(self) -> Callable[..., Any]:
        """Return the function."""
        function: Callable[..., Any] = getattr(
            importlib.import_module(f"bakeoff.stats.{self.module}"), self.name
        )
        return function


# one line a test, which no formatter is to fold
# fmt: off
TESTS: tuple[Entry, ...] = (
    # one classifier
    Entry("binomial", "one.binomial", "counts", "is the error rate p0? exact"),
    Entry("proportion_z", "one.proportion", "counts", "is the error rate p0? normal approximation"),
    Entry("mean_t", "one.mean", "values", "is the mean over the splits mu0? t test"),
    Entry("mean_z", "one.mean", "values", "is the mean mu0, with sigma known? z test"),
    Entry("efficiency", "one.efficiency", "confusion", "is a K-class classifier better than chance?"),
    # two classifiers on one test set
    Entry("mcnemar", "two.mcnemar", "contingency", "do two classifiers err equally often on the same items?"),
    Entry("two_proportions", "two.proportions", "two-counts", "do two error rates from independent test sets differ?"),
    Entry("cochran_q", "many.cochran", "correct", "do several classifiers err equally often on the same items?"),
    Entry("delong", "two.delong", "scored-items", "do the areas under the ROC curves of several models differ?"),
    Entry("hanley_mcneil", "two.hanley_mcneil", "scored-pair", "do two areas under ROC curves differ? Hanley and McNeil's z"),
    Entry("mcnemar_pairs", "many.mcnemar_pairs", "correct", "which of several classifiers err unequally often on the same items?"),
    # two algorithms over splits or data sets
    Entry("paired_t", "two.paired_t", "pair", "is the mean difference zero? with or without the correction for overlap"),
    Entry("cv5x2_t", "two.cv5x2", "differences-5x2", "do two algorithms differ? five times two-fold, t"),
    Entry("cv5x2_f", "two.cv5x2", "differences-5x2", "do two algorithms differ? five times two-fold, F"),
    Entry("sign", "two.sign", "pair", "does one win more often than the other?"),
    Entry("wilcoxon", "two.wilcoxon", "pair", "are the differences symmetric about zero? signed ranks"),
    Entry("permutation", "two.permutation", "pair", "could the signs of the differences be chance?"),
    Entry("two_sample_t", "two.independent", "independent", "do the means of independent runs differ?"),
    Entry("mann_whitney", "two.mann_whitney", "independent", "do independent runs of one tend to beat the other's?"),
    Entry("squared_error_ratio", "two.regressors", "independent", "do two regressors' squared errors differ? independent test sets"),
    # several algorithms: means
    Entry("anova", "many.anova", "groups", "are the means of several algorithms equal? F test"),
    Entry("anova_blocks", "many.anova_blocks", "table", "are the means equal over the same splits? F test with blocks"),
    Entry("anova_two_way", "many.anova_two_way", "two-way", "do the effects of two factors add up? and is there any?"),
    # several algorithms: ranks
    Entry("friedman", "many.friedman", "table", "are several algorithms equally good over the data sets? ranks"),
    Entry("quade", "many.quade", "table", "are several algorithms equally good? ranks, data sets that tell more weigh more"),
    Entry("aligned_ranks", "many.aligned_ranks", "table", "are several algorithms equally good? ranks over all data sets together"),
    Entry("kruskal_wallis", "many.kruskal_wallis", "groups", "are several algorithms equally good over runs of their own? ranks"),
    Entry("page", "many.page", "table", "do ranks rise in the order that was foretold?"),
    Entry("permutation_anova", "many.permutation_anova", "table", "could the differences of several means be chance? by exchanging scores"),
    # after them
    Entry("fisher_lsd", "after.fisher_lsd", "table", "which means differ? after an F test that rejects"),
    Entry("tukey", "after.tukey", "table", "which means differ? all pairs at one level"),
    Entry("dunnett", "after.dunnett", "table", "which means differ from the control's?"),
    Entry("nemenyi", "after.nemenyi", "table", "which mean ranks differ? all pairs at one level"),
    Entry("ranks_z", "after.ranks_z", "table", "which mean ranks differ, or differ from the control's? with a correction"),
    Entry("ranks_tukey", "after.ranks_tukey", "groups", "which mean ranks of independent runs differ? all pairs at one level"),
    # assumptions
    Entry("shapiro", "assume.normality", "values", "are the values normal?"),
    Entry("levene", "assume.variances", "groups", "do the values of several groups vary equally?"),
    Entry("bartlett", "assume.variances", "groups", "do normal values of several groups vary equally?"),
    Entry("mauchly", "assume.sphericity", "table", "do the differences of all pairs vary equally? sphericity"),
    # several measures at once
    Entry("hotelling", "two.hotelling", "measures-pair", "do two algorithms differ on several measures taken together? paired"),
    Entry("hotelling_two_sample", "two.hotelling_two_sample", "measures-independent", "do independent runs of two algorithms differ on several measures?"),
    Entry("manova", "many.manova", "measures-groups", "do several algorithms differ on several measures? independent runs"),
    Entry("manova_blocks", "many.manova_blocks", "measures-table", "do several algorithms differ on several measures, over the same splits?"),
    Entry("dimension", "many.dimension", "measures-table", "in how many dimensions do the means of several algorithms differ?"),
    Entry("permutation_manova", "many.permutation_manova", "measures-table", "could differences on several measures be chance? by exchanging algorithms"),
    Entry("pairwise_t2", "after.pairwise_t2", "measures-table", "which pairs of algorithms differ on several measures?"),
    Entry("mardia", "assume.mardia", "measures", "are several measures normal together?"),
    Entry("box_m", "assume.box_m", "measures-groups", "do several algorithms' measures have the same covariances?"),
)
# fmt: on

FUNCTIONS: dict[str, str] = {
    "TestResult": "results",
    "PairTable": "results",
    "Interval": "results",
    "Estimate": "estimate",
    "proportion_interval": "intervals",
    "mean_interval": "intervals",
    "adjust": "after.adjust",
    "contrast": "after.contrasts",
    "pairwise": "after.pairwise",
    "critical_difference": "after.critical_difference",
    "fold_dependence": "assume.dependence",
    "critical_wins": "two.sign",
    "smallest_p": "smallest",
    "power": "power_analysis",
    "sample_size": "power_analysis",
    "auc_interval": "two.auc_interval",
    "auc_contrast": "two.auc_contrast",
    "auc_sample_size": "two.auc_sample_size",
    "auc_from_errors": "two.auc_from_errors",
    "bootstrap": "two.bootstrap",
    "measure_permutation": "two.measure_permutation",
    "agreement": "two.agreement",
    "measure_intervals": "two.measure_intervals",
    "confidence_ellipse": "two.measure_intervals",
}

MODULES: dict[str, str] = {entry.name: entry.module for entry in TESTS} | FUNCTIONS


def entry(name: str) -> Entry:
    """Return the test of that name; an unknown name is answered with the nearest ones."""
    for one in TESTS:
        if one.name == name:
            return one
    hint = did_you_mean(name, [one.name for one in TESTS], "; `bakeoff tests` lists them")
    raise InvalidInput(f"there is no test named {name!r}{hint}")
