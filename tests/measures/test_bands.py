"""A band that holds the whole ROC curve."""

import numpy as np
import pytest
from scipy.stats import norm

from bakeoff.errors import InvalidInput
from bakeoff.measures import mean_curve, pr_curve, roc_band, roc_curve


def made(n=100, *, ties=False, seed=0, gain=1.0):
    """Return a ROC curve of normal scores."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], n)
    return roc_curve(y, (rng.normal(size=2 * n) + gain * y).round(0 if ties else 9))


def by_rectangles(curve, place, level):
    """Return the limits at a place, from the rectangles of all thresholds."""
    share = 1 - np.sqrt(level)
    up, across = (np.sqrt(np.log(2 / share) / (2 * n[-1])) for n in (curve.tp, curve.fp))
    low = [y - up for x, y in zip(curve.x, curve.y, strict=True) if x + across <= place]
    high = [y + up for x, y in zip(curve.x, curve.y, strict=True) if x - across >= place]
    return max([0.0, *low]), min([1.0, *high])


@pytest.mark.parametrize("ties", [False, True])
def test_the_rectangles_of_all_thresholds(ties):
    """At any place: the highest lower edge to the left, the lowest upper edge to the right."""
    curve = made(60, ties=ties)
    band = roc_band(curve)
    places = np.random.default_rng(1).random(50)
    for place in places:
        low, high = by_rectangles(curve, place, 0.95)
        at = np.searchsorted(band.x, place, side="right") - 1  # the last one before: they are steps
        assert band.y_low[at] == pytest.approx(low, abs=1e-12)
        after = np.searchsorted(band.x, place, side="left")
        assert band.y_high[after] == pytest.approx(high, abs=1e-12)


def test_it_holds_its_curve():
    """From corner to corner; the area of the curve in the middle is unchanged."""
    curve = made(80, ties=True)
    band = roc_band(curve, level=0.5)
    assert (band.y_low <= band.y).all()
    assert (band.y <= band.y_high).all()
    assert (band.x[0], band.x[-1]) == (0.0, 1.0)
    assert np.trapezoid(band.y, band.x) == pytest.approx(curve.area())


def test_coverage():
    """Of 200 bands at 80 percent at least 80 percent hold the whole true curve."""
    held = 0
    for seed in range(200):
        band = roc_band(made(60, seed=seed), level=0.8)
        true = norm.sf(norm.isf(np.clip(band.x, 1e-12, 1 - 1e-12)) - 1.0)
        held += np.all(band.y_low <= true + 1e-9) and np.all(true <= band.y_high + 1e-9)
    assert held >= 160


def test_more_items_and_less_certainty_make_it_narrow():
    """Both do."""
    widths = [
        np.trapezoid(band.y_high - band.y_low, band.x)
        for band in (
            roc_band(made(100)),
            roc_band(made(1000)),
            roc_band(made(100), level=0.5),
        )
    ]
    assert widths[1] < widths[0] / 2
    assert widths[2] < widths[0]


class TestBootstrap:
    """Curves of items that are drawn anew."""

    def test_as_wide_everywhere(self):
        """One distance, cut off at 0 and 1; the same seed, the same band."""
        curve = made(100, ties=True)
        band = roc_band(curve, method="bootstrap", draws=300)
        inside = (band.y_low > 0) & (band.y_high < 1)
        widths = (band.y_high - band.y_low)[inside]
        assert np.ptp(widths) < 1e-12
        again = roc_band(curve, method="bootstrap", draws=300)
        assert np.array_equal(band.y_low, again.y_low)

    def test_it_is_narrower(self):
        """And narrows with the root of the number of items."""
        small, large = (roc_band(made(n), method="bootstrap", draws=300) for n in (100, 1600))
        reach = [np.max(band.y - band.y_low) for band in (small, large)]
        assert reach[1] == pytest.approx(reach[0] / 4, rel=0.35)
        wide = roc_band(made(100))
        assert np.trapezoid(small.y_high - small.y_low, small.x) < np.trapezoid(
            wide.y_high - wide.y_low, wide.x
        )

    def test_coverage(self):
        """Of 120 bands at 80 percent of 150 items a class about 96 hold the whole true curve."""
        held = 0
        for seed in range(120):
            band = roc_band(made(150, seed=seed), level=0.8, method="bootstrap", draws=150)
            true = norm.sf(norm.isf(np.clip(band.x, 1e-12, 1 - 1e-12)) - 1.0)
            held += np.all(band.y_low <= true + 1e-9) and np.all(true <= band.y_high + 1e-9)
        assert held >= 82  # below it with a probability of 0.001 if it is 0.8


@pytest.mark.parametrize(
    ("curve", "sentence"),
    [
        (
            pr_curve([0, 1], [0.1, 0.2]),
            (
                "curve must be a ROC curve with its counts, as roc_curve gives it; it was a "
                "precision-recall curve"
            ),
        ),
        (
            mean_curve([made(5), made(5, seed=1)]),
            (
                "curve must be a ROC curve with its counts, as roc_curve gives it; it was a mean of "
                "curves"
            ),
        ),
        (
            roc_curve([1, 1], [0.1, 0.2], positive=1),
            (
                "curve is undefined (y holds no negative item: the false positive rate is undefined "
                "(0/0), and so is the area); it has no band"
            ),
        ),
    ],
)
def test_errors(curve, sentence):
    """Each sentence in full."""
    with pytest.raises(InvalidInput) as error:
        roc_band(curve)
    assert str(error.value) == sentence
