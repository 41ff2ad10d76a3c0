"""Whether folds can be taken for independent runs: what repeated cross-validation can tell."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from bakeoff import checks
from bakeoff.errors import NotApplicable
from bakeoff.stats import notes, tails
from bakeoff.stats.one.mean import t_ratio
from bakeoff.stats.ranks import RELATIVE_DUST
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import FloatArray


def fold_dependence(scores: Any) -> TestResult:
    """Test whether the folds of one repeat are as independent as folds of different repeats.

    The null hypothesis: all scores are independent and of one normal law, whichever repeat they
    belong to. The alternative: the folds of one repeat are more alike, or more unlike, than folds
    of different repeats. Unlike is what cross-validation brings about: the folds of one repeat
    share out one set of test items, so that where one fold gets the hard items another gets the
    easy ones.

    Parameters
    ----------
    scores
        Repeats x folds, the scores of one algorithm or the differences of two, from at least 2
        repeats of at least 2 folds; leading axes give one test each. Or a frame of splits x
        algorithms whose index has the levels repeat and fold, or what gives such a frame by its
        method `folds`, as `Scores` of one data set do: then one test for each algorithm.

    Returns
    -------
    TestResult
        ``statistic`` is F, the mean square between the repeats over that within them, on
        ``df`` = (r - 1, r (k - 1)) degrees of freedom; both tails count. ``effect`` is the
        correlation within repeats, beyond that between them; it is negative where the folds of a
        repeat are unlike, and at least -1/(k - 1). ``details`` hold both mean squares.

    Notes
    -----
    This is one-sided knowledge. That all scores come from one data set makes all of them alike,
    and no test on that data set can see it: the variance of a cross-validation has no unbiased
    estimate from one run (Bengio and Grandvalet, No unbiased estimator of the variance of k-fold
    cross-validation, 2004). A small p shows that the folds are dependent; a large p does not
    show that they are not. The training sets of k folds share (k - 2)/(k - 1) of their items in
    any case, so use `paired_t` with ``test_train_ratio=1/(k - 1)`` or `cv5x2_f` and not the plain
    test, whatever this test says. For one test set of its own for each run the question does
    not arise.

    Examples
    --------
    Two repeats of three folds, whose means are the same because they share the items: an F this
    small is rare among independent scores.

    >>> result = fold_dependence([[0.20, 0.26, 0.17], [0.25, 0.18, 0.201]])
    >>> print(f"F = {result.statistic:.6f}, p = {result.p_value:.4f}")
    F = 0.000098, p = 0.0149
    >>> print(f"{result.effect.value:.2f}")
    -0.50
    """
    array = _layout(scores)
    r, k = array.shape[-2:]
    between, within = _mean_squares(array)
    f = t_ratio(between, within)
    df = (r - 1, r * (k - 1))
    identical = (between == 0.0) & (within == 0.0)
    lower = special.fdtr(*df, np.where(np.isposinf(f), 1.0, f))
    lower = np.where(np.isposinf(f), 1.0, lower)
    p = np.where(identical, 1.0, tails.by_alternative(lower, tails.f_upper(f, *df), "two-sided"))
    whole = between + (k - 1) * within
    correlation = (between - within) / np.where(whole > 0.0, whole, 1.0)
    return TestResult(
        name="fold_dependence",
        statistic=f,
        p_value=p,
        df=df,
        method="exact",
        n=(r, k),
        effect=Effect("correlation within repeats", correlation),
        notes=_notes(identical, p, correlation),
        details={"mean_square_between": between, "mean_square_within": within},
    )


def _layout(scores: Any) -> FloatArray:
    """Return (..., repeats, folds); a frame is put in order by the levels of its index."""
    if callable(getattr(scores, "folds", None)):
        scores = scores.folds()
    names = getattr(getattr(scores, "index", None), "names", None)
    if names is not None and {"repeat", "fold"} <= set(names):
        array = _of_frame(scores)
    else:
        array = checks.numbers(scores, "scores")
    if array.ndim < 2 or array.shape[-2] < 2 or array.shape[-1] < 2:
        raise NotApplicable(
            f"whether folds are independent cannot be told from one run of them (Bengio and "
            f"Grandvalet 2004); scores must be repeats x folds, at least 2 x 2, and had the shape "
            f"{array.shape}; repeat the cross-validation with other partitions"
        )
    return array


def _of_frame(frame: Any) -> FloatArray:
    """Return algorithms x repeats x folds of a frame with one row for each repeat and fold."""
    repeats, which_repeat = np.unique(
        np.asarray(frame.index.get_level_values("repeat")), return_inverse=True
    )
    folds, which_fold = np.unique(
        np.asarray(frame.index.get_level_values("fold")), return_inverse=True
    )
    values = np.asarray(frame, dtype=np.float64)
    cube = np.full((values.shape[1], len(repeats), len(folds)), np.nan)
    cube[:, which_repeat, which_fold] = values.T
    return checks.numbers(cube, "scores (algorithms x repeats x folds)")


def _mean_squares(array: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean squares between the repeats and within them, 0 for dust."""
    r, k = array.shape[-2:]
    means = array.mean(axis=-1)
    rest = array - means[..., np.newaxis]
    between = k * np.sum((means - means.mean(axis=-1, keepdims=True)) ** 2, axis=-1)
    within = np.einsum("...ij,...ij->...", rest, rest)
    dust = r * k * (RELATIVE_DUST * np.abs(array).max(axis=(-2, -1))) ** 2
    between, within = (np.where(part <= dust, 0.0, part) for part in (between, within))
    return between / (r - 1), within / (r * (k - 1))


def _notes(identical: np.ndarray, p: FloatArray, correlation: FloatArray) -> tuple[str, ...]:
    dependent = p <= notes.ALPHA
    return (
        *notes.where(identical, "all scores are equal: there is nothing to tell"),
        *notes.where(
            dependent & (correlation < 0.0),
            "the folds of a repeat share out one set of items: they are not independent",
        ),
        *notes.where(
            dependent & (correlation > 0.0),
            "the folds of a repeat are more alike than folds of different repeats",
        ),
        (
            "what all folds share, the data set and most training items, cannot be seen here: a "
            "large p is no proof of independence"
        ),
    )
