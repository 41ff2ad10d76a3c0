"""In how many dimensions the means of several algorithms differ."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.stats import tails
from bakeoff.stats.many import roots
from bakeoff.stats.many.discriminants import Discriminants
from bakeoff.stats.many.manova import of_groups
from bakeoff.stats.many.manova_blocks import of_blocks
from bakeoff.stats.many.manova_result import decided
from bakeoff.stats.results import TestResult, plain
from bakeoff.types import FloatArray, IntArray


def dimension(
    table: Any,
    *,
    alpha: float = 0.05,
    blocks: bool = True,
    test_train_ratio: float | None = None,
) -> TestResult:
    """Find the dimension of the space in which the means of several algorithms lie.

    The null hypothesis of each step r = 0, 1, ...: the mean vectors lie in r dimensions.
    The first that is not rejected is the answer. 0 is a point: no difference was found; 1 a
    line: one discriminant orders the algorithms; 2 a plane.

    Parameters
    ----------
    table
        Blocks x algorithms x measures; with ``blocks=False`` groups as `manova` takes them,
        algorithms x runs x measures. A frame has columns (algorithm, measure). Leading axes
        give one test each.
    alpha
        The level of each step.
    blocks
        Whether the algorithms met the same splits.
    test_train_ratio
        As for `manova_blocks`; with blocks only.

    Returns
    -------
    TestResult
        ``estimate`` is the dimension; ``statistic``, ``df`` and ``p_value`` are those of the
        first step, r = 0. ``details`` hold all steps: ``D2``, ``df`` and ``p_values``, also as
        the table ``steps``; and the eigenvalues with their share.

    Notes
    -----
    D_r^2 = (v - (p - q + 1)/2) times the sum of log(1 + root) over the roots after the r-th,
    chi-square with (p - r)(q - r) degrees of freedom, q = L - 1 and v those of the error:
    Bartlett 1947; Aslan, Statistical comparison of classifiers using receiver operating
    characteristics information, equation 4.81 (n there is the number of all runs together). A
    measure that can be computed from others adds no dimension. A share of the first root above
    0.9 says the same less formally.

    Examples
    --------
    Three groups of four on two measures (after Aslan, equation 4.81):

    >>> z = [[[-.80, -1.32], [-.25, .42], [1.14, .11], [-.55, -.78]],
    ...      [[1.25, 2.13], [.77, -.73], [-.46, 2.10], [.70, -1.23]],
    ...      [[.92, -.16], [.37, .51], [.29, 1.55], [.94, .41]]]
    >>> result = dimension(z, blocks=False)
    >>> result.estimate
    0
    >>> for d2, p in zip(result.details["D2"], result.details["p_values"], strict=True):
    ...     print(f"D^2 = {d2:.6g}, p = {p:.6f}")
    D^2 = 3.62609, p = 0.458966
    D^2 = 0.00478718, p = 0.944839
    """
    checks.fraction(alpha, "alpha")
    found, n = _found(table, blocks=blocks, test_train_ratio=test_train_ratio)
    d2, df = steps(found)
    p = np.where(df > 0, tails.chi2_upper(d2, np.maximum(df, 1)), 1.0)
    p[..., 0] = decided(found, p[..., 0])
    return TestResult(
        name="dimension",
        statistic=d2[..., 0],
        p_value=p[..., 0],
        df=df[..., 0],
        n=n,
        estimate=np.cumprod(p <= alpha, axis=-1).sum(axis=-1),
        notes=found.notes,
        details={
            "D2": d2,
            "df": df,
            "p_values": p,
            "steps": {
                f"more than {r}": {
                    name: plain(part[..., r]) for name, part in (("D2", d2), ("df", df), ("p", p))
                }
                for r in range(d2.shape[-1])
            },
            "eigenvalues": found.roots,
            "share": found.share,
            "rank": found.rank,
            "alpha": alpha,
        },
    )


def steps(found: Discriminants) -> tuple[FloatArray, IntArray]:
    """Return D_r^2 for r = 0, 1, ..., s - 1 and its degrees of freedom (Aslan, equation 4.81)."""
    logs = np.log1p(found.roots)
    rest = np.cumsum(logs[..., ::-1], axis=-1)[..., ::-1]
    p, q = found.dimensions[..., np.newaxis], found.df_hypothesis
    r = np.arange(found.roots.shape[-1])
    df = np.maximum(p - r, 0) * np.maximum(q - r, 0)
    return roots.bartlett(rest, p, q, found.df_error), df


def _found(
    table: Any, *, blocks: bool, test_train_ratio: float | None
) -> tuple[Discriminants, Any]:
    if blocks:
        return of_blocks(table, test_train_ratio)
    checks.no_ratio(test_train_ratio)
    return of_groups(table)
