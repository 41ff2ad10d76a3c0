"""What the tests of several measures share: pairs of any size, and counts out of rates."""

import numpy as np


def random_pair(seed, splits, measures, *leading):
    """Return two arrays of correlated measures."""
    rng = np.random.default_rng(seed)
    mix = rng.normal(size=(measures, measures))
    a, b = rng.normal(size=(2, *leading, splits, measures)) @ mix
    return a + 0.3, b


def counts_of(rates, positives=50, negatives=40):
    """Return tp, fp, fn, tn of (tpr, fpr) with fixed class sizes."""
    tp, fp = positives * rates[..., 0], negatives * rates[..., 1]
    return np.stack([tp, fp, positives - tp, negatives - fp], axis=-1)
