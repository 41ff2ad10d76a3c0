"""Multivariate analysis of variance: several algorithms on several measures at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import scatter, vectors
from bakeoff.stats.many import discriminants, manova_result
from bakeoff.stats.many.discriminants import Discriminants
from bakeoff.stats.many.roots import STATISTICS, Statistic
from bakeoff.stats.results import TestResult


def manova(groups: Any, *, statistic: Statistic = "wilks") -> TestResult:
    """Test whether several algorithms have the same mean on all of several measures.

    The null hypothesis: the mean vectors of all algorithms are equal. The alternative: at least
    one differs in some measure, or in some combination of measures. The runs are not paired.

    Parameters
    ----------
    groups
        Algorithms x runs x measures; or a list or mapping of arrays runs x measures, of any
        number of runs; or a frame with columns (algorithm, measure). Leading axes give one test
        each.
    statistic
        ``wilks`` compares the generalised variances and is what most papers report. ``pillai``
        minds unequal covariances least. ``hotelling-lawley`` is the sum of the roots, ``roy``
        the largest one: it has most power if the means lie on one line, and least otherwise.

    Returns
    -------
    TestResult
        ``statistic`` and ``p_value`` are those of the statistic chosen, ``df`` those of its F
        (``details["F"]``). ``details`` hold all four statistics, Bartlett's chi2 with its
        p_chi2, H and E, the eigenvalues of E^-1 H with the share of each, the eigenvectors
        (scaled so that the variance within is 1 along each: ``groups @ eigenvectors`` projects
        the runs), the scores of the algorithms on them, a table of them all in
        ``discriminants``, and in ``per_measure`` the analysis of variance of each measure.
        ``order`` holds the algorithms along the first discriminant
        where its share passes 0.9, else None. ``effect`` is the multivariate partial eta
        squared of the statistic chosen.

    Notes
    -----
    Lambda = |E|/|E + H| = product of 1/(1 + root): Wilks, Certain generalizations in the
    analysis of variance, 1932; Yildiz, Aslan and Alpaydin, Multivariate statistical tests for
    comparing classification algorithms, 2011, equation 7; small values reject. Its p is that of
    Rao's F (1951), exact for up to two measures or three algorithms; the F of the others are
    the usual ones (Pillai 1960, McKeon 1974). Roy's p-value is exact for up to twelve roots
    (Chiani 2016): the F that programs print for it, ``p_F`` here, is a lower bound of p and
    rejects far too often. ``method`` says whether p is exact.

    Measures that can be computed from others are handled as in `hotelling`. The runs must be
    independent and roughly normal (`mardia`), with equal covariances (`box_m`); else use
    `permutation_manova`. Algorithms that met the same splits are paired: use `manova_blocks`.
    After it: `pairwise_t2` for the pairs, `dimension` for how many discriminants are real.

    Examples
    --------
    Three groups of four on two measures (the statistic is Yildiz, Aslan and Alpaydin's):

    >>> z = [[[-.80, -1.32], [-.25, .42], [1.14, .11], [-.55, -.78]],
    ...      [[1.25, 2.13], [.77, -.73], [-.46, 2.10], [.70, -1.23]],
    ...      [[.92, -.16], [.37, .51], [.29, 1.55], [.94, .41]]]
    >>> result = manova(z)
    >>> print(f"Lambda = {result.statistic:.6f}, df = {result.df}, p = {result.p_value:.5f}")
    Lambda = 0.652725, df = (4, 16), p = 0.46046
    >>> print(f"chi2 = {result.details['chi2']:.6f}, p = {result.details['p_chi2']:.6f}")
    chi2 = 3.626093, p = 0.458966
    """
    checks.one_of(statistic, "statistic", STATISTICS)
    found, sizes = of_groups(groups)
    return manova_result.result("manova", found, statistic, n=sizes)


def of_groups(values: Any) -> tuple[Discriminants, tuple[int, ...]]:
    """Return the discriminants of groups that are not paired, and the groups' sizes."""
    read = vectors.groups(values)
    sizes = tuple(member.shape[-2] for member in read.members)
    df_error = sum(sizes) - len(sizes)
    if df_error < 1:
        raise InvalidInput(
            f"groups must hold a group of at least 2 runs, to tell difference from chance; each "
            f"of the {len(sizes)} groups held 1"
        )
    means = np.stack([scatter.mean_of(member) for member in read.members], axis=-2)
    rest = [member - means[..., place, np.newaxis, :] for place, member in enumerate(read.members)]
    found = discriminants.of(
        means,
        np.asarray(sizes, dtype=np.float64),
        np.concatenate(rest, axis=-2),
        scatter.dust_of(*read.members),
        df_error=df_error,
        labels=(read.algorithms, read.measures),
        rest="within the groups",
    )
    return found, sizes
