"""The table: which procedure answers which question. To add one, add an entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from bakeoff.checks import did_you_mean
from bakeoff.decide import by_the_documents as documents
from bakeoff.decide import multivariate, over_datasets, over_runs, over_splits, thresholds
from bakeoff.decide.evidence import Choices, Evidence
from bakeoff.decide.pair_tests import FORMS
from bakeoff.decide.question import Over, Question
from bakeoff.decide.traps import differing_scales
from bakeoff.errors import InvalidInput, NotApplicable

Run = Callable[[Question, Choices], Evidence]
Measures = Literal["one", "several", "any", "thresholds"]

EVERYWHERE: frozenset[Over] = frozenset({"data sets", "splits", "runs"})
PAIRED: frozenset[Over] = frozenset({"data sets", "splits"})
SETS: frozenset[Over] = frozenset({"data sets"})
SPLITS: frozenset[Over] = frozenset({"splits"})
RUNS: frozenset[Over] = frozenset({"runs"})


@dataclass(frozen=True, slots=True)
class Procedure:
    """One way from numbers to a decision: what it does, when it fits, and why one takes it."""

    name: str
    title: str
    run: Run
    over: frozenset[Over]
    why: str
    measures: Measures = "one"
    algorithms: int = 2
    needs_measures: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    def unfit(self, question: Question) -> str | None:
        """Return why this procedure cannot answer a question, or None if it can."""
        if question.over not in self.over:
            rows = " or ".join(sorted(self.over))
            return f"{self.name} compares over {rows}, and these scores are over {question.over}"
        if question.k < self.algorithms:
            return (
                f"{self.name} compares {self.algorithms} or more algorithms; there are {question.k}"
            )
        several = len(question.measures) > 1
        if self.measures == "one" and several:
            names = ", ".join(question.measures)
            return f"{self.name} tests one measure; pass measure= with one of {names}"
        if self.measures == "several" and not several:
            return f"{self.name} tests several measures together; pass measures= with two or more"
        if self.measures == "thresholds" and not question.thresholds:
            return f"{self.name} compares at many thresholds; pass predictions, and thresholds=21"
        return None


TABLE: tuple[Procedure, ...] = (
    # chosen by themselves
    Procedure(
        "wilcoxon", "Wilcoxon's signed ranks on the pairs",
        over_datasets.wilcoxon_procedure, PAIRED,
        "each data set counts once and by the rank of its difference, so no normal distribution "
        "is assumed and no single data set can decide alone",
        sources=("wilcoxon", "demsar"),
    ),
    Procedure(
        "friedman", "Friedman's test, then signed ranks of the pairs",
        over_datasets.friedman_procedure, SETS,
        "data sets differ in scale and difficulty, so algorithms are ranked within each",
        sources=("friedman", "iman", "demsar"),
    ),
    Procedure(
        "corrected-t", "t tests corrected for overlapping training sets",
        over_splits.corrected_procedure, SPLITS,
        "splits of one data set share training items, and plain tests on them reject too often; "
        "this one corrects the variance for the overlap",
        sources=("nadeau", "bouckaert"),
    ),
    Procedure(
        "5x2", "F tests on five times two-fold cross-validation",
        over_splits.five_by_two_procedure, SPLITS,
        "five times two folds is the design this test is made for; it keeps its level and uses all "
        "ten differences",
        sources=("dietterich", "alpaydin-f"),
    ),
    Procedure(
        "welch", "Welch's t tests of independent runs", over_runs.welch_procedure, RUNS,
        "the runs are not paired, and their variances need not be equal",
        sources=("welch",),
    ),
    Procedure(
        "multivariate", "all measures together: MANOVA and Hotelling's tests",
        multivariate.hotelling_procedure, EVERYWHERE,
        "several measures tested together keep one level and use how they go together; a test of "
        "each alone would reject too often or see less",
        measures="several", sources=("hotelling", "yildiz"),
    ),
    # by name: of the documents
    Procedure(
        "thesis-thresholds", "wins over thresholds, then over data sets",
        thresholds.thresholds_procedure, PAIRED,
        "the whole curve is compared: at every threshold, then over the thresholds of a data set, "
        "then over data sets",
        measures="thresholds", sources=("aslan",),
    ),
    Procedure(
        "demsar", "the slides': Wilcoxon for two; Friedman and Nemenyi, or z against a control",
        over_datasets.demsar_procedure, SETS, "it is what most papers use",
        sources=("friedman", "iman", "demsar"),
    ),
    Procedure(
        "dietterich", "the slides' on one data set: 5x2 cv t, or the corrected resampled t",
        documents.dietterich, SPLITS, "it is what the slides recommend for one data set",
        sources=("dietterich", "nadeau"),
    ),
    Procedure(
        "sign", "counts of wins", over_datasets.sign_procedure, PAIRED,
        "only who wins is used, not by how much", sources=("demsar", "alpaydin"),
    ),
    Procedure(
        "thesis-univariate", "the thesis', one measure: ANOVA with blocks and Tukey; wins over "
        "data sets by the sign test", documents.thesis_univariate, PAIRED,
        "each data set decides by itself, and the decisions are counted", sources=("aslan",),
    ),
    Procedure(
        "thesis-multivariate", "the thesis', several measures: MANOVA with blocks and Hotelling; "
        "wins over data sets by the sign test", documents.thesis_multivariate, PAIRED,
        "each data set decides by itself on all measures, and the decisions are counted by risk",
        measures="several", sources=("aslan",),
    ),
    Procedure(
        "uni-err", "k-fold paired t on error, after ANOVA", documents.uni_err, SPLITS,
        "it is the univariate test of the paper", sources=("yildiz",),
    ),
    Procedure(
        "multi-tf", "Hotelling's paired test on (tpr, fpr), after MANOVA",
        documents.multi_by_pairs, SPLITS,
        "it tells two kinds of error apart where their sum is the same", measures="several",
        needs_measures=("tpr", "fpr"), sources=("yildiz",),
    ),
    Procedure(
        "multi-pr", "Hotelling's paired test on (precision, recall), after MANOVA",
        documents.multi_by_pairs, SPLITS,
        "it is for retrieval, where true negatives do not matter", measures="several",
        needs_measures=("precision", "recall"), sources=("yildiz",),
    ),
    Procedure(
        "chapter", "the textbook's: paired t, ANOVA and LSD; sign test, Kruskal-Wallis and Tukey "
        "on ranks; MANOVA", documents.chapter, EVERYWHERE, "it is the book's order of tests",
        measures="any", sources=("alpaydin",),
    ),
    Procedure(
        "multitest", "a full order by one-sided tests and cost", documents.multitest_procedure,
        EVERYWHERE, "where no test decides, the cheaper one is taken", sources=("multitest",),
    ),
    # by name: further
    Procedure(
        "k-fold-t", "plain paired t tests over the splits", over_splits.plain_t_procedure, PAIRED,
        "it is the plain test, without a correction for overlap", sources=("dietterich",),
    ),
    Procedure(
        "permutation", "means by random signs", over_splits.permutation_procedure, PAIRED,
        "means are compared without a distribution", sources=("fisher",),
    ),
    Procedure(
        "garcia-herrera", "Friedman's test, then mean ranks with Bergmann-Hommel or Shaffer",
        over_datasets.garcia_herrera_procedure, SETS,
        "which pairs can be equal together is used to correct less", algorithms=3,
        sources=("friedman", "garcia"),
    ),
    Procedure(
        "quade", "Quade's test and its pairs", over_datasets.quade_procedure, SETS,
        "data sets on which algorithms lie far apart count more", algorithms=3,
        sources=("quade", "garcia"),
    ),
    Procedure(
        "aligned-ranks", "aligned ranks and their pairs", over_datasets.aligned_procedure, SETS,
        "ranks compare over data sets after each one's level is taken off", algorithms=3,
        sources=("hodges", "garcia"),
    ),
    Procedure(
        "mann-whitney", "Mann and Whitney's tests of independent runs",
        over_runs.mann_whitney_procedure, RUNS,
        "no normal distribution is assumed", sources=("mann",),
    ),
)  # fmt: skip

FURTHER_NAMES: Mapping[str, str] = MappingProxyType(
    {"slides": "demsar", "alpaydin": "chapter", "ttest": "k-fold-t", "nadeaubengio": "corrected-t"}
)
BY_NAME: Mapping[str, Procedure] = MappingProxyType({one.name: one for one in TABLE})


def procedures() -> Mapping[str, Procedure]:
    """Return every procedure by name, for ``compare(..., procedure=...)``.

    Examples
    --------
    >>> "demsar" in procedures()
    True
    >>> print(procedures()["uni-err"].title)
    k-fold paired t on error, after ANOVA
    """
    return BY_NAME


def chosen(question: Question, name: str) -> Procedure:
    """Return the procedure for a question: the one asked for, or the one that fits."""
    if name == "auto":
        return BY_NAME[fitting(question)]
    procedure = named(name)
    reason = procedure.unfit(question)
    if reason is not None:
        raise NotApplicable(f"{reason}; procedure='auto' would take {fitting(question)!r}")
    return procedure


def named(name: str) -> Procedure:
    """Return the procedure of a name; an unknown one is answered with the nearest."""
    known = {plain(one): one for one in BY_NAME}
    plain_name = plain(name)
    if plain_name in known:
        return BY_NAME[known[plain_name]]
    if plain_name in FURTHER_NAMES:
        return BY_NAME[FURTHER_NAMES[plain_name]]
    if name in FORMS:
        raise InvalidInput(
            f"{name!r} is a test of pairs and no procedure; pass posthoc={name!r} to compare the "
            f"pairs by it"
        )
    hint = did_you_mean(name, BY_NAME, f"; there are {', '.join(BY_NAME)}")
    raise InvalidInput(f"there is no procedure named {name!r}{hint}")


def plain(name: str) -> str:
    """Return a name without what is written now one way, now another: UniErr is uni-err."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def fitting(question: Question) -> str:
    """Return the name of the procedure that fits: the thesis' Figure 7.1, brought up to date."""
    if question.thresholds:
        return "thesis-thresholds"
    if len(question.measures) > 1:
        return "multivariate"
    if question.over == "runs":
        return "welch"
    if question.over == "splits":
        return "5x2" if question.design == "5x2" else "corrected-t"
    if question.k == 2:
        return "sign" if differing_scales(question) else "wilcoxon"
    return "friedman"
