"""What mistakes cost: the risk under a loss table, and the threshold that a loss ratio asks for."""

from __future__ import annotations

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.measures.counts import tables
from bakeoff.measures.ratio import number, ratio
from bakeoff.types import ArrayLike, Values


def risk(confusion: ArrayLike, loss: ArrayLike) -> Values:
    """Return the mean loss per item.

    Parameters
    ----------
    confusion
        Counts (..., K, K), rows the true classes, columns the predicted ones.
    loss
        What it costs to call an item of the row's class by the column's: (K, K), or one table
        per confusion table. With 0 on the diagonal and 1 elsewhere the risk is the error.

    Returns
    -------
    The risk of each table; NaN for a table without items.

    Notes
    -----
    The loss has the layout of the confusion table. In the books' loss matrix the row is the
    decision and the column the truth: transpose it.

    Examples
    --------
    A false positive (row 0, column 1) costs 5, a false negative 1:

    >>> risk([[70, 10], [5, 15]], [[0, 5], [1, 0]])
    0.55
    """
    table = tables(confusion)
    costs = checks.numbers(loss, "loss", dimensions=2)
    if costs.shape[-2:] != table.shape[-2:] or costs.ndim > table.ndim:
        raise InvalidInput(
            f"loss must have one row and one column per class of the confusion table "
            f"{table.shape}; it had the shape {costs.shape}"
        )
    return number(ratio(np.sum(table * costs, axis=(-2, -1)), table.sum(axis=(-2, -1))))


def threshold(loss_ratio: ArrayLike) -> Values:
    """Return the threshold on the probability of the positive class that has the least risk.

    `loss_ratio` is lambda, the loss of a false positive when a false negative costs 1 and right
    decisions cost nothing. Calling an item positive risks lambda (1 - P), calling it negative
    risks P; so "positive" is the cheaper call when P > lambda / (1 + lambda). Dear false alarms
    (a large lambda) ask for a high threshold. At equality both calls cost the same.

    Notes
    -----
    Source: Aslan (2009), Statistical comparison of classifiers using receiver operating
    characteristics information, eq. 2.8 to 2.12; Alpaydin, Introduction to Machine Learning,
    exercise 1 of chapter 19. An infinite ratio asks for the threshold 1.

    Examples
    --------
    >>> threshold([0.5, 1, 2]).round(4).tolist()
    [0.3333, 0.5, 0.6667]
    """
    ratios = checks.comparable(loss_ratio, "loss_ratio", dimensions=0)
    if (ratios < 0).any():
        raise InvalidInput(f"loss_ratio must be 0 or more; the least was {ratios.min():g}")
    finite = np.where(np.isinf(ratios), 0.0, ratios)
    return number(np.where(np.isinf(ratios), 1.0, finite / (1.0 + finite)))


def loss_ratio(threshold: ArrayLike) -> Values:
    """Return what a false positive costs, in false negatives, if this threshold is the best.

    The inverse of `threshold`: lambda = theta / (1 - theta). The threshold 1 gives infinity: no
    item is worth calling positive.

    Examples
    --------
    >>> loss_ratio(0.75)
    3.0
    """
    thresholds = checks.comparable(threshold, "threshold", dimensions=0)
    if ((thresholds < 0) | (thresholds > 1)).any():
        raise InvalidInput(
            f"threshold must lie between 0 and 1; it went from {thresholds.min():g} "
            f"to {thresholds.max():g}"
        )
    at_one = thresholds == 1.0
    odds = thresholds / np.where(at_one, 1.0, 1.0 - thresholds)
    return number(np.where(at_one, np.inf, odds))
