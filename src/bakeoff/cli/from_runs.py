"""From values of runs that are not paired to the arrays that tests take."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bakeoff.cli.about import About, independent_facts, mean_facts
from bakeoff.cli.asked import Asked, scores_of
from bakeoff.cli.from_scores import Road, single, two_of
from bakeoff.data.file_groups import names_of_files
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray


def groups(asked: Asked) -> Road:
    """Return the values of every algorithm; their numbers may differ."""
    members, about = independent_values(asked)
    for name, values in members.items():
        if not len(values):
            raise InvalidInput(f"{name} has no values")
    sizes = sorted({len(member) for member in members.values()})
    over = " to ".join(str(size) for size in dict.fromkeys((sizes[0], sizes[-1])))
    facts = mean_facts(tuple(members), list(members.values()))
    about = replace(about, algorithms=tuple(members), over=f"{over} values each")
    return (members,), replace(about, facts=facts)


def independent(asked: Asked) -> Road:
    """Return the values of two algorithms over runs that are not paired."""
    x, y, about = _two_groups(asked)
    names = (about.algorithms[0], about.algorithms[1])
    facts, larger = independent_facts("means", names, float(x.mean()), float(y.mean()))
    return (x, y), replace(about, facts=facts, larger=larger)


def residuals(asked: Asked) -> Road:
    """Return the residuals of two regressors on test sets of their own."""
    x, y, about = _two_groups(asked)
    names = (about.algorithms[0], about.algorithms[1])
    what = "mean squared error"
    facts, larger = independent_facts(what, names, float((x**2).mean()), float((y**2).mean()))
    about = replace(about, facts=facts, larger=larger, measure=what, higher_is_better=False)
    return (x, y), about


def _two_groups(asked: Asked) -> tuple[FloatArray, FloatArray, About]:
    members, about = independent_values(asked)
    names = tuple(members)
    a, b = two_of(asked, names)
    x, y = members[names[a]], members[names[b]]
    if not len(x) or not len(y):
        raise InvalidInput(f"{names[a] if not len(x) else names[b]} has no values")
    over = f"{len(x)} and {len(y)} values"
    return x, y, replace(about, algorithms=(names[a], names[b]), over=over)


def independent_values(asked: Asked) -> tuple[dict[str, FloatArray], About]:
    """Return the values of every algorithm: of one file, or of one file for each."""
    if len(asked.files) > 1:
        names, _ = names_of_files(asked.files)
        alone = [replace(asked, files=[file], models=None) for file in asked.files]
        parts = [independent_values(one) for one in alone]
        if all(len(members) == 1 for members, _ in parts):
            merged = [next(iter(members.values())) for members, _ in parts]
            return dict(zip(names, merged, strict=True)), parts[0][1]
    found = single(scores_of(asked, design="independent", holes=True), asked)
    scores, name = found.scores, found.scores.measures[0]
    if len(scores.datasets) == 1 or asked.dataset is not None:
        frame = scores.folds(asked.dataset)
    else:
        frame = scores.table()
    columns = frame.to_numpy()
    members = {
        algorithm: without_end(columns[:, place], algorithm, asked.missing)
        for place, algorithm in enumerate(scores.algorithms)
    }
    about = About(scores.algorithms, "", name, found.higher_is_better(name), notes=scores.notes)
    return members, about


def without_end(column: FloatArray, name: str, missing: str) -> FloatArray:
    """Return the values of a column; only at its end may some be missing."""
    known = np.isfinite(column)
    if missing == "drop" or known[: int(known.sum())].all():
        return column[known]
    row = int(np.flatnonzero(~known)[0])
    raise InvalidInput(
        f"{name}: the value in row {row + 1} is missing, and others follow; give --missing drop to "
        f"leave it out"
    )
