"""The designs by name: where the scores or answers of a calibration come from."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Protocol, cast

import numpy as np

from bakeoff import checks
from bakeoff.calibration.bernoulli import Bernoulli
from bakeoff.calibration.data_sets import DataSets
from bakeoff.calibration.gaussian_folds import GaussianFolds
from bakeoff.calibration.needs import Drawn, Need
from bakeoff.calibration.overlapping_folds import OverlappingFolds
from bakeoff.errors import InvalidInput, NotApplicable


class Design(Protocol):
    """Where scores or answers come from."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def unit(self) -> str:
        """What an effect is counted in."""
        ...

    @property
    def draws(self) -> frozenset[str]:
        """The kinds of data it can draw."""
        ...

    @property
    def algorithms(self) -> int:
        """How many algorithms, where a test takes several."""
        ...

    def truth(self, need: Need) -> Mapping[str, float]:
        """What is true of the numbers drawn."""
        ...

    def idle(self, need: Need) -> frozenset[str]:
        """The numbers of the design that play no part in what is drawn."""
        ...

    def draw(self, generator: np.random.Generator, runs: int, effect: float, need: Need) -> Drawn:
        """So many runs."""
        ...


DESIGNS: Mapping[str, type[Any]] = {
    "gaussian-folds": GaussianFolds,
    "bernoulli": Bernoulli,
    "overlapping-folds": OverlappingFolds,
    "data-sets": DataSets,
}


def design_of(asked: str | Design | None, takes: str, setting: Mapping[str, Any]) -> Design:
    """Return a design that draws what a test takes; without a name the first that does."""
    if asked is not None and not isinstance(asked, str):
        if setting:
            raise InvalidInput(
                f"a design that is made already has its setting; make it with "
                f"{', '.join(setting)} instead"
            )
        return _fitting(asked, takes)
    fits = [name for name, one in DESIGNS.items() if takes in one.draws]
    if not fits:
        raise NotApplicable(f"no design draws what this test takes ({takes})")
    if asked is None:
        name = next((one for one in fits if set(setting) <= set(fields_of(one))), fits[0])
    else:
        name = checks.one_of(asked, "design", tuple(DESIGNS))
    known = fields_of(name)
    unknown = [one for one in setting if one not in known]
    if unknown:
        raise InvalidInput(f"{name} has no {', '.join(unknown)}; it has {', '.join(known)}")
    return _fitting(cast("Design", DESIGNS[name](**setting)), takes)


def fields_of(name: str) -> list[str]:
    """Return the names of a design's numbers."""
    return [one.name for one in dataclasses.fields(DESIGNS[name])]


def _fitting(design: Design, takes: str) -> Design:
    if takes not in design.draws:
        fits = [name for name, one in DESIGNS.items() if takes in one.draws]
        raise NotApplicable(
            f"{design.name} does not draw what this test takes ({takes}); choose one of "
            f"{', '.join(fits) or 'none'}"
        )
    return design
