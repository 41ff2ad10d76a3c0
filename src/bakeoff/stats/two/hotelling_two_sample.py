"""Hotelling's T2 of two groups of runs that are not paired."""

from __future__ import annotations

import numpy as np

from bakeoff.stats import scatter, vectors
from bakeoff.stats.results import TestResult
from bakeoff.stats.two import mean_vector
from bakeoff.stats.two.mean_vector import MeanVector
from bakeoff.types import ArrayLike, FloatArray


def hotelling_two_sample(x: ArrayLike, y: ArrayLike) -> TestResult:
    """Test whether independent runs of two algorithms have the same mean on several measures.

    The null hypothesis: both groups come from multivariate normal distributions with the same
    mean and the same covariance. The alternative: the means differ in some measure, or in some
    combination of measures.

    Parameters
    ----------
    x, y
        Runs x measures; there may be more runs of one. Frames give the measures their names.
        Leading axes give one test each.

    Returns
    -------
    TestResult
        As of `hotelling`, about the mean of x minus that of y: ``statistic`` is T2, ``effect``
        the Mahalanobis distance D by the pooled covariance.

    Notes
    -----
    T2 = n1 n2/(n1 + n2) D^2, and (n - p - 1)/(p (n - 2)) T2 is F with p and n - p - 1 degrees
    of freedom for n = n1 + n2: Hotelling, The generalization of Student's ratio, 1931; Aslan,
    Statistical comparison of classifiers using receiver operating characteristics information,
    equations 4.82 to 4.84 (where a factor is lost and the covariances are those divided by
    n_i). With one measure it is `two_sample_t` with equal variances. Runs over the same splits
    are paired: use `hotelling`, which takes out what the splits have in common. `box_m` asks
    whether the covariances are equal; with groups of equal size it matters little.

    Examples
    --------
    Four runs of one algorithm and nine of another on two measures (after Aslan, equation 4.84):

    >>> x = [[.41, .83], [-1.64, -.26], [-.98, -.17], [-1.29, .02]]
    >>> y = [[.76, .50], [-.25, .40], [-.29, -.56], [1.02, -.31], [1.97, 1.52],
    ...      [-1.20, 1.07], [-.30, .83], [.84, -1.19], [.57, .54]]
    >>> result = hotelling_two_sample(x, y)
    >>> print(f"D^2 = {result.effect.value ** 2:.5f}, T2 = {result.statistic:.5f}")
    D^2 = 1.72488, T2 = 4.77659
    >>> print(f"F = {result.details['F']:.5f}, df = {result.df}, p = {result.p_value:.5f}")
    F = 2.17118, df = (2, 10), p = 0.16478
    """
    first, second, measures = vectors.two(x, y)
    n1, n2 = first.shape[-2], second.shape[-2]
    return mean_vector.result(
        "hotelling_two_sample", measured(first, second, measures), n=(n1, n2), method="exact"
    )


def measured(x: FloatArray, y: FloatArray, measures: vectors.Labels) -> MeanVector:
    """Return the difference of the means, measured by the pooled scatter of both groups."""
    n1, n2 = x.shape[-2], y.shape[-2]
    first, second = scatter.mean_of(x), scatter.mean_of(y)
    rest = np.concatenate([x - first[..., None, :], y - second[..., None, :]], axis=-2)
    return mean_vector.of(
        first - second,
        rest,
        scatter.dust_of(x, y),
        factor=1.0 / n1 + 1.0 / n2,
        df=n1 + n2 - 2,
        measures=measures,
        same="all values of both groups are equal",
        constant="no variation between runs in either group",
    )
