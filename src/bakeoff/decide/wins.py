"""The grid of wins over data sets, and the sign test on it: the thesis' way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bakeoff import checks
from bakeoff.decide.reject_table import Name
from bakeoff.errors import InvalidInput
from bakeoff.stats.after.adjust import AdjustMethod, adjust
from bakeoff.stats.pairs import all_pairs
from bakeoff.stats.results import PairTable
from bakeoff.stats.two.sign import sign
from bakeoff.types import Alternative, FloatArray, IntArray

if TYPE_CHECKING:
    import pandas as pd

Ties = Literal["split", "drop"]


@dataclass(frozen=True, slots=True, eq=False)
class Wins:
    """On how many data sets each algorithm beats each other, and beats any."""

    algorithms: tuple[Name, ...]
    counts: IntArray
    total: IntArray
    n: int

    def to_frame(self) -> pd.DataFrame:
        """Return the grid with its union column: row beats column."""
        import pandas as pd

        names = list(self.algorithms)
        frame = pd.DataFrame(self.counts, index=names, columns=names)
        frame["total"] = self.total
        return frame


def wins(reject: Any, risk: Any, *, algorithms: Any = None) -> Wins:
    """Count on how many data sets each algorithm beats each other one.

    On a data set one algorithm beats another if their difference is significant there and its
    risk is the smaller.

    Parameters
    ----------
    reject
        A 0/1 table for each data set: data sets x algorithms x algorithms, 1 where two differ.
    risk
        The risk (or error) of each algorithm on each data set: data sets x algorithms; less is
        better. For a measure of which more is better, give its negative.
    algorithms
        The names; without them a frame's columns, or numbers from 0.

    Returns
    -------
    Wins
        ``counts[i, j]``: on how many data sets i beats j. ``total[i]``: on how many it beats
        at least one other, the union column. ``n``: how many data sets there are.

    Notes
    -----
    Aslan, Statistical comparison of classifiers using area under the ROC curve, 2009, chapters
    6 and 7: the tables of wins with the column "total".

    Examples
    --------
    >>> found = wins([[[0, 1], [1, 0]], [[0, 0], [0, 0]], [[0, 1], [1, 0]]],
    ...              [[0.1, 0.2], [0.1, 0.3], [0.3, 0.2]])
    >>> found.counts.tolist(), found.total.tolist()
    ([[0, 1], [1, 0]], [1, 1])
    """
    risks, names = checks.table(risk, "risk", blocks=1)
    rejected = checks.numbers(reject, "reject", dimensions=3)
    k = risks.shape[-1]
    if rejected.shape != (len(risks), k, k):
        raise InvalidInput(
            f"reject must be data sets x algorithms x algorithms, {(len(risks), k, k)} for these "
            f"risks; it had the shape {rejected.shape}"
        )
    smaller = risks[:, :, np.newaxis] < risks[:, np.newaxis, :]
    beats = smaller & (rejected != 0.0)
    names = names if algorithms is None else tuple(algorithms)
    return Wins(names, beats.sum(axis=0), beats.any(axis=2).sum(axis=0), len(risks))


def sign_grid(
    wins: Any,
    n: int | None = None,
    *,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    correction: AdjustMethod | Literal["none"] = "bonferroni",
    ties: Ties = "split",
) -> PairTable:
    """Test for every pair of a grid of wins whether one wins more often, by the sign test.

    The null hypothesis of each pair: on a data set that one of them wins, it is as likely to be
    the one as the other.

    Parameters
    ----------
    wins
        The grid, algorithms x algorithms: on how many data sets the row beats the column. What
        `bakeoff.decide.wins` gives, a frame (a column "total" is left out), or an array.
    n
        On how many data sets the grid was counted; those that neither wins are ties.
    alpha, correction
        The level, and the correction for many pairs.
    alternative
        ``greater`` asks whether the first of a pair wins more often.
    ties
        ``split`` shares ties equally and leaves an odd one out, as the source does; ``drop``
        leaves all out.

    Returns
    -------
    PairTable
        ``difference`` is the difference of wins, with its interval at 1 - alpha; ``effect`` the
        share of the first among the data sets that one of them wins.

    Notes
    -----
    Aslan, Statistical comparison of classifiers using area under the ROC curve, 2009, section
    4.6 and Tables 6.3 to 7.10. Its ten tables of decisions are those of the two-sided test with
    shared ties and Bonferroni's correction.

    Examples
    --------
    Wins by Tukey's test on error over 15 data sets (Table 6.3): only the last differs.

    >>> grid = [[0, 7, 5, 7, 15], [3, 0, 3, 6, 14], [3, 8, 0, 6, 14], [7, 8, 7, 0, 14],
    ...         [0, 0, 0, 0, 0]]
    >>> sign_grid(grid, 15).reject.to_numpy()[4].tolist()
    [1, 1, 1, 1, 0]
    """
    counts, names, size = _grid(wins, n)
    checks.fraction(alpha, "alpha")
    pairs = all_pairs(len(names))
    first, second = counts[pairs[:, 0], pairs[:, 1]], counts[pairs[:, 1], pairs[:, 0]]
    place = np.arange(size)
    won, lost = place < first[:, np.newaxis], place >= size - second[:, np.newaxis]
    result = sign(won.astype(float) - lost, 0.0, alternative=alternative, ties=ties)
    p = np.asarray(result.p_value)
    decided = np.maximum(first + second, 1.0)
    used = np.asarray(result.details["n_used"])
    low, high = (used * (2.0 * np.asarray(share) - 1.0) for share in result.interval(1.0 - alpha))
    return PairTable(
        name="sign_grid",
        algorithms=names,
        pairs=pairs,
        difference=first - second,
        statistic=np.asarray(result.statistic),
        p_value=p,
        p_adjusted=p if correction == "none" else adjust(p, correction),
        effect=np.where(first + second > 0, first / decided, 0.5),
        low=low,
        high=high,
        effect_name="share of wins",
        correction=correction,
        method="exact",
        alpha=alpha,
        notes=result.notes,
    )


def _grid(wins: Any, n: int | None) -> tuple[FloatArray, tuple[Name, ...], int]:
    if isinstance(wins, Wins):
        counts, names, size = wins.counts.astype(np.float64), wins.algorithms, wins.n
    else:
        if hasattr(wins, "columns") and "total" in wins.columns:
            wins = wins.drop(columns="total")
        counts, names = checks.table(wins, "wins")
        size = -1
    if n is not None:
        size = checks.count(n, "n", least=1)
    if size < 0:
        raise InvalidInput("n must say on how many data sets the wins were counted")
    k = len(names)
    if counts.shape != (k, k):
        raise InvalidInput(
            f"wins must be a square grid, algorithms x algorithms; it had the shape {counts.shape}"
        )
    both = counts + counts.T
    if (counts < 0).any() or (both > size).any() or (counts != np.floor(counts)).any():
        i, j = np.argwhere((counts < 0) | (both > size) | (counts != np.floor(counts)))[0].tolist()
        raise InvalidInput(
            f"wins must be counts, and of two algorithms together at most n = {size}; "
            f"{names[i]} and {names[j]} have {counts[i, j]:g} and {counts[j, i]:g}"
        )
    return counts, names, size
