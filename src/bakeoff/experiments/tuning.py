"""Choosing the settings of an estimator inside a training set, never seeing the test items."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bakeoff.data.study_measures import measured
from bakeoff.errors import InvalidInput
from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.definitions import seeded
from bakeoff.experiments.plan import Division
from bakeoff.experiments.predicting import answers
from bakeoff.experiments.schemes import checked_scheme, described
from bakeoff.experiments.splits import KFold, Splits, splits_of
from bakeoff.measures.registry import measure
from bakeoff.types import IntArray

# means that differ by less are equal: sums of the same numbers in another order
TIE = 1e-12


@dataclass(frozen=True, slots=True)
class Tune:
    """Settings to choose from, by a measure, over splits of the training set.

    Parameters
    ----------
    grid
        For each parameter the values to try; every combination is tried.
    measure
        What the best combination is best at; the first measure of the study if it is not said.
    splits
        How the training set is divided. Where a test part is left out of a whole study, the
        validation part of each split is used in their place (Alpaydin, section 19.6).
    """

    grid: Mapping[str, Sequence[Any]]
    measure: str | None = None
    splits: Splits = field(default_factory=lambda: KFold(5))

    def __post_init__(self) -> None:
        if not isinstance(self.grid, Mapping) or not self.grid:
            raise InvalidInput("tune must map names of parameters to the values to try")
        for name, values in self.grid.items():
            if isinstance(values, str) or not isinstance(values, Sequence | np.ndarray):
                raise InvalidInput(f"tune: the values of {name} must be a list; it was {values!r}")
            if len(values) == 0:
                raise InvalidInput(f"tune: {name} has no values to try")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        grid = {name: list(values) for name, values in self.grid.items()}
        return {"grid": grid, "measure": self.measure, "splits": described(self.splits)}


def checked_tune(given: Any) -> Tune:
    """Return a grid, or a mapping with grid, measure and splits, as what it means."""
    if isinstance(given, Tune):
        return given
    if isinstance(given, Mapping) and isinstance(given.get("grid"), Mapping):
        unknown = set(given) - {"grid", "measure", "splits"}
        if unknown:
            raise InvalidInput(f"tune: {min(unknown)!r} is no choice; there are measure, splits")
        splits = checked_scheme(given.get("splits", KFold(5)))
        return Tune(given["grid"], given.get("measure"), splits)
    return Tune(given)


def chosen(
    estimator: Any,
    tune: Tune,
    data: Dataset,
    division: Division,
    *,
    by: str,
    seed: int,
    prefix: str = "",
) -> tuple[Any, dict[str, Any]]:
    """Return the estimator with the best settings, unfitted, and these settings.

    Of settings that are equally good the first of the grid is taken. One that fails everywhere
    is out; where all do, the last failure is the estimator's own. `prefix` stands before the
    names of the parameters where the estimator lies behind preparing steps.
    """
    from sklearn.base import clone
    from sklearn.model_selection import ParameterGrid

    name = tune.measure or by
    sign = 1.0 if measure(name).higher_is_better else -1.0
    pairs = _pairs(tune, data, division, seed)
    best: tuple[float, dict[str, Any], Any] | None = None
    failure: Exception | None = None
    for settings in ParameterGrid({key: list(values) for key, values in tune.grid.items()}):
        try:
            named = {f"{prefix}{key}": value for key, value in settings.items()}
            model = seeded(clone(estimator, safe=False).set_params(**named), seed)
            values = [_value(clone(model), data, *pair, name) for pair in pairs]
        except Exception as reason:  # noqa: BLE001  an estimator may fail in any way
            failure = reason
            continue
        mean = sign * float(np.mean(values))
        if best is None or _better(mean, best[0]):
            best = (mean, settings, model)
    if best is None:
        raise failure or InvalidInput("tune: there is nothing to try")
    return clone(best[2]), best[1]


def _better(mean: float, best: float) -> bool:
    return mean > best and not math.isclose(mean, best, rel_tol=TIE)


def _pairs(
    tune: Tune, data: Dataset, division: Division, seed: int
) -> list[tuple[IntArray, IntArray]]:
    if division.validation is not None:
        return [(division.train, division.validation)]
    train = division.train
    inner = splits_of(tune.splits, data.strata[train], rng=seed)
    return [(train[first], train[second]) for _, _, (first, second) in inner]


def _value(model: Any, data: Dataset, train: IntArray, test: IntArray, name: str) -> float:
    model.fit(data.rows(train), data.y[train])
    value = measured([name], answers(model, data, test))[name]
    return -np.inf if np.isnan(value) else value
