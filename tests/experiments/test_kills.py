"""Kill -9 at random moments: the next run goes on, and what comes out is the same."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from bakeoff.experiments.results import StudyResults

STUDY = """
import sys
import numpy as np
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
import awkward
from bakeoff.experiments import RepeatedKFold, Study

chance = np.random.default_rng(0)
y = np.arange(60) % 3
study = Study(
    {"d": (chance.normal(size=(60, 3)) + y[:, None], y)},
    {"slow": awkward.Plain(0.02), "quick": GaussianNB(), "tree": DecisionTreeClassifier(max_features=1)},
    splits=RepeatedKFold(5, 8),
    measures=["error", "auc"],
)
"""
RUN = """
print("ready", flush=True)
study.run(sys.argv[1], engine=sys.argv[2], workers=2, progress=False)
"""


@pytest.fixture
def start(tmp_path):
    """Return how the study is started in a process of its own."""
    script = tmp_path / "study.py"
    script.write_text(STUDY + RUN, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}

    def started(folder, engine):
        return subprocess.Popen(  # noqa: S603  our own words
            [sys.executable, str(script), str(folder), engine],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return started


def cells_in(folder):
    """Return the finished cells, as they are in the file of a run that was killed."""
    path = folder / "study.sqlite"
    if not path.exists():
        return set()
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute("SELECT id, split, algorithm FROM cells").fetchall()
        whole = "SELECT count(*) FROM cells WHERE id NOT IN (SELECT cell FROM predictions)"
        assert connection.execute(whole).fetchone() == (0,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    except sqlite3.OperationalError as fault:  # killed before the tables were there
        if "no such table" in str(fault):
            return set()
        raise
    finally:
        connection.close()
    assert len({row[1:] for row in rows}) == len(rows)
    return set(rows)


@pytest.mark.parametrize(("engine", "most"), [("serial", 3), ("local", 2)])
def test_kills_at_random_moments_lose_nothing_and_double_nothing(start, tmp_path, engine, most):
    """Killed again and again, the study still comes to its end with the same numbers."""
    chance = np.random.default_rng(7)
    folder, kept, kills = tmp_path / engine, set(), 0
    while True:
        process = start(folder, engine)
        if kills < most:
            while process.poll() is None and len(cells_in(folder)) <= len(kept):
                time.sleep(0.01)
            # the first new cell is there: from now on any moment may be the last
            time.sleep(float(chance.exponential(0.1)))
            process.send_signal(signal.SIGKILL)
            kills += 1
        error = process.communicate()[1]
        assert process.returncode in {0, -signal.SIGKILL}, error
        there = cells_in(folder)
        assert kept < there  # the very rows: none is lost, none is written anew
        kept = there
        if process.returncode == 0:
            break
    assert len(kept) == 120
    names = {}
    exec(STUDY, names)  # noqa: S102  the very words that were run
    same = names["study"].run(tmp_path / "calm", engine="serial", progress=False)
    results = StudyResults(folder)
    assert results.scores().values.tobytes() == same.scores().values.tobytes()
    assert results.predictions().predicted.tobytes() == same.predictions().predicted.tobytes()


def test_workers_end_with_whoever_leads_them(start, tmp_path):
    """A killed run leaves no process behind that works for nobody."""
    process = start(tmp_path / "study", "local")
    process.stdout.readline()
    workers = set()
    end = time.monotonic() + 60
    while len(workers) < 2 and time.monotonic() < end:
        workers |= set(_children(process.pid))
        time.sleep(0.02)
    process.kill()
    process.communicate()
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < end:
        time.sleep(0.05)
    assert len(workers) >= 2
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def _children(pid):
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(one) for one in path.read_text(encoding="ascii").split()]
        except OSError:
            continue
    return found
