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
