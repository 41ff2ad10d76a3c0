"""Which measures of a table are read, and whether more of each is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.checks import did_you_mean
from bakeoff.data.aliases import squeezed
from bakeoff.data.rows import Rows
from bakeoff.data.score_columns import same_measure
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import alike, find


def chosen_measures(rows: Rows, measures: Sequence[str] | None) -> Rows:
    """Keep the rows of the measures asked for, where the table names its measures."""
    if measures is None or rows.measure.names == ("",):
        return rows
    if rows.measure.names == ("score",) and list(measures) != ["score"] and len(measures) == 1:
        return _named(rows, measures[0])
    wanted: dict[int, str] = {}
    for name in measures:
        exact = [place for place, known in enumerate(rows.measure.names) if known == name]
        alike = [
            place for place, known in enumerate(rows.measure.names) if same_measure(known, name)
        ]
        if not exact and not alike:
            raise InvalidInput(
                f"measure: there is no {name!r}; there are {', '.join(rows.measure.names)}"
                f"{did_you_mean(name, rows.measure.names)}"
            )
        wanted[(exact or alike)[0]] = name
    if len(wanted) == len(rows.measure.names):
        return rows
    keep = np.isin(rows.measure.codes, list(wanted))
    cut: dict[str, Any] = {
        axis: getattr(rows, axis).take(keep)
        for axis in ("dataset", "repeat", "fold", "algorithm", "measure")
    }
    for sizes in ("n_train", "n_test"):
        column = getattr(rows, sizes)
        cut[sizes] = None if column is None else column[keep]
    return replace(rows, value=rows.value[keep], **cut)


def _named(rows: Rows, measure: str) -> Rows:
    """Give the scores that scikit-learn calls just "score" the name that a person knows them by."""
    known = find(measure)
    if known is not None and rows.directions is not None and not known.higher_is_better:
        raise InvalidInput(
            f"measure: of {measure} less is better, and scorers of scikit-learn are all "
            f"greater-is-better; name the scorer, as in scoring=['accuracy'], or leave measure= out"
        )
    directions = None if rows.directions is None else {measure: rows.directions["score"]}
    named = replace(rows.measure, names=(measure,))
    return replace(rows, measure=named, directions=directions)


def directions_of(
    rows: Rows,
    given: bool | Mapping[str, bool] | None,  # noqa: FBT001  (the public argument)
) -> dict[str, bool]:
    """Return the direction of every measure: given, written in the table, or known by name."""
    directions: dict[str, bool] = {}
    for name in rows.measure.names:
        known = find(name)
        if isinstance(given, bool | np.bool_):
            directions[name] = bool(given)
        elif given is not None and name in given:
            directions[name] = bool(given[name])
        elif rows.directions is not None and name in rows.directions:
            directions[name] = rows.directions[name]
        elif known is not None:
            directions[name] = known.higher_is_better
        elif name == "" or squeezed(name) in ("value", "score", "result", "values"):
            raise InvalidInput(
                "nothing says what the scores measure; pass measure= with a known name such as "
                "'accuracy' or 'error', or higher_is_better=True or False"
            )
        else:
            meant = alike(name)
            hint = f"; did you mean {', '.join(meant)}? If not, pass " if meant else "; pass "
            raise InvalidInput(
                f"whether more is better is not known for the measure {name!r}{hint}"
                f"higher_is_better=True or False"
            )
    return directions
