"""Where the mean difference of several measures may lie: intervals, and the ellipse of two."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import intervals, scatter, tails
from bakeoff.stats.results import Interval, plain
from bakeoff.stats.two.hotelling import measured
from bakeoff.types import ArrayLike, FloatArray

Family: TypeAlias = Literal["simultaneous", "bonferroni", "single"]
FAMILIES: tuple[Family, ...] = ("simultaneous", "bonferroni", "single")


class Ellipse(NamedTuple):
    """A confidence region of two numbers: its centre, half axes, and points of its outline."""

    center: FloatArray
    """(2,): the mean difference of both measures."""
    axes: FloatArray
    """(2,): the half lengths, the longer first; 0 where the measures vary on a line only."""
    directions: FloatArray
    """(2, 2): the direction of each axis, one a row."""
    outline: FloatArray
    """(points, 2): the ellipse itself; the first point is also the last."""
    holds_zero: bool
    """Whether (0, 0) lies inside: whether `hotelling` would not reject at 1 - level."""


def measure_intervals(
    a: ArrayLike,
    b: ArrayLike,
    *,
    level: float = 0.95,
    method: Family = "bonferroni",
    test_train_ratio: float | None = None,
) -> Interval:
    """Return an interval for the mean difference a - b of each of several measures.

    Parameters
    ----------
    a, b
        Splits x measures over the same splits; leading axes give one set of intervals each.
    level
        How often the intervals hold the true differences: all of them at once, or, with
        ``single``, each by itself.
    method
        ``bonferroni`` shares 1 - level among the measures and is the shortest for few of them.
        ``simultaneous`` holds also for all sums and contrasts of measures, chosen after a look
        at the data: these are the shadows of the ellipse of T2. ``single`` is the t interval.
    test_train_ratio
        As for `hotelling`: corrects for training sets that overlap.

    Returns
    -------
    Interval
        ``low, high``, one number for each measure.

    Notes
    -----
    Rencher, Methods of multivariate analysis, 1995, sections 4.3 and 5.5; Johnson and Wichern,
    Applied multivariate statistical analysis, section 5.4.

    Examples
    --------
    The eight folds of Yildiz, Aslan and Alpaydin (2011), true and false positive rates; T2 at
    0.05 is 12.0009:

    >>> x = [[.90, .10], [.88, .14], [.93, .09], [.91, .13],
    ...      [.87, .12], [.92, .08], [.89, .15], [.94, .11]]
    >>> y = [[.88, .09], [.87, .11], [.90, .08], [.90, .11],
    ...      [.84, .10], [.90, .08], [.88, .12], [.91, .10]]
    >>> for method in ("simultaneous", "bonferroni", "single"):
    ...     low, high = measure_intervals(x, y, method=method)
    ...     print(f"{method}: tpr {low[0]:.4f} to {high[0]:.4f}, fpr {low[1]:.4f} to {high[1]:.4f}")
    simultaneous: tpr 0.0087 to 0.0313, fpr 0.0033 to 0.0292
    bonferroni: tpr 0.0107 to 0.0293, fpr 0.0056 to 0.0269
    single: tpr 0.0123 to 0.0277, fpr 0.0074 to 0.0251
    """
    outside = 2.0 * intervals.tail_area(level)
    checks.one_of(method, "method", FAMILIES)
    found = measured(a, b, test_train_ratio)
    if method == "simultaneous":
        half = found.half_width(level)
    else:
        shared = outside / (len(found.measures) if method == "bonferroni" else 1)
        half = -tails.t_quantile(shared / 2.0, found.df) * found.error
    return Interval(plain(found.mean - half), plain(found.mean + half))


def confidence_ellipse(
    a: ArrayLike,
    b: ArrayLike,
    *,
    level: float = 0.95,
    test_train_ratio: float | None = None,
    points: int = 181,
) -> Ellipse:
    """Return the confidence ellipse of the mean difference a - b of two measures.

    Parameters
    ----------
    a, b
        Splits x 2 measures over the same splits.
    level
        How often such an ellipse holds both true differences.
    test_train_ratio
        As for `hotelling`: corrects for training sets that overlap.
    points
        How many points the outline has.

    Returns
    -------
    Ellipse
        Its center, half axes, directions and outline, and whether it holds (0, 0).

    Notes
    -----
    The differences that `hotelling` would not reject (Rencher, Methods of multivariate
    analysis, 1995, section 5.5). If both measures vary along a line only, the ellipse is a
    piece of that line.

    Examples
    --------
    The eight folds of Yildiz, Aslan and Alpaydin (2011):

    >>> x = [[.90, .10], [.88, .14], [.93, .09], [.91, .13],
    ...      [.87, .12], [.92, .08], [.89, .15], [.94, .11]]
    >>> y = [[.88, .09], [.87, .11], [.90, .08], [.90, .11],
    ...      [.84, .10], [.90, .08], [.88, .12], [.91, .10]]
    >>> ellipse = confidence_ellipse(x, y)
    >>> [round(float(half), 5) for half in ellipse.axes], ellipse.holds_zero
    ([0.01539, 0.00779], False)
    """
    checks.fraction(level, "level")
    count = checks.count(points, "points", least=4)
    found = measured(a, b, test_train_ratio)
    if found.mean.shape != (2,):
        raise InvalidInput(
            f"a and b must be splits x 2 measures, without leading axes, for an ellipse; "
            f"they had the shape {np.shape(a)}"
        )
    rank = max(int(found.rank), 1)
    df2 = found.df - rank + 1
    critical = float(tails.f_quantile(level, rank, df2)) * found.df * rank / df2
    # the covariance of the mean: its inverse in the space is directions directions' df / factor
    covariance = found.covariance * found.factor
    values, columns = scatter.eigen(covariance)
    axes = np.sqrt(critical * np.maximum(values, 0.0))
    if rank == 1:
        axes[1] = 0.0
    angle = np.linspace(0.0, 2.0 * np.pi, count)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return Ellipse(
        center=found.mean,
        axes=axes,
        directions=columns.T,
        outline=found.mean + (circle * axes) @ columns.T,
        holds_zero=bool(found.p_value > 1.0 - level),
    )
