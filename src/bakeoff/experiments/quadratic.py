"""A quadratic through what was measured, and what it looks like: canonical analysis.

Box and Wilson (1951); Alpaydin, section 19.4.4. All in coded units, where the region that was
looked at is the cube from -1 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from bakeoff.errors import NotApplicable
from bakeoff.types import BoolArray, FloatArray

Shape: TypeAlias = Literal["maximum", "minimum", "saddle", "ridge"]
FLAT = 1e-6  # of the largest curvature: less is none


@dataclass(frozen=True, slots=True)
class Quadratic:
    """y = constant + x' linear + x' curvature x.

    Attributes
    ----------
    r_squared
        The share of the variance that it explains.
    stationary
        Where its slope is zero; None where it has no such point.
    eigenvalues, eigenvectors
        The curvatures along the canonical axes, and these axes as columns: seen from the
        stationary point, y = y_s + sum of eigenvalue x (distance along the axis) squared.
    shape
        What the stationary point is; a "ridge" is flat along an axis.
    """

    constant: float
    linear: FloatArray
    curvature: FloatArray
    r_squared: float
    stationary: FloatArray | None
    eigenvalues: FloatArray
    eigenvectors: FloatArray
    shape: Shape

    def at(self, points: FloatArray) -> FloatArray:
        """Return its values at points, the last axis being the factors."""
        bent = np.einsum("...i,ij,...j->...", points, self.curvature, points)
        return np.asarray(self.constant + points @ self.linear + bent)

    def best(self, *, highest: bool, low: FloatArray, high: FloatArray) -> FloatArray:
        """Return its best point within a box."""
        from scipy.optimize import minimize

        sign = -1.0 if highest else 1.0

        def slope(x: FloatArray) -> FloatArray:
            return np.asarray(sign * (self.linear + 2 * self.curvature @ x))

        k = len(self.linear)
        corners = np.stack(np.meshgrid(*[(-1.0, 0.0, 1.0)] * min(k, 5)), axis=-1).reshape(
            -1, min(k, 5)
        )
        starts = np.zeros((len(corners), k))
        starts[:, : min(k, 5)] = corners
        ends = [
            minimize(
                lambda x: sign * float(self.at(x)),
                np.clip(start, low, high),
                jac=slope,
                bounds=list(zip(low, high, strict=True)),
                method="L-BFGS-B",
            ).x
            for start in starts
        ]
        values = [sign * float(self.at(end)) for end in ends]
        return np.asarray(ends[int(np.argmin(np.round(values, 12)))])


def fitted(points: FloatArray, values: FloatArray) -> Quadratic:
    """Return the quadratic of least squares through values at points, runs x factors."""
    n, k = points.shape
    rows, columns = np.triu_indices(k)
    design = np.column_stack([np.ones(n), points, points[:, rows] * points[:, columns]])
    if np.linalg.matrix_rank(design) < design.shape[1]:
        raise NotApplicable(
            f"a quadratic of {k} factors takes {design.shape[1]} different settings; {n} runs do "
            f"not tell its coefficients apart"
        )
    coefficients = np.linalg.lstsq(design, values, rcond=None)[0]
    curvature = np.zeros((k, k))
    curvature[rows, columns] = coefficients[1 + k :]
    curvature = (curvature + curvature.T) / 2
    linear = coefficients[1 : 1 + k]
    eigenvalues, eigenvectors = np.linalg.eigh(curvature)
    size = float(np.abs(eigenvalues).max())
    slope = float(np.abs(linear).max())
    bent = np.abs(eigenvalues) > FLAT * max(size, slope, 1e-300)
    stationary = -np.linalg.solve(curvature, linear) / 2 if bent.all() else None
    total = float(((values - values.mean()) ** 2).sum())
    left = float(((values - design @ coefficients) ** 2).sum())
    return Quadratic(
        constant=float(coefficients[0]),
        linear=np.asarray(linear, dtype=np.float64),
        curvature=curvature,
        r_squared=1.0 if total == 0 else 1 - left / total,
        stationary=stationary,
        eigenvalues=eigenvalues,
        eigenvectors=eigenvectors,
        shape=_shape(eigenvalues, bent),
    )


def _shape(eigenvalues: FloatArray, bent: BoolArray) -> Shape:
    if not bent.all():
        return "ridge"
    if (eigenvalues < 0).all():
        return "maximum"
    return "minimum" if (eigenvalues > 0).all() else "saddle"
