"""What a store knows of a study before its first cell: definitions, and what changed in them."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import time
from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.data.study_format import pack, unpack
from bakeoff.data.study_measures import Answers, measured
from bakeoff.errors import StudyError
from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.definitions import differences, fingerprint
from bakeoff.experiments.store import Store, coded, explaining, transaction
from bakeoff.experiments.study import Study
from bakeoff.version import __version__

KNOWN = {"sklearn", "bakeoff", "__main__"}
PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas")


def registered(store: Store, study: Study, datasets: Sequence[Dataset]) -> list[str]:
    """Write the study's definitions into its store; return what is worth telling.

    Splits, seed and what else all cells share can't change: the numbers would not be of one kind.
    A data set or an algorithm can; its cells are run again, and those of the old definition lie
    aside.
    """
    told: list[str] = []
    with explaining(store.path), transaction(store.connection):
        _same_study(store, study)
        _meta(store, study)
        shapes = study.plan(datasets).shapes
        definitions = [_dataset_row(*one) for one in zip(datasets, shapes, strict=True)]
        store.dataset_rows, said = _placed(store, "datasets", definitions)
        told += said
        rows = []
        for name in study.algorithms:
            definition = study.algorithm_definition(name)
            rows.append({"name": name, "definition": definition, "mark": fingerprint(definition)})
        store.algorithm_rows, said = _placed(store, "algorithms", rows)
        told += said
        store.environment, said = _environment(store, study)
        told += said
    store.prepare(study.plan(datasets), datasets, study.divisions())
    return told + _measured_since(store, study)


def _same_study(store: Store, study: Study) -> None:
    row = store.connection.execute("SELECT value FROM meta WHERE name = 'study'").fetchone()
    if row is None:
        return
    changed = differences(json.loads(row[0]), study.to_dict())
    if changed:
        raise StudyError(
            f"{store.path.parent} holds a study with other cells ({'; '.join(changed)}); its "
            f"numbers can't be mixed with new ones: choose another folder"
        )


def _meta(store: Store, study: Study) -> None:
    values = {
        "title": study.title,
        "aim": study.aim,
        "study": json.dumps(study.to_dict()),
        "measures": json.dumps(study.measures),
        "design": study.splits.design,
        "bakeoff": __version__,
    }
    store.connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", values.items())
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    store.connection.execute("INSERT OR IGNORE INTO meta VALUES ('begun', ?)", (now,))


def _dataset_row(data: Dataset, splits: tuple[int, int]) -> dict[str, Any]:
    shape = getattr(data.X, "shape", (len(data), 0))
    return {
        "name": data.name,
        "definition": {**data.source, "items": len(data), "features": int(shape[1])},
        "mark": data.fingerprint(),
        "extra": {
            "repeats": splits[0],
            "folds": splits[1],
            "classes": None if data.classes is None else json.dumps(data.classes),
            "positive": None
            if data.classes is None or data.positive is None
            else data.classes[data.positive],
            "truth": pack(coded(data.codes, data)),
        },
    }


def _placed(store: Store, table: str, wanted: list[dict[str, Any]]) -> tuple[list[int], list[str]]:
    """Return the numbers of definitions in the file, new where they are new; name what changed."""
    ask = store.connection.execute
    known = {
        (name, mark): (row, place, definition)
        for row, place, name, mark, definition in ask(
            f"SELECT id, place, name, fingerprint, definition FROM {table}"  # noqa: S608  this module's own words
        )
    }
    ask(f"UPDATE {table} SET place = NULL")  # noqa: S608  likewise
    rows, told = [], []
    for place, one in enumerate(wanted):
        found = known.get((one["name"], one["mark"]))
        if found is None:
            columns = {
                "place": place,
                "name": one["name"],
                "fingerprint": one["mark"],
                "definition": json.dumps(one["definition"], default=str),
                **one.get("extra", {}),
            }
            marks = ", ".join("?" * len(columns))
            names = ", ".join(columns)
            row = ask(
                f"INSERT INTO {table} ({names}) VALUES ({marks})",  # noqa: S608  likewise
                tuple(columns.values()),
            ).lastrowid
            rows.append(int(row or 0))
        else:
            rows.append(found[0])
            ask(f"UPDATE {table} SET place = ? WHERE id = ?", (place, found[0]))  # noqa: S608  likewise
        told += _changed(one, known, here=found)
    return rows, told


def _changed(
    one: Mapping[str, Any], known: Mapping[tuple[str, str], tuple[int, Any, str]], *, here: Any
) -> list[str]:
    """Say what differs from the definition that stood under this name the last time."""
    if here is not None and here[1] is not None:
        return []
    last = [
        entry for (name, _), entry in known.items() if name == one["name"] and entry[1] is not None
    ]
    if not last:
        return []
    changed = differences(
        json.loads(last[0][2]), json.loads(json.dumps(one["definition"], default=str))
    )
    what = "; ".join(changed[:4]) or "its data are others"
    then = "its earlier cells are there still" if here is not None else "its cells are run again"
    return [f"{one['name']} has changed ({what}): {then}"]


def _environment(store: Store, study: Study) -> tuple[int, list[str]]:
    now = versions(study)
    text = json.dumps(now, sort_keys=True)
    ask = store.connection.execute
    before = [json.loads(row[0]) for row in ask("SELECT versions FROM environments ORDER BY id")]
    ask("INSERT OR IGNORE INTO environments (versions) VALUES (?)", (text,))
    row = ask("SELECT id FROM environments WHERE versions = ?", (text,)).fetchone()[0]
    if not before or now in before:
        return int(row), []
    changed = "; ".join(differences(before[-1], now))
    return int(row), [f"earlier cells were run with other versions ({changed}), and stay"]


def versions(study: Study) -> dict[str, str]:
    """Return the versions of all that numbers can depend on."""
    found = {
        "python": platform.python_version(),
        "bakeoff": __version__,
        "machine": platform.machine(),
    }
    modules = {type(one).__module__.split(".")[0] for one in study.algorithms.values()}
    others: set[str] = set()
    if modules - KNOWN:  # a look at everything that is installed takes its time
        providers = importlib.metadata.packages_distributions()
        others = {name for module in modules for name in providers.get(module, ())}
    for name in sorted({*PACKAGES, *others} - {"bakeoff"}):
        found[name] = importlib.metadata.version(name)
    return found


def _measured_since(store: Store, study: Study) -> list[str]:
    """Measure from kept predictions what the study asks for now and did not before."""
    told = []
    for name in study.computed:
        lacking = (
            "status = 'ok' AND id NOT IN (SELECT cell FROM scores WHERE measure = ?) "  # noqa: S608  numbers of this room
            f"AND algorithm IN ({', '.join(map(str, store.algorithm_rows))})"
        )
        kept = "id IN (SELECT cell FROM predictions)"
        gone = store.forget(f"{lacking} AND NOT {kept}", (name,))
        if gone:
            told.append(f"{name} was not measured in {gone} cells without predictions: run again")
        for place, data in enumerate(store.datasets):
            told += _measure(store, name, data, f"{lacking} AND {kept}", place)
    return told


def _measure(store: Store, name: str, data: Dataset, condition: str, place: int) -> list[str]:
    ask = store.connection.execute
    row = store.dataset_rows[place]
    with explaining(store.path), transaction(store.connection):
        cells = ask(
            "SELECT cells.id, items, kind, predicted, scores FROM cells "  # noqa: S608  words of this module
            "JOIN predictions ON predictions.cell = cells.id JOIN splits ON splits.id = split "
            f"WHERE dataset = ? AND cells.{condition.replace(' id ', ' cells.id ')}",
            (row, name),
        ).fetchall()
        for cell, items, kind, predicted, scores in cells:
            said = Answers(
                data.codes[unpack(items)],
                unpack(predicted).astype(data.codes.dtype),
                None if scores is None else unpack(scores),
                len(data.classes or ()),
                data.positive,
                kind=kind,
            )
            ask("INSERT INTO scores VALUES (?, ?, ?)", (cell, name, measured([name], said)[name]))
    return []
