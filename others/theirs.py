"""What other programs answer. Run in their environment, it prints the answers as JSON.

Each function is one case and gives one answer; `ours.py` has the same cases by bakeoff, and says
in words what differs. The two are read side by side in docs/others.md.
"""

import contextlib
import json
import sys
import warnings

import numpy as np

DATA = np.array(
    [
        [0.763, 0.768], [0.599, 0.591], [0.954, 0.971], [0.628, 0.661], [0.882, 0.888],
        [0.936, 0.931], [0.661, 0.668], [0.583, 0.583], [0.775, 0.838], [1.000, 1.000],
        [0.940, 0.962], [0.619, 0.666], [0.972, 0.981], [0.957, 0.978],
    ]
)  # fmt: skip
A, B = DATA.T

# counts of true and false positives, false and true negatives, over eight folds of 50 and 50
FIRST = np.array([[45, 5], [44, 7], [46, 4], [46, 6], [44, 6], [46, 4], [44, 8], [47, 6]])
SECOND = np.array([[44, 4], [44, 6], [45, 4], [45, 6], [42, 5], [45, 4], [44, 6], [46, 5]])


def four(counts):
    """Return tp, fp, fn, tn."""
    return np.column_stack([counts, 50 - counts])


def identical_models_by_mcnemar():
    from mlxtend.evaluate import mcnemar

    _, p = mcnemar(np.array([[10, 0], [0, 90]]))
    return p


def identical_models_by_delong():
    from MLstatkit import Delong_test

    y = np.repeat([0, 1], 30)
    score = np.arange(60) % 17
    return Delong_test(y, score, score)[1]


def identical_models_by_5x2():
    from mlxtend.evaluate import combined_ftest_5x2cv
    from sklearn.datasets import load_iris
    from sklearn.naive_bayes import GaussianNB

    X, y = load_iris(return_X_y=True)
    return combined_ftest_5x2cv(GaussianNB(), GaussianNB(), X, y, random_seed=1)


def identical_scores_by_t():
    from scipy.stats import ttest_rel

    return ttest_rel(A, A).pvalue


def the_order_of_two_proportions():
    from mlxtend.evaluate import proportion_difference

    _, p = proportion_difference(0.8, 0.9, 100, 100)
    _, exchanged = proportion_difference(0.9, 0.8, 100, 100)
    return [p, exchanged]


def exact_signed_ranks_with_ties():
    from scipy.stats import wilcoxon

    return wilcoxon(B, A, method="exact").pvalue


def the_default_of_signed_ranks():
    from scipy.stats import wilcoxon

    return wilcoxon(B, A).pvalue


def ties_that_arithmetic_breaks():
    from scipy.stats import wilcoxon

    plain = [0.01, 0.02, -0.01, 0.03, 0.05, 0.04]
    dusty = [0.1 + 0.2 - 0.3 + 0.01, 0.02, -0.01, 0.03, 0.05, 0.04]
    return [wilcoxon(x, method="exact").pvalue for x in (plain, dusty)]


def friedman_with_three_data_sets():
    from scipy.stats import friedmanchisquare

    return friedmanchisquare([1, 2, 3], [2, 3, 4], [3, 4, 5]).pvalue


def nemenyi_that_forgets_the_data_sets():
    import scikit_posthocs

    return scikit_posthocs.posthoc_nemenyi(DATA.T).iloc[0, 1]


def tukey_after_a_blocked_analysis():
    import pandas as pd
    from autorank import autorank

    rng = np.random.default_rng(1)
    difficulty = 3 * rng.normal(size=(20, 1))
    table = difficulty + 0.1 * rng.normal(size=(20, 3)) + [0.0, 0.1, 0.2]
    found = autorank(pd.DataFrame(table, columns=list("xyz")), verbose=False)
    from statsmodels.stats.multicomp import pairwise_tukeyhsd

    assert (found.omnibus, found.posthoc) == ("anova", "tukeyhsd")
    pairs = pairwise_tukeyhsd(table.T.ravel(), np.repeat(list("xyz"), 20))  # its post hoc test
    return [found.pvalue, *pairs.pvalues]


def the_four_counts_by_hotelling():
    import pingouin

    both = [pingouin.multivariate_ttest(f(FIRST), f(SECOND), paired=True) for f in (np.copy, four)]
    return [float(found["pval"].iloc[0]) for found in both]


def the_four_counts_by_manova():
    import pandas as pd
    from statsmodels.multivariate.manova import MANOVA

    frame = pd.DataFrame(four(np.vstack([FIRST, SECOND])), columns=["tp", "fp", "fn", "tn"])
    frame["algorithm"] = np.repeat(["a", "b"], 8)
    found = []
    for measures in ("tp + fp", "tp + fp + fn + tn"):
        test = MANOVA.from_formula(f"{measures} ~ algorithm", frame).mv_test()
        found.append(float(test.results["algorithm"]["stat"].loc["Wilks' lambda", "Pr > F"]))
    return found


def the_far_tail_of_the_studentized_range():
    from scipy.stats import studentized_range

    return studentized_range.sf(12.5, 3, np.inf)


CASES = [value for name, value in list(globals().items()) if "_" in name and callable(value)]


def answer(case):
    """Return what a case gives, or how it fails."""
    try:
        found = case()
    except Exception as fault:  # noqa: BLE001  # whatever it is, it is the answer
        return f"{type(fault).__name__}: {fault}"
    return [float(one) for one in found] if isinstance(found, list) else float(found)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with contextlib.redirect_stdout(sys.stderr):  # one of them prints
        answers = {case.__name__: answer(case) for case in CASES}
    json.dump(answers, sys.stdout)
