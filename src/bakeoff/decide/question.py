"""What was given, and what is asked of it: the question that a procedure answers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bakeoff.data.scores import Scores
from bakeoff.decide.wording import counted
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats.ranks import midranks
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    from bakeoff.decide.thresholds import AtThresholds

Over = Literal["data sets", "splits", "runs", "items"]
OVERLAPPING = frozenset(
    {"k-fold", "repeated k-fold", "5x2", "resampled", "bootstrap", "leave-one-out"}
)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """Who is compared, over what, by which measures.

    `cube` holds the numbers that the tests are given: rows x algorithms x measures, where the rows
    are data sets (means over their splits), the splits of one data set, or runs that are not
    paired. `test_train_ratio` is known where training sets of the splits overlap. `costs` are
    scores of times and sizes that came with the others.
    """

    scores: Scores
    over: Over
    cube: FloatArray
    rows: tuple[str, ...]
    measures: tuple[str, ...]
    control: str | None = None
    test_train_ratio: float | None = None
    notes: tuple[str, ...] = ()
    thresholds: tuple[float, ...] = ()
    at_thresholds: AtThresholds | None = field(default=None, repr=False)
    items: Any = field(default=None, repr=False)
    costs: Scores | None = field(default=None, repr=False)

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The names of the algorithms."""
        return self.scores.algorithms

    @property
    def n(self) -> int:
        """How many rows of evidence there are."""
        return len(self.rows)

    @property
    def k(self) -> int:
        """How many algorithms there are."""
        return len(self.algorithms)

    @property
    def design(self) -> str | None:
        """How the splits were made."""
        return self.scores.design

    @property
    def measure(self) -> str:
        """The measure, where there is one."""
        return self.measures[0]

    @property
    def higher_is_better(self) -> bool:
        """The direction of the (first) measure."""
        return self.scores.higher_is_better[self.measures[0]]

    @property
    def table(self) -> FloatArray:
        """Rows x algorithms of the (first) measure."""
        return self.cube[:, :, 0]

    @property
    def rows_from(self) -> str:
        """The design of the splits in words."""
        return self.design or "design not said"

    @property
    def losses(self) -> FloatArray:
        """Rows x algorithms of the (first) measure, turned so that less is better."""
        return -self.table if self.higher_is_better else self.table

    @property
    def mean_ranks(self) -> dict[str, float]:
        """The mean rank of each algorithm within the rows, 1 is best; of runs the rank of means."""
        losses = self.losses
        if self.over == "runs":
            losses = np.nanmean(losses, axis=0, keepdims=True)
        ranks = midranks(losses).mean(axis=0)
        return {name: float(rank) for name, rank in zip(self.algorithms, ranks, strict=True)}

    @property
    def means(self) -> dict[str, float]:
        """The mean of each algorithm by the (first) measure."""
        means = np.nanmean(self.table, axis=0)
        return {name: float(mean) for name, mean in zip(self.algorithms, means, strict=True)}

    @property
    def rows_text(self) -> str:
        """The number of rows with their kind, for a sentence."""
        what = {"data sets": "data set", "splits": "split", "runs": "run", "items": "item"}
        return f"{self.n} {what[self.over]}{'' if self.n == 1 else 's'}"

    def of_measure(self, measure: str) -> Question:
        """Return the same question for one of several measures."""
        place = self.measures.index(measure)
        return replace(self, measures=(measure,), cube=self.cube[:, :, place : place + 1])

    def frame(self, measure: int = 0) -> Any:
        """Return rows x algorithms of one measure, with names."""
        import pandas as pd

        return pd.DataFrame(
            self.cube[:, :, measure], index=list(self.rows), columns=list(self.algorithms)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return what was found as plain Python values."""
        return {
            "datasets": len(self.scores.datasets),
            "splits": splits_of(self.scores),
            "algorithms": list(self.algorithms),
            "measures": [
                {"name": name, "higher_is_better": self.scores.higher_is_better[name]}
                for name in self.measures
            ],
            "design": self.design,
            "over": self.over,
            "rows": self.n,
            "control": self.control,
            "thresholds": list(self.thresholds),
            "test_train_ratio": self.test_train_ratio,
        }


def question_of(
    scores: Scores,
    *,
    measure: str | None = None,
    measures: Any = None,
    control: str | int | None = None,
) -> Question:
    """Return the question that scores ask; one sentence where they cannot ask any."""
    scores = _chosen(scores, measure, measures)
    if len(scores.algorithms) < 2:
        raise NotApplicable(
            f"there is one algorithm, {scores.algorithms[0]}, and nothing to compare it with: give "
            f"the scores of another one too (several files are read together); `mean_t` or "
            f"`binomial` test one alone"
        )
    _refuse_holes(scores)
    several = len(scores.datasets) > 1
    cube, rows = _over_datasets(scores) if several else _over_splits(scores)
    over: Over = "data sets" if several else "splits"
    if not several and scores.design == "independent":
        over = "runs"
    _refuse_few(scores, over, len(rows))
    ratio, notes = _overlap(scores) if over == "splits" else (None, ())
    return Question(
        scores=scores,
        over=over,
        cube=cube,
        rows=rows,
        measures=scores.measures,
        control=None if control is None else _named(control, scores.algorithms),
        test_train_ratio=ratio,
        notes=notes,
    )


def splits_of(scores: Scores) -> int:
    """Return the largest number of splits that a data set has."""
    return int(np.isfinite(scores.values).any(axis=(2, 3)).sum(axis=1).max(initial=0))


def _chosen(scores: Scores, measure: str | None, measures: Any) -> Scores:
    if measure is not None and measures is not None:
        raise InvalidInput("give measure= for one, or measures= for several to be tested together")
    if measure is not None:
        return scores.select(measures=[measure])
    if measures is not None:
        return scores.select(measures=[measures] if isinstance(measures, str) else list(measures))
    if len(scores.measures) > 1:
        shown = ", ".join(scores.measures[:12])
        more = f" and {len(scores.measures) - 12} more" if len(scores.measures) > 12 else ""
        raise InvalidInput(
            f"which measure? there are {shown}{more}: pass measure= with one of them, or "
            f"measures= with several to be tested together"
        )
    return scores


def _refuse_holes(scores: Scores) -> None:
    holes = ~np.isfinite(scores.values) & scores.exists[:, :, np.newaxis, np.newaxis]
    if scores.design == "independent" or not holes.any():
        return
    d, s, a, m = np.argwhere(holes)[0].tolist()
    repeat, fold = scores.splits[s]
    split = f" repeat {repeat} fold {fold}" if len(scores.splits) > 1 else ""
    raise InvalidInput(
        f"{counted(int(holes.sum()), 'score')} missing (the first: {scores.datasets[d]}/"
        f"{scores.algorithms[a]}{split}, {scores.measures[m]}); give missing='drop' to leave out "
        f"what is incomplete, or leave out the algorithm with algorithms=[...]"
    )


def _over_datasets(scores: Scores) -> tuple[FloatArray, tuple[str, ...]]:
    if scores.design == "independent":  # there may be more runs of one than of another
        return np.asarray(np.nanmean(scores.values, axis=1)), scores.datasets
    return np.asarray(scores.mean().values[:, 0]), scores.datasets


def _over_splits(scores: Scores) -> tuple[FloatArray, tuple[str, ...]]:
    used = np.isfinite(scores.values[0]).any(axis=(1, 2))
    names = tuple(
        f"{repeat}/{fold}" for (repeat, fold), here in zip(scores.splits, used, strict=True) if here
    )
    return np.asarray(scores.values[0, used]), names


def _refuse_few(scores: Scores, over: Over, n: int) -> None:
    if n > 1:
        return
    if over == "data sets":  # cannot be: there are several
        raise NotApplicable("there is one data set only")
    raise NotApplicable(
        f"there is one number for each algorithm ({scores.datasets[0]}, one split): chance cannot "
        f"be told from a difference; give the scores of several splits or data sets, or the "
        f"predictions on the test items"
    )


def _overlap(scores: Scores) -> tuple[float | None, tuple[str, ...]]:
    """Return the size of a test set over that of a training set, where training sets overlap."""
    if scores.design is not None and scores.design not in OVERLAPPING:
        return None, ()
    if scores.n_train is not None and scores.n_test is not None:
        test, train = np.nanmean(scores.n_test[0]), np.nanmean(scores.n_train[0])
        if np.isfinite(test) and np.isfinite(train) and train > 0:
            return float(test / train), ()
    folds = scores.folds_per_repeat
    if scores.design in {"resampled", "bootstrap"} or folds < 2:
        return None, (
            (
                "how large the training and test sets were is not known, so the test cannot be "
                "corrected for their overlap; give n_train and n_test"
            ),
        )
    notes: tuple[str, ...] = ()
    if scores.design is None:
        notes = (
            (
                f"nobody said how the {folds} splits were made; they were taken for the folds of a "
                f"cross-validation, whose training sets overlap; pass design= if they are not"
            ),
        )
    return 1.0 / (folds - 1), notes


def _named(control: str | int, names: tuple[str, ...]) -> str:
    from bakeoff.checks import position

    return names[position(control, names)]
