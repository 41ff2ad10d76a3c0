"""The store: whole cells, one writer, and one clear sentence for whatever is wrong with the file."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys

import numpy as np
import pytest

from bakeoff.data.study_format import FORMAT, pack, unpack
from bakeoff.errors import StudyError
from bakeoff.experiments.results import StudyResults
from bakeoff.experiments.store import opened_for_writing


def refused(run, told):
    with pytest.raises(StudyError) as caught:
        run()
    assert re.fullmatch(told, str(caught.value)), str(caught.value)


def go(study, folder):
    return study.run(folder, engine="serial", progress=False)


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((0,), dtype=np.uint8),
        np.arange(6, dtype=np.int32).reshape(2, 3),
        np.array([np.nan, np.inf, -0.0, 1e-308]),
        np.arange(3, dtype=">f8"),
    ],
)
def test_arrays_come_back_as_they_went(array):
    """Type, shape and every bit."""
    back = unpack(pack(array))
    assert back.shape == array.shape
    assert np.array_equal(back, array, equal_nan=True)


@pytest.mark.parametrize("blob", [b"", b"|O;3;abc", b"<f8;3;abc", b"<f8;x;", b"\x80\x04N."])
def test_bytes_that_are_no_array_are_a_damaged_store(blob):
    """Also a pickle is: nothing but numbers comes out."""
    refused(lambda: unpack(blob), "the store is damaged: a block of numbers can't be read")


def test_objects_have_no_place():
    """An array of Python objects is refused when it is written."""
    refused(
        lambda: pack(np.array([object()])), "an array of the type object has no place in a store"
    )


def test_a_store_is_one_file_that_others_can_read(make_study, tmp_path):
    """After a run nothing lies beside it, and sqlite's own tool can open it for reading only."""
    go(make_study(), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".running", "study.sqlite"]
    connection = sqlite3.connect(f"file:{tmp_path / 'study.sqlite'}?mode=ro&immutable=1", uri=True)
    assert connection.execute("SELECT count(*) FROM cells").fetchone() == (24,)
    connection.close()


def test_a_folder_without_a_study_says_so(tmp_path):
    """And what to do."""
    refused(
        lambda: StudyResults(tmp_path / "no"),
        r".*/no holds no study: there is no study\.sqlite in it; run one there first",
    )


def test_a_file_that_is_no_store_is_left_alone(make_study, tmp_path):
    """Text under the name of the store."""
    path = tmp_path / "study.sqlite"
    path.write_text("my notes " * 1000, encoding="utf-8")
    told = r".*/study\.sqlite is no store of a study, or damaged; move it away"
    refused(lambda: go(make_study(), tmp_path), told)
    refused(lambda: StudyResults(tmp_path), told)
    assert path.read_text(encoding="utf-8").startswith("my notes")


def test_a_database_of_another_program_is_left_alone(make_study, tmp_path):
    """Its tables are others."""
    with sqlite3.connect(tmp_path / "study.sqlite") as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    told = r".*/study\.sqlite is no store of a study; move it away, or choose another folder"
    refused(lambda: go(make_study(), tmp_path), told)
    refused(lambda: StudyResults(tmp_path), told)


def test_a_damaged_store_says_so(make_study, tmp_path):
    """Pages overwritten with noise."""
    go(make_study(), tmp_path)
    path = tmp_path / "study.sqlite"
    content = bytearray(path.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    path.write_bytes(content)
    told = (
        r".*/study\.sqlite is damaged \(.*\); take it from a backup, or move it away and run again"
    )
    refused(lambda: go(make_study(), tmp_path), told)
    refused(lambda: StudyResults(tmp_path).cells(), told)
    refused(lambda: StudyResults(tmp_path).scores(), told)


def test_half_a_store_says_so(make_study, tmp_path):
    """Cut off in the middle, as by a copy that was stopped."""
    go(make_study(), tmp_path)
    path = tmp_path / "study.sqlite"
    path.write_bytes(path.read_bytes()[:6000])
    with pytest.raises(StudyError, match="is damaged"):
        go(make_study(), tmp_path)


def test_a_store_of_a_newer_version_says_so(make_study, tmp_path):
    """Reading and writing both stop, and name both formats."""
    go(make_study(), tmp_path)
    with sqlite3.connect(tmp_path / "study.sqlite") as connection:
        connection.execute("UPDATE meta SET value = ? WHERE name = 'format'", (str(FORMAT + 1),))
    connection.close()
    told = (
        rf".*/study\.sqlite was written by a newer version of bakeoff \(format {FORMAT + 1}; this one "
        rf"knows formats up to {FORMAT}\); install a newer one"
    )
    refused(lambda: go(make_study(), tmp_path), told)
    refused(lambda: StudyResults(tmp_path), told)


def test_two_runs_of_one_folder_do_not_meet(make_study, tmp_path):
    """The second is told at once; when the first is over, it may run."""
    with opened_for_writing(tmp_path):
        refused(
            lambda: go(make_study(), tmp_path),
            r"the study in .* is run by another process; wait for it, or stop it",
        )
    assert len(go(make_study(), tmp_path).cells()) == 24


def test_a_store_locked_by_another_program_says_so(make_study, tmp_path, monkeypatch):
    """A program that writes to it and does not end."""
    go(make_study(), tmp_path)
    monkeypatch.setattr("bakeoff.experiments.store.PATIENCE", 0.1)
    other = sqlite3.connect(tmp_path / "study.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        refused(
            lambda: go(make_study(), tmp_path),
            r".*/study\.sqlite is locked by another program; close it, and run again",
        )
    finally:
        other.close()


def test_reading_while_it_runs_is_no_hindrance(make_study, tmp_path):
    """A reader sees what is finished, and the run goes on."""
    from bakeoff.experiments.engines import serial

    seen = []

    def looked_at(job):
        for outcome in serial(job):
            yield outcome
            yield None  # as an engine does that waits
            seen.append(len(StudyResults(tmp_path).cells()))

    make_study().run(tmp_path, engine=looked_at, progress=False)
    assert seen == list(range(1, 25))


READ_ONLY = """
import os, sys, tempfile
from pathlib import Path
from bakeoff.experiments import KFold, Study, StudyResults
from bakeoff.errors import StudyError
from sklearn.naive_bayes import GaussianNB
folder = Path(sys.argv[1])
study = Study(["sklearn:iris"], {"b": GaussianNB()}, splits=KFold(4), measures="error")
with tempfile.TemporaryDirectory() as warm:  # all is imported that root alone may be able to read
    study.run(warm, engine="serial", progress=False).scores()
if os.getuid() == 0:  # root may write everywhere; nobody may not
    os.setuid(65534)
try:
    study.run(folder, engine="serial", progress=False)
except StudyError as told:
    print(told)
if (folder / "study.sqlite").exists():
    print(len(StudyResults(folder).cells()), StudyResults(folder).scores().values.mean())
"""


def as_somebody_else(folder):
    words = [sys.executable, "-c", READ_ONLY, str(folder)]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603  our own words
    assert ended.stderr == ""
    return ended.stdout.splitlines()


@pytest.fixture
def open_folder(tmp_path_factory):
    """A folder that every user can reach."""
    path = tmp_path_factory.mktemp("open")
    for one in (path, *path.parents):
        if one.stat().st_uid == os.getuid() and str(one).startswith("/tmp/"):  # noqa: S108  made by pytest
            one.chmod(0o755)
    return path


def test_a_folder_for_reading_only_is_read_and_says_so_when_written(make_study, open_folder):
    """Results can be looked at; a run is told to choose another folder."""
    study = make_study(
        datasets={"iris": "sklearn:iris"}, algorithms={"b": _bayes()}, measures="error"
    )
    go(study, open_folder)
    for path in open_folder.iterdir():
        path.chmod(0o444)
    open_folder.chmod(0o555)
    try:
        told, read = as_somebody_else(open_folder)
    finally:
        open_folder.chmod(0o755)
    assert re.search(
        r"can't be (opened|written).*choose (another folder|a folder that can be written)", told
    )
    assert read.startswith("4 0.0")


def test_a_place_where_no_folder_can_be_made_says_so(open_folder):
    """With what the system says."""
    open_folder.chmod(0o555)
    try:
        (told,) = as_somebody_else(open_folder / "new")
    finally:
        open_folder.chmod(0o755)
    assert told == (
        f"{open_folder}/new can't be made (Permission denied); choose a folder that can be written"
    )


def _bayes():
    from sklearn.naive_bayes import GaussianNB

    return GaussianNB()


FULL = """
import resource, signal, sys
import numpy as np
from bakeoff.experiments import KFold, RepeatedKFold, Study
from bakeoff.errors import StudyError
from sklearn.naive_bayes import GaussianNB
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = int(sys.argv[2])
if size:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
chance = np.random.default_rng(0)
study = Study({"d": (chance.normal(size=(500, 2)), np.arange(500) % 2)}, {"b": GaussianNB(var_smoothing=1e-9)},
              splits=RepeatedKFold(5, 20), measures="error")
try:
    print(study.run(sys.argv[1], engine="serial", progress=False))
except StudyError as told:
    print(told)
"""


def test_a_full_disk_keeps_what_was_finished(tmp_path):
    """A file that may not grow further: one sentence; with more room the run goes on."""
    start = lambda size: subprocess.run(  # noqa: E731, S603  our own words
        [sys.executable, "-c", FULL, str(tmp_path), str(size)],
        capture_output=True,
        text=True,
        check=False,
    )
    ended = start(150_000)
    assert ended.stderr == ""
    assert re.search(
        r"study\.sqlite.*(is full; make room and run again|disk does not answer).*what was finished is kept",
        ended.stdout,
    )
    kept = len(StudyResults(tmp_path).cells())
    assert 0 < kept < 100
    assert "100 ok" in start(0).stdout


def test_a_tiny_disk_is_named_as_full(tmp_path):
    """A file system of its own, where one can be made."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(  # noqa: S603  our own words
        ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)],  # noqa: S607  wherever it is
        capture_output=True,
        check=False,
    )
    if mounted.returncode:  # the limit on a file's size, above, stands for it
        return
    try:
        ended = subprocess.run(  # noqa: S603  our own words
            [sys.executable, "-c", FULL, str(disk), "0"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.stderr == ""
        assert re.search(
            r"the disk that holds .*study\.sqlite is full; make room and run again: what was finished is kept",
            ended.stdout,
        )
        assert len(StudyResults(disk).cells()) > 0
    finally:
        subprocess.run(["umount", str(disk)], check=True)  # noqa: S603, S607  as it was mounted


def test_short_cells_share_a_transaction_and_long_ones_do_not(make_study, tmp_path, monkeypatch):
    """Under 20 ms they wait for each other, up to a tenth of a second of work or of waiting."""
    from bakeoff.experiments import store as module
    from bakeoff.experiments.fit import Outcome
    from bakeoff.experiments.registering import registered

    now = 0.0
    monkeypatch.setattr(module.time, "perf_counter", lambda: now)
    study = make_study()
    datasets = study.load()
    with opened_for_writing(tmp_path) as store:
        registered(store, study, datasets)
        assert not store.add(Outcome(0, "ok", 0, seconds=0.001))
        assert not store.add(Outcome(1, "ok", 0, seconds=0.001))
        assert store.add(Outcome(2, "ok", 0, seconds=0.03))
        assert len(StudyResults(tmp_path).cells()) == 3
        waiting = [store.add(Outcome(3 + place, "ok", 0, seconds=0.019)) for place in range(6)]
        assert waiting == [False] * 5 + [True]
        assert store.done().sum() == 9
        assert not store.add(Outcome(9, "ok", 0, seconds=0.001))
        now = 0.2
        assert store.idle()
