"""Several files that belong together: one algorithm a file, or parts of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bakeoff.data.columns import with_one_algorithm
from bakeoff.data.factors import choose_levels
from bakeoff.data.files import stem_of
from bakeoff.data.gather import gather
from bakeoff.data.layouts import Layout, LooksLikePredictions, recognise
from bakeoff.data.rows import Rows, append
from bakeoff.data.tables import Table, open_table
from bakeoff.data.tsml import is_run
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find


def is_group(source: Any) -> bool:
    """Whether a source is a list of paths, with at least two of them."""
    return (
        isinstance(source, list | tuple)
        and len(source) > 1
        and all(isinstance(part, str | Path) for part in source)
    )


def rows_of_group(
    paths: list[str | Path],
    measure: Sequence[str] | None,
    layout: str,
    where: Mapping[str, Any] | None,
    columns: Mapping[str, Any] | None,
) -> Rows:
    """Read several files: each one algorithm, named after its file, or parts of one table."""
    names, shared = names_of_files(paths)
    run = next((path for path in paths if is_run(path)), None)
    if run is not None:
        raise LooksLikePredictions(f"{run} holds predictions; read it with read_predictions")
    parts = []
    for path, name in zip(paths, names, strict=True):
        table, roles = with_one_algorithm(choose_levels(open_table(path), where), columns)
        found = recognise(table, layout=layout, columns=roles, measure=measure)
        said = measure[0] if measure is not None and len(measure) == 1 else shared
        rows = gather(table, found, algorithm=name, measure=said)
        parts.append(replace(rows, notes=(*table.notes, *rows.notes)))
    rows = append(parts)
    return rows if measure is not None else _told(rows, shared, "the files' names")


def rows_of_file(table: Table, found: Layout, measure: str | None) -> Rows:
    """Read the file of one algorithm: its name may end with what it measures."""
    start, _, last = table.name.rpartition("_")
    told = start and find(last) is not None
    name = start if told else table.name
    said = last if told and measure is None else measure
    rows = gather(table, found, algorithm=name, measure=said)
    rows = replace(rows, notes=(*table.notes, *rows.notes))
    return rows if measure is not None else _told(rows, said, "the file's name")


def _told(rows: Rows, measure: str | None, where: str) -> Rows:
    if measure is None or rows.measure.names != (measure,):
        return rows
    return replace(rows, notes=(*rows.notes, f"the measure {measure!r} was read from {where}"))


def names_of_files(paths: Sequence[str | Path]) -> tuple[list[str], str | None]:
    """Return what tells files apart in their names, and the measure that all names end with."""
    stems = [stem_of(path) for path in paths]
    words = [stem.split("_") for stem in stems]
    ends = {stem.rsplit("_", 1)[-1] for stem in stems}
    last = ends.pop() if len(ends) == 1 else ""
    shared = last if find(last) is not None else None
    start = _common(words)
    stop = _common([part[::-1] for part in words])
    names = ["_".join(part[start : len(part) - stop]) for part in words]
    if not all(names) or len(set(names)) < len(names):
        names = stems
    if len(set(names)) < len(names):
        doubled = next(name for name in names if names.count(name) > 1)
        raise InvalidInput(f"two files are named {doubled!r}; rename one")
    return names, shared


def _common(words: list[list[str]]) -> int:
    """Return how many words all lists begin with."""
    count = 0
    while all(len(part) > count for part in words) and len({part[count] for part in words}) == 1:
        count += 1
    return count
