"""Which settings to run: factors and their levels, expanded into algorithms.

A factor is a parameter of an estimator and its levels the values to try (Alpaydin, section 19.4).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bakeoff.data.labels import label_text
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from bakeoff.data.scores import Scores

MOST_RUNS = 100_000


@dataclass(frozen=True, slots=True)
class Design:
    """Settings to run, each a value for every factor.

    Attributes
    ----------
    kind
        "one factor at a time", "full factorial", "fractional factorial" or "response surface".
    factors
        The levels of each factor.
    runs
        The settings.
    resolution
        Of a fraction of two-level factors: 3 mixes main effects with interactions of two factors,
        4 these with each other, 5 with those of three. None where no effects are mixed.
    defining
        The words of the defining relation: sets of factors whose product is constant.
    """

    kind: str
    factors: Mapping[str, tuple[Any, ...]]
    runs: tuple[Mapping[str, Any], ...]
    resolution: int | None = None
    defining: tuple[tuple[str, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.runs)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.runs)

    @property
    def names(self) -> tuple[str, ...]:
        """What each run is called: `C=1, gamma=0.1`."""
        return tuple(name_of(run) for run in self.runs)

    def algorithms(self, estimator: Any, *, prefix: str = "") -> dict[str, Any]:
        """Return an estimator for each run, as `Study` takes them.

        `prefix` stands before the names of the runs, where several estimators go through one
        design.
        """
        return algorithms_of(self.runs, estimator, prefix=prefix)

    def effects(
        self, scores: Scores, measure: str | None = None, *, order: int = 2, prefix: str = ""
    ) -> pd.DataFrame:
        """Return the analysis of variance of main effects and interactions.

        Parameters
        ----------
        scores
            Scores of the runs, as a study of `algorithms` gives them.
        measure
            Which one; not needed where there is one.
        order
            Of how many factors interactions are looked at.
        prefix
            What stands before the names of the runs.

        Returns
        -------
        DataFrame
            A row for each term: degrees of freedom, sum of squares, F, p-value, partial eta
            squared; the difference that a factor of two levels makes; and what it is mixed with.
            The error is that of the analysis of variance with blocks: data sets are the blocks,
            or splits where there is one data set; there F is corrected for training sets that
            overlap.
        """
        from bakeoff.experiments.showing import effects

        return effects(self, scores, measure, order=order, prefix=prefix)

    def plot(
        self,
        scores: Scores,
        measure: str | None = None,
        *,
        of: Sequence[str] | None = None,
        prefix: str = "",
        ax: Axes | None = None,
    ) -> Axes:
        """Draw the mean at each level of each factor, and return the axes.

        With `of`, two factors: the means at the levels of the first, a line for each level of the
        second. Lines that are not parallel are an interaction.
        """
        from bakeoff.experiments.showing import effects_plot

        return effects_plot(self, scores, measure, of=of, prefix=prefix, ax=ax)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each run and a column for each factor."""
        import pandas as pd

        return pd.DataFrame(list(self.runs), index=pd.Index(self.names, name="run"))

    def __repr__(self) -> str:
        said = "" if self.resolution is None else f", resolution {self.resolution}"
        return f"Design: {self.kind}, {len(self.factors)} factors, {len(self.runs)} runs{said}"


def one_factor_at_a_time(
    factors: Mapping[str, Sequence[Any]], *, start: Mapping[str, Any] | None = None
) -> Design:
    """Return the settings where one factor at a time leaves its starting level.

    Cheap, and blind to interactions: the best level of one factor may depend on another
    (Alpaydin, section 19.4.3). `start` holds the starting levels; the first ones by default.

    Examples
    --------
    >>> for run in one_factor_at_a_time({"C": [1, 10], "gamma": [0.1, 0.2, 0.3]}):
    ...     print(run)
    {'C': 1, 'gamma': 0.1}
    {'C': 10, 'gamma': 0.1}
    {'C': 1, 'gamma': 0.2}
    {'C': 1, 'gamma': 0.3}
    """
    levels = checked_factors(factors)
    centre = {name: values[0] for name, values in levels.items()}
    for name, value in (start or {}).items():
        if name not in levels or value not in levels[name]:
            raise InvalidInput(f"start: {name} = {value!r} is no level of the factors")
        centre[name] = value
    others = [
        {**centre, name: value}
        for name, values in levels.items()
        for value in values
        if value != centre[name]
    ]
    return Design("one factor at a time", levels, (centre, *others))


def full_factorial(factors: Mapping[str, Sequence[Any]]) -> Design:
    """Return every combination of levels.

    Examples
    --------
    >>> full_factorial({"C": [1, 10], "kernel": ["linear", "rbf"]}).names
    ('C=1, kernel=linear', 'C=1, kernel=rbf', 'C=10, kernel=linear', 'C=10, kernel=rbf')
    """
    levels = checked_factors(factors)
    size = 1
    for values in levels.values():
        size *= len(values)
    if size > MOST_RUNS:
        raise InvalidInput(
            f"these factors have {size} combinations; take fewer levels, or fractional_factorial"
        )
    runs = tuple(
        dict(zip(levels, combination, strict=True))
        for combination in itertools.product(*levels.values())
    )
    return Design("full factorial", levels, runs)


def fractional_factorial(
    factors: Mapping[str, Sequence[Any]],
    *,
    runs: int | None = None,
    resolution: int | None = None,
    generators: Mapping[str, Sequence[str]] | None = None,
) -> Design:
    """Return a part of all combinations of factors with two levels each.

    What it costs is that effects are mixed: `resolution` says how far apart they are, and
    `effects` which is mixed with which.

    Parameters
    ----------
    factors
        Two levels for each factor.
    runs
        How many runs, a power of 2; half of all combinations by default. The fraction with the
        highest resolution is taken, and among those the one with the fewest shortest words.
    resolution
        Instead: the smallest fraction with at least this resolution.
    generators
        Instead: for each added factor the factors whose product it is.

    Examples
    --------
    >>> levels = {name: [-1, 1] for name in "ABCD"}
    >>> design = fractional_factorial(levels)
    >>> design
    Design: fractional factorial, 4 factors, 8 runs, resolution 4
    >>> design.defining
    (('A', 'B', 'C', 'D'),)
    """
    from bakeoff.experiments.fractions import fraction

    levels = checked_factors(factors)
    for name, values in levels.items():
        if len(values) != 2:
            raise InvalidInput(
                f"factors: {name} must have two levels for a fraction; it had {len(values)}"
            )
    signs, defining, found = fraction(
        tuple(levels), runs=runs, resolution=resolution, generators=generators
    )
    settings = tuple(
        {name: levels[name][int(sign > 0)] for name, sign in zip(levels, row, strict=True)}
        for row in signs
    )
    return Design("fractional factorial", levels, settings, found, defining)


def checked_factors(factors: Any) -> dict[str, tuple[Any, ...]]:
    """Return factors with their levels, if each has two different ones at least."""
    if not isinstance(factors, Mapping) or not factors:
        raise InvalidInput("factors must map at least one parameter to its levels")
    levels = {}
    for name, values in factors.items():
        if isinstance(values, str) or not hasattr(values, "__len__"):
            raise InvalidInput(f"factors: the levels of {name} must be a list; it was {values!r}")
        texts = [label_text(value) for value in values]
        if len(values) < 2 or len(set(texts)) < len(texts):
            raise InvalidInput(
                f"factors: {name} must have two different levels at least; it had "
                f"{', '.join(texts) or 'none'}"
            )
        levels[str(name)] = tuple(values)
    return levels


def name_of(run: Mapping[str, Any], prefix: str = "") -> str:
    """Return what a run is called."""
    return prefix + ", ".join(f"{name}={label_text(value)}" for name, value in run.items())


def algorithms_of(
    runs: Sequence[Mapping[str, Any]], estimator: Any, *, prefix: str = ""
) -> dict[str, Any]:
    """Return an estimator with the settings of each run, under its name."""
    from sklearn.base import clone

    found = {}
    for run in runs:
        try:
            found[name_of(run, prefix)] = clone(estimator).set_params(**run)
        except (TypeError, ValueError) as reason:
            raise InvalidInput(
                f"{type(estimator).__name__} does not take {name_of(run)}: {reason}"
            ) from None
    return found
