"""Predictions as a frame, and parts of them: some data sets, some algorithms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.data import axes

if TYPE_CHECKING:
    import pandas as pd

    from bakeoff.data.predictions import Predictions


def long_frame(predictions: Predictions) -> pd.DataFrame:
    """Return one row an item and algorithm."""
    import pandas as pd

    classes = np.array([*predictions.classes, None], dtype=object)
    datasets = np.array(predictions.datasets, dtype=object)
    parts = []
    for place, algorithm in enumerate(predictions.algorithms):
        part = pd.DataFrame(
            {
                "dataset": datasets[predictions.dataset.codes],
                "repeat": np.array(predictions.repeat)[predictions.split],
                "fold": np.array(predictions.fold)[predictions.split],
                "item": list(predictions.item),
                "y": predictions.y,
                "algorithm": algorithm,
                "predicted": classes[predictions.predicted[place]],
            }
        )
        scores = predictions.scores[place]
        if scores is not None and scores.ndim == 1:
            part["score"] = scores
        elif scores is not None:
            for column, name in enumerate(predictions.classes):
                part[f"score_{name}"] = scores[:, column]
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def selected(
    predictions: Predictions,
    datasets: str | Sequence[str] | None,
    algorithms: str | Sequence[str] | None,
) -> Predictions:
    """Return the predictions of some algorithms on some data sets.

    The classes stay as they are, also where a data set that is left has fewer.
    """
    rows = axes.places(datasets, predictions.datasets, "datasets")
    columns = axes.places(algorithms, predictions.algorithms, "algorithms")
    keep = np.flatnonzero(np.isin(predictions.dataset.codes, rows))
    used, split = np.unique(predictions.split[keep], return_inverse=True)
    scores = (predictions.scores[column] for column in columns)
    return replace(
        predictions,
        dataset=predictions.dataset.take(keep),
        repeat=tuple(predictions.repeat[place] for place in used),
        fold=tuple(predictions.fold[place] for place in used),
        split=split.astype(np.int64),
        item=tuple(predictions.item[place] for place in keep),
        algorithms=tuple(predictions.algorithms[column] for column in columns),
        truth=predictions.truth[keep],
        predicted=predictions.predicted[np.ix_(columns, keep)],
        scores=tuple(None if score is None else score[keep] for score in scores),
    )
