"""Hotelling's T2 of a mean vector: the part that paired and unpaired algorithms share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.errors import NotApplicable
from bakeoff.stats import notes, scatter, tails, vectors
from bakeoff.stats.one.mean import t_ratio, t_ratio_p_value
from bakeoff.stats.results import Effect, TestResult, plain
from bakeoff.types import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class MeanVector:
    """A mean difference, what it is measured by, and how far from 0 it lies."""

    measures: vectors.Labels
    mean: FloatArray
    """(..., p): the mean difference."""
    covariance: FloatArray
    """(..., p, p): the covariance of one value of each measure about the mean."""
    variance: FloatArray
    """(..., p): its diagonal; 0 where a measure does not vary but for rounding."""
    factor: float
    """What the covariance of one value is multiplied by to give that of the mean."""
    df: int
    """The degrees of freedom of the covariance."""
    rank: IntArray
    inside: FloatArray
    """(..., p): the mean in coordinates in which the scatter of the residuals is I."""
    directions: FloatArray
    away: BoolArray
    notes: tuple[str, ...]

    @property
    def distance_squared(self) -> FloatArray:
        """The squared Mahalanobis distance d' S^-1 d; infinite where d leaves the space."""
        inside = self.df * np.vecdot(self.inside, self.inside)
        return np.where(self.away, np.inf, inside)

    @property
    def t2(self) -> FloatArray:
        """T^2 = d' S^-1 d / factor."""
        return self.distance_squared / self.factor

    @property
    def df2(self) -> IntArray:
        """The second degrees of freedom of F; the first are the rank."""
        return np.asarray(self.df - self.rank + 1)

    @property
    def f(self) -> FloatArray:
        """F = (df - r + 1)/(df r) T^2 (Rencher 1995, equation 5.7, with r for p)."""
        return np.asarray(self.df2 / (self.df * np.maximum(self.rank, 1.0)) * self.t2)

    @property
    def p_value(self) -> FloatArray:
        """P(F >= f) on r and df - r + 1; where nothing varies 1 for no difference, else 0."""
        inside = tails.f_upper(self.f, np.maximum(self.rank, 1), self.df2)
        return np.where(self.away, 0.0, np.where(self.rank == 0, 1.0, inside))

    @property
    def w(self) -> FloatArray:
        """S^-1 d: Fisher's direction, in which the difference is largest for its spread."""
        return self.df * (self.directions @ self.inside[..., np.newaxis])[..., 0]

    @property
    def share(self) -> FloatArray:
        """What each measure adds to d' S^-1 d = sum of w_l d_l, as shares that add up to 1."""
        parts = self.w * self.mean
        whole = parts.sum(axis=-1, keepdims=True)
        return np.asarray(parts / np.where(whole == 0.0, 1.0, whole))

    @property
    def error(self) -> FloatArray:
        """The standard error of each measure's mean difference."""
        return np.sqrt(self.factor * self.variance)

    @property
    def t(self) -> FloatArray:
        """The t of each measure alone."""
        return t_ratio(self.mean, self.error)

    @property
    def t_p_value(self) -> FloatArray:
        """The two-sided p-value of each measure alone."""
        return t_ratio_p_value(self.t, self.error, self.df, "two-sided")

    def half_width(self, level: float) -> FloatArray:
        """Return half the simultaneous T^2 interval of each measure (Rencher 1995, section 5.5)."""
        rank = np.maximum(self.rank, 1)
        critical = self.df * rank / self.df2 * tails.f_quantile(level, rank, self.df2)
        return np.asarray(np.sqrt(critical)[..., np.newaxis] * self.error)

    def limits(self, level: float) -> tuple[FloatArray, FloatArray]:
        """Return the simultaneous T^2 intervals of all measures."""
        half = self.half_width(level)
        return self.mean - half, self.mean + half


def of(
    mean: FloatArray,
    residuals: FloatArray,
    dust: FloatArray,
    *,
    factor: float,
    df: int,
    measures: vectors.Labels,
    same: str,
    constant: str,
) -> MeanVector:
    """Measure a mean difference (..., p) by its residuals (..., rows, p).

    `same` and `constant` say what it means that nothing varies and the mean is 0, or not 0.
    """
    mean = np.where(np.abs(mean) <= dust, 0.0, mean)
    space = scatter.space_of(residuals, dust)
    _refuse_exhausted(space.rank, df, mean.shape[-1])
    inside, away = scatter.coordinates(mean[..., np.newaxis, :], space, dust)
    return MeanVector(
        measures=measures,
        mean=mean,
        covariance=np.swapaxes(residuals, -1, -2) @ residuals / df,
        variance=space.scale**2 / df,
        factor=factor,
        df=df,
        rank=space.rank,
        inside=inside[..., 0, :],
        directions=space.directions,
        away=away,
        notes=(
            *_variation_notes(space.rank, away, same, constant),
            *scatter.rank_notes(residuals, space, dust, measures),
        ),
    )


def result(name: str, found: MeanVector, *, n: Any, method: str) -> TestResult:
    """Return the answer of a T2 test."""
    columns = {"w": found.w, "share": found.share, "t": found.t, "p": found.t_p_value}
    distance_squared = found.distance_squared
    return TestResult(
        name=name,
        statistic=distance_squared / found.factor,
        p_value=found.p_value,
        df=(_one(found.rank), _one(found.df2)),
        method=method,
        n=n,
        estimate=found.mean,
        effect=Effect("Mahalanobis D", np.sqrt(distance_squared)),
        notes=found.notes,
        details={
            "F": found.f,
            "rank": found.rank,
            **columns,
            "standard_errors": found.error,
            "variance_factor": found.factor,
            "measures": found.measures,
            "per_measure": _per_measure(found, columns),
        },
        interval_at=found.limits,
    )


def _per_measure(
    found: MeanVector, columns: Mapping[str, FloatArray]
) -> Mapping[str, Mapping[str, Any]]:
    """Return what is known of each measure by its name."""
    parts = {"difference": found.mean, **columns}
    return {
        str(name): {key: plain(part[..., place]) for key, part in parts.items()}
        for place, name in enumerate(found.measures)
    }


def _one(df: IntArray) -> Any:
    """Return degrees of freedom as one number where all tests of a batch have the same."""
    same = df.size > 0 and bool(np.all(df == df.flat[0]))
    return int(df.flat[0]) if same else df


def _refuse_exhausted(rank: IntArray, df: int, p: int) -> None:
    if p > df and np.any(rank == df):
        raise NotApplicable(
            f"{p} measures are too many for {df} degrees of freedom: any difference would fit; "
            f"take fewer measures (or thresholds), or more splits, or use permutation_manova with "
            f"statistic='trace'"
        )


def _variation_notes(rank: IntArray, away: BoolArray, same: str, constant: str) -> tuple[str, ...]:
    still = rank == 0
    return (
        *notes.where(still & ~away, same),
        *notes.where(still & away, constant),
        *notes.where(
            ~still & away,
            "some combination of the measures differs and does not vary at all: there is "
            "nothing to measure this difference by, and T2 is infinite",
        ),
    )
