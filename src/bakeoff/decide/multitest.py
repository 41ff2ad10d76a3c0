"""MultiTest: a full order from one-sided tests and what each algorithm costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.decide.reject_table import Name, reject_table
from bakeoff.errors import InvalidInput


def multitest(reject_one_sided: Any, cost: Any) -> list[Name]:
    """Return the algorithms in order of preference: a test decides, and where none does, the cost.

    Among those that are left, the cheapest that nothing left beats comes next.

    Parameters
    ----------
    reject_one_sided
        A 0/1 table, algorithms x algorithms: ``[i, j]`` is 1 where i is significantly better
        than j. A frame names the algorithms.
    cost
        What each algorithm costs (time, memory, complexity): numbers in the order of the table,
        or a mapping from names. Of equal costs the first in the table is taken for the cheaper.

    Returns
    -------
    list
        The names (or numbers) from the first choice to the last.

    Notes
    -----
    Yildiz and Alpaydin, Ordering and finding the best of K > 2 supervised learning algorithms,
    IEEE Transactions on Pattern Analysis and Machine Intelligence, 2006. Where tests contradict
    each other in a circle, so that each one left is beaten by another, the one beaten by the
    fewest comes next.

    Examples
    --------
    The third costs most, and beats the second; the first is beaten by nobody and cheap:

    >>> multitest([[0, 0, 0], [0, 0, 0], [0, 1, 0]], cost=[1, 2, 3])
    [0, 2, 1]
    """
    better, names = reject_table(reject_one_sided, "reject_one_sided", symmetric=False)
    both = better & better.T
    if both.any():
        first, second = (names[place] for place in np.argwhere(both)[0].tolist())
        raise InvalidInput(
            f"reject_one_sided says that {first} beats {second} and that {second} beats {first}; "
            f"one of them must be 0"
        )
    costs = _costs(cost, names)
    beaten = better.sum(axis=0).astype(np.float64)
    chosen: list[Name] = []
    for _ in names:
        fewest = np.flatnonzero(beaten == beaten.min())
        best = int(fewest[np.argmin(costs[fewest])])
        chosen.append(names[best])
        beaten -= better[best]
        beaten[best] = np.inf  # it is out
    return chosen


def _costs(cost: Any, names: tuple[Name, ...]) -> Any:
    given = getattr(cost, "to_dict", lambda: cost)()
    if isinstance(given, Mapping):
        absent = [name for name in names if name not in given]
        if absent:
            raise InvalidInput(f"cost must say what each algorithm costs; {absent[0]!r} is missing")
        given = [given[name] for name in names]
    costs = checks.numbers(given, "cost")
    if costs.shape != (len(names),):
        raise InvalidInput(
            f"cost must hold one number for each of the {len(names)} algorithms; it had the shape "
            f"{costs.shape}"
        )
    return costs
