"""Multivariate analysis of variance with blocks: several algorithms over the same splits."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.stats import scatter, vectors
from bakeoff.stats.many import discriminants, manova_result
from bakeoff.stats.many.discriminants import Discriminants
from bakeoff.stats.many.roots import STATISTICS, Statistic
from bakeoff.stats.results import TestResult


def manova_blocks(
    table: Any, *, statistic: Statistic = "wilks", test_train_ratio: float | None = None
) -> TestResult:
    """Test whether algorithms over the same splits have the same mean on several measures.

    The null hypothesis: the mean vectors of all algorithms are equal. The alternative: at least
    one differs in some measure, or in some combination of measures. What a split adds to all
    algorithms alike is taken out first.

    Parameters
    ----------
    table
        Blocks x algorithms x measures, a block for each split; or a frame with columns
        (algorithm, measure). Leading axes give one test each.
    statistic
        ``wilks``, ``pillai``, ``hotelling-lawley`` or ``roy``, as in `manova`.
    test_train_ratio
        The size of a test set divided by the size of a training set. Given, it corrects for
        training sets that overlap. For k folds, once or repeated, it is 1/(k - 1).

    Returns
    -------
    TestResult
        As of `manova`, with the scatter that neither algorithm nor split explains as E, on
        (L - 1)(n - 1) degrees of freedom. With a ratio, H and the roots are the corrected ones.

    Notes
    -----
    Aslan, Statistical comparison of classifiers using receiver operating characteristics
    information, equations 4.85 to 4.88 (where the scatter of the blocks is printed once too
    often). The test asks for independent splits and, beyond `mardia`'s normality, that all
    differences of two algorithms have the same covariance. Two algorithms: this is `hotelling`.
    One measure: `anova_blocks`, and with a ratio its corrected form. When in doubt use
    `permutation_manova`.

    The splits of one data set share training items. With a ratio H is divided by 1 + n ratio
    for n splits: the multivariate form of Nadeau and Bengio's correction (2003), exact if any
    two splits correlate as test items to all items. It is derived, and its rejection rates
    under a true null hypothesis are shown, in the page of decisions on the corrected tests.

    Examples
    --------
    Three algorithms over four folds on two measures (the data after Yildiz, Aslan and Alpaydin,
    2011):

    >>> import numpy as np
    >>> z = [[[-.80, -1.32], [-.25, .42], [1.14, .11], [-.55, -.78]],
    ...      [[1.25, 2.13], [.77, -.73], [-.46, 2.10], [.70, -1.23]],
    ...      [[.92, -.16], [.37, .51], [.29, 1.55], [.94, .41]]]
    >>> result = manova_blocks(np.swapaxes(z, 0, 1))
    >>> print(f"Lambda = {result.statistic:.6f}, df = {result.df}, p = {result.p_value:.4f}")
    Lambda = 0.605693, df = (4, 10), p = 0.6021
    >>> result.details["df_error"]
    6
    """
    checks.one_of(statistic, "statistic", STATISTICS)
    found, n = of_blocks(table, test_train_ratio)
    return manova_result.result(
        "manova_blocks", found, statistic, n=n, corrected=test_train_ratio is not None
    )


def of_blocks(values: Any, test_train_ratio: float | None = None) -> tuple[Discriminants, int]:
    """Return the discriminants of algorithms over the same blocks, and how many blocks."""
    table = vectors.table(values)
    array = table.values
    n, k = array.shape[-3:-1]
    shrink = 1.0
    if test_train_ratio is not None:
        shrink = 1.0 / (1.0 + n * checks.positive(test_train_ratio, "test_train_ratio"))
    means = np.asarray(np.einsum("...ijk->...jk", array) / n)
    rest = array - scatter.mean_of(array)[..., np.newaxis, :]
    rest -= (means - scatter.mean_of(means)[..., np.newaxis, :])[..., np.newaxis, :, :]
    rows = (*array.shape[:-3], n * k, array.shape[-1])
    found = discriminants.of(
        means,
        np.full(k, float(n)),
        rest.reshape(rows),
        scatter.dust_of(array.reshape(rows)),
        df_error=(n - 1) * (k - 1),
        labels=(table.algorithms, table.measures),
        shrink=shrink,
        rest="between the blocks",
    )
    return found, n
