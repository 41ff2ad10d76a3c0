"""The paragraph for a paper: what was done, by which tests, from which sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bakeoff.decide.pair_tests import corrects_itself
from bakeoff.decide.procedures import BY_NAME
from bakeoff.decide.titles import TITLES, fix_title
from bakeoff.decide.wording import counted, listed
from bakeoff.version import __version__

if TYPE_CHECKING:
    from bakeoff.decide.comparison import Comparison

CITATIONS: Mapping[str, str] = {
    "wilcoxon": "Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics "
    "Bulletin 1, 80-83.",
    "demsar": "Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. "
    "Journal of Machine Learning Research 7, 1-30.",
    "friedman": "Friedman, M. (1937). The use of ranks to avoid the assumption of normality "
    "implicit in the analysis of variance. Journal of the American Statistical Association 32, "
    "675-701.",
    "iman": "Iman, R. L. and Davenport, J. M. (1980). Approximations of the critical region of the "
    "Friedman statistic. Communications in Statistics A 9, 571-595.",
    "benavoli": "Benavoli, A., Corani, G. and Mangili, F. (2016). Should we really use post-hoc "
    "tests based on mean-ranks? Journal of Machine Learning Research 17, 1-10.",
    "nadeau": "Nadeau, C. and Bengio, Y. (2003). Inference for the generalization error. Machine "
    "Learning 52, 239-281.",
    "bouckaert": "Bouckaert, R. and Frank, E. (2004). Evaluating the replicability of significance "
    "tests for comparing learning algorithms. PAKDD 2004, 3-12.",
    "dietterich": "Dietterich, T. G. (1998). Approximate statistical tests for comparing "
    "supervised classification learning algorithms. Neural Computation 10, 1895-1923.",
    "alpaydin-f": "Alpaydin, E. (1999). Combined 5x2 cv F test for comparing supervised "
    "classification learning algorithms. Neural Computation 11, 1885-1892.",
    "alpaydin": "Alpaydin, E. (2014). Introduction to Machine Learning, 3rd edition, chapter 19. "
    "MIT Press.",
    "welch": "Welch, B. L. (1947). The generalization of Student's problem when several different "
    "population variances are involved. Biometrika 34, 28-35.",
    "mann": "Mann, H. B. and Whitney, D. R. (1947). On a test of whether one of two random "
    "variables is stochastically larger than the other. Annals of Mathematical Statistics 18, "
    "50-60.",
    "hotelling": "Hotelling, H. (1931). The generalization of Student's ratio. Annals of "
    "Mathematical Statistics 2, 360-378.",
    "yildiz": "Yildiz, O. T., Aslan, O. and Alpaydin, E. (2011). Multivariate statistical tests "
    "for comparing classification algorithms. LION 5, 1-15.",
    "aslan": "Aslan, O. (2009). Statistical comparison of classifiers using area under the ROC "
    "curve. Thesis, Bogazici University.",
    "multitest": "Yildiz, O. T. and Alpaydin, E. (2006). Ordering and finding the best of K > 2 "
    "supervised learning algorithms. IEEE Transactions on Pattern Analysis and Machine "
    "Intelligence 28, 392-402.",
    "garcia": "Garcia, S. and Herrera, F. (2008). An extension on statistical comparisons of "
    "classifiers over multiple data sets for all pairwise comparisons. Journal of Machine Learning "
    "Research 9, 2677-2694.",
    "quade": "Quade, D. (1979). Using weighted rankings in the analysis of complete blocks with "
    "additive block effects. Journal of the American Statistical Association 74, 680-683.",
    "hodges": "Hodges, J. L. and Lehmann, E. L. (1962). Rank methods for combination of "
    "independent experiments in analysis of variance. Annals of Mathematical Statistics 33, "
    "482-497.",
    "fisher": "Fisher, R. A. (1935). The design of experiments. Oliver and Boyd.",
    "holm": "Holm, S. (1979). A simple sequentially rejective multiple test procedure. "
    "Scandinavian Journal of Statistics 6, 65-70.",
    "hochberg": "Hochberg, Y. (1988). A sharper Bonferroni procedure for multiple tests of "
    "significance. Biometrika 75, 800-802.",
    "hommel": "Hommel, G. (1988). A stagewise rejective multiple test procedure based on a "
    "modified Bonferroni test. Biometrika 75, 383-386.",
    "shaffer": "Shaffer, J. P. (1986). Modified sequentially rejective multiple test procedures. "
    "Journal of the American Statistical Association 81, 826-831.",
    "bergmann-hommel": "Bergmann, B. and Hommel, G. (1988). Improvements of general multiple test "
    "procedures for redundant systems of hypotheses. Multiple Hypotheses Testing, 100-115.",
    "benjamini-hochberg": "Benjamini, Y. and Hochberg, Y. (1995). Controlling the false discovery "
    "rate. Journal of the Royal Statistical Society B 57, 289-300.",
    "bonferroni": "Dunn, O. J. (1961). Multiple comparisons among means. Journal of the American "
    "Statistical Association 56, 52-64.",
    "nemenyi": "Nemenyi, P. B. (1963). Distribution-free multiple comparisons. Thesis, Princeton "
    "University.",
    "tukey": "Tukey, J. W. (1949). Comparing individual means in the analysis of variance. "
    "Biometrics 5, 99-114.",
    "tost": "Schuirmann, D. J. (1987). A comparison of the two one-sided tests procedure and the "
    "power approach. Journal of Pharmacokinetics and Biopharmaceutics 15, 657-680.",
    "mcnemar": "McNemar, Q. (1947). Note on the sampling error of the difference between "
    "correlated proportions or percentages. Psychometrika 12, 153-157.",
    "cochran": "Cochran, W. G. (1950). The comparison of percentages in matched samples. "
    "Biometrika 37, 256-266.",
    "delong": "DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988). Comparing the areas "
    "under two or more correlated receiver operating characteristic curves. Biometrics 44, "
    "837-845.",
}

SOURCE_OF: Mapping[str, str] = {
    "paired_t": "dietterich",
    "corrected_t": "nadeau",
    "corrected_anova": "nadeau",
    "permutation": "fisher",
    "sign": "demsar",
    "sign_grid": "aslan",
    "cv5x2_t": "dietterich",
    "cv5x2_f": "alpaydin-f",
    "two_sample_t": "welch",
    "mann_whitney": "mann",
    "hotelling_two_sample": "hotelling",
    "ranks_z": "demsar",
}


def paragraph(comparison: Comparison) -> str:
    """Return what was done, in a paragraph, and the sources in full."""
    sentences = [_data(comparison), _tests(comparison), _pairs(comparison), _rest(comparison)]
    sources = sources_of(comparison)
    text = " ".join(one for one in sentences if one)
    listed_sources = "\n".join(f"- {CITATIONS[key]}" for key in sources)
    return f"{text}\n\n{listed_sources}" if sources else text


def sources_of(comparison: Comparison) -> list[str]:
    """Return the keys of the sources: of the procedure, its tests and its correction."""
    known = BY_NAME.get(comparison.procedure)
    own = known is not None and "posthoc" not in comparison.parts
    keys = list(known.sources) if known is not None and own else []
    keys += [SOURCE_OF.get(test, test) for test in comparison.tests]
    if comparison.procedure == "friedman" and comparison.pairs.name == "wilcoxon":
        keys.append("benavoli")  # why the pairs are not compared by mean ranks
    if len(comparison.pairs) > 1:
        keys.append(comparison.pairs.correction)
    keys += list(comparison.parts.get("sources", ()))
    if comparison.equivalence:
        keys.append("tost")
    return [key for key in dict.fromkeys(keys) if key in CITATIONS]


def _data(comparison: Comparison) -> str:
    question = comparison.question
    what = counted(question.k, "algorithm")
    measures = listed(question.measures)
    if question.over == "data sets":
        over = f"{counted(question.n, 'data set')} by {measures}"
        if len(question.scores.splits) > 1:
            design = "" if question.design is None else f" of a {question.design} design"
            over += f", averaged over up to {len(question.scores.splits)} splits{design}"
    elif question.over == "splits":
        over = (
            f"{counted(question.n, 'split')} ({question.rows_from}) of one data set by {measures}"
        )
    elif question.over == "runs":
        over = f"independent runs by {measures}"
    else:
        over = f"{counted(question.n, 'test item')} by {measures}"
    return f"We compared {what} over {over}."


def _tests(comparison: Comparison) -> str:
    whole = comparison.omnibus
    if whole is None:
        return ""
    name = TITLES.get(whole.name, whole.name)
    return (
        f"Whether all are equal was tested by {name} ({whole.method}; statistic "
        f"{_short(whole.statistic)}, p = {_short(whole.p_value)})."
    )


def _pairs(comparison: Comparison) -> str:
    pairs = comparison.pairs
    name = "corrected_t" if "corrected_t" in comparison.tests else pairs.name
    what = "Pairs were" if len(pairs) > 1 else "They were"
    against = comparison.question.control
    if against is not None:
        what = f"Each was compared with {against}; pairs were"
    text = f"{what} tested by {TITLES.get(name, name)} ({pairs.method})"
    ratio = comparison.question.test_train_ratio
    if name == "corrected_t" and ratio is not None:
        text += f", with the ratio {ratio:.4g} of test to training size"
    if len(pairs) > 1 and pairs.correction == "protected":
        text += ", where the test of all rejects"
    elif len(pairs) > 1 and pairs.correction != "none" and not corrects_itself(pairs):
        many = comparison.parts.get("comparisons", len(pairs))
        text += f", with {fix_title(pairs.correction)} for {many} comparisons"
    return f"{text}, at the level {comparison.alpha:g}."


def _rest(comparison: Comparison) -> str:
    parts = []
    if comparison.critical_difference is not None and _by_distance(comparison):
        parts.append(
            f"The critical difference of mean ranks is {comparison.critical_difference:.3f}."
        )
    if comparison.margin is not None and comparison.equivalence:
        parts.append(f"Equivalence within {comparison.margin:g} was tested by two one-sided tests.")
    parts.append(f"All computations were done with bakeoff {__version__} ({comparison.signature}).")
    return " ".join(parts)


def _by_distance(comparison: Comparison) -> bool:
    """Whether the critical difference is what decided about the pairs."""
    pairs = comparison.pairs
    dunn = comparison.question.control is not None and pairs.correction == "bonferroni"
    return pairs.name == "nemenyi" or (pairs.name == "ranks_z" and dunn)


def _short(value: object) -> str:
    return f"{float(value):.4g}"  # type: ignore[arg-type]  # one comparison is no batch
