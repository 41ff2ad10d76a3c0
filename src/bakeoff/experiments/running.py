"""Run a study: what its folder lacks is handed to an engine, what comes back is kept at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.experiments.chunks import Clock, chunks
from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.engines import Job, Limits, engine_of
from bakeoff.experiments.fit import Outcome, Work
from bakeoff.experiments.progress import Progress, shown
from bakeoff.experiments.registering import registered
from bakeoff.experiments.results import StudyResults
from bakeoff.experiments.store import SHIFT, Store, opened_for_writing
from bakeoff.experiments.study import Study

FAILED = "failed"


def run_study(
    study: Study,
    folder: str | Path,
    *,
    engine: Any = "local",
    workers: int | None = None,
    keep_predictions: bool = True,
    progress: bool = True,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    again: Sequence[str] = (),
) -> StudyResults:
    """Run what is not done; `Study.run` says what the choices mean."""
    limits = Limits(
        None if time_limit is None else checks.positive(time_limit, "time_limit"),
        None if memory_limit is None else checks.positive(memory_limit, "memory_limit"),
    )
    chosen, count = engine_of(engine, limits, workers)
    where = Path(folder).expanduser()
    datasets = study.load()
    with opened_for_writing(where) as store:
        told = registered(store, study, datasets)
        told += _again(store, study, again)
        done = store.done()
        with shown(show=progress, title=study.title or "study") as progress_bar:
            for sentence in told:
                progress_bar.say(sentence)
            clock = Clock(store.plan, int((~done).sum()))
            job = _job(store, study, datasets, done, clock, limits, count, keep_predictions)
            _keep(store, chosen(job), clock, progress_bar, done, count)
    return StudyResults(where)


def _job(
    store: Store,
    study: Study,
    datasets: Sequence[Dataset],
    done: Any,
    clock: Clock,
    limits: Limits,
    workers: int,
    keep_predictions: bool,  # noqa: FBT001  one of the choices of `run_study`
) -> Job:
    names = tuple(study.algorithms)
    work = Work(
        plan=store.plan,
        divisions=study.divisions(),
        estimators=tuple(study.algorithms.values()),
        tunes=tuple(study.tune.get(name) for name in names),
        prepare=study.prepare,
        measures=study.computed,
        keep_predictions=keep_predictions,
    )
    to_do = store.plan.to_do(done)
    return Job(
        work=work,
        datasets=dict(enumerate(datasets)),
        chunks=lambda seconds: chunks(to_do, clock, seconds),
        limits=limits,
        workers=max(1, min(workers, clock.left)),
    )


def _keep(
    store: Store,
    outcomes: Iterator[Outcome],
    clock: Clock,
    progress: Progress,
    done: Any,
    workers: int,
) -> None:
    """Write outcomes as they come; a stop from the keyboard keeps what has come."""
    progress.begin(int(done.sum()), len(done))
    if not clock.left:
        return
    with closing(outcomes):  # type: ignore[type-var]  # engines are generators
        try:
            for outcome in outcomes:
                store.add(outcome)
                clock.learn(outcome)
                progress.advance(outcome, clock, workers)
        except KeyboardInterrupt:
            store.flush()
            raise


def _again(store: Store, study: Study, names: Sequence[str]) -> list[str]:
    """Take the cells out that are to be run once more."""
    told = []
    for name in names:
        if name in study.algorithms:
            row = store.algorithm_rows[list(study.algorithms).index(name)]
            gone = store.forget("algorithm = ?", (row,))
        elif name in study.datasets:
            first = store.dataset_rows[list(study.datasets).index(name)] << SHIFT
            gone = store.forget("split >= ? AND split < ?", (first, first + (1 << SHIFT)))
        elif name == FAILED:
            gone = store.forget("status != 'ok'")
        else:
            raise InvalidInput(
                f"again: there is no algorithm or data set {name!r}; there are "
                f"{', '.join([*study.algorithms, *study.datasets])}, and 'failed'"
            )
        told.append(f"{name}: {gone} cells are run again")
    return told


def order_of(study: Study) -> np.ndarray[Any, Any]:
    """Return the numbers of all cells in the order in which they are handed out."""
    plan = study.plan(study.load())
    return np.fromiter(plan.to_do(np.zeros(len(plan), dtype=bool)), dtype=np.int64)
