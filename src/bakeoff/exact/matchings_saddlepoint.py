"""Tail areas of the trace by a contour integral: any size, any tail, full relative precision.

With R the rook polynomial of the diagonal, X the trace and N the total,

    E[z^X] = 1/N! * integral over s > 0 of e^-s s^N R((z-1)/s) ds,

because (N-m)! is an integral over s and R_m (N-m)!/N! is the mean of C(X, m). The tail is the
coefficient integral of E[z^X] z^-t / (z-1) over a circle. With x = (z-1)/s in place of z, R depends
on x alone: it is needed at some twenty points, and the integral over s is one of simple powers.
For each z the saddle point in s is s(z) = N - t (z-1)/z; x(z) = (z-1)/s(z) is then the contour
on which the integrand falls like a normal density. The trapezoidal rule on it converges
geometrically (Trefethen and Weideman, SIAM Review 56, 2014); it is checked by leaving out every
second node.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.exact.matchings_rooks import (
    Board,
    log1p,
    log_rooks,
    mean_rooks,
    nearest_zero,
    stirling,
)

ENOUGH = 1e-12  # a relative error below this needs no finer grid
LARGEST = 1e12  # a weight no table needs
REACH = 9.0  # the grids end this many standard deviations from the saddle point


@dataclass(frozen=True, slots=True)
class LogTail:
    """The logarithm of a tail area, and the relative error it may have."""

    log: float
    error: float


@dataclass(frozen=True, slots=True)
class Saddle:
    """Where the integrand has its real saddle point, and how wide it is there."""

    log_z: float
    past_one: float  # z - 1
    spread: float  # the standard deviation of the trace, tilted so that its mean is near t
    crossings: float  # the mean count off the diagonal, without the row and column of one class


UNKNOWN = LogTail(math.nan, math.inf)


def tail(board: Board, t: int, *, upper: bool, least: int = 0) -> LogTail:
    """Return log P(X >= t), or log P(X < t), for `least` < t < the largest trace."""
    saddle = find_saddle(board, t, upper=upper, least=least)
    if saddle is None:
        return UNKNOWN
    best = UNKNOWN
    for fineness in (1.0, 1.5, 2.25):
        found = _integrate(board, t, saddle, upper=upper, fineness=fineness)
        if found.error < best.error:
            best = found
        if best.error < ENOUGH:
            break
    # what the circle holds at -z is left out; it is this small when there are many crossings
    return LogTail(best.log, best.error + math.exp(-2.0 * saddle.crossings))


def find_saddle(board: Board, t: int, *, upper: bool, least: int) -> Saddle | None:
    """Return the saddle point of E[z^X] z^-t / (z-1), or None where there is no real one."""
    weight = _saddle_weight(board, t, upper=upper, least=least)
    if weight is None:
        return None
    means, variances = mean_rooks(board, weight)
    rooks, variance = float(board.count @ means), float(board.count @ variances)
    s = board.total - rooks
    past_one = s * weight
    z = 1.0 + past_one
    # second derivatives of the exponent in (log z, log s)
    bend = (z * z * variance - z * rooks) / past_one**2
    cross, width = variance * z / past_one, s - variance
    spread = bend + cross * cross / width
    if not (spread > 0.0 and width > 0.0 and z > 0.0):
        return None
    return Saddle(
        log_z=math.log1p(past_one),
        past_one=past_one,
        spread=math.sqrt(spread),
        crossings=crossings(board, means, s),
    )


def crossings(board: Board, means: Any, s: float) -> float:
    """Return the mean count off the diagonal outside one class, for the class with the least.

    Given the rooks, the other s counts of the table are a random matching of what the margins
    have left. Swapping two patterns moves the trace by 2; these counts are what moves it by 1.
    """
    rows, columns = board.short - means, board.long - means
    matched = rows * columns
    without = (s - rows) * (s - columns) - (float(board.count @ matched) - matched)
    return max(float(without.min()), 0.0) / s


def _saddle_weight(board: Board, t: int, *, upper: bool, least: int) -> float | None:
    """Return x at the saddle point: there the tilted mean of the trace is t + 1/(z-1)."""
    sign = 1.0 if upper else -1.0
    limit = LARGEST if upper else -nearest_zero(board) * (1.0 - 1e-9)

    def beyond(size: float) -> bool:
        x = sign * size
        rooks = float(board.count @ mean_rooks(board, x)[0])
        past_one = (board.total - rooks) * x
        if past_one <= -1.0:
            return True
        aim = t + 1.0 / past_one
        if not upper:
            aim = max(aim, least + 0.5)
        return rooks > aim * past_one / (1.0 + past_one)

    low = high = min(1.0 / (board.total * math.sqrt(board.mean + 1.0)), 0.5 * limit)
    while beyond(low):
        low *= 0.5
    while not beyond(high):
        if high == limit:
            return None
        low, high = high, min(2.0 * high, limit)
    for _ in range(8):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if beyond(middle) else (middle, high)
    return sign * math.sqrt(low * high)


def _integrate(board: Board, t: int, saddle: Saddle, *, upper: bool, fineness: float) -> LogTail:
    """Return the tail by the trapezoidal rule, its error by the rules with half the nodes."""
    # the other side of the mean must not come round to meet t
    beyond = max(0.0, board.mean - t if upper else t - board.mean)
    points = 2 * math.ceil(fineness * (6.3 * saddle.spread + 12.0) + 0.5 * beyond)
    step = 2.0 * math.pi / points
    nodes = min(points // 2, math.ceil(REACH / (saddle.spread * step)))
    angle = step * np.arange(nodes + 1)
    around = np.full(nodes + 1, 2.0 / points)  # the two halves of the circle are conjugate
    around[0] = 1.0 / points
    closed = nodes == points // 2
    if closed:
        around[-1] = 1.0 / points
    sine, half_sine = np.sin(angle), np.sin(0.5 * angle)
    past_one = saddle.past_one * (1.0 - 2.0 * half_sine * half_sine + 1j * sine) + (
        1j * sine - 2.0 * half_sine * half_sine
    )
    z = 1.0 + past_one
    s = board.total - t * past_one / z
    if not np.all(s.real > 0.0) or board.total <= t * float((past_one[0] / z[0]).real) ** 2:
        return UNKNOWN
    log_r, unsure = log_rooks(board, past_one / s)
    exponent, weight, cut = _over_s(board.total, t, past_one, s, fineness)
    # dx/x = z (1/(z-1) - s'(z)/s) d(log z), and s'(z) = -t/z^2
    turn = z / past_one + t / (z * s)
    terms = exponent + (log_r - t * (saddle.log_z + 1j * angle))[:, None]
    top = float(terms.real.max())
    values = (np.exp(terms - top) * (weight * (turn * around)[:, None])).real
    kept = values.sum(axis=1) * (1.0 if upper else -1.0)
    pole = _pole(board, t, saddle.log_z, upper=upper)
    total = float(kept.sum()) - pole(points, top)
    if not total > 0.0:
        return UNKNOWN
    gap = abs((2.0 * float(kept[::2].sum()) - pole(points // 2, top)) / total - 1.0)
    gap_in_s = abs(2.0 * float(values[:, ::2].sum()) / float(values.sum()) - 1.0)
    ends = 0.0 if closed else points * abs(float(kept[-1])) / total
    size = 20.0 + abs(top) + abs(t * saddle.log_z) + float(np.abs(log_r[0]))
    shaky = 2.0**-52 * size + unsure + cut
    spoilt = float(np.abs(kept) @ shaky) / total
    # halving the step at least squares the error
    return LogTail(top + math.log(total), gap**2 + gap_in_s**2 + ends + spoilt)


def _over_s(total: int, t: int, past_one: Any, s: Any, fineness: float) -> tuple[Any, Any, Any]:
    """Return e^-s s^N (1 + s x)^-t z^t / N! on a line through each s: exponents and weights.

    The line leaves the saddle point in the direction of steepest descent. Where it climbs again,
    towards the pole at s/(1-z), it is cut; third comes what that leaves out.
    """
    z = 1.0 + past_one
    curvature = total - t * (past_one / z) ** 2
    direction = np.exp(-0.5j * np.angle(curvature)) / np.sqrt(np.abs(curvature))
    step = 0.6 / math.sqrt(fineness)
    half = math.ceil(REACH / step / 2.0) * 2
    along = (step * direction)[:, None] * np.arange(-half, half + 1)
    grown = np.expm1(along)
    drift = -t * past_one / (z * total)
    # N log(s/N) - (s - N), with s/N - 1 known to full relative precision
    level = log1p(drift)[:, None] + along - (drift[:, None] + (s / total)[:, None] * grown)
    constant = 0.5 * math.log(2.0 * math.pi * total) + float(stirling(total))
    exponent = total * level - t * log1p((past_one / z)[:, None] * grown) + along - constant
    height = exponent.real
    right = np.minimum.accumulate(height[:, half:], axis=1)
    left = np.minimum.accumulate(height[:, half::-1], axis=1)
    lowest = np.concatenate([left[:, :0:-1], right], axis=1)
    climbs = height > lowest
    cut = np.where(climbs, np.exp(lowest - height[:, half : half + 1]), 0.0).max(axis=1)
    cut += _missed_pole(total, t, past_one, s, step)
    weight = np.where(climbs, 0.0, (s * step * direction)[:, None])
    return np.where(climbs, -np.inf, exponent), weight, cut


def _missed_pole(total: int, t: int, past_one: Any, s: Any, step: float) -> Any:
    """Return the share of a pole that slips between two nodes: less, the farther from the line.

    The nodes are `step` standard deviations apart.

    At log(s'/s) = -log(1-z) the integrand has a pole of order t with the residue
    z^t g'^(t-1)/(t-1)! e^g, where g = N log s' - s'.
    """
    z = 1.0 + past_one
    size = np.abs(total - t * (past_one / z) ** 2)
    pole = -np.log(-past_one)
    slope = np.maximum(np.abs(total + s / past_one), 1.0)
    residue = (total * pole - s * np.expm1(pole)).real + t * np.log(np.abs(z))
    residue += (t - 1.0) * np.log(slope) - math.lgamma(t)
    share = residue + np.log(size)
    share -= 2.0 * math.pi * np.abs(pole.imag) * np.sqrt(size) / step
    near = np.abs(pole) * np.sqrt(size) < 1.5 * REACH
    return np.where(near, np.exp(np.minimum(share, 0.0)), 0.0)


def _pole(board: Board, t: int, log_z: float, *, upper: bool) -> Any:
    """Return what the pole at z = 1 adds to the rule with a number of points, over e^top.

    The rule adds up P(X >= t - l points) z^(-l points) over all l. The terms with l > 0 are
    nearly their powers of z where t - points is far below the mean, and go unnoticed elsewhere.
    """

    def share(points: int, top: float) -> float:
        shifted = t - points if upper else points + t - 1
        reached = shifted < board.mean if upper else shifted > board.mean
        if not reached:
            return 0.0
        decay = abs(log_z) * points
        return math.exp(min(-top - decay, 700.0)) / -math.expm1(-decay)

    return share
