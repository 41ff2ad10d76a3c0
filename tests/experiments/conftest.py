"""What the tests of experiments share: small data, and estimators that worker processes can import."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff.experiments import KFold, Study

HERE = str(Path(__file__).parent)
if HERE not in sys.path:  # worker processes are given the path, and find `awkward` there
    sys.path.append(HERE)


def blobs(items: int = 60, *, classes: int = 2, seed: int = 0, features: int = 3):
    """Return features and classes of clouds that overlap."""
    chance = np.random.default_rng(seed)
    y = np.arange(items) % classes
    return chance.normal(size=(items, features)) + y[:, None], y


@pytest.fixture
def data():
    """One small data set of two classes."""
    return blobs()


@pytest.fixture
def make_study():
    """A small study, with what is named in place of its parts."""

    def made(datasets=None, algorithms=None, **choices):
        return Study(
            datasets or {"one": blobs(), "two": blobs(45, classes=3, seed=1)},
            algorithms
            or {
                "bayes": GaussianNB(),
                "tree": DecisionTreeClassifier(max_depth=3, max_features=1),
                "most": DummyClassifier(strategy="stratified"),
            },
            **{"splits": KFold(4), "measures": ["error", "auc", "log_loss"], **choices},
        )

    return made
