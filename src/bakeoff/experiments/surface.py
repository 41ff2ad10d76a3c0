"""Response surfaces: fit a quadratic, go to its optimum, and again until it stops."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.data.scores import Scores
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.experiments.designs import algorithms_of, name_of
from bakeoff.experiments.quadratic import Quadratic, fitted
from bakeoff.types import FloatArray

WHOLE_CUBE = 5  # up to so many factors every corner is run, beyond it a fraction of them


@dataclass(frozen=True, slots=True)
class Round:
    """One round: what was run, what came of it, and the quadratic through all of it."""

    runs: tuple[Mapping[str, Any], ...]
    values: tuple[float, ...]
    fit: Quadratic | None
    centre: tuple[float, ...]
    radius: float


@dataclass(frozen=True, slots=True)
class ResponseSurface:
    """The search for the best setting of numeric factors by quadratics.

    Each round runs a central composite design around the best point known: corners, centres of
    faces, and the middle. A quadratic is fitted; where its optimum lies inside, or nothing
    better was found, the next round looks closer; where it lies outside, the region moves. It
    stops when the region is smaller than `smallest`. A surface is not changed: `tell` gives back
    the next one.

    Parameters
    ----------
    factors
        For each factor the lowest and the highest value that is allowed.
    higher_is_better
        Whether large values are sought; taken from the measure where scores are told.
    log
        The factors that are looked at on a logarithmic scale.
    whole
        The factors that take whole numbers only.
    start
        Half the width of the first region, as a part of half the allowed range.
    smallest
        At what half width it stops.
    most_rounds
        After how many rounds it stops in any case.

    Examples
    --------
    >>> surface = ResponseSurface({"x": (-4, 4), "y": (-4, 4)}, higher_is_better=False)
    >>> while not surface.done:
    ...     surface = surface.tell([(run["x"] - 1) ** 2 + (run["y"] + 2) ** 2
    ...                             for run in surface.runs])
    >>> {name: round(value, 2) for name, value in surface.best.items()}
    {'x': 1.0, 'y': -2.0}
    """

    factors: Mapping[str, tuple[float, float]]
    higher_is_better: bool | None = None
    log: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    start: float = 0.5
    smallest: float = 0.05
    most_rounds: int = 10
    rounds: tuple[Round, ...] = ()
    centre: tuple[float, ...] = ()  # coded: the allowed range is -1 to 1
    radius: float = 0.0

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "factors", _ranges(self.factors, self.log))
        set_(self, "log", tuple(self.log))
        set_(self, "whole", tuple(self.whole))
        for name in (*self.log, *self.whole):
            if name not in self.factors:
                raise InvalidInput(
                    f"there is no factor {name!r}; there are {', '.join(self.factors)}"
                )
        checks.positive(self.start, "start")
        checks.positive(self.smallest, "smallest")
        checks.count(self.most_rounds, "most_rounds", least=1)
        if not self.centre:
            set_(self, "centre", (0.0,) * len(self.factors))
            set_(self, "radius", min(self.start, 1.0))

    @property
    def done(self) -> bool:
        """Whether it has stopped."""
        return bool(self.reason)

    @property
    def reason(self) -> str:
        """Why it has stopped; empty where it has not."""
        if self.radius < self.smallest:
            return f"the region is smaller than {self.smallest:g} of the allowed range"
        if self.rounds and not self._new_runs():
            return "all settings of the next round have been run"
        return f"{self.most_rounds} rounds are over" if len(self.rounds) >= self.most_rounds else ""

    @property
    def runs(self) -> tuple[Mapping[str, Any], ...]:
        """The settings to run next; none when it has stopped."""
        return () if self.done else self._new_runs()

    @property
    def fit(self) -> Quadratic | None:
        """The last quadratic, in units where its region is the cube from -1 to 1."""
        return self.rounds[-1].fit if self.rounds else None

    @property
    def stationary(self) -> dict[str, Any] | None:
        """The stationary point of the last quadratic, as a setting, also outside of the range."""
        if not self.rounds or self.fit is None or self.fit.stationary is None:
            return None
        last = self.rounds[-1]
        point = np.array(last.centre) + last.radius * self.fit.stationary
        return self._setting(point, whole=False)

    @property
    def best(self) -> dict[str, Any]:
        """The best setting that was run."""
        settings, values = self._known()
        if not settings:
            raise NotApplicable("nothing has been run yet; tell it the values of its runs")
        return dict(settings[int(np.argmax(self.sign * values))])

    @property
    def best_value(self) -> float:
        """What the best setting gave."""
        _, values = self._known()
        return float(self.sign * (self.sign * values).max())

    def algorithms(self, estimator: Any, *, prefix: str = "") -> dict[str, Any]:
        """Return an estimator for each of the next runs, as `Study` takes them."""
        return algorithms_of(self.runs, estimator, prefix=prefix)

    def tell(self, values: Any, measure: str | None = None, *, prefix: str = "") -> ResponseSurface:
        """Return the surface that knows the values of its runs, or a study's scores of them."""
        surface, numbers = self, values
        if isinstance(values, Scores):
            place = values.measure_place(measure)
            up = values.higher_is_better[values.measures[place]]
            means = values.aggregated()[..., place].mean(axis=0)
            known = dict(zip(values.algorithms, means.tolist(), strict=True))
            numbers = [known.get(name_of(run, prefix), np.nan) for run in self.runs]
            surface = replace(self, higher_is_better=up)
        told = checks.numbers(numbers, "values")
        if len(told) != len(self.runs):
            raise InvalidInput(
                f"values must hold one number for each of {len(self.runs)} runs; "
                f"there were {len(told)}"
            )
        if surface.higher_is_better is None:
            raise InvalidInput("higher_is_better must be said where plain numbers are told")
        return surface._after(told)  # noqa: SLF001  a surface like this one

    def search(self, evaluate: Callable[[Sequence[Mapping[str, Any]]], Any]) -> ResponseSurface:
        """Return the surface at its end; `evaluate` gives the values, or scores, of settings."""
        surface = self
        while not surface.done:
            surface = surface.tell(evaluate(surface.runs))
        return surface

    def _after(self, values: FloatArray) -> ResponseSurface:
        """Fit what is known around here, and decide where to look next."""
        this = Round(self.runs, tuple(values.tolist()), None, self.centre, self.radius)
        told = replace(self, rounds=(*self.rounds, this))
        points, known = told.near()
        try:
            fit = fitted(points, known)
        except NotApplicable:  # whole numbers have run together
            best = told.coded(told.best)
            return replace(told, centre=tuple(best.tolist()), radius=self.radius / 2)
        told = replace(told, rounds=(*self.rounds, replace(this, fit=fit)))
        highest = bool(self.higher_is_better)
        here = np.array(self.centre)
        low, high = (np.clip(-1 - here, -self.radius, 0), np.clip(1 - here, 0, self.radius))
        step = fit.best(highest=highest, low=low / self.radius, high=high / self.radius)
        target = here + self.radius * step
        inside = bool((np.abs(step) < 1 - 1e-9).all())
        sign = told.sign
        before = max((sign * value for one in self.rounds for value in one.values), default=-np.inf)
        better = float((sign * values).max()) > before
        radius = self.radius / 2 if inside or not better else self.radius
        if not inside and not better:
            target = told.coded(told.best)
        return replace(told, centre=tuple(target.tolist()), radius=radius)

    def near(self) -> tuple[FloatArray, FloatArray]:
        """Return the runs in the region of the last round, in its units, and their values."""
        last = self.rounds[-1]
        settings, values = self._known()
        points = np.array([self.coded(one) for one in settings])
        points = (points - np.array(last.centre)) / last.radius
        near = (np.abs(points) <= 1 + 1e-6).all(axis=1)
        return points[near], values[near]

    def _known(self) -> tuple[list[Mapping[str, Any]], FloatArray]:
        settings = [run for one in self.rounds for run in one.runs]
        return settings, np.array([value for one in self.rounds for value in one.values])

    @property
    def sign(self) -> float:
        """1 where large values are sought, else -1."""
        return 1.0 if self.higher_is_better else -1.0

    def _new_runs(self) -> tuple[Mapping[str, Any], ...]:
        known = {name_of(run) for one in self.rounds for run in one.runs}
        points = np.array(self.centre) + self.radius * composite(len(self.factors))
        settings = [self._setting(np.clip(point, -1, 1)) for point in points]
        new = {name_of(one): one for one in settings if name_of(one) not in known}
        return tuple(new.values())

    def _setting(self, point: FloatArray, *, whole: bool = True) -> dict[str, Any]:
        """Return a coded point as values of the factors."""
        found: dict[str, Any] = {}
        for (name, ends), x in zip(self.factors.items(), point.tolist(), strict=True):
            low, high = np.log(ends) if name in self.log else ends
            value = (low + high) / 2 + x * (high - low) / 2
            value = float(np.exp(value)) if name in self.log else float(value)
            # rounding must not leave the range; twelve digits tell all settings apart
            value = float(f"{value:.12g}")
            found[name] = round(value) if whole and name in self.whole else value
        return found

    def coded(self, setting: Mapping[str, Any]) -> FloatArray:
        """Return values of the factors as a point: the allowed range is -1 to 1."""
        point = []
        for name, ends in self.factors.items():
            low, high = np.log(ends) if name in self.log else ends
            value = np.log(setting[name]) if name in self.log else setting[name]
            point.append((value - (low + high) / 2) / ((high - low) / 2))
        return np.array(point, dtype=np.float64)


def composite(k: int) -> FloatArray:
    """Return the points of a central composite design on the faces of the cube.

    Examples
    --------
    >>> len(composite(2)), len(composite(3))
    (9, 15)
    """
    if k <= WHOLE_CUBE:
        corners = np.array(list(itertools.product((-1.0, 1.0), repeat=k)))
    else:
        from bakeoff.experiments.fractions import fraction

        names = [str(place) for place in range(k)]
        corners = fraction(names, runs=None, resolution=5, generators=None)[0].astype(np.float64)
    axes = np.concatenate([np.eye(k), -np.eye(k)]) if k > 1 else np.zeros((0, k))
    return np.concatenate([corners, axes, np.zeros((1, k))])


def _ranges(factors: Any, log: Sequence[str]) -> dict[str, tuple[float, float]]:
    if not isinstance(factors, Mapping) or not factors:
        raise InvalidInput(
            "factors must map at least one parameter to its lowest and highest value"
        )
    found = {}
    for name, ends in factors.items():
        pair = checks.numbers(ends, f"the range of {name}")
        if pair.shape != (2,) or not pair[0] < pair[1] or (name in log and pair[0] <= 0):
            above = ", above 0" if name in log else ""
            raise InvalidInput(
                f"factors: {name} needs its lowest and its highest value{above}; it was {ends!r}"
            )
        found[str(name)] = (float(pair[0]), float(pair[1]))
    return found
