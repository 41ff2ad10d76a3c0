"""Where data sets come from: arrays, frames, files, scikit-learn's own, OpenML by number."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.data.frames import is_frame
from bakeoff.data.tables import open_table
from bakeoff.errors import InvalidInput, StudyError
from bakeoff.experiments.dataset import Dataset, dataset

if TYPE_CHECKING:
    import pandas as pd

SKLEARN = "sklearn:"
OPENML = "openml:"
TARGETS = ("class", "target", "label", "y", "outcome")
LOADERS = {
    "breast_cancer": "load_breast_cancer",
    "diabetes": "load_diabetes",
    "digits": "load_digits",
    "iris": "load_iris",
    "wine": "load_wine",
}
MISSING = ("?", "NA", "N/A", "NaN", "nan", "")


def load(name: str, source: Any, *, values: bool = False) -> Dataset:
    """Return the data set that a source speaks of.

    Parameters
    ----------
    name
        The name that it has in the study.
    source
        A pair (X, y); a frame with a column for the classes; a path (.csv, .tsv, .parquet,
        .arff); ``"sklearn:iris"``; ``"openml:61"``; what scikit-learn's loaders return; or a
        mapping with one of these as ``source`` and ``target`` (the column of the classes),
        ``positive`` (the positive class) or ``drop`` (columns to leave out).
    values
        Whether numbers are to be predicted, not classes.
    """
    choices: dict[str, Any] = {}
    if isinstance(source, Mapping) and "source" in source:
        choices = {str(key): value for key, value in source.items() if key != "source"}
        unknown = set(choices) - {"target", "positive", "drop"}
        if unknown:
            raise InvalidInput(
                f"{name}: {min(unknown)!r} is no choice of a data set; there are source, target, "
                f"positive, drop"
            )
        source = source["source"]
    X, y, said = _features_and_target(name, source, choices)
    return dataset(name, X, y, values=values, positive=choices.get("positive"), source=said)


def _features_and_target(
    name: str, source: Any, choices: Mapping[str, Any]
) -> tuple[Any, Any, dict[str, Any]]:
    if isinstance(source, str) and source.startswith(SKLEARN):
        return *_of_sklearn(source.removeprefix(SKLEARN)), {"source": source}
    if isinstance(source, str) and source.startswith(OPENML):
        frame, target = _of_openml(source.removeprefix(OPENML))
        return _divided(name, frame, {"target": target, **choices}, source)
    if isinstance(source, str | Path):
        frame = tidy(open_table(source).frame)
        return _divided(name, frame, choices, Path(source).name)
    if is_frame(source):
        frame = source if hasattr(source, "iloc") else source.to_pandas()
        return _divided(name, frame, choices, "a frame")
    if hasattr(source, "data") and hasattr(source, "target"):
        return source.data, source.target, {"source": "a bunch"}
    if isinstance(source, tuple) and len(source) == 2:
        return source[0], source[1], {"source": "X, y"}
    raise InvalidInput(
        f"{name}: a data set must be (X, y), a frame, a path, 'sklearn:NAME' or 'openml:NUMBER'; "
        f"it was {type(source).__name__}"
    )


def _divided(
    name: str, frame: pd.DataFrame, choices: Mapping[str, Any], origin: str
) -> tuple[Any, Any, dict[str, Any]]:
    """Take the column of the classes out of a frame."""
    columns = [str(column) for column in frame.columns]
    frame = frame.set_axis(columns, axis=1)
    target = choices.get("target")
    if target is None:
        known = [column for column in columns if column.lower() in TARGETS]
        target = known[0] if len(known) == 1 else columns[-1]
    drop = choices.get("drop") or []
    drop = [drop] if isinstance(drop, str) else list(drop)
    for column in (target, *drop):
        if column not in columns:
            raise InvalidInput(
                f"{name}: there is no column {column!r}; there are {', '.join(columns[:20])}"
            )
    X = frame.drop(columns=[target, *drop])
    if X.shape[1] == 0:
        raise InvalidInput(f"{name}: beside {target!r} there are no columns to learn from")
    said = {"source": origin, "target": target, **({"drop": drop} if drop else {})}
    return X, frame[target].to_numpy(), said


def tidy(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with the signs of missing cells understood, and numbers as numbers."""
    import pandas as pd

    columns = {}
    for name in frame.columns:
        column = frame[name]
        if column.dtype.kind in "biuf" or hasattr(column, "cat"):
            columns[name] = column
            continue
        known = column.astype(object).where(column.notna() & ~column.isin(MISSING), None)
        numbers = pd.to_numeric(known, errors="coerce")
        columns[name] = known if (numbers.isna() & known.notna()).any() else numbers
    return pd.DataFrame(columns, index=frame.index)


def _of_sklearn(which: str) -> tuple[Any, Any]:
    from sklearn import datasets

    if which not in LOADERS:
        raise InvalidInput(
            f"scikit-learn comes without a data set {which!r}; it has {', '.join(LOADERS)}"
        )
    bunch = getattr(datasets, LOADERS[which])()
    names = getattr(bunch, "target_names", None)
    if names is None or bunch.target.dtype.kind not in "iu" or which == "digits":
        return bunch.data, bunch.target
    return bunch.data, names[bunch.target]


def _of_openml(which: str) -> tuple[pd.DataFrame, str]:
    from sklearn.datasets import fetch_openml

    if not which.isdigit():
        raise InvalidInput(f"openml: is followed by the number of a data set; it was {which!r}")
    try:
        bunch = fetch_openml(data_id=int(which), as_frame=True, parser="auto")
    except (OSError, ValueError) as reason:
        raise StudyError(
            f"the data set {which} could not be had from OpenML ({str(reason).splitlines()[0]}); "
            f"it takes a network, or a copy of the file"
        ) from None
    if bunch.frame is None or bunch.target is None or getattr(bunch.target, "ndim", 0) != 1:
        raise StudyError(f"the data set {which} of OpenML has no single column to predict")
    return bunch.frame, str(bunch.target.name)
