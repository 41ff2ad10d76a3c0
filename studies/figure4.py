"""Figure 4 of Yildiz, Aslan and Alpaydin: more true negatives, and another share of positives.

The paper gives the two manipulations and not the classifier that they start from. Here it has a
true positive rate of 0.8 and a false positive rate of 0.2 on 100 positive and 100 negative items
in each of ten folds, and the manipulated one is drawn from the same law before its counts are
changed, so that without a manipulation the null hypothesis holds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bakeoff.stats import hotelling
from bakeoff.types import FloatArray
from studies.findings import Finding, Told, agreement
from studies.page import picture

ITEMS, TPR, FPR, FOLDS, LEVEL = 100, 0.8, 0.2, 10, 0.05
PRINTED_RUNS, RUNS = 100, 2000
TESTS = {"MultiTF": "rates", "MultiPR": "retrieval"}


class Counts(NamedTuple):
    """The four counts of test sets, arrays of one shape."""

    tp: FloatArray
    fn: FloatArray
    fp: FloatArray
    tn: FloatArray

    def rates(self) -> FloatArray:
        """Return (tpr, fpr)."""
        return np.stack([self.tp / (self.tp + self.fn), self.fp / (self.fp + self.tn)], axis=-1)

    def retrieval(self) -> FloatArray:
        """Return (precision, recall)."""
        return np.stack([self.tp / (self.tp + self.fp), self.tp / (self.tp + self.fn)], axis=-1)


def run(folder: Path, *, full: bool) -> Told:
    """Manipulate the counts step by step, and see which test notices."""
    del folder
    runs = RUNS if full else PRINTED_RUNS
    steps = np.linspace(0, 1, 11)
    shares = np.linspace(0, 0.9, 10)
    negatives = accepted(steps, with_true_negatives, runs)
    skewed = accepted(shares, with_skew, runs)
    return Told(
        title="Figure 4: true negatives and skew",
        source="Yildiz, Aslan and Alpaydin, Multivariate statistical tests for comparing "
        "classification algorithms (2011), figure 4.",
        done=[
            (
                f"Ten folds of {ITEMS} positive and {ITEMS} negative items, tpr {TPR}, fpr {FPR} "
                f"(the paper does not give its own); {runs} independent runs for every step."
            ),
            f"Hotelling's paired test at {LEVEL}; shown are the shares of runs that do not reject.",
        ],
        findings=[*_of_negatives(negatives), *_of_skew(skewed)],
        pictures=[
            picture("(a) true negatives added", _drawn(steps, negatives, "lambda"), (6, 3.5)),
            picture("(b) the classes skewed", _drawn(shares, skewed, "alpha"), (6, 3.5)),
        ],
    )


def with_true_negatives(counts: Counts, step: float) -> Counts:
    """Return the counts after tn <- tn (1 + lambda)."""
    return counts._replace(tn=counts.tn * (1 + step))


def with_skew(counts: Counts, step: float) -> Counts:
    """Return the counts with positives times 1 - alpha and negatives times 1 + alpha."""
    fewer, more = 1 - step, 1 + step
    return Counts(counts.tp * fewer, counts.fn * fewer, counts.fp * more, counts.tn * more)


def accepted(steps: FloatArray, change: Any, runs: int) -> dict[str, FloatArray]:
    """Return the share of runs in which each test does not reject, by step."""
    rng = np.random.default_rng(0)
    shares: dict[str, list[float]] = {name: [] for name in TESTS}
    for step in steps:
        first, second = drawn(rng, runs), change(drawn(rng, runs), float(step))
        for name, measures in TESTS.items():
            found = hotelling(getattr(first, measures)(), getattr(second, measures)())
            shares[name].append(1 - float(np.mean(found.reject(LEVEL))))
    return {name: np.array(values) for name, values in shares.items()}


def drawn(rng: np.random.Generator, runs: int) -> Counts:
    """Return the counts of one classifier on the folds of many runs."""
    tp = rng.binomial(ITEMS, TPR, (runs, FOLDS)).astype(float)
    fp = rng.binomial(ITEMS, FPR, (runs, FOLDS)).astype(float)
    return Counts(tp, ITEMS - tp, fp, ITEMS - fp)


def _of_negatives(found: dict[str, FloatArray]) -> list[Finding]:
    rates, retrieval = found["MultiTF"], found["MultiPR"]
    return [
        Finding(
            "Fig. 4 (a)",
            "MultiTF starts rejecting after a point",
            f"it does not reject in {rates[0]:.0%} of the runs at 0, in {rates[-1]:.0%} at 1",
            agreement(holds=bool(rates[0] > 0.85 and rates[-1] < 0.2)),
        ),
        Finding(
            "Fig. 4 (a)",
            "MultiPR does not reject",
            f"it does not reject in {retrieval.min():.0%} to {retrieval.max():.0%} of the runs",
            agreement(holds=bool(retrieval.min() > 0.85)),
            "precision and recall do not hold true negatives; the rest is the level of the test",
        ),
    ]


def _of_skew(found: dict[str, FloatArray]) -> list[Finding]:
    rates, retrieval = found["MultiTF"], found["MultiPR"]
    return [
        Finding(
            "Fig. 4 (b)",
            "MultiTF does not reject",
            f"it does not reject in {rates.min():.0%} to {rates.max():.0%} of the runs",
            agreement(holds=bool(rates.min() > 0.85)),
        ),
        Finding(
            "Fig. 4 (b)",
            "MultiPR starts rejecting after a point",
            f"it does not reject in {retrieval[0]:.0%} of the runs at 0, in "
            f"{retrieval[-1]:.0%} at 0.9",
            agreement(holds=bool(retrieval[0] > 0.85 and retrieval[-1] < 0.2)),
        ),
    ]


def _drawn(steps: FloatArray, shares: dict[str, FloatArray], label: str) -> Any:
    def draw(axes: Any) -> None:
        for (name, values), style in zip(shares.items(), ("-o", "--s"), strict=True):
            axes.plot(steps, values, style, label=name)
        axes.set(xlabel=label, ylabel="share not rejected", ylim=(-0.02, 1.02))
        axes.legend()

    return draw
