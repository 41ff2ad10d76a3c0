"""Run one cell: fit on the training part, predict the test part, measure, and time it all."""

from __future__ import annotations

import copy
import random
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from bakeoff.data.study_measures import measured
from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.definitions import open_seeds, seeded
from bakeoff.experiments.plan import Division, Divisions, Plan
from bakeoff.experiments.predicting import answers
from bakeoff.experiments.preparation import prepared
from bakeoff.experiments.tuning import Tune, chosen
from bakeoff.measures.registry import measure
from bakeoff.types import FloatArray

# ok; failed: an exception; timeout: took longer than it may; killed: its process died, twice
Status: TypeAlias = Literal["ok", "failed", "timeout", "killed"]
LONGEST_REASON = 500
MOST_WARNINGS = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one cell."""

    number: int
    status: Status
    seed: int
    reason: str = ""
    warnings: tuple[str, ...] = ()
    tune_seconds: float | None = None
    fit_seconds: float | None = None
    predict_seconds: float | None = None
    model_bytes: int | None = None
    chosen: Mapping[str, Any] | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    kind: str = ""
    predicted: npt.NDArray[Any] | None = None
    class_scores: FloatArray | None = None
    seconds: float = 0.0  # all of it, as the clock on the wall saw it


@dataclass(frozen=True)
class Work:
    """All that is needed to run any cell of a study, but for the data; it goes to every worker."""

    plan: Plan
    divisions: Divisions
    estimators: tuple[Any, ...]
    tunes: tuple[Tune | None, ...]
    prepare: Any
    measures: tuple[str, ...]
    keep_predictions: bool

    def is_open(self, estimator: Any, algorithm: int) -> bool:
        """Whether an estimator may have a random_state that was left open.

        What is known of the estimator itself, which many cells share, is looked up once.
        """
        bare = self.estimators[algorithm]
        return type(estimator) is not type(bare) or self._open[algorithm]

    def fresh(self, algorithm: int) -> Any:
        """Return an unfitted estimator for one cell."""
        return copy.deepcopy(self._unfitted[algorithm])

    @cached_property
    def _unfitted(self) -> tuple[Any, ...]:
        from sklearn.base import clone

        # cloning checks every parameter, which is needed once and not for every cell
        return tuple(clone(one, safe=False) for one in self.estimators)

    @cached_property
    def _open(self) -> tuple[bool, ...]:
        return tuple(bool(open_seeds(one)) for one in self.estimators)


def warm_up(work: Work) -> None:
    """Import what cells import, so that no cell's time is counted for it."""
    import sklearn.compose
    import sklearn.model_selection
    import sklearn.pipeline  # noqa: F401  for `preparation` and `tuning`

    for name in work.measures:
        measure(name).load()


def run_cells(
    work: Work, datasets: Mapping[int, Dataset], numbers: Iterable[int]
) -> Iterator[Outcome]:
    """Yield the outcomes of cells in the order given; the caller's own chance is left as it was."""
    state, own = np.random.get_state(), random.getstate()  # noqa: NPY002  estimators may use it
    try:
        for number in numbers:
            yield run_cell(work, datasets[work.plan.cell(number).dataset], number)
    finally:
        np.random.set_state(state)  # noqa: NPY002  see above
        random.setstate(own)


def run_cell(work: Work, data: Dataset, number: int) -> Outcome:
    """Return what came of one cell; whatever goes wrong in the estimator becomes a reason."""
    cell = work.plan.cell(number)
    seed = work.plan.seed_of(cell)
    begun = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            division = work.divisions.division(data, *work.plan.repeat_and_fold(cell))
            parts = _fitted(work, data, cell.algorithm, division, seed)
            outcome: dict[str, Any] = {"status": "ok", **parts}
        except MemoryError as reason:
            outcome = {"status": "failed", "reason": f"out of memory: {_said(reason)}"}
        except Exception as reason:  # noqa: BLE001  an estimator may fail in any way
            outcome = {"status": "failed", "reason": f"{type(reason).__name__}: {_said(reason)}"}
    return Outcome(
        number=number,
        seed=seed,
        warnings=_distinct(caught),
        seconds=time.perf_counter() - begun,
        **outcome,
    )


def _fitted(
    work: Work, data: Dataset, algorithm: int, division: Division, seed: int
) -> dict[str, Any]:
    np.random.seed(seed)  # noqa: NPY002  for estimators that draw from the global generator
    random.seed(seed)
    estimator = prepared(work.fresh(algorithm), data, work.prepare)
    tune, settings, tune_seconds = work.tunes[algorithm], None, None
    if tune is not None:
        start = time.perf_counter()
        prefix = _prefix(estimator, work.estimators[algorithm])
        estimator, settings = chosen(
            estimator, tune, data, division, by=work.measures[0], seed=seed, prefix=prefix
        )
        tune_seconds = time.perf_counter() - start
    model = seeded(estimator, seed) if tune or work.is_open(estimator, algorithm) else estimator
    X, y = data.rows(division.train), data.y[division.train]
    start = time.perf_counter()
    model.fit(X, y)
    fitted = time.perf_counter()
    said = answers(model, data, division.test)
    predicted = time.perf_counter()
    keep = work.keep_predictions
    return {
        "tune_seconds": tune_seconds,
        "fit_seconds": fitted - start,
        "predict_seconds": predicted - fitted,
        "model_bytes": _size(model),
        "chosen": settings,
        "scores": measured(work.measures, said),
        "kind": said.kind,
        "predicted": said.predicted if keep else None,
        "class_scores": said.scores if keep else None,
    }


def _prefix(estimator: Any, bare: Any) -> str:
    """Return what stands before the names of an estimator's parameters behind preparing steps."""
    return "" if type(estimator) is type(bare) else f"{estimator.steps[-1][0]}__"


def _size(model: Any) -> int | None:
    """Return the bytes that a model takes when it is sent somewhere; nothing is written or read."""
    from multiprocessing.reduction import ForkingPickler

    try:
        return len(ForkingPickler.dumps(model))
    except Exception:  # noqa: BLE001  a model of any make may refuse in any way
        return None


def _said(reason: BaseException) -> str:
    text = " ".join(str(reason).split()) or "it said nothing"
    return text if len(text) <= LONGEST_REASON else text[: LONGEST_REASON - 3] + "..."


def _distinct(caught: list[warnings.WarningMessage]) -> tuple[str, ...]:
    if not caught:
        return ()
    texts = dict.fromkeys(
        f"{one.category.__name__}: {_said(one.message)}"  # type: ignore[arg-type]  # or a text
        for one in caught
    )
    return tuple(texts)[:MOST_WARNINGS]


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep the numeric libraries to one thread: sums in another order are other numbers."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # has no types

    with threadpool_limits(1):
        yield
