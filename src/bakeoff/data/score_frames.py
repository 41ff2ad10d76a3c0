"""Scores as data frames: means, the folds of one data set, the long and the wide form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bakeoff.data import axes
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd

    from bakeoff.data.scores import Aggregate, Scores
    from bakeoff.types import IntArray


def table(scores: Scores, measure: str | None, aggregate: Aggregate) -> pd.DataFrame:
    """Return one measure, data sets x algorithms, averaged over the splits."""
    import pandas as pd

    values = scores.aggregated(aggregate)[:, :, scores.measure_place(measure)]
    index = pd.Index(scores.datasets, name="dataset")
    return pd.DataFrame(values, index=index, columns=list(scores.algorithms))


def folds(scores: Scores, dataset: str | None, measure: str | None) -> pd.DataFrame:
    """Return one measure on one data set, splits x algorithms."""
    import pandas as pd

    if dataset is None and len(scores.datasets) > 1:
        raise InvalidInput(f"which data set? {axes.some(scores.datasets)}")
    place = 0 if dataset is None else axes.place(dataset, scores.datasets, "dataset")
    used = scores.exists[place]
    splits = [split for split, here in zip(scores.splits, used, strict=True) if here]
    return pd.DataFrame(
        scores.values[place, used, :, scores.measure_place(measure)],
        index=pd.MultiIndex.from_tuples(splits, names=["repeat", "fold"]),
        columns=list(scores.algorithms),
    )


def long_frame(scores: Scores) -> pd.DataFrame:
    """Return one row a score, with the labels of its cell."""
    shape = scores.values.shape
    d, s, a, m = np.nonzero(np.broadcast_to(scores.exists[:, :, None, None], shape))
    frame = _labels(scores, d, s)
    frame.insert(1, "algorithm", np.array(scores.algorithms, dtype=object)[a])
    frame["measure"] = np.array(scores.measures, dtype=object)[m]
    frame["value"] = scores.values[d, s, a, m]
    for name in ("n_train", "n_test"):
        sizes = getattr(scores, name)
        frame[name] = np.nan if sizes is None else sizes[d, s]
    return frame


def wide_frame(scores: Scores, measure: str | None) -> pd.DataFrame:
    """Return one measure as dataset, repeat, fold and one column per algorithm."""
    import pandas as pd

    d, s = np.nonzero(scores.exists)
    values = scores.values[d, s, :, scores.measure_place(measure)]
    columns = pd.DataFrame(values, columns=list(scores.algorithms))
    return pd.concat([_labels(scores, d, s), columns], axis=1)


def _labels(scores: Scores, d: IntArray, s: IntArray) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        {
            "dataset": np.array(scores.datasets, dtype=object)[d],
            "repeat": np.array([split.repeat for split in scores.splits])[s],
            "fold": np.array([split.fold for split in scores.splits])[s],
        }
    )
