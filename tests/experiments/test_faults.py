"""Cells that fail, hang, eat memory or die: each is recorded, and the others go on."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import awkward
import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from bakeoff.errors import InvalidInput
from bakeoff.experiments import KFold
from bakeoff.experiments.local import local

GOOD = {"bayes": GaussianNB()}


def by_algorithm(results):
    cells = results.cells()
    return {
        name: sorted(set(zip(part["status"], part["error"], strict=True)))
        for name, part in cells.groupby("algorithm")
    }


def test_a_cell_that_hangs_is_stopped_and_the_others_go_on(make_study, tmp_path):
    """After its time; the reason says how long that was."""
    study = make_study(
        datasets=_one(), algorithms={**GOOD, "hangs": awkward.Hangs()}, splits=KFold(2)
    )
    results = study.run(tmp_path, workers=2, progress=False, time_limit=2)
    assert by_algorithm(results) == {
        "bayes": [("ok", "")],
        "hangs": [("timeout", "took longer than 2 s, and was stopped")],
    }


def test_a_limit_works_on_one_core_too(make_study, tmp_path):
    """Serial with a limit runs cells in one process beside this one."""
    study = make_study(datasets=_one(), algorithms={"hangs": awkward.Hangs()}, splits=KFold(2))
    results = study.run(tmp_path, engine="serial", progress=False, time_limit=0.3)
    assert by_algorithm(results)["hangs"][0][0] == "timeout"


def test_a_cell_that_eats_memory_is_refused_it(make_study, tmp_path):
    """Ten gigabytes against a limit of one: a failure with its reason, not the end of the machine."""
    study = make_study(
        datasets=_one(), algorithms={**GOOD, "eats": awkward.Eats()}, splits=KFold(2)
    )
    results = study.run(tmp_path, workers=1, progress=False, memory_limit=1e9)
    found = by_algorithm(results)
    assert found["bayes"] == [("ok", "")]
    ((status, reason),) = found["eats"]
    assert status == "failed"
    assert reason.startswith("out of memory: Unable to allocate 10.0 GiB")


def test_a_cell_that_kills_its_process_is_given_up_after_two_tries(make_study, tmp_path):
    """As the system does when memory runs out; every other cell has its result."""
    study = make_study(algorithms={**GOOD, "dies": awkward.Dies()}, splits=KFold(2))
    results = study.run(tmp_path, workers=2, progress=False)
    assert by_algorithm(results) == {
        "bayes": [("ok", "")],
        "dies": [
            (
                "killed",
                "its process ended 2 times: signal 9, as the system sends it when memory runs out",
            )
        ],
    }


def test_a_worker_that_is_killed_from_outside_costs_nothing_but_time(make_study, tmp_path):
    """The chunk that it had is run again by the next one."""
    study = make_study(
        datasets=_one(),
        algorithms={**GOOD, "once": awkward.DiesOnce(str(tmp_path / "mark"))},
    )
    results = study.run(tmp_path / "study", workers=1, progress=False)
    assert by_algorithm(results) == {"bayes": [("ok", "")], "once": [("ok", "")]}


def test_all_workers_killed_in_the_middle_come_back(make_study, tmp_path):
    """Random kills from outside: no cell is lost, none doubled, and the numbers are the same."""
    study = make_study(
        algorithms={"a": awkward.Plain(0.02), "b": awkward.Plain(0.01)}, splits=KFold(10)
    )
    pids = set()

    def killed(job):
        outcomes = local(job)
        for place, outcome in enumerate(outcomes):
            yield outcome
            if place in {3, 10, 17}:
                mine = _children()
                pids.update(mine)
                for pid in mine:
                    os.kill(pid, signal.SIGKILL)

    results = study.run(tmp_path / "killed", engine=killed, workers=2, progress=False)
    calm = study.run(tmp_path / "calm", engine="serial", progress=False)
    assert len(pids) >= 3
    assert len(results.cells()) == 40
    assert set(results.cells()["status"]) == {"ok"}
    assert results.scores("error").values.tobytes() == calm.scores("error").values.tobytes()


def test_no_process_is_left_behind(make_study, tmp_path):
    """Neither after the end nor after a stop in the middle."""
    make_study().run(tmp_path / "a", workers=2, progress=False)

    def stopped(job):
        outcomes = local(job)
        try:
            yield next(outcomes)
            raise KeyboardInterrupt
        finally:
            outcomes.close()

    study = make_study(algorithms={"slow": awkward.Plain(0.05)})
    with pytest.raises(KeyboardInterrupt):
        study.run(tmp_path / "b", engine=stopped, workers=2, progress=False)
    assert _children() == []
    assert [one for one in threading.enumerate() if one.name.startswith("Thread-")] == []


def test_what_is_missing_is_told(make_study, tmp_path):
    """By the list of failures, by one line, by the scores, and by the predictions."""
    study = make_study(algorithms={**GOOD, "fails": awkward.Fails()}, measures="error")
    results = study.run(tmp_path, engine="serial", progress=False)
    failures = results.failures()
    assert set(failures["algorithm"]) == {"fails"}
    assert set(failures["error"]) == {"ValueError: a value above 2.5 is too much"}
    count = len(failures)
    assert repr(results) == f"StudyResults: {count} failed, {16 - count} ok; in {tmp_path}"
    with pytest.raises(
        InvalidInput, match=f"{count} cells of the study have no result .the first: "
    ) as caught:
        results.scores()
    assert "a value above 2.5 is too much" in str(caught.value)
    kept = results.scores(missing="keep")
    assert int(np.isnan(kept.values).sum()) == count
    assert any("cells have no result" in note for note in kept.notes)
    only = results.scores(algorithms=["bayes"])
    assert only.algorithms == ("bayes",)


def _one():
    chance = np.random.default_rng(0)
    return {"d": (chance.normal(size=(30, 2)), np.arange(30) % 2)}


def _children():
    """Return the processes that this one has started and that live."""
    time.sleep(0.05)
    lists = Path("/proc/self/task").glob("*/children")  # threads start them
    found = [int(pid) for one in lists for pid in one.read_text(encoding="ascii").split()]
    return [pid for pid in found if _alive(pid)]


def _alive(pid):
    try:
        words = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return False
    return "bakeoff.experiments.worker" in words
