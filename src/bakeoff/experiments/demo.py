"""The embedded example: five classifiers, four data sets, ten folds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff.data.predictions import Predictions
from bakeoff.data.read_predictions import read_predictions

SEED = 0
FOLDS = 10
MEASURES = ("error", "macro_f1", "log_loss")


def run_demo(*, show: Callable[[str], None]) -> Predictions:
    """Cross-validate every classifier on every data set over the same folds.

    `show` is told what is being done. The same seed gives the same numbers again.
    """
    import pandas as pd
    from sklearn.model_selection import StratifiedKFold

    parts = []
    for dataset, (X, y) in data_sets().items():
        splits = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED)
        for fold, (train, test) in enumerate(splits.split(X, y)):
            for algorithm, model in classifiers().items():
                model.fit(X[train], y[train])
                frame = pd.DataFrame(
                    {
                        "dataset": dataset,
                        "repeat": 0,
                        "fold": fold,
                        "item": test,
                        "y": y[test],
                        "algorithm": algorithm,
                        "predicted": model.predict(X[test]),
                    }
                )
                scores = model.predict_proba(X[test])
                for place, name in enumerate(model.classes_):
                    frame[f"score_{name}"] = scores[:, place]
                parts.append(frame)
        show(f"{dataset}: {len(y)} items, {FOLDS} folds, {len(classifiers())} classifiers")
    return read_predictions(pd.concat(parts, ignore_index=True))


def data_sets() -> dict[str, tuple[Any, Any]]:
    """Return the data sets that come with scikit-learn, features and classes."""
    from sklearn import datasets

    loaders = {
        "breast cancer": datasets.load_breast_cancer,
        "digits": datasets.load_digits,
        "iris": datasets.load_iris,
        "wine": datasets.load_wine,
    }
    found = {}
    for name, load in loaders.items():
        X, y = load(return_X_y=True)
        found[name] = (np.asarray(X), np.array([f"{name[0]}{label}" for label in y]))
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
        "tree": DecisionTreeClassifier(random_state=SEED),
    }
