"""A very long list of cells: planned, handed out and fed without being written out."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc

import numpy as np
from sklearn.naive_bayes import GaussianNB

from bakeoff.experiments import RepeatedKFold, Study
from bakeoff.experiments.chunks import Clock, chunks
from bakeoff.experiments.fit import Outcome
from bakeoff.experiments.plan import Plan


def simulated(job):
    """Yield an outcome for every cell at once, as a cluster of any size would."""
    for chunk in job.chunks(2.0):
        for number in chunk:
            yield Outcome(number, "ok", number, scores={"error": 0.25}, seconds=0.001)


def test_planning_a_million_cells_takes_megabytes():
    """The order of all cells is an array of four bytes each; nothing else grows."""
    plan = Plan(("d",) * 20, tuple("abcdefghij"), ((500, 10),) * 20, seed=0)
    assert len(plan) == 1_000_000
    tracemalloc.start()
    clock = Clock(plan, len(plan))
    to_do = plan.to_do(np.zeros(len(plan), dtype=bool))
    for place, number in enumerate(
        number for chunk in chunks(to_do, clock, 2.0) for number in chunk
    ):
        clock.learn(Outcome(number, "ok", 0, seconds=0.001))
        if place == 5000:
            break
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50e6  # 8 + 4 + 1 MB of arrays, and what is under way


RUN = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
import numpy as np
from sklearn.naive_bayes import GaussianNB
from bakeoff.experiments import RepeatedKFold, Study
from test_scale import simulated
X = np.random.default_rng(0).normal(size=(40, 2))
repeats = int(sys.argv[3])
study = Study({"a": (X, np.arange(40) % 2), "b": (X, np.arange(40) % 2)},
              {f"n{i}": GaussianNB(var_smoothing=10.0**-i) for i in range(5)},
              splits=RepeatedKFold(10, repeats), measures="error")
study.run(sys.argv[1], engine=simulated, progress=False)
lines = Path("/proc/self/status").read_text().splitlines()
# not ru_maxrss: that is handed down by the process that started this one
print(next(line.split()[1] for line in lines if line.startswith("VmHWM")))
"""


def test_memory_does_not_grow_with_the_number_of_cells(tmp_path):
    """Ten times as many cells through plan, chunks and store: a few megabytes more."""
    here = __file__.rpartition("/")[0]
    peaks = []
    for repeats in (20, 200):
        words = [sys.executable, "-c", RUN, str(tmp_path / str(repeats)), here, str(repeats)]
        ended = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603  our own words
        peaks.append(int(ended.stdout) / 1024)
    assert peaks[1] - peaks[0] < 20
    assert peaks[1] < 500


def test_a_simulated_study_is_whole(tmp_path):
    """Every cell stands in the store once."""
    X = np.random.default_rng(0).normal(size=(40, 2))
    study = Study(
        {"d": (X, np.arange(40) % 2)},
        {"b": GaussianNB()},
        splits=RepeatedKFold(10, 30),
        measures="error",
    )
    results = study.run(tmp_path, engine=simulated, progress=False)
    assert len(results.cells()) == results.planned() == 300
    assert (results.scores().values == 0.25).all()
