"""Run a study: what its folder lacks is handed to an engine, what comes back is kept at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from bakeoff import checks
from bakeoff.errors import InvalidInput, StudyError
from bakeoff.experiments.chunks import Clock, chunks
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
        store.tell(told)
        done = store.done()
        clock = Clock(store.plan, int((~done).sum()))
        to_do = store.plan.to_do(done)
        job = Job(
            work=_work(study, store, keep_predictions=keep_predictions),
            datasets=dict(enumerate(datasets)),
            chunks=lambda seconds: chunks(to_do, clock, seconds),
            limits=limits,
            workers=max(1, min(count, clock.left)),
        )
        with shown(show=progress, title=study.title or "study") as telling:
            for sentence in told:
                telling.say(sentence)
            telling.begin(len(done) - clock.left, len(done))
            if clock.left:
                _keep(store, chosen(job), clock, telling)
    return StudyResults(where)


def _work(study: Study, store: Store, *, keep_predictions: bool) -> Work:
    return Work(
        plan=store.plan,
        divisions=store.divisions,
        estimators=tuple(study.algorithms.values()),
        tunes=tuple(study.tune.get(name) for name in study.algorithms),
        prepare=study.prepare,
        measures=study.computed,
        keep_predictions=keep_predictions,
    )


def _keep(
    store: Store, outcomes: Iterator[Outcome | None], clock: Clock, telling: Progress
) -> None:
    """Write outcomes as they come; a stop from the keyboard keeps what has come."""
    with closing(outcomes):  # type: ignore[type-var]  # engines are generators
        try:
            for outcome in outcomes:
                if outcome is None:
                    store.flush()
                    continue
                store.add(outcome)
                clock.learn(outcome)
                telling.advance(outcome, clock)
        except BaseException:
            with suppress(StudyError):  # what went wrong first is told
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
