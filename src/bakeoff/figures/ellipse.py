"""Ellipses of two measures: the contours of a normal distribution, and what is sure of a mean."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from bakeoff.errors import NotApplicable
from bakeoff.stats import tails
from bakeoff.types import FloatArray

CORNERS = 120  # of the polygon that is drawn


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """The centre of some points on two measures, and how they spread."""

    name: str
    points: FloatArray
    centre: FloatArray
    covariance: FloatArray

    def contour(self, probability: float) -> FloatArray:
        """Return the ellipse that holds this share of a normal distribution, points x 2."""
        # chi-square with 2 degrees of freedom: P(X <= x) = 1 - exp(-x/2)
        return self._at(-2.0 * log(1.0 - probability))

    def confidence(self, level: float, test_train_ratio: float = 0.0) -> FloatArray:
        """Return the ellipse within which the mean lies at this level, by Hotelling's T2.

        With training sets that overlap, the mean varies more than the splits tell: by 1/n + ratio.
        """
        n = len(self.points)
        if n < 4:
            raise NotApplicable(f"an ellipse of the mean needs at least 4 rows; there are {n}")
        # T2 = p (n-1)/(n-p) F(p, n-p), and the mean varies n times less than the points
        quantile = float(tails.f_quantile(level, 2, n - 2))
        return self._at(2.0 * (n - 1.0) / (n - 2.0) * quantile * (1.0 / n + test_train_ratio))

    def _at(self, distance: float) -> FloatArray:
        """Return the points at a squared Mahalanobis distance."""
        values, axes = np.linalg.eigh(self.covariance)
        radii = np.sqrt(np.maximum(values, 0.0) * distance)
        angle = np.linspace(0.0, 2.0 * np.pi, CORNERS)
        circle = np.stack([np.cos(angle), np.sin(angle)])
        return np.asarray(self.centre + (axes @ (radii[:, np.newaxis] * circle)).T)


def cloud(name: str, points: FloatArray) -> Cloud:
    """Return the cloud of points on two measures; what is not known is left out."""
    kept = points[np.isfinite(points).all(axis=1)]
    return Cloud(name, kept, kept.mean(axis=0), np.cov(kept, rowvar=False))
