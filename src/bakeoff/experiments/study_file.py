"""`study.toml`: a study as a file that can be read, kept and sent."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bakeoff.errors import InvalidInput
from bakeoff.experiments.definitions import imported
from bakeoff.experiments.study import Study

TOP = (
    "title",
    "aim",
    "seed",
    "measures",
    "datasets",
    "splits",
    "algorithms",
    "test_fraction",
    "two_classes",
    "prepare",
    "positive",
)
ESTIMATOR = ("class", "params", "tune", "steps")


def study_of_file(path: str | Path) -> Study:
    """Return the study that a file describes; paths in it are seen from where it lies."""
    where = Path(path).expanduser()
    try:
        content = tomllib.loads(where.read_text(encoding="utf-8"))
    except OSError as reason:
        raise InvalidInput(f"{path} can't be read: {reason.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as reason:
        raise InvalidInput(f"{path} is no TOML: {reason}") from None
    try:
        return _study(content, where.parent)
    except InvalidInput as reason:
        raise InvalidInput(f"{path}: {reason}") from None


def _study(content: Mapping[str, Any], folder: Path) -> Study:
    _known(content, TOP, "the top level")
    for needed in ("measures", "datasets", "splits", "algorithms"):
        if needed not in content:
            raise InvalidInput(f"it needs {needed}")
    algorithms = _table(content["algorithms"], "algorithms")
    estimators, tunes = {}, {}
    for name, table in algorithms.items():
        one = _table(table, f"algorithms.{name}")
        estimators[name] = _estimator(one, f"algorithms.{name}")
        if "tune" in one:
            tunes[name] = _grid(one["tune"], estimators[name])
    choices = ("title", "aim", "seed", "test_fraction", "two_classes", "positive", "prepare")
    return Study(
        _datasets(content["datasets"], folder),
        estimators,
        splits=content["splits"],
        measures=content["measures"],
        tune=tunes,
        **{name: content[name] for name in choices if name in content},
    )


def _grid(tune: Any, estimator: Any) -> Any:
    """Return a grid with the names that a pipeline has for the parameters of its last step."""
    steps = [name for name, _ in getattr(estimator, "steps", [])]
    if not steps or not isinstance(tune, Mapping):
        return tune
    if isinstance(tune.get("grid"), Mapping):
        return {**tune, "grid": _grid(tune["grid"], estimator)}
    return {
        name if name.partition("__")[0] in steps else f"{steps[-1]}__{name}": values
        for name, values in tune.items()
    }


def _datasets(given: Any, folder: Path) -> Any:
    if isinstance(given, str):
        given = [given]
    if isinstance(given, list):
        return [_seen_from(folder, source) for source in given]
    return {
        name: {**_table(one, f"datasets.{name}"), "source": _seen_from(folder, one.get("source"))}
        if isinstance(one, Mapping)
        else _seen_from(folder, one)
        for name, one in _table(given, "datasets").items()
    }


def _seen_from(folder: Path, source: Any) -> Any:
    if not isinstance(source, str):
        raise InvalidInput(
            f"datasets: a source must be a path or such as 'sklearn:iris'; it was {source!r}"
        )
    named = source.startswith(("sklearn:", "openml:"))
    return source if named or Path(source).is_absolute() else str(folder / source)


def _estimator(table: Mapping[str, Any], where: str) -> Any:
    """Return the estimator of a table with class and params, behind the steps it may have."""
    _known(table, ESTIMATOR, where)
    if not isinstance(table.get("class"), str):
        raise InvalidInput(f"{where} needs class, such as 'sklearn.svm.SVC'")
    last = _made(table["class"], table.get("params", {}), where)
    steps = table.get("steps", [])
    if not steps:
        return last
    from sklearn.pipeline import make_pipeline

    before = [
        _made(step, {}, where) if isinstance(step, str) else _estimator(_table(step, where), where)
        for step in steps
    ]
    return make_pipeline(*before, last)


def _made(path: str, params: Any, where: str) -> Any:
    kind = imported(path)
    choices = {
        name: _estimator(value, f"{where}.params.{name}")
        if isinstance(value, Mapping) and "class" in value
        else value
        for name, value in _table(params, f"{where}.params").items()
    }
    try:
        return kind(**choices)
    except (TypeError, ValueError) as reason:
        raise InvalidInput(f"{where}: {path} can't be made with these params: {reason}") from None


def _table(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{where} must be a table; it was {value!r}")
    return value


def _known(table: Mapping[str, Any], names: tuple[str, ...], where: str) -> None:
    for name in table:
        if name not in names:
            raise InvalidInput(
                f"{where} has {name!r}, which means nothing; there are {', '.join(names)}"
            )
