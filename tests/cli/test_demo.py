"""`bakeoff demo`: a real experiment from start to verdict."""

from __future__ import annotations

from bakeoff import read_scores
from bakeoff.cli import run
from bakeoff.experiments import StudyResults


def test_the_demo_leaves_a_study_and_a_page_and_tells_the_verdict(tmp_path, capsys):
    """Five classifiers on nine data sets; every cell is well; the commands that it names work."""
    folder = tmp_path / "bakeoff-demo"
    assert run(["demo", "--to", str(folder)]) == 0
    out, err = capsys.readouterr()
    results = StudyResults(folder)
    assert set(results.cells()["status"]) == {"ok"}
    assert len(results.cells()) == 450
    assert "logistic" in out
    assert "Which of five well-known classifiers" in err
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "Five classifiers on the data that come with scikit-learn" in page
    assert read_scores(folder / "scores.csv").datasets == results.scores().datasets
    commands = [line.split()[1:] for line in out.splitlines() if line.startswith("  bakeoff ")]
    assert len(commands) == 4
    for words in commands:
        assert run([word.strip("'") for word in words]) == 0
