"""Curves over all thresholds: ROC, precision-recall, sensitivity-specificity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.measures.areas import PR_METHODS, PrMethod, pr_area, roc_area
from bakeoff.measures.labels import Label, with_scores
from bakeoff.measures.ratio import ratio
from bakeoff.measures.sweep import Sweep, sweep
from bakeoff.types import ArrayLike, BoolArray, FloatArray, IntArray

Kind: TypeAlias = Literal["roc", "precision-recall", "sensitivity-specificity"]

NO_POSITIVE = "y holds no positive item: {} undefined (0/0), and so is the area"
NO_NEGATIVE = "y holds no negative item: {} undefined (0/0), and so is the area"
INFINITE = (
    "some scores are +inf; the first point, at the threshold +inf, is the one above all scores"
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Curve:
    """The points of one curve, in the order of falling thresholds.

    It unpacks as ``x, y, thresholds = curve``. Items with equal scores make one point: no
    threshold can part them. `tp` and `fp` are the counts at each point; a mean of curves has
    none. A mean of curves has a band instead: `x_low`, `x_high`, `y_low`, `y_high`.
    """

    x: FloatArray
    y: FloatArray
    thresholds: FloatArray
    x_name: str
    y_name: str
    kind: Kind
    notes: tuple[str, ...] = ()
    tp: IntArray | None = None
    fp: IntArray | None = None
    x_low: FloatArray | None = None
    x_high: FloatArray | None = None
    y_low: FloatArray | None = None
    y_high: FloatArray | None = None

    def __post_init__(self) -> None:
        for name in ARRAYS:
            array = getattr(self, name)
            if array is not None:
                view = np.asarray(array).view()
                view.flags.writeable = False
                object.__setattr__(self, name, view)

    def __iter__(self) -> Iterator[FloatArray]:
        yield self.x
        yield self.y
        yield self.thresholds

    def __len__(self) -> int:
        return len(self.x)

    def __repr__(self) -> str:
        return f"Curve({self.y_name} over {self.x_name}, {len(self)} points)"

    def area(self, method: Literal["auto"] | PrMethod = "auto") -> float:
        """Return the area under the curve, NaN where the curve is undefined.

        "auto": a ROC or sensitivity-specificity curve by trapezoids (for a ROC curve the same
        number as `roc_auc`); a precision-recall curve "interpolated" (as `pr_auc`); a mean of
        curves or a hull by trapezoids through its points. `area_method` says which it is. The
        methods of `pr_auc` can be asked for where the curve is a precision-recall curve.
        """
        checks.one_of(method, "method", ("auto", *PR_METHODS))
        chosen = self.area_method if method == "auto" else method
        if chosen != "trapezoid" and not self._has_pr_counts:
            raise InvalidInput(
                f"the area of this curve is had by trapezoid; {chosen!r} needs the counts of a "
                f"precision-recall curve"
            )
        if self._has_pr_counts:
            return float(pr_area(self._counts(), chosen))
        if self.tp is not None and self.fp is not None:
            return roc_area(self.tp, self.fp)
        return float(abs(np.trapezoid(self.y, self.x)))

    @property
    def area_method(self) -> PrMethod:
        """How `area()` is computed if it is not told."""
        return "interpolated" if self._has_pr_counts else "trapezoid"

    @property
    def _has_pr_counts(self) -> bool:
        return self.kind == "precision-recall" and self.tp is not None

    def _counts(self) -> Sweep:
        tp, fp = np.asarray(self.tp)[1:], np.asarray(self.fp)[1:]
        return Sweep(self.thresholds[1:], tp, fp, np.ones(tp.shape, dtype=np.bool_))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, arrays as lists."""
        arrays = {name: getattr(self, name) for name in ARRAYS}
        return {
            "kind": self.kind,
            "x_name": self.x_name,
            "y_name": self.y_name,
            "area": self.area(),
            "area_method": self.area_method,
            "notes": list(self.notes),
            **{name: None if array is None else array.tolist() for name, array in arrays.items()},
        }


ARRAYS = ("x", "y", "thresholds", "tp", "fp", "x_low", "x_high", "y_low", "y_high")


@dataclass(frozen=True, slots=True)
class Points:
    """The counts at every threshold, from above the highest score down to the lowest."""

    thresholds: FloatArray
    tp: IntArray
    fp: IntArray
    notes: tuple[str, ...]


def roc_curve(y: ArrayLike, score: ArrayLike, *, positive: Label | None = None) -> Curve:
    """Return the ROC curve: the true positive rate over the false positive rate.

    Parameters
    ----------
    y
        The true classes (n,): any two labels.
    score
        The scores (n,); larger speaks for the positive class.
    positive
        The label of the positive class. Without it the last of the two in sorted order.

    Returns
    -------
    A `Curve` from (0, 0) at the threshold +inf to (1, 1) at the lowest score; an item is
    positive when its score is at least the threshold. Points on a straight line are kept, so
    that every threshold can be found. Without a positive (negative) item the true (false)
    positive rate is NaN all along, and a note says so.

    Notes
    -----
    Source: Alpaydin, Introduction to Machine Learning, section 19.7; Fawcett (2006), An
    introduction to ROC analysis, algorithm 1.

    Examples
    --------
    >>> x, y, thresholds = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    >>> [list(point) for point in zip(x.tolist(), y.tolist(), thresholds.tolist())]
    [[0.0, 0.0, inf], [0.0, 0.5, 0.8], [0.5, 1.0, 0.4], [1.0, 1.0, 0.1]]
    """
    points = counted_points(y, score, positive)
    tpr, fpr, notes = _rates(points, "the true positive rate is", "the false positive rate is")
    return Curve(
        x=fpr,
        y=tpr,
        thresholds=points.thresholds,
        x_name="false positive rate",
        y_name="true positive rate",
        kind="roc",
        notes=notes,
        tp=points.tp,
        fp=points.fp,
    )


def sensitivity_specificity_curve(
    y: ArrayLike, score: ArrayLike, *, positive: Label | None = None
) -> Curve:
    """Return sensitivity (true positive rate) over specificity (true negative rate).

    The ROC curve seen in a mirror, with the same area: it runs from specificity 1 at the
    threshold +inf to specificity 0 at the lowest score. Parameters as for `roc_curve`.

    Examples
    --------
    >>> x, y, _ = sensitivity_specificity_curve([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    >>> x.tolist(), y.tolist()
    ([1.0, 1.0, 0.5, 0.0], [0.0, 0.5, 1.0, 1.0])
    """
    points = counted_points(y, score, positive)
    tpr, _, notes = _rates(points, "sensitivity is", "specificity is")
    return Curve(
        x=ratio(points.fp[-1] - points.fp, points.fp[-1]),
        y=tpr,
        thresholds=points.thresholds,
        x_name="specificity",
        y_name="sensitivity",
        kind="sensitivity-specificity",
        notes=notes,
        tp=points.tp,
        fp=points.fp,
    )


def pr_curve(y: ArrayLike, score: ArrayLike, *, positive: Label | None = None) -> Curve:
    """Return the precision-recall curve: precision over recall.

    Above the first threshold nothing is called positive, and precision is 0/0. The curve begins
    there all the same, at recall 0 and the threshold +inf, with the precision of the first
    threshold: that is where the interpolation of Davis and Goadrich comes from. No point
    (recall 0, precision 1) is made up. Parameters as for `roc_curve`.

    Between two points precision does not move along a straight line; `area()` follows the bent
    one. Without a positive item recall is NaN all along, and a note says so.

    Examples
    --------
    >>> recall, precision, thresholds = pr_curve([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.8])
    >>> recall.tolist(), precision.round(3).tolist()
    ([0.0, 0.5, 0.5, 1.0, 1.0], [1.0, 1.0, 0.5, 0.667, 0.5])
    """
    points = counted_points(y, score, positive)
    precision = ratio(points.tp, points.tp + points.fp)
    precision[0] = precision[1]
    empty = points.tp[-1] == 0
    return Curve(
        x=ratio(points.tp, points.tp[-1]),
        y=precision,
        thresholds=points.thresholds,
        x_name="recall",
        y_name="precision",
        kind="precision-recall",
        notes=points.notes + ((NO_POSITIVE.format("recall is"),) if empty else ()),
        tp=points.tp,
        fp=points.fp,
    )


def counted_points(y: ArrayLike, score: ArrayLike, positive: Label | None) -> Points:
    """Return the counts at the first point (nothing is called positive) and at each threshold."""
    truth, scores = with_scores(y, score, positive)
    if truth.ndim > 1 or scores.ndim > 1:
        raise InvalidInput(
            f"a curve is of one classifier on one test set: y had the shape {truth.shape} and "
            f"score {scores.shape}; make the curves one by one"
        )
    return _points(truth, scores)


def _points(truth: BoolArray, scores: FloatArray) -> Points:
    counts = sweep(truth, scores)
    ends = np.flatnonzero(counts.ends)
    return Points(
        thresholds=np.concatenate([[np.inf], counts.score[ends]]),
        tp=np.concatenate([[0], counts.tp[ends]]),
        fp=np.concatenate([[0], counts.fp[ends]]),
        notes=(INFINITE,) if counts.score[0] == np.inf else (),
    )


def _rates(
    points: Points, of_positives: str, of_negatives: str
) -> tuple[FloatArray, FloatArray, tuple[str, ...]]:
    notes = list(points.notes)
    if points.tp[-1] == 0:
        notes.append(NO_POSITIVE.format(of_positives))
    if points.fp[-1] == 0:
        notes.append(NO_NEGATIVE.format(of_negatives))
    return ratio(points.tp, points.tp[-1]), ratio(points.fp, points.fp[-1]), tuple(notes)
