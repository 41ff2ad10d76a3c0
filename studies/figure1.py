"""Figure 1 of Yildiz, Aslan and Alpaydin: a threshold is moved, and error does not see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.stats import hotelling, paired_t
from bakeoff.types import FloatArray
from studies.findings import Finding, Told, agreement
from studies.page import picture

MEANS, DEVIATION, ITEMS = (2.0, 3.0), 0.3, 100
FOLDS, RUNS, LEVEL = 10, 1000, 0.05
LOW, HIGH = 2.0, 3.0
MEASURES = ("error", "tpr", "fpr", "precision")


def run(folder: Path, *, full: bool) -> Told:
    """Draw the example anew, many times, and test the two ends of the threshold's way."""
    del folder, full  # takes a second, whole
    rng = np.random.default_rng(0)
    thresholds = np.linspace(LOW, HIGH, 21)
    curves = {name: values.mean(axis=0) for name, values in measured(rng, thresholds, RUNS).items()}
    ends = measured(rng, np.array([LOW, HIGH]), RUNS * FOLDS)
    split = {name: values.reshape(RUNS, FOLDS, 2) for name, values in ends.items()}
    rates = rejection_rates(split)
    middle = curves["error"][len(thresholds) // 2]
    return Told(
        title="Figure 1: what error does not see",
        source="Yildiz, Aslan and Alpaydin, Multivariate statistical tests for comparing "
        "classification algorithms (2011), figure 1.",
        done=[
            (
                f"{ITEMS} items of each class from normal laws with means 2 and 3 and standard "
                f"deviation 0.3; {RUNS} draws for the curves."
            ),
            (
                f"Two classifiers, with thresholds 2 and 3, on {FOLDS} independent test sets; the "
                f"tests were run on {RUNS} such experiments at the level {LEVEL}."
            ),
        ],
        findings=[
            Finding(
                "Fig. 1 (b)",
                "as the threshold moves from 2 to 3 the error does not change",
                f"mean error {curves['error'][0]:.3f} at 2, {middle:.3f} at 2.5, "
                f"{curves['error'][-1]:.3f} at 3",
                "differ",
                "the two ends have the same error, as the argument needs; between them it falls, "
                "since 2.5 lies in the gap between the classes",
            ),
            Finding(
                "Fig. 1 (c), (d)",
                "true positives decrease, and fpr decreases, and precision increases",
                f"tpr {curves['tpr'][0]:.3f} to {curves['tpr'][-1]:.3f}, "
                f"fpr {curves['fpr'][0]:.3f} to {curves['fpr'][-1]:.3f}, "
                f"precision {curves['precision'][0]:.3f} to {curves['precision'][-1]:.3f}",
                agreement(holds=monotone(curves)),
            ),
            Finding(
                "Fig. 1, text",
                "a test on error would not detect a difference between thresholds 2 and 3",
                f"the paired t test rejects in {rates['error']:.1%} of the experiments",
                agreement(holds=rates["error"] < 2 * LEVEL),
                "a true null hypothesis for the error, so it is rejected at the level",
            ),
            Finding(
                "Fig. 1, text",
                "tests on (tpr, fpr) or (precision, recall) would",
                f"Hotelling's test rejects in {rates['(tpr, fpr)']:.1%} and "
                f"{rates['(precision, recall)']:.1%}",
                agreement(holds=min(rates["(tpr, fpr)"], rates["(precision, recall)"]) > 0.95),
            ),
        ],
        pictures=[
            picture(
                "Means of the measures against the threshold",
                lambda axes: _draw(axes, thresholds, curves),
                (7, 4),
            )
        ],
    )


def measured(rng: np.random.Generator, thresholds: FloatArray, draws: int) -> dict[str, FloatArray]:
    """Return the measures (draws, thresholds) of classifiers that cut at these thresholds."""
    negative, positive = (rng.normal(mean, DEVIATION, (draws, ITEMS, 1)) for mean in MEANS)
    fp = (negative > thresholds).sum(axis=1).astype(float)
    tp = (positive > thresholds).sum(axis=1).astype(float)
    return {
        "error": (fp + ITEMS - tp) / (2 * ITEMS),
        "tpr": tp / ITEMS,
        "fpr": fp / ITEMS,
        "precision": tp / (tp + fp),
    }


def rejection_rates(split: dict[str, FloatArray]) -> dict[str, float]:
    """Return how often each test rejects, in measures (experiments, folds, two classifiers)."""
    pairs = {"(tpr, fpr)": ("tpr", "fpr"), "(precision, recall)": ("precision", "tpr")}
    rates = {"error": paired_t(split["error"][..., 0], split["error"][..., 1]).reject(LEVEL)}
    for name, measures in pairs.items():
        both = np.stack([split[measure] for measure in measures], axis=-1)
        rates[name] = hotelling(both[:, :, 0], both[:, :, 1]).reject(LEVEL)
    return {name: float(np.mean(rejected)) for name, rejected in rates.items()}


def monotone(curves: dict[str, FloatArray]) -> bool:
    """Return whether tpr and fpr fall along the thresholds and precision rises."""
    falling = all((np.diff(curves[name]) <= 0).all() for name in ("tpr", "fpr"))
    return bool(falling and (np.diff(curves["precision"]) >= 0).all())


def _draw(axes: Any, thresholds: FloatArray, curves: dict[str, FloatArray]) -> None:
    for name, style in zip(MEASURES, ("-", "--", "-.", ":"), strict=True):
        axes.plot(thresholds, curves[name], style, label=name)
    axes.set_xlabel("threshold")
    axes.legend()
