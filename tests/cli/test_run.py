"""`bakeoff run` and `bakeoff report`: from a study file to a page."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from bakeoff.cli import run

STUDY = """
title = "Two on small data"
measures = ["error", "auc"]
datasets = ["one.csv", "sklearn:iris"]
splits = {kind = "k-fold", folds = 4}
[algorithms.bayes]
class = "sklearn.naive_bayes.GaussianNB"
[algorithms.tree]
class = "sklearn.tree.DecisionTreeClassifier"
params = {max_depth = 2}
"""
FAILING = """
[algorithms.odd]
class = "sklearn.neighbors.KNeighborsClassifier"
params = {n_neighbors = 40}
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a study in it, to stand in."""
    chance = np.random.default_rng(0)
    frame = pd.DataFrame(chance.normal(size=(40, 2)), columns=["p", "q"]).assign(
        kind=["a", "b"] * 20
    )
    frame.to_csv(tmp_path / "one.csv", index=False)
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("here")
def test_a_study_is_run_and_it_is_said_where_to_look(capsys):
    """Progress goes to standard error; the end says what there is and what comes next."""
    assert run(["run", "study.toml", "--engine", "serial"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "16 ok; in study",
        "look: bakeoff report study",
        "      bakeoff compare study --why",
    ]
    assert err.splitlines()[0] == "16 cells"
    assert "left" in err


def test_it_goes_on_and_other_folders_may_be_named(here, capsys):
    """The second run has nothing to do; --to names another folder."""
    for _ in range(2):
        assert (
            run(["run", "study.toml", "--to", "other", "--engine", "serial", "--workers", "1"]) == 0
        )
    assert "16 cells; 16 are done already" in capsys.readouterr().err
    assert (here / "other" / "study.sqlite").is_file()
    assert not (here / "study").exists()


def test_cells_without_a_result_are_counted_by_reason(here, capsys):
    """And how to try them once more."""
    (here / "study.toml").write_text(STUDY + FAILING, encoding="utf-8")
    assert run(["run", "study.toml", "--engine", "serial", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "4 failed, 20 ok; in study"
    assert lines[1].startswith(
        "  missing: odd on one, 4 x failed: ValueError: Expected n_neighbors <= n_samples"
    )
    assert "--again failed" in lines[2]
    assert run(["run", "study.toml", "--engine", "serial", "--quiet", "--again", "failed"]) == 0
    assert "note: failed: 4 cells are run again" in capsys.readouterr().err


def test_a_report_says_the_verdict_and_writes_the_page(here, capsys):
    """In the study's folder, or where it is asked for; JSON too."""
    assert run(["run", "study.toml", "--engine", "serial", "--quiet"]) == 0
    assert run(["report", "study"]) == 0
    out, err = capsys.readouterr()
    assert "bayes" in out
    assert "tree" in out
    assert err.splitlines()[-1] == "wrote study/report.html"
    page = (here / "study" / "report.html").read_text(encoding="utf-8")
    assert "Two on small data" in page
    assert "16 ok" in page
    assert run(["report", "study", "--html", "page.html", "--json", "-", "--measure", "auc"]) == 0
    out, err = capsys.readouterr()
    assert [one["name"] for one in json.loads(out)["question"]["measures"]] == ["auc"]
    assert (here / "page.html").is_file()


def test_a_report_writes_parquet(here, capsys):
    """For other programs."""
    assert run(["run", "study.toml", "--engine", "serial", "--quiet"]) == 0
    assert run(["report", "study", "--parquet", "files", "--why"]) == 0
    assert "wrote files/scores.parquet" in capsys.readouterr().err
    assert len(pd.read_parquet(here / "files" / "cells.parquet")) == 16


@pytest.mark.usefixtures("here")
def test_compare_and_describe_take_the_folder(capsys):
    """As they take a file."""
    assert run(["run", "study.toml", "--engine", "serial", "--quiet"]) == 0
    capsys.readouterr()
    assert run(["compare", "study", "--measure", "error", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["question"]["design"] == "k-fold"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "none.toml"], "bakeoff: none.toml can't be read: No such file or directory"),
        (
            ["report", "none"],
            "bakeoff: none holds no study: there is no study.sqlite in it; run one there first",
        ),
        (
            ["run", "study.toml", "--engine", "cloud"],
            "bakeoff: engine must be 'local', 'serial' or the address",
        ),
        (
            ["run", "study.toml", "--again", "svm"],
            "bakeoff: again: there is no algorithm or data set 'svm'",
        ),
    ],
)
@pytest.mark.usefixtures("here")
def test_a_fault_is_one_sentence(capsys, words, told):
    """On standard error, and the exit code is 1."""
    assert run(words) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err.replace("--engine", "engine").replace("--again", "again")
    assert "Traceback" not in err


def stopped_after(folder, cells: int) -> None:
    """Leave so many cells in a study's folder, as a run does that is stopped."""
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(folder / "study.sqlite")) as connection, connection:
        connection.execute(
            "DELETE FROM cells WHERE rowid NOT IN (SELECT rowid FROM cells LIMIT ?)", (cells,)
        )


def test_a_study_that_is_not_done_says_how_far_it_is(here, capsys):
    """And with what command it goes on, whether or not something can be compared already."""
    assert run(["run", "study.toml", "--engine", "serial", "--quiet"]) == 0
    stopped_after(here / "study", 15)
    capsys.readouterr()
    assert run(["report", "study"]) == 0
    assert "note: 15 of 16 cells done; `bakeoff run study.toml` goes on" in capsys.readouterr().err
    stopped_after(here / "study", 1)
    assert run(["report", "study"]) == 1
    assert capsys.readouterr().err == (
        "bakeoff: there is nothing to compare in study yet: 1 of 16 cells done; `bakeoff run "
        "study.toml` goes on\n"
    )
    (here / "study.toml").rename(here / "other.toml")
    assert run(["report", "study"]) == 1
    assert "1 of 16 cells done; running the study again goes on" in capsys.readouterr().err


def test_a_run_that_is_stopped_says_what_is_kept(here, capsys, monkeypatch):
    """The same command goes on."""
    from bakeoff.experiments.study import Study

    assert run(["run", "study.toml", "--engine", "serial", "--quiet"]) == 0
    stopped_after(here / "study", 6)
    capsys.readouterr()

    def stopped(*_words, **_choices):
        raise KeyboardInterrupt

    monkeypatch.setattr(Study, "run", stopped)
    assert run(["run", "study.toml", "--engine", "serial"]) == 130
    assert capsys.readouterr().err == (
        "6 of 16 cells are done and kept in study; the same command goes on\nstopped\n"
    )
    assert run(["run", "study.toml", "--to", "never"]) == 130
    assert capsys.readouterr().err == "stopped\n"


def test_a_report_tells_what_it_replaces_and_what_is_past(here, capsys):
    """Notes of the run are told as such: nothing is run now."""
    assert run(["run", "study.toml", "--engine", "serial", "--quiet"]) == 0
    changed = STUDY.replace("max_depth = 2", "max_depth = 3")
    (here / "study.toml").write_text(changed, encoding="utf-8")
    assert run(["run", "study.toml", "--engine", "serial", "--quiet"]) == 0
    assert run(["report", "study"]) == 0
    assert "note: when the study was run: tree has changed" in capsys.readouterr().err
    assert run(["report", "study", "--measure", "auc"]) == 0
    assert capsys.readouterr().err.splitlines()[-2:] == [
        "replaced study/report.html",
        "study/report.html held an earlier report; --html FILE keeps both",
    ]
    assert run(["report", "study", "--html", "none/page.html"]) == 1
    assert capsys.readouterr().out == ""
