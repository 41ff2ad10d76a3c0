"""Main effects and interactions of the factors that a design of experiments was made of.

The runs of a design are algorithms to `anova_blocks`: its error, over splits or data sets as
blocks, judges every term; where splits share training items F is divided as there, by 1 + n times
the ratio of test to training. What a term explains is the sum of squares that would be lost
without its columns (Alpaydin, section 19.4; Montgomery 2012, chapters 5 to 8).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.scores import Scores
from bakeoff.decide.question import question_of
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd

BY = " x "
TINY = 1e-9


@dataclass(frozen=True, slots=True)
class _Term:
    """One effect: the factors of it, its columns over the runs, and what it is mixed with."""

    factors: tuple[str, ...]
    columns: FloatArray
    mixed: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return BY.join(self.factors)


def factor_effects(
    scores: Scores,
    runs: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    measure: str | None = None,
    *,
    order: int = 2,
) -> pd.DataFrame:
    """Return the analysis of variance of the factors; `names` are the algorithms of the runs."""
    import pandas as pd
    from scipy.special import fdtrc

    from bakeoff.stats import anova_blocks

    table = _table(scores, names, measure)
    found = anova_blocks(table)
    blocks = len(table)
    error, df = found.details["mean_square_error"], float(found.df[1])
    ratio = _overlap(scores, measure)
    judge = error if ratio is None else error * (1 + blocks * ratio)
    terms = _terms(runs, order)
    everything = np.column_stack([np.ones(len(runs)), *[term.columns for term in terms]])
    means = table.mean(axis=0)
    rows = {}
    for place, term in enumerate(terms):
        others = [one.columns for other, one in enumerate(terms) if other != place]
        without = np.column_stack([np.ones(len(runs)), *others])
        squares = blocks * (_left(means, without) - _left(means, everything))
        size = term.columns.shape[1]
        f = _ratio(squares / size, judge, float(np.abs(table).max()))
        rows[term.name] = {
            "df": size,
            "sum_of_squares": squares,
            "F": f,
            "p_value": float(fdtrc(size, df, f)) if np.isfinite(f) else 0.0,
            "partial_eta_squared": squares / (squares + error * df) if squares > 0 else 0.0,
            "difference": _difference(means, term, runs),
            "mixed_with": ", ".join(term.mixed),
        }
    frame = pd.DataFrame.from_dict(rows, orient="index").rename_axis("term")
    frame.attrs.update(error_df=df, error_mean_square=error, test_train_ratio=ratio)
    return frame


def _table(scores: Scores, names: Sequence[str], measure: str | None) -> FloatArray:
    """Return blocks x runs: data sets, or the splits of the only one."""
    lacking = [name for name in names if name not in scores.algorithms]
    if lacking:
        raise InvalidInput(
            f"the scores lack {len(lacking)} runs of the design (the first: {lacking[0]}); run "
            f"them, or say prefix="
        )
    chosen = scores.select(algorithms=list(names))
    values = chosen.values[..., chosen.measure_place(measure)]
    table = (
        values[0]
        if len(values) == 1
        else np.asarray(chosen.aggregated())[..., chosen.measure_place(measure)]
    )
    if len(table) < 2 or not np.isfinite(table).all():
        raise NotApplicable(
            "effects of factors take two splits or data sets at least, and no missing score"
        )
    return np.asarray(table, dtype=np.float64)


def _overlap(scores: Scores, measure: str | None) -> float | None:
    """Return items tested over items trained on, where splits of one data set share the latter."""
    if len(scores.datasets) > 1:
        return None
    name = scores.measures[scores.measure_place(measure)]
    return question_of(scores.select(measures=[name]), measure=name).test_train_ratio


def _terms(runs: Sequence[Mapping[str, Any]], order: int) -> list[_Term]:
    """Return the terms that these runs can tell apart, each with what it is mixed with."""
    if not runs:
        raise InvalidInput("a design without runs has no effects")
    coded = {name: _coded([run[name] for run in runs]) for name in runs[0]}
    found: list[_Term] = []
    known = np.ones((len(runs), 1))
    for size in range(1, order + 1):
        for factors in itertools.combinations(coded, size):
            columns = _product([coded[name] for name in factors])
            grown = np.column_stack([known, columns])
            if np.linalg.matrix_rank(grown) == np.linalg.matrix_rank(known) + columns.shape[1]:
                found.append(_Term(factors, columns))
                known = grown
            else:
                found = [_mixed(term, BY.join(factors), columns) for term in found]
    return found


def _mixed(term: _Term, name: str, columns: FloatArray) -> _Term:
    """Return a term with what it can't be told from."""
    overlap = np.abs(term.columns.T @ columns).max()
    same = overlap > TINY * len(columns) and term.columns.shape[1] == columns.shape[1]
    return _Term(term.factors, term.columns, (*term.mixed, name)) if same else term


def _coded(values: Sequence[Any]) -> FloatArray:
    """Return columns that add up to zero over the levels: one fewer than there are."""
    levels = list(dict.fromkeys(values))
    columns = np.zeros((len(values), len(levels) - 1))
    for row, value in enumerate(values):
        place = levels.index(value)
        columns[row] = -1.0 if place == 0 else np.eye(len(levels) - 1)[place - 1]
    return columns


def _product(parts: Sequence[FloatArray]) -> FloatArray:
    columns = parts[0]
    for part in parts[1:]:
        columns = (columns[:, :, None] * part[:, None, :]).reshape(len(columns), -1)
    return columns


def _left(means: FloatArray, columns: FloatArray) -> float:
    """Return the sum of squares that columns leave unexplained."""
    fitted = columns @ np.linalg.lstsq(columns, means, rcond=None)[0]
    return float(((means - fitted) ** 2).sum())


def _ratio(mean_square: float, error: float, size: float) -> float:
    """Return F; where nothing varies between blocks, 0 without an effect and infinite with one."""
    nothing = (TINY * max(size, 1e-300)) ** 2
    if error > nothing:
        return mean_square / error
    return float("inf") if mean_square > nothing else 0.0


def _difference(means: FloatArray, term: _Term, runs: Sequence[Mapping[str, Any]]) -> float:
    """Return what a factor of two levels makes: its second level less its first; else NaN."""
    values = [run[term.factors[0]] for run in runs]
    if len(term.factors) > 1 or term.columns.shape[1] > 1:
        return float("nan")
    second = np.array([value != values[0] for value in values])
    return float(means[second].mean() - means[~second].mean())
