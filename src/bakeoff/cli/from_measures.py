"""From scores by several measures to the arrays that tests take; all keep their names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.cli.about import About, listed
from bakeoff.cli.asked import Asked, Found, scores_of
from bakeoff.cli.from_runs import without_end
from bakeoff.cli.from_scores import Road, Rows, rows_of, two_of
from bakeoff.cli.writing import number
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd


def one(asked: Asked) -> Road:
    """Return rows x measures of one algorithm, or the differences of two."""
    found = _several(asked)
    rows = rows_of(found, asked.dataset)
    if asked.b is not None:
        a, b = rows.two(asked)
        about = replace(rows.said_of(a, b), notes=(*rows.about.notes, "of the differences a - b"))
        return (_frame(rows.cube[:, a] - rows.cube[:, b], found),), about
    place = rows.place(asked.a, "--a")
    return (_frame(rows.cube[:, place], found),), rows.said_of(place)


def pair(asked: Asked) -> Road:
    """Return rows x measures of two algorithms over the same rows."""
    found = _several(asked)
    rows = rows_of(found, asked.dataset)
    a, b = rows.two(asked)
    facts = _means(found, (rows.names[a], rows.names[b]), [rows.cube[:, a], rows.cube[:, b]])
    about = replace(rows.said_of(a, b), facts=facts)
    return (_frame(rows.cube[:, a], found), _frame(rows.cube[:, b], found)), about


def table(asked: Asked) -> Road:
    """Return rows x (algorithm, measure)."""
    import pandas as pd

    found = _several(asked)
    rows = rows_of(found, asked.dataset)
    columns = pd.MultiIndex.from_product([rows.names, found.scores.measures])
    frame = pd.DataFrame(rows.cube.reshape(len(rows.cube), -1), columns=columns)
    return (frame,), replace(rows.about, facts=_of_all(found, rows))


def groups(asked: Asked) -> Road:
    """Return runs x measures of every algorithm; there may be more runs of one."""
    found, members, about = _runs(asked)
    sizes = sorted({len(member) for member in members.values()})
    over = " to ".join(str(size) for size in dict.fromkeys((sizes[0], sizes[-1])))
    facts = _means(found, tuple(members), list(members.values()))
    frames = {name: _frame(member, found) for name, member in members.items()}
    return (frames,), replace(about, over=f"{over} runs each", facts=facts)


def independent(asked: Asked) -> Road:
    """Return runs x measures of two algorithms that are not paired."""
    found, members, about = _runs(asked)
    names = tuple(members)
    a, b = two_of(asked, names)
    x, y = members[names[a]], members[names[b]]
    chosen = (names[a], names[b])
    about = replace(about, algorithms=chosen, over=f"{len(x)} and {len(y)} runs")
    return (_frame(x, found), _frame(y, found)), replace(about, facts=_means(found, chosen, [x, y]))


def _several(asked: Asked) -> Found:
    """Return scores with the names that their measures have; one is enough."""
    return scores_of(asked)


def _runs(asked: Asked) -> tuple[Found, dict[str, FloatArray], About]:
    """Return the runs of every algorithm: those of one data set, or one row a data set."""
    found = scores_of(asked, design="independent", holes=True)
    scores = found.scores
    if asked.dataset is None and len(scores.datasets) > 1:
        raise InvalidInput(
            f"which data set? pass --dataset with one of {', '.join(scores.datasets[:20])}"
        )
    tables = [scores.folds(asked.dataset, name).to_numpy() for name in scores.measures]
    cube = np.stack(tables, axis=-1)
    members = {
        name: _whole_rows(cube[:, place], name, asked.missing)
        for place, name in enumerate(scores.algorithms)
    }
    about = About(scores.algorithms, "", ", ".join(scores.measures), notes=scores.notes)
    return found, members, about


def _whole_rows(runs: FloatArray, name: str, missing: str) -> FloatArray:
    """Return the runs of one algorithm; only at the end may some be missing."""
    known = without_end(runs.sum(axis=1), name, missing)
    if missing == "drop":
        return runs[np.isfinite(runs).all(axis=1)]
    return runs[: len(known)]


def _frame(values: FloatArray, found: Found) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(values, columns=list(found.scores.measures))


def _of_all(found: Found, rows: Rows) -> tuple[tuple[str, str], ...]:
    return _means(found, rows.names, list(rows.cube.transpose(1, 0, 2)))


def _means(
    found: Found, names: tuple[str, ...], values: list[FloatArray]
) -> tuple[tuple[str, str], ...]:
    """Return the means of every algorithm, a line for each measure."""
    means = [value.mean(axis=0) for value in values]
    return tuple(
        (f"means, {measure}", listed(names, [number(float(mean[place])) for mean in means]))
        for place, measure in enumerate(found.scores.measures)
    )
