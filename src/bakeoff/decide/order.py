"""An order of the algorithms, with lines under those that cannot be told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.decide.reject_table import Name, reject_table
from bakeoff.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Order:
    """Algorithms from the best to the worst, and the groups that a line is drawn under."""

    order: tuple[Name, ...]
    groups: tuple[tuple[Name, ...], ...]

    def __str__(self) -> str:
        width = [len(str(name)) for name in self.order]
        lines = ["  ".join(str(name) for name in self.order)]
        for group in self.groups:
            start, stop = self.order.index(group[0]), self.order.index(group[-1])
            left = sum(width[:start]) + 2 * start
            right = sum(width[: stop + 1]) + 2 * stop
            lines.append(" " * left + "-" * (right - left))
        return "\n".join(lines)


def order(means: Any, reject: Any, *, higher_is_better: bool) -> Order:
    """Return the algorithms from the best to the worst mean, with lines under equals.

    A line is drawn under neighbours in the order when the two at its ends do not differ, and
    when it does not lie within a longer line.

    Parameters
    ----------
    means
        The mean of each algorithm (or its mean rank), in the order of the table; a mapping or a
        series gives them by name.
    reject
        The 0/1 table of the decisions, symmetric: 1 where two differ.
    higher_is_better
        Whether a larger mean is better; for mean ranks it is not.

    Returns
    -------
    Order
        ``order``: the names, best first, those with the same mean in the order of the table;
        ``groups``: the members of each line. Printing it draws the lines.

    Notes
    -----
    Only the ends of a line are looked at, as in the range tests of the books: Yildiz, Aslan and
    Alpaydin, Multivariate statistical tests for comparing classification algorithms, 2011,
    section 4.2. Where decisions contradict each other, two in the middle of a line may differ
    although its ends do not; `cliques` never joins two that differ.

    Examples
    --------
    >>> found = order([0.30, 0.12, 0.14, 0.13], [[0, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0],
    ...               [1, 0, 0, 0]], higher_is_better=False)
    >>> found.order, found.groups
    ((1, 3, 2, 0), ((1, 3, 2),))
    >>> print(found)
    1  3  2  0
    -------
    """
    table, names = reject_table(reject)
    values = _means(means, names)
    ranked = np.argsort(-values if higher_is_better else values, kind="stable")
    groups: list[tuple[Name, ...]] = []
    reached = 0
    for start in range(len(names)):
        alike = np.flatnonzero(~table[ranked[start], ranked[start:]])
        stop = start + int(alike[-1]) + 1
        if stop - start > 1 and stop > reached:
            groups.append(tuple(names[place] for place in ranked[start:stop]))
            reached = stop
    return Order(tuple(names[place] for place in ranked), tuple(groups))


def _means(means: Any, names: tuple[Name, ...]) -> Any:
    given = getattr(means, "to_dict", lambda: means)()
    if isinstance(given, Mapping):
        absent = [name for name in names if name not in given]
        if absent:
            raise InvalidInput(f"means must hold every algorithm; {absent[0]!r} is not in it")
        given = [given[name] for name in names]
    values = checks.numbers(given, "means")
    if values.shape != (len(names),):
        raise InvalidInput(
            f"means must hold one number for each of the {len(names)} algorithms of the table; "
            f"it had the shape {values.shape}"
        )
    return values
