"""A running Dask cluster: a real scheduler and workers, killed in the middle of a study."""

from __future__ import annotations

import gc
import os
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import awkward
import pytest
from sklearn.tree import DecisionTreeClassifier

from bakeoff.errors import StudyError
from bakeoff.experiments import RepeatedKFold
from bakeoff.experiments.cluster import Cluster
from bakeoff.experiments.engines import Limits, engine_of

# a client whose scheduler was killed leaves sockets to the garbage collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
PATH = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])


class Machines:
    """A scheduler and workers, as processes on this machine."""

    def __init__(self, folder):
        self.folder, self.port = folder, _free()
        self.workers, self.scheduler = [], None
        self.environment = {**os.environ, "PYTHONPATH": PATH, "OMP_NUM_THREADS": "1"}

    @property
    def address(self):
        return f"tcp://127.0.0.1:{self.port}"

    def start(self):
        self.scheduler = self._process("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        self.workers += [self._worker(), self._worker()]

    def _worker(self):
        return self._process(
            "worker",
            self.address,
            "--nthreads",
            "1",
            "--no-nanny",
            "--local-directory",
            str(self.folder),
            "--death-timeout",
            "60",
        )

    def _process(self, kind, *words):
        program = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words, "--no-dashboard"]
        return subprocess.Popen(  # noqa: S603  our own words
            program, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def end(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


def _free():
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture
def machines(tmp_path):
    """A cluster of two workers."""
    found = Machines(tmp_path / "dask")
    found.start()
    yield found
    found.end()
    gc.collect()


def test_a_worker_and_the_scheduler_may_die_and_the_numbers_are_the_same(
    machines, make_study, tmp_path
):
    """One worker is killed, later the scheduler with all that it knew; then there is a new one."""
    study = make_study(
        algorithms={
            "slow": awkward.Plain(0.05),
            "tree": DecisionTreeClassifier(max_features=1),
            "global": awkward.Global(),
            "fails": awkward.Fails(),
        },
        splits=RepeatedKFold(4, 4),
        measures=["error"],
    )
    happened = []

    def engine(job):
        for place, outcome in enumerate(Cluster(machines.address)(job)):
            yield outcome
            if place >= 15 and not happened:
                happened.append("a worker")
                machines.workers[0].kill()
            if place >= 60 and len(happened) == 1:
                happened.append("the scheduler")
                machines.scheduler.kill()
                machines.scheduler.wait()
                machines.start()

    results = study.run(tmp_path / "cluster", engine=engine, progress=False)
    calm = study.run(tmp_path / "calm", engine="serial", progress=False)
    assert happened == ["a worker", "the scheduler"]
    columns = ["dataset", "repeat", "fold", "algorithm", "status", "error", "seed"]
    assert results.cells()[columns].equals(calm.cells()[columns])
    one, other = (each.scores("error", missing="keep").values for each in (results, calm))
    assert one.tobytes() == other.tobytes()
    assert _predictions(results) == _predictions(calm)


def _predictions(results):
    kept = results.predictions(missing="drop")
    return kept.predicted.tobytes(), [None if one is None else one.tobytes() for one in kept.scores]


def test_an_address_where_nobody_answers_is_named(make_study, tmp_path):
    """With what would start a cluster there; and the folder is fit for another engine."""
    address = f"tcp://127.0.0.1:{_free()}"
    with pytest.raises(StudyError) as caught:
        make_study().run(tmp_path, engine=Cluster(address, patience=0.2), progress=False)
    assert str(caught.value) == (
        f"no cluster answers at {address}; start one there with 'dask scheduler' and 'dask worker', "
        f"or choose engine='local'"
    )
    assert len(make_study().run(tmp_path, engine="serial", progress=False).cells()) == 24


@pytest.mark.parametrize("name", ["tcp://10.0.0.1:8786", "10.0.0.1:8786", "tls://host:1"])
def test_an_address_is_known_by_its_form(name):
    """With or without the protocol."""
    engine, workers = engine_of(name, Limits(), None)
    assert engine.address == (name if "://" in name else f"tcp://{name}")
    assert workers == 1
