"""What tests of several rooms share: programs that are not Python's, comparisons to be shown."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from bakeoff import Scores
    from bakeoff.data.predictions import Predictions
    from bakeoff.decide.comparison import Comparison

WEKA = Path(os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar"))


def needed(what: str, *, present: bool) -> None:
    """Go on if a program is there; else fail under CI, and elsewhere skip and say what to do."""
    if present:
        return
    sentence = f"{what} is not on this machine; scripts/programs installs it where it may"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser that shows the pages."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    needed("chromium", present=path is not None)
    return str(path)


@pytest.fixture(scope="session")
def pdflatex() -> str:
    """The program that sets LaTeX."""
    path = shutil.which("pdflatex")
    needed("pdflatex", present=path is not None)
    return str(path)


@pytest.fixture(scope="session")
def weka() -> Path:
    """The archive of Weka, with a java that runs it."""
    needed("java with weka.jar", present=WEKA.is_file() and shutil.which("java") is not None)
    return WEKA


HOSTILE = (
    "<script>alert(1)</script>",
    "\"quoted\" & 'single'",
    "日本語の分類器",
    "a very long name of a classifier with all its parameters (C=1.0, kernel='rbf', degree=3)",
    r"$x_1$ \alpha{%} ~^",
    "مصنف",
    "=cmd|' /C calc'!A0",
    "</script><img src=x onerror=alert(2)>",
    "|pipe| *star* _u_ `t`",
    'id="x" #1b1f24 &amp; <!-- -->',
)


@pytest.fixture(scope="session")
def hostile_names() -> tuple[str, ...]:
    """Names that HTML, LaTeX, Markdown, a spreadsheet or a font could stumble over."""
    return HOSTILE


@pytest.fixture(scope="session")
def shown() -> Callable[[str], Comparison]:
    """Comparisons of every kind that is shown in pictures and reports, by name; each made once."""
    return shown_comparison


@cache
def shown_comparison(name: str) -> Comparison:
    """Return the comparison of that name."""
    from bakeoff.decide import compare

    many = [f"algorithm {place}" for place in range(40)]
    choices: dict[str, Callable[[], Comparison]] = {
        "ranks": lambda: compare(over_datasets(20, 5)),
        "many": lambda: compare(over_datasets(30, 40, names=many)),
        "hostile": lambda: compare(over_datasets(30, 10, names=HOSTILE)),
        "two": lambda: compare(over_datasets(14, 2)),
        "margin": lambda: compare(over_datasets(20, 3), margin=0.02),
        "control": lambda: compare(over_datasets(20, 6), control="a2"),
        "nemenyi": lambda: compare(over_datasets(20, 6), posthoc="nemenyi"),
        "folds": lambda: compare(over_folds(5, ["accuracy"])),
        "measures": lambda: compare(over_folds(4, ["tpr", "fpr"]), measures=["tpr", "fpr"]),
        "two measures": lambda: compare(over_folds(2, ["tpr", "fpr"]), measures=["tpr", "fpr"]),
        "runs": lambda: compare(over_folds(4, ["accuracy"], design="independent")),
        "predictions": lambda: compare(predicted(folds=10), measure="auc"),
        "one test set": lambda: compare(predicted(folds=1)),
        "thresholds": lambda: compare(predicted(folds=10), thresholds=5),
    }
    return choices[name]()


SHOWN = (
    "ranks",
    "many",
    "hostile",
    "two",
    "margin",
    "control",
    "nemenyi",
    "folds",
    "measures",
    "two measures",
    "runs",
    "predictions",
    "one test set",
    "thresholds",
)


@pytest.fixture(params=SHOWN)
def each(request: pytest.FixtureRequest) -> Comparison:
    """Each of the comparisons in turn."""
    return shown_comparison(request.param)


@pytest.fixture(scope="session")
def page_of() -> Callable[[str], str]:
    """The pages of these comparisons, by name; each made once."""
    return shown_page


@pytest.fixture
def each_page(each: Comparison) -> str:
    """The page of each of the comparisons in turn."""
    return next(shown_page(name) for name in SHOWN if shown_comparison(name) is each)


@cache
def shown_page(name: str) -> str:
    """Return the page of the comparison of that name."""
    return shown_comparison(name).to_html()


def over_datasets(n: int, k: int, names: object = None) -> Scores:
    """Return accuracies of which the first algorithms have the better ones."""
    from bakeoff import Scores

    random = np.random.default_rng(n * 100 + k)
    values = random.uniform(0.6, 0.9, (n, 1)) + np.linspace(0.0, -0.06, k)
    values = np.clip(values + random.normal(0.0, 0.03, (n, k)), 0.0, 1.0).round(4)
    return Scores(
        values[:, None, :, None],
        [f"set {row}" for row in range(n)],
        [(0, 0)],
        names or [f"a{place}" for place in range(k)],
        ["accuracy"],
        {"accuracy": True},
    )


def over_folds(k: int, measures: list[str], design: str = "k-fold") -> Scores:
    """Return scores over 12 splits of one data set."""
    from bakeoff import Scores

    random = np.random.default_rng(5)
    values = random.normal(0.8, 0.02, (1, 12, k, len(measures)))
    values[..., 0] += np.linspace(0.0, 0.08, k)
    if len(measures) > 1:
        values[..., 1] = 0.5 - values[..., 0] / 3.0 + random.normal(0.0, 0.01, (1, 12, k))
    directions = {"accuracy": True, "tpr": True, "fpr": False}
    return Scores(
        np.clip(values, 0.0, 1.0),
        ["iris"],
        [(0, fold) for fold in range(12)],
        [f"a{place}" for place in range(k)],
        measures,
        {name: directions[name] for name in measures},
        design=design,
    )


def predicted(folds: int) -> Predictions:
    """Return scores of three models for 300 items of two classes."""
    import pandas as pd

    from bakeoff import read_predictions

    random = np.random.default_rng(3)
    truth = random.integers(0, 2, 300)
    columns = {"y": np.where(truth == 1, "yes", "no")}
    if folds > 1:
        columns["fold"] = np.arange(300) % folds
    for place in range(3):
        logit = (truth * 2 - 1) * (1.0 - 0.25 * place) + random.normal(0.0, 1.0, 300)
        columns[f"m{place}"] = (1.0 / (1.0 + np.exp(-logit))).round(4)
    return read_predictions(pd.DataFrame(columns), positive="yes")
