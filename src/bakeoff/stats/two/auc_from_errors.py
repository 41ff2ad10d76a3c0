"""The area under the ROC curve that an error count implies (Cortes and Mohri)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.exact.error_area import area_moments
from bakeoff.stats.estimate import Estimate

LOOKED_AT = 257  # counts between k1 and k2 at which the limits are worked out
ASSUMES = (
    "every ranking that gives this many errors counts alike: nothing is known of this classifier "
    "but its error count; Chebyshev's inequality, so the limits hold for any law"
)


def auc_from_errors(
    n_pos: int, n_neg: int, errors: int | Sequence[int], *, level: float = 0.95
) -> Estimate:
    """Return the area under the ROC curve to be expected of a classifier with so many errors.

    Parameters
    ----------
    n_pos, n_neg
        The numbers of positive and of negative items.
    errors
        How many items are called wrong at some threshold; or two counts (k1, k2), the limits of
        an interval for the number of errors.
    level
        The share of the rankings that the limits hold at least.

    Returns
    -------
    Estimate
        ``estimate`` is the mean of the area over all rankings with so many errors, and
        ``details["variance"]`` its variance. ``low`` and ``high`` lie sd/sqrt(1 - level) from the
        mean (Chebyshev), within 0 and 1; for (k1, k2) they hold all means between k1 and k2 with
        their distances, and the estimate and the variance are those of the count in the middle.

    Notes
    -----
    Cortes and Mohri, AUC optimization vs. error rate minimization, 2004 (the mean), and
    Confidence intervals for the area under the ROC curve, 2005 (the variance and the interval).
    If (k1, k2) holds the number of errors with the confidence c, the limits hold the area with
    c times `level`. It is for published error rates without rankings; who has the scores takes
    `auc_interval`. The printed mean is for at most as many errors as items of the rarer class;
    here the rankings are counted for any number.

    Examples
    --------
    Even classes: the mean is 1 less the error rate (the first paper, after its theorem 1).

    >>> found = auc_from_errors(50, 50, 20)
    >>> round(found.estimate, 12), round(found.details["variance"], 6)
    (0.8, 0.000584)
    >>> round(auc_from_errors(20, 80, 20).estimate, 4)
    0.5147
    """
    positives = checks.count(n_pos, "n_pos", least=1)
    negatives = checks.count(n_neg, "n_neg", least=1)
    checks.fraction(level, "level")
    first, last = _counts(errors, positives + negatives)
    mean, variance = area_moments(positives, negatives, (first + last) // 2)
    low, high = limits(positives, negatives, (first, last), level)
    return Estimate(
        name="auc_from_errors",
        estimate=mean,
        low=low,
        high=high,
        level=level,
        method="cortes-mohri",
        standard_error=float(np.sqrt(variance)),
        notes=(ASSUMES,),
        details={"variance": variance, "errors": (first, last)},
    )


def limits(
    positives: int, negatives: int, errors: tuple[int, int], level: float
) -> tuple[float, float]:
    """Return the least and the largest area that Chebyshev allows for counts between two."""
    first, last = errors
    steps = min(last - first + 1, LOOKED_AT)
    looked_at = np.unique(np.rint(np.linspace(first, last, steps)).astype(np.int64)).tolist()
    moments = np.array([area_moments(positives, negatives, count) for count in looked_at])
    reach = np.sqrt(moments[:, 1] / (1.0 - level))
    low = float((moments[:, 0] - reach).min())
    return max(low, 0.0), min(float((moments[:, 0] + reach).max()), 1.0)


def _counts(errors: Any, items: int) -> tuple[int, int]:
    several = not np.isscalar(errors)
    given = list(errors) if several else [errors, errors]
    if len(given) != 2:
        raise InvalidInput(f"errors must be one count, or two, (k1, k2); there were {len(given)}")
    first, last = (checks.count(one, "errors") for one in given)
    if not first <= last <= items:
        raise InvalidInput(
            f"errors must be counts from 0 to the {items} items, the smaller first; "
            f"there were {first} and {last}"
        )
    return first, last
