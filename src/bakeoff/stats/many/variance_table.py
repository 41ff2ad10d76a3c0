"""The printed table of an analysis of variance: a line for each source of variation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from bakeoff.stats import tails
from bakeoff.stats.one.mean import t_ratio
from bakeoff.stats.results import plain
from bakeoff.types import FloatArray


class Source(NamedTuple):
    """A source of variation: its sum of squares and degrees of freedom."""

    squares: FloatArray
    df: int

    @property
    def mean_square(self) -> FloatArray:
        """The sum of squares over its degrees of freedom."""
        return self.squares / self.df

    def f(self, error: Source) -> FloatArray:
        """Return the ratio of the mean squares; inf over an error of 0, and 0 for 0/0."""
        return t_ratio(self.mean_square, error.mean_square)

    def p(self, error: Source) -> FloatArray:
        """Return P(F >= f)."""
        return tails.f_upper(self.f(error), self.df, error.df)

    def partial_eta_squared(self, error: Source) -> FloatArray:
        """Return the share of this source in what it and the error explain together."""
        together = self.squares + error.squares
        return np.asarray(self.squares / np.where(together > 0.0, together, 1.0))


def table_of(sources: Mapping[str, Source], error: Source) -> dict[str, dict[str, Any]]:
    """Return the lines by name, those tested against the error first; the total comes last."""
    lines = {
        name: _squares(source) | {"F": plain(source.f(error)), "p": plain(source.p(error))}
        for name, source in sources.items()
    }
    lines["error"] = _squares(error)
    every = [*sources.values(), error]
    total = np.sum([source.squares for source in every], axis=0)
    df = sum(source.df for source in every)
    lines["total"] = {"sum_of_squares": plain(np.asarray(total)), "df": df}
    return lines


def _squares(source: Source) -> dict[str, Any]:
    return {
        "sum_of_squares": plain(np.asarray(source.squares)),
        "df": source.df,
        "mean_square": plain(np.asarray(source.mean_square)),
    }
