"""What the tests of comparing share: Demsar's table, and scores that are made."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from bakeoff.data.scores import Scores

UP = {"accuracy", "auc", "tpr", "precision", "recall", "tp", "tn"}


@pytest.fixture
def demsar() -> pd.DataFrame:
    """Areas under curves of four trees on 14 data sets: Demsar, 2006, table 6."""
    rows = """
    adult 0.763 0.768 0.771 0.798
    breast-cancer 0.599 0.591 0.590 0.569
    breast-cancer-wisconsin 0.954 0.971 0.968 0.967
    cmc 0.628 0.661 0.654 0.657
    ionosphere 0.882 0.888 0.886 0.898
    iris 0.936 0.931 0.916 0.931
    liver-disorders 0.661 0.668 0.609 0.685
    lung-cancer 0.583 0.583 0.563 0.625
    lymphography 0.775 0.838 0.866 0.875
    mushroom 1.000 1.000 1.000 1.000
    primary-tumor 0.940 0.962 0.965 0.962
    rheum 0.619 0.666 0.614 0.669
    voting 0.972 0.981 0.975 0.975
    wine 0.957 0.978 0.946 0.970
    """
    cells = [line.split() for line in rows.strip().splitlines()]
    frame = pd.DataFrame(cells, columns=["dataset", "C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"])
    return frame.astype(dict.fromkeys(frame.columns[1:], float))


@pytest.fixture
def made() -> Callable[..., Scores]:
    """A maker of scores: algorithms A, B, ... that lie `gap` apart, A with the least."""

    def make(
        k: int = 3,
        n: int = 10,
        *,
        gap: float = 0.03,
        datasets: int = 1,
        measures: tuple[str, ...] = ("error",),
        design: str | None = "k-fold",
        noise: float = 0.01,
        seed: int = 1,
    ) -> Scores:
        rng = np.random.default_rng(seed)
        level = rng.normal(0.2, 0.02, (datasets, n, 1, len(measures)))
        behind = gap * np.arange(k)[:, np.newaxis]
        values = level + behind + rng.normal(0, noise, (datasets, n, k, len(measures)))
        splits = [(r, f) for r in range(5) for f in range(2)] if design == "5x2" else None
        return Scores(
            values,
            datasets=[f"set{place}" for place in range(datasets)],
            splits=splits or [(0, fold) for fold in range(n)],
            algorithms=list("ABCDEFGH"[:k]),
            measures=list(measures),
            higher_is_better={name: name in UP for name in measures},
            design=design,
        )

    return make
