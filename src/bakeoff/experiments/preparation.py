"""What a data set needs before an estimator can take it, fitted inside the training part only."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff.errors import InvalidInput
from bakeoff.experiments.dataset import Dataset

CHOICES = ("auto", "scale", "none")
TAKES_ANYTHING = "takes_mixed_frames"  # an attribute of estimators that need no preparation


def prepared(estimator: Any, data: Dataset, prepare: Any) -> Any:
    """Return an estimator behind the steps that a data set needs; often it is the estimator alone.

    "auto" fills missing numbers with the median, missing words with the most frequent one, and
    turns words into columns of 0 and 1; complete numbers are left as they are. "scale" also
    standardises. "none" does nothing. A transformer is taken as it is.
    """
    from sklearn.base import clone
    from sklearn.pipeline import make_pipeline

    if getattr(estimator, TAKES_ANYTHING, False) or prepare == "none":
        return estimator
    if not isinstance(prepare, str):
        return make_pipeline(clone(prepare), estimator)
    steps = _steps(data.X, scale=prepare == "scale")
    return estimator if steps is None else make_pipeline(steps, estimator)


def checked_preparation(prepare: Any) -> Any:
    """Return what prepares the data, if it is a choice or a transformer."""
    if (isinstance(prepare, str) and prepare in CHOICES) or hasattr(prepare, "fit_transform"):
        return prepare
    raise InvalidInput(
        f"prepare must be one of {', '.join(CHOICES)}, or a transformer of scikit-learn; it was "
        f"{prepare!r}"
    )


def _steps(X: Any, *, scale: bool) -> Any:
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    words = _words(X)
    gaps = _gaps(X)
    if not words and not gaps and not scale:
        return None
    numeric: list[Any] = [SimpleImputer(strategy="median", keep_empty_features=True)] * gaps
    numeric += [StandardScaler()] * scale
    if not words:
        return make_pipeline(*numeric)
    others = [name for name in X.columns if name not in set(words)]
    spread = make_pipeline(
        SimpleImputer(strategy="most_frequent", keep_empty_features=True),
        OneHotEncoder(handle_unknown="ignore", sparse_output=False),
    )
    return ColumnTransformer(
        [
            ("numbers", make_pipeline(*numeric) if numeric else "passthrough", others),
            ("words", spread, words),
        ]
    )


def _words(X: Any) -> list[str]:
    """Return the columns of a frame that hold no numbers."""
    if not hasattr(X, "dtypes") or not hasattr(X, "columns"):
        return []
    return [name for name, kind in X.dtypes.items() if getattr(kind, "kind", "O") not in "biuf"]


def _gaps(X: Any) -> bool:
    if hasattr(X, "columns"):
        return bool(X.isna().to_numpy().any())
    if hasattr(X, "tocsr"):
        return False
    return bool(X.dtype.kind == "f" and np.isnan(X).any())
