"""Rook polynomials of rectangles: how many ways there are to place some correct answers.

Place j rooks on a rectangle of a x b squares, no two in one row or column: there are
C(a, j) C(b, j) j! ways, and these are the coefficients of its rook polynomial. The diagonal of a
table with the margins r and c is made of rectangles r_i x c_i that share no row and no column, so
its rook polynomial is their product (Riordan, An Introduction to Combinatorial Analysis, ch. 7).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from bakeoff.types import FloatArray, IntArray

SMALL = 24  # up to this short side the polynomial is summed term by term, if nothing cancels
LOST = 1e-14  # an error of the terms, by cancelling, that makes the contour worth a try
NODES = 44  # points of the contour
STEP = 0.5  # their distance in standard deviations: NODES of them reach 11 to each side
CHUNK = 60_000  # contour points held at once: small enough for the processor's own memory


@dataclass(frozen=True, slots=True)
class Board:
    """Rectangles of `short` x `long` squares, `count` of each, on a square of side `total`."""

    total: int
    short: FloatArray
    long: FloatArray
    count: FloatArray

    @property
    def most(self) -> int:
        """The largest number of rooks (correct answers) there can be."""
        return int((self.short * self.count).sum())

    @property
    def mean(self) -> float:
        """The expected number of correct answers of a random matching."""
        return float((self.short * self.long * self.count).sum()) / self.total


def board_of(rows: IntArray, columns: IntArray) -> Board:
    """Return the board of a table's diagonal; equal rectangles are counted, empty ones left out."""
    short, long = np.minimum(rows, columns), np.maximum(rows, columns)
    base = int(long.max(initial=0)) + 1
    kinds, count = np.unique((short * base + long)[short > 0], return_counts=True)
    return Board(
        int(rows.sum()),
        (kinds // base).astype(np.float64),
        (kinds % base).astype(np.float64),
        count.astype(np.float64),
    )


def mean_rooks(board: Board, x: float) -> tuple[FloatArray, FloatArray]:
    """Return roughly the mean and variance of the rooks on each kind of rectangle at weight x.

    The mean is short (1 - v), with v from x (a-1) v^2 + (1 + x (b-a+1)) v = 1. It is exact for
    a = 1 and in both limits of x, and close enough between them to choose a contour by.
    """
    a, b = board.short, board.long
    linear = 1.0 + x * (b - a + 1.0)
    root = np.sqrt(np.maximum(linear * linear + 4.0 * x * (a - 1.0), 0.0))
    v = 2.0 / (linear + root)
    slope = ((a - 1.0) * v * v + (b - a + 1.0) * v) / np.maximum(root, 1e-300)
    return a * (1.0 - v), a * x * slope


def nearest_zero(board: Board) -> float:
    """Return the negative weight x beyond which `mean_rooks` no longer exists."""
    linear = board.long - board.short + 1.0
    middle = linear + 2.0 * (board.short - 1.0)
    return -float((1.0 / (middle + np.sqrt(middle * middle - linear * linear))).min())


def log_rooks(board: Board, x: Any) -> tuple[Any, Any]:
    """Return log R(x) of the board at complex weights, and the error that this may have."""
    shape = (board.short.size, x.size)
    value, error = np.zeros(shape, dtype=np.complex128), np.full(shape, np.inf)
    small = board.short <= SMALL
    if small.any():
        value[small], error[small] = _by_terms(board.short[small], board.long[small], x)
    rest = np.flatnonzero(error.max(axis=1) > LOST)
    size = max(1, CHUNK // (NODES * x.size))
    for start in range(0, rest.size, size):
        part = rest[start : start + size]
        log_full, unsure = _by_contour(board.short[part], board.long[part], x)
        better = unsure < error[part]
        value[part] = np.where(better, log_full, value[part])
        error[part] = np.where(better, unsure, error[part])
    return board.count @ value, board.count @ error


def _by_terms(a: FloatArray, b: FloatArray, x: Any) -> tuple[Any, Any]:
    """Return log p(x) of small rectangles by Horner's rule, and the error where terms cancel."""
    steps = np.arange(int(a.max()))[:, None]
    # C(a, j+1) C(b, j+1) (j+1)! / (C(a, j) C(b, j) j!) = (a-j)(b-j)/(j+1)
    ratios = np.maximum(a - steps, 0.0) * np.maximum(b - steps, 0.0) / (steps + 1.0)
    above = np.zeros((a.size, x.size), dtype=np.complex128)
    size, sizes = np.abs(x), np.zeros((a.size, x.size))
    for ratio in ratios[:0:-1]:
        above = ratio[:, None] * x * (1.0 + above)
        sizes = ratio[:, None] * size * (1.0 + sizes)
    value = log1p(ratios[0][:, None] * x * (1.0 + above))
    sizes = ratios[0][:, None] * size * (1.0 + sizes)
    return value, 2.0**-52 * sizes * np.exp(-value.real)


def _by_contour(a: FloatArray, b: FloatArray, x: Any) -> tuple[Any, Any]:
    """Return log p(x) of large rectangles, and its error.

    p(x) = a! [w^a] e^w (1 + x w)^b, a Laguerre polynomial. With w = a v the coefficient is an
    integral over a circle through the saddle point v0, where a v^2 x + v (1 + x (b-a)) = 1.
    All nodes at least square the error of every second one. What a second saddle point adds,
    near the zeros of p, is left out.
    """
    a, b = a[:, None], b[:, None]
    y = a * x
    start, curvature, second = _saddle(a, b, x)
    radius = np.abs(start)
    step = np.minimum(STEP / np.sqrt(np.abs(curvature)), 2.0 * np.pi / NODES)
    angle = np.angle(start)[..., None] + step[..., None] * (np.arange(NODES) - NODES // 2)
    sine, half_sine = np.sin(angle), np.sin(0.5 * angle)
    radius, past_one = radius[..., None], (radius - 1.0)[..., None]
    # v - 1 and log v are small together, and so are the exponents: no digits are lost at large a
    real = past_one - 2.0 * radius * half_sine * half_sine
    imaginary = radius * sine
    placed = y[..., None] * (1.0 + real + 1j * imaginary)
    log_placed = log1p(placed)
    a, b = a[..., None], b[..., None]
    height = a * (real - np.log1p(past_one)) + b * log_placed.real
    turn = a * (imaginary - angle) + b * log_placed.imag
    top = height.max(axis=-1, keepdims=True)
    terms = np.exp(height - top + 1j * turn)
    # a! e^a a^-a / (2 pi) = sqrt(a / (2 pi)) times Stirling's remainder
    scale = np.log(step) + top[..., 0] + (0.5 * np.log(a / (2.0 * np.pi)) + stirling(a))[..., 0]
    total = terms.sum(axis=-1)
    gap = np.abs(2.0 * terms[..., ::2].sum(axis=-1) / total - 1.0)
    return np.log(total) + scale, gap * gap + second


def _saddle(a: FloatArray, b: FloatArray, x: Any) -> tuple[Any, Any, Any]:
    """Return the saddle point v0 next to 1, the curvature there, and the share of the second."""
    y = a * x
    linear = 1.0 + x * (b - a)
    root = np.sqrt(linear * linear + 4.0 * y)
    plus, minus = linear + root, linear - root
    start = 2.0 / np.where(np.abs(plus) >= np.abs(minus), plus, minus)
    curvature = a * start + b * y * start / (1.0 + y * start) ** 2
    # the second one is -1/(y v0); what the circle holds on its side of the origin
    turn = np.angle(-1.0 / (y * start * start))
    there = start * np.exp(1j * turn)
    lower = (a * (there - start) + b * np.log((1.0 + y * there) / (1.0 + y * start))).real
    reached = np.abs(turn) * np.sqrt(np.abs(curvature)) < 0.5 * STEP * NODES
    return start, curvature, np.where(reached, 0.0, np.exp(np.minimum(lower, 0.0)))


def log1p(y: Any) -> Any:
    """Return log(1 + y) for complex y; numpy's own loses the digits of small y."""
    real, imaginary = y.real, y.imag
    grown = real * (2.0 + real) + imaginary * imaginary
    modulus = 0.5 * np.log1p(np.maximum(grown, -1.0 + 2.0**-53))
    return modulus + 1j * np.arctan2(imaginary, 1.0 + real)


def stirling(n: Any) -> FloatArray:
    """Return log n! - (n log n - n + log(2 pi n) / 2), Stirling's remainder, for n >= 1."""
    n = np.asarray(n, dtype=np.float64)
    far = np.maximum(n, 16.0)
    square = far * far
    series: Any = 1 / 1680 - 1 / (1188 * square)
    for coefficient in (1 / 1260, 1 / 360, 1 / 12):
        series = coefficient - series / square
    series = series / far
    near = special.gammaln(n + 1.0) - (n * np.log(n) - n + 0.5 * np.log(2.0 * np.pi * n))
    return np.asarray(np.where(n >= 16.0, series, near))
