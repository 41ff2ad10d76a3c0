"""Hotelling's paired T2: two algorithms on several measures at once."""

from __future__ import annotations

from bakeoff.stats import scatter, vectors
from bakeoff.stats.results import TestResult
from bakeoff.stats.two import mean_vector
from bakeoff.stats.two.mean_vector import MeanVector
from bakeoff.stats.two.paired_t import variance_factor
from bakeoff.types import ArrayLike, FloatArray


def hotelling(a: ArrayLike, b: ArrayLike, *, test_train_ratio: float | None = None) -> TestResult:
    """Test whether two algorithms have the same mean on all of several measures.

    The null hypothesis: the differences a - b over the splits come from a multivariate normal
    distribution whose mean is 0 in every measure. The alternative: some measure, or some
    combination of measures, differs.

    Parameters
    ----------
    a, b
        Splits x measures over the same splits, such as true and false positive rates; frames
        give the measures their names. Leading axes give one test each. For s thresholds a
        split has 2 s measures.
    test_train_ratio
        The size of a test set divided by the size of a training set. Given, it corrects for
        training sets that overlap. For k folds, once or repeated, it is 1/(k - 1).

    Returns
    -------
    TestResult
        ``statistic`` is T2; ``df`` those of its F. ``estimate`` is the mean difference of each
        measure, and ``interval()`` gives intervals that hold all of them at once; others are in
        `measure_intervals`, and the region in `confidence_ellipse`. ``effect`` is the
        Mahalanobis distance. ``details`` hold F, the rank, the direction w = S^-1 d with the
        share of each measure in T2 (negative where a measure only helps another one), and t and
        p of each measure alone, also by name in ``per_measure``.

    Notes
    -----
    T2 = k d' S^-1 d for the mean d and the covariance S of k differences, and
    (k - p)/(p (k - 1)) T2 is F with p and k - p degrees of freedom: Hotelling, The
    generalization of Student's ratio, 1931; Yildiz, Aslan and Alpaydin, Multivariate
    statistical tests for comparing classification algorithms, 2011, equations 2 to 5 (the
    degrees of freedom and the t of the measures are misprinted there). With one measure it is
    `paired_t`. With a ratio, 1/k + ratio takes the place of 1/k, as in Nadeau and Bengio's t.

    Where measures can be computed from each other (the four counts of a test set of fixed size
    are two numbers), the test is done in the space the differences span, p is its dimension,
    and a note names the redundant ones. Where there are too many measures for the splits, the
    test is refused: take fewer measures, more splits, or `permutation_manova`.

    The test asks for independent and roughly normal differences (`mardia`). The folds of one
    cross-validation are not independent: give the ratio.

    Examples
    --------
    True and false positive rates of two classifiers over eight folds:

    >>> x = [[.90, .10], [.88, .14], [.93, .09], [.91, .13],
    ...      [.87, .12], [.92, .08], [.89, .15], [.94, .11]]
    >>> y = [[.88, .09], [.87, .11], [.90, .08], [.90, .11],
    ...      [.84, .10], [.90, .08], [.88, .12], [.91, .10]]
    >>> result = hotelling(x, y)
    >>> print(f"T2 = {result.statistic:.3f}, df = {result.df}, p = {result.p_value:.6g}")
    T2 = 131.432, df = (2, 6), p = 0.000129296
    >>> print(f"t: {result.details['t'][0]:.5f} and {result.details['t'][1]:.5f}")
    t: 6.11010 and 4.33333

    If the folds are those of one cross-validation, 1/7 corrects for their overlap:

    >>> print(f"p = {hotelling(x, y, test_train_ratio=1 / 7).p_value:.5f}")
    p = 0.00107
    """
    found = measured(a, b, test_train_ratio)
    return mean_vector.result(
        "hotelling",
        found,
        n=found.df + 1,
        method="exact" if test_train_ratio is None else "asymptotic",
    )


def measured(a: ArrayLike, b: ArrayLike, test_train_ratio: float | None) -> MeanVector:
    """Return the mean of the differences a - b, measured by their scatter over the splits."""
    return of_pair(*vectors.pair(a, b), test_train_ratio)


def of_pair(
    first: FloatArray,
    second: FloatArray,
    measures: vectors.Labels,
    test_train_ratio: float | None,
) -> MeanVector:
    """Return the same of two arrays (..., splits, measures) that were checked before."""
    n = first.shape[-2]
    difference = first - second
    mean = scatter.mean_of(difference)
    return mean_vector.of(
        mean,
        difference - mean[..., None, :],
        scatter.dust_of(first, second),
        factor=variance_factor(n, test_train_ratio),
        df=n - 1,
        measures=measures,
        same="a and b are identical: every difference is zero",
        constant="no variation between splits: the differences are all equal and not zero",
    )
