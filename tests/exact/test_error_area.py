"""Moments of the area over all rankings with a number of errors."""

from itertools import combinations

import numpy as np
import pytest

from bakeoff.exact.error_area import area_moments


def listed(positives, negatives, errors):
    """Return mean and variance by listing all rankings and all thresholds."""
    n = positives + negatives
    areas = []
    for places in combinations(range(n), positives):
        positive = np.zeros(n, dtype=bool)
        positive[list(places)] = True  # from the highest score to the lowest
        area = sum((~positive[place:]).sum() for place in places) / (positives * negatives)
        for cut in range(n + 1):
            wrong = (~positive[:cut]).sum() + positive[cut:].sum()
            if wrong == errors:
                areas.append(area)
    return np.mean(areas), np.var(areas)


@pytest.mark.parametrize(("positives", "negatives"), [(3, 4), (5, 2), (4, 4), (1, 5)])
def test_all_rankings(positives, negatives):
    """Every ranking once for each threshold with so many errors."""
    for errors in range(positives + negatives + 1):
        # sums of some hundreds of terms
        assert area_moments(positives, negatives, errors) == pytest.approx(
            listed(positives, negatives, errors), rel=1e-10, abs=1e-12
        )


def test_many_items():
    """Ten thousand items are no trouble: even classes have the mean 1 - k/n."""
    mean, variance = area_moments(5000, 5000, 1500)
    assert mean == pytest.approx(0.85, rel=1e-9)
    assert 0 < variance < 1e-4
