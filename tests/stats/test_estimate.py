"""An estimate with its interval."""

import numpy as np
import pytest

from bakeoff.stats import Estimate


def of_one(**changes):
    """An estimate of one model."""
    parts = {
        "name": "AUC",
        "estimate": np.float64(0.8),
        "low": np.array(0.7),
        "high": 0.9,
        "level": 0.95,
        "method": "delong",
        "standard_error": np.array(0.05),
        "notes": ["few items"],
        "details": {"n": np.int64(30)},
    }
    return Estimate(**{**parts, **changes})


def test_numbers_are_plain():
    """Of one model no arrays are left."""
    found = of_one()
    assert [type(part) for part in (found.estimate, found.low, found.high)] == [float] * 3
    assert type(found.details["n"]) is int
    assert found.notes == ("few items",)


def test_it_unpacks_as_its_limits():
    """As an interval does."""
    low, high = of_one()
    assert (low, high) == (0.7, 0.9)
    assert of_one().interval() == (0.7, 0.9)
    assert of_one().interval().low == 0.7


def test_as_plain_values():
    """For JSON: arrays as lists."""
    assert of_one().to_dict() == {
        "name": "AUC",
        "estimate": 0.8,
        "low": 0.7,
        "high": 0.9,
        "level": 0.95,
        "method": "delong",
        "standard_error": 0.05,
        "notes": ["few items"],
        "details": {"n": 30},
    }
    several = of_one(estimate=np.array([0.8, 0.9]), low=np.array([0.7, 0.8])).to_dict()
    assert several["estimate"] == [0.8, 0.9]
    assert several["low"] == [0.7, 0.8]


def test_how_it_shows_itself():
    """One in full, several counted."""
    assert repr(of_one()) == "Estimate(AUC 0.8, 0.95 interval 0.7 to 0.9, delong)"
    assert repr(of_one(estimate=np.zeros(3))) == "Estimate(AUC, 3 models, delong)"


def test_nothing_can_be_written_to():
    """Neither fields nor details nor arrays."""
    found = of_one(estimate=np.zeros(3))
    with pytest.raises(AttributeError):
        found.low = 0.0
    with pytest.raises(TypeError):
        found.details["n"] = 3
    with pytest.raises(ValueError, match="read-only"):
        found.estimate[0] = 1.0
