"""An estimate with its interval."""

import json

import numpy as np
import pytest

from bakeoff.stats import Estimate

ONE = Estimate(
    "auc", np.float64(0.8), 0.7, 0.9, 0.95, "delong", notes=["assumes items"], details={"n": 3}
)


def test_it_unpacks_as_its_limits():
    """``low, high = estimate``."""
    low, high = ONE
    assert (low, high) == (0.7, 0.9) == tuple(ONE.interval())


def test_numbers_are_plain():
    """A numpy scalar becomes a Python number; arrays cannot be written to."""
    assert type(ONE.estimate) is float
    several = Estimate("auc", np.array([0.8, 0.9]), np.zeros(2), np.ones(2), 0.9, "delong")
    with pytest.raises(ValueError, match="read-only"):
        several.estimate[0] = 1.0


def test_it_is_written_as_json():
    """Everything that it holds."""
    found = json.loads(json.dumps(ONE.to_dict()))
    assert found["estimate"] == 0.8
    assert found["notes"] == ["assumes items"]
    assert found["details"] == {"n": 3}
    assert found["standard_error"] is None


def test_it_shows_itself():
    """In a line."""
    assert repr(ONE) == "Estimate(auc 0.8, 0.95 interval 0.7 to 0.9, delong)"
    several = Estimate("auc", np.array([0.8, 0.9]), np.zeros(2), np.ones(2), 0.9, "delong")
    assert repr(several) == "Estimate(auc, 2 models, delong)"
