"""The embedded example: five classifiers on nine problems that come with scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff.experiments.splits import KFold
from bakeoff.experiments.study import Study

FOLDS = 10
MEASURES = ("error", "macro_f1", "log_loss")
# pairs of digits that look alike; no digit twice, so that no item is in two data sets
PAIRS = ((3, 8), (4, 9), (5, 6), (2, 7), (0, 1))


def study() -> Study:
    """Return the study; the same numbers come out of it wherever it is run."""
    return Study(
        data_sets(),
        classifiers(),
        splits=KFold(FOLDS),
        measures=MEASURES,
        title="Five classifiers on the data that come with scikit-learn",
        aim="Which of five well-known classifiers errs least on small tables of numbers?",
    )


def data_sets() -> dict[str, tuple[Any, Any]]:
    """Return features and classes of every data set."""
    from sklearn import datasets

    loaders = {
        "breast cancer": datasets.load_breast_cancer,
        "iris": datasets.load_iris,
        "wine": datasets.load_wine,
    }
    found = {}
    for name, load in loaders.items():
        X, y = load(return_X_y=True)
        found[name] = (np.asarray(X), np.array([f"{name[0]}{label}" for label in y]))
    X, y = datasets.load_diabetes(return_X_y=True)
    found["diabetes"] = (np.asarray(X), np.where(y > np.median(y), "worse", "better"))
    X, y = datasets.load_digits(return_X_y=True)
    for pair in PAIRS:
        chosen = np.isin(y, pair)
        found[f"digits {pair[0]}-{pair[1]}"] = (X[chosen], y[chosen])
    return found


def classifiers() -> dict[str, Any]:
    """Return the five classifiers, freshly made."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier

    return {
        "bayes": GaussianNB(),
        "knn": make_pipeline(StandardScaler(), KNeighborsClassifier(5)),
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "lda": LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
        "tree": DecisionTreeClassifier(),
    }
