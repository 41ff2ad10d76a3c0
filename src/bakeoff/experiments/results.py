"""`StudyResults`: what a study's folder holds, as scores, predictions and a list of cells."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.data.predictions import Predictions
from bakeoff.data.scores import Scores
from bakeoff.data.study_format import opened

if TYPE_CHECKING:
    import pandas as pd

CELLS = """
SELECT datasets.name AS dataset, repeat, fold, algorithms.name AS algorithm, status, reason,
    warnings, seed, tune_seconds, fit_seconds, predict_seconds, model_bytes, chosen, versions,
    n_train, n_test
FROM cells JOIN splits ON splits.id = cells.split JOIN datasets ON datasets.id = splits.dataset
    JOIN algorithms ON algorithms.id = cells.algorithm
    JOIN environments ON environments.id = cells.environment
WHERE datasets.place IS NOT NULL AND algorithms.place IS NOT NULL
ORDER BY datasets.place, repeat, fold, algorithms.place
"""

PLANNED = """
SELECT coalesce(sum(repeats * folds), 0) * (SELECT count(*) FROM algorithms WHERE place IS NOT NULL)
FROM datasets WHERE place IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class StudyResults:
    """The results of a study, read from its folder when they are asked for.

    Parameters
    ----------
    folder
        Where `Study.run` has kept them; it can be opened again at any time, also while it runs.
    """

    folder: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", Path(self.folder).expanduser())
        opened(self.folder).close()

    def scores(
        self,
        *measures: str,
        missing: str = "error",
        algorithms: Sequence[str] | None = None,
    ) -> Scores:
        """Return the measures of every cell, all of the study's if none is named.

        Besides them there are "training_time", "test_time" and "model_size", and what can be
        measured from kept predictions. `missing` is what is done about cells that failed: "error",
        "drop" or "keep", as in `read_scores`; only those of `algorithms` count, if they are named.
        """
        from bakeoff.data.read_study import study_scores

        return study_scores(self.folder, measures or None, missing=missing, algorithms=algorithms)

    def predictions(self, *, positive: Any = None, missing: str = "error") -> Predictions:
        """Return what every algorithm said of every test item.

        `missing` is what is done about splits where an algorithm failed: "error" or "drop".
        """
        from bakeoff.data.read_study import study_predictions

        return study_predictions(self.folder, positive=positive, missing=missing)

    def cells(self) -> pd.DataFrame:
        """Return one row a cell: status, seed, seconds, and the error where there was one.

        `seconds` are those of tuning, training and predicting together.
        """
        import pandas as pd

        with closing(opened(self.folder)) as connection:
            frame = pd.read_sql_query(CELLS, connection)
        parts = ["tune_seconds", "fit_seconds", "predict_seconds"]
        frame[parts] = frame[parts].astype(float)
        frame.insert(7, "seconds", frame[parts].sum(axis=1, min_count=1))
        frame = frame.rename(columns={"reason": "error"})
        for name in ("warnings", "chosen", "versions"):
            # a column that holds some text has NaN where there is none
            frame[name] = [
                json.loads(text) if isinstance(text, str) else None for text in frame[name]
            ]
        return frame

    def meta(self) -> dict[str, Any]:
        """Return what the study says of itself: title, aim, splits, seed, measures."""
        with closing(opened(self.folder)) as connection:
            found = dict(connection.execute("SELECT name, value FROM meta"))
        return {
            **found,
            "study": json.loads(found["study"]),
            "measures": json.loads(found["measures"]),
        }

    @property
    def notes(self) -> tuple[str, ...]:
        """What was told while it ran: definitions and versions that changed, cells run again."""
        with closing(opened(self.folder)) as connection:
            row = connection.execute("SELECT value FROM meta WHERE name = 'notes'").fetchone()
        return tuple(json.loads(row[0])) if row else ()

    def failures(self) -> pd.DataFrame:
        """Return the cells that have no result, and why."""
        cells = self.cells()
        return cells[cells["status"] != "ok"].reset_index(drop=True)

    def export(self, folder: str | Path) -> list[Path]:
        """Write scores, cells and predictions as Parquet files, and return their paths."""
        from bakeoff.experiments.exporting import export

        return export(self, Path(folder).expanduser())

    def report(self, path: str | Path) -> Path:
        """Write one page: the comparison, its pictures, what is missing; return its path."""
        from bakeoff.experiments.showing import report

        return report(self, Path(path).expanduser())

    @property
    def holds_predictions(self) -> bool:
        """Whether the predictions of any cell were kept."""
        with closing(opened(self.folder)) as connection:
            ask = "SELECT EXISTS (SELECT 1 FROM predictions)"
            return bool(connection.execute(ask).fetchone()[0])

    def planned(self) -> int:
        """Return how many cells the study has, run or not."""
        with closing(opened(self.folder)) as connection:
            return int(connection.execute(PLANNED).fetchone()[0])

    def __repr__(self) -> str:
        with closing(opened(self.folder)) as connection:
            counts = dict(
                connection.execute(
                    "SELECT status, count(*) FROM cells JOIN splits ON splits.id = split "
                    "JOIN datasets ON datasets.id = dataset "
                    "JOIN algorithms ON algorithms.id = algorithm "
                    "WHERE datasets.place IS NOT NULL AND algorithms.place IS NOT NULL "
                    "GROUP BY status"
                )
            )
        said = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
        return f"StudyResults: {said or 'no cells yet'}; in {self.folder}"
