"""What a study costs beyond fit and predict: beside the bare loop, cross_validate, GridSearchCV.

Run it with ``python -m benchmarks experiments [--quick]``. The others keep nothing; a study
writes every cell to the disk, with its predictions, and can be killed at any moment.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import GridSearchCV, RepeatedStratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB

from bakeoff.experiments import RepeatedKFold, Study
from bakeoff.experiments.engines import cores
from bakeoff.experiments.fit import Outcome
from bakeoff.experiments.store import Store
from benchmarks.timing import best

ITEMS = 2500  # 500 test items in each of five folds


class Works(ClassifierMixin, BaseEstimator):
    """Keeps a core busy for a while, then guesses."""

    def __init__(self, seconds=0.1):
        self.seconds = seconds

    def fit(self, X, y):
        """Keep busy."""
        del X
        self.classes_ = np.unique(y)
        end = time.process_time() + self.seconds
        while time.process_time() < end:
            pass
        return self

    def predict_proba(self, X):
        """Guess."""
        return np.tile([0.75, 0.25], (len(X), 1))

    def predict(self, X):
        """Guess again."""
        return np.zeros(len(X), dtype=int)


def data():
    chance = np.random.default_rng(0)
    y = np.arange(ITEMS) % 2
    return chance.normal(size=(ITEMS, 4)) + y[:, None], y


def study_of(estimators, repeats: int, measures="error") -> Study:
    return Study({"d": data()}, estimators, splits=RepeatedKFold(5, repeats), measures=measures)


def seconds_of(study: Study, engine: str, workers: int | None = None) -> float:
    """Return the seconds of a whole run into a fresh folder."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        study.run(folder, engine=engine, workers=workers, progress=False)
        return time.perf_counter() - start


def bare(estimator, X, y, splits) -> None:
    """Fit, predict labels and probabilities, count errors: what nobody can do without."""
    for train, test in splits:
        model = type(estimator)(**estimator.get_params()).fit(X[train], y[train])
        predicted = model.predict(X[test])
        model.predict_proba(X[test])
        np.mean(predicted != y[test])


def short_cells(*, quick: bool) -> None:
    """Cells of a millisecond or two: transactions are shared."""
    repeats = 20 if quick else 200
    X, y = data()
    folds = RepeatedStratifiedKFold(n_splits=5, n_repeats=repeats, random_state=0)
    splits, cells = list(folds.split(X, y)), 5 * repeats
    loop = best(lambda: bare(GaussianNB(), X, y, splits)) / cells
    scoring = {"error": "accuracy"}
    cv = best(lambda: cross_validate(GaussianNB(), X, y, cv=splits, scoring=scoring)) / cells
    grid = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9]}, cv=splits, refit=False)
    search = best(lambda: grid.fit(X, y)) / cells
    study = study_of({"b": GaussianNB()}, repeats)
    study.run(tempfile.mkdtemp(), engine="serial", progress=False)  # all is imported
    ours = min(seconds_of(study, "serial") for _ in range(3)) / cells
    extra = 1000 * (ours - loop)
    print(
        f"short cells, {cells} of {1000 * loop:.2f} ms: beyond the bare loop ours {extra:.2f} ms, "
        f"cross_validate {1000 * (cv - loop):.2f} ms, GridSearchCV {1000 * (search - loop):.2f} ms "
        f"(goal 0.3 ms){'' if extra <= 0.3 else ' MISSED'}"
    )


def long_cells(*, quick: bool) -> None:
    """Cells of 25 ms and of 0.1 s: each has a durable transaction of its own.

    Such a loop is disturbed by whatever else the machine does, by more than what is looked for; so
    the seconds of the processor are taken, and the wait for the disk is added to ours.
    """
    X, y = data()
    for seconds, goal in ((0.025, 1.0), (0.1, 1.0)):
        cells = 5 * (2 if quick else 12)
        folds = RepeatedStratifiedKFold(n_splits=5, n_repeats=cells // 5, random_state=0)
        splits = list(folds.split(X, y))
        loop = min(busy(lambda s=seconds, p=splits: bare(Works(s), X, y, p)) for _ in range(3))
        study = study_of({"w": Works(seconds)}, cells // 5)
        ours = min(busy(lambda s=study: seconds_of(s, "serial")) for _ in range(3))
        # what a run costs once, whatever the number of cells, is told apart
        small = study_of({"w": Works(0.0)}, 1)
        once = min(busy(lambda s=small: seconds_of(s, "serial")) for _ in range(3))
        extra = 1000 * (ours - once - loop) / cells
        share = extra / (1000 * loop / cells)
        print(
            f"cells of {1000 * seconds:g} ms, one transaction each: {extra:.2f} ms beyond the bare "
            f"loop ({share:.1%}; goal {goal:g} ms{', 1 %' if seconds >= 0.1 else ''})"
            f"{'' if extra <= goal and (seconds < 0.1 or share <= 0.01) else ' MISSED'}"
        )


def busy(function) -> float:
    """Return the seconds of the processor, and those that were waited for the disk."""
    flush, waited = Store.flush, []

    def timed(store):
        start, work = time.perf_counter(), time.process_time()
        flush(store)
        waited.append(time.perf_counter() - start - (time.process_time() - work))

    with mock.patch.object(Store, "flush", timed):
        start = time.process_time()
        function()
        return time.process_time() - start + sum(waited)


def speed_up(*, quick: bool) -> None:
    """Two processes beside one, both beside this one."""
    study = study_of({"w": Works(0.02)}, 10 if quick else 80)
    one, two = (seconds_of(study, "local", workers) for workers in (1, 2))
    print(
        f"two workers on {cores()} cores: {one:.1f} s with one, {two:.1f} s with two, "
        f"speed-up {one / two:.2f}"
    )


SIMULATED = """
import resource, sys, time
from benchmarks.bench_experiments import simulate
simulate(int(sys.argv[1]), sys.argv[2])
"""


def simulate(cells: int, folder: str) -> None:
    """Plan cells, hand them out, and keep an outcome for each, without any fit."""
    small = np.random.default_rng(0).normal(size=(40, 2)), np.arange(40) % 2
    study = Study(
        {f"d{place}": small for place in range(10)},
        {f"n{place}": GaussianNB(var_smoothing=10.0**-place) for place in range(10)},
        splits=RepeatedKFold(10, cells // 1000),
        measures="error",
    )
    start = time.perf_counter()
    planned = []

    def engine(job):
        for chunk in job.chunks(2.0):
            planned[:] = planned or [time.perf_counter() - start]
            for number in chunk:
                yield Outcome(number, "ok", number, scores={"error": 0.25}, seconds=0.001)

    study.run(folder, engine=engine, progress=False)
    seconds = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{cells} simulated cells: planned in {planned[0]:.2f} s, fed and kept in {seconds:.1f} s, "
        f"peak memory {memory:.0f} MB (goal 500 MB){'' if memory < 500 else ' MISSED'}",
        flush=True,
    )
    start = time.perf_counter()
    study.run(folder, engine=engine, progress=False)
    print(f"going on with all of them done: {time.perf_counter() - start:.1f} s", flush=True)


def simulated(*, quick: bool) -> None:
    """Run it in a process of its own, whose memory is its alone."""
    folder = tempfile.mkdtemp()
    root = Path(__file__).parents[1]
    words = [sys.executable, "-c", SIMULATED, str(20_000 if quick else 1_000_000), folder]
    try:
        subprocess.run(words, cwd=root, check=True)  # noqa: S603  our own words
    finally:
        shutil.rmtree(folder)


def main(quick: bool = False) -> None:  # noqa: FBT001, FBT002  the form of all benchmarks
    """Print what was measured."""
    short_cells(quick=quick)
    long_cells(quick=quick)
    speed_up(quick=quick)
    simulated(quick=quick)
