"""The area that an error count implies."""

from math import comb

import numpy as np
import pytest

from bakeoff.errors import InvalidInput
from bakeoff.stats import auc_from_errors


def printed_mean(m, n, k):
    """Return the mean as Cortes and Mohri 2004 print it, in theorem 1."""
    total = m + n
    ratio = sum(comb(total, x) for x in range(k)) / sum(comb(total + 1, x) for x in range(k + 1))
    return 1 - k / total - (n - m) ** 2 * (total + 1) / (4 * m * n) * (k / total - ratio)


@pytest.mark.parametrize(("m", "n", "k"), [(20, 80, 20), (10, 10, 3), (30, 50, 12), (5, 90, 4)])
def test_the_printed_mean(m, n, k):
    """Theorem 1 of 2004, for no more errors than items of the rarer class."""
    assert auc_from_errors(m, n, k).estimate == pytest.approx(printed_mean(m, n, k), rel=1e-10)


def test_even_classes():
    """The mean is 1 less the error rate (corollary 1 of 2004)."""
    for k in (0, 5, 20, 40):
        assert auc_from_errors(40, 40, k).estimate == pytest.approx(1 - k / 80)


def test_the_printed_example():
    """2004, figure 2: with 5 percent of one class the area lies below the accuracy."""
    found = auc_from_errors(5, 95, 5)
    assert found.estimate < 0.95


def test_no_errors():
    """The ranking is perfect, and nothing varies."""
    found = auc_from_errors(10, 20, 0)
    assert found.estimate == pytest.approx(1.0)
    assert found.details["variance"] == pytest.approx(0.0, abs=1e-15)


def test_chebyshev():
    """The limits lie sd/sqrt(1 - level) from the mean."""
    found = auc_from_errors(500, 400, 90, level=0.9)
    reach = np.sqrt(found.details["variance"] / 0.1)
    assert (found.low, found.high) == pytest.approx(
        (found.estimate - reach, found.estimate + reach)
    )


def test_an_interval_of_counts():
    """It holds the limits of every count in it."""
    found = auc_from_errors(100, 150, (20, 40))
    each = [auc_from_errors(100, 150, k) for k in range(20, 41)]
    assert found.low == pytest.approx(min(one.low for one in each))
    assert found.high == pytest.approx(max(one.high for one in each))
    assert found.estimate == each[10].estimate
    assert found.details["errors"] == (20, 40)


@pytest.mark.parametrize(
    ("errors", "sentence"),
    [
        ((1, 2, 3), "errors must be one count, or two, (k1, k2); there were 3"),
        (
            (5, 3),
            "errors must be counts from 0 to the 30 items, the smaller first; there were 5 and 3",
        ),
        (
            31,
            "errors must be counts from 0 to the 30 items, the smaller first; there were 31 and 31",
        ),
        (2.5, "errors must be a whole number of at least 0; it was 2.5"),
    ],
)
def test_errors(errors, sentence):
    """Each sentence in full."""
    with pytest.raises(InvalidInput) as error:
        auc_from_errors(10, 20, errors)
    assert str(error.value) == sentence
