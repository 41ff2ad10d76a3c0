"""The rates of a confusion table: error, precision, recall, F and the rest of the family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bakeoff.errors import InvalidInput
from bakeoff.measures.counts import tables
from bakeoff.measures.ratio import ratio
from bakeoff.types import ArrayLike, FloatArray

Counted: TypeAlias = npt.NDArray[Any]  # whole numbers, unless the table is a mean of tables


@dataclass(frozen=True, slots=True)
class Counts:
    """The four counts of each class against the rest, (..., K), and the table's margins."""

    tp: Counted
    fp: Counted
    fn: Counted
    tn: Counted
    n: Counted

    @property
    def actual(self) -> Counted:
        """The items of each class."""
        return self.tp + self.fn

    @property
    def called(self) -> Counted:
        """The items that were given each class."""
        return self.tp + self.fp


Rate: TypeAlias = Callable[[Counts], Counted]

# One number per class; for two classes the number of the last, the positive one.
PER_CLASS: dict[str, Rate] = {
    "tp": lambda c: c.tp,
    "fp": lambda c: c.fp,
    "fn": lambda c: c.fn,
    "tn": lambda c: c.tn,
    "tpr": lambda c: ratio(c.tp, c.actual),
    "fpr": lambda c: ratio(c.fp, c.fp + c.tn),
    "tnr": lambda c: ratio(c.tn, c.fp + c.tn),
    "fnr": lambda c: ratio(c.fn, c.actual),
    "precision": lambda c: ratio(c.tp, c.called),
    "npv": lambda c: ratio(c.tn, c.tn + c.fn),
    "f1": lambda c: ratio(2 * c.tp, c.actual + c.called),
    "prevalence": lambda c: ratio(c.actual, c.n[..., None]),
}


def _accuracy(counts: Counts) -> FloatArray:
    return ratio(counts.tp.sum(axis=-1), counts.n)


def _kappa(counts: Counts) -> FloatArray:
    """Cohen's kappa: agreement beyond that of independent margins, as a share of the possible."""
    square, chance, agreed = _agreement(counts)
    return ratio(agreed - chance, square - chance)


def _mcc(counts: Counts) -> FloatArray:
    """Matthews' correlation; for more than two classes Gorodkin's R_K, which contains it."""
    square, chance, agreed = _agreement(counts)
    truth = square - np.sum(counts.actual.astype(np.float64) ** 2, axis=-1)
    given = square - np.sum(counts.called.astype(np.float64) ** 2, axis=-1)
    return ratio(agreed - chance, np.sqrt(truth) * np.sqrt(given))


def _agreement(counts: Counts) -> tuple[FloatArray, FloatArray, FloatArray]:
    """N^2, the sum of the products of the margins, and N times the diagonal."""
    n = counts.n.astype(np.float64)
    chance = np.sum(counts.actual.astype(np.float64) * counts.called, axis=-1)
    return n * n, chance, n * counts.tp.sum(axis=-1)


# One number per table.
PER_TABLE: dict[str, Rate] = {
    "n": lambda c: c.n,
    "error": lambda c: ratio(c.fn.sum(axis=-1), c.n),
    "accuracy": _accuracy,
    "balanced_accuracy": lambda c: PER_CLASS["tpr"](c).mean(axis=-1),
    "kappa": _kappa,
    "mcc": _mcc,
    "macro_precision": lambda c: PER_CLASS["precision"](c).mean(axis=-1),
    "macro_recall": lambda c: PER_CLASS["tpr"](c).mean(axis=-1),
    "macro_f1": lambda c: PER_CLASS["f1"](c).mean(axis=-1),
    "weighted_precision": lambda c: _weighted(c, "precision"),
    "weighted_recall": _accuracy,
    "weighted_f1": lambda c: _weighted(c, "f1"),
}

ALIASES: dict[str, str] = {
    "recall": "tpr",
    "sensitivity": "tpr",
    "hit_rate": "tpr",
    "tp_rate": "tpr",
    "false_alarm": "fpr",
    "fp_rate": "fpr",
    "specificity": "tnr",
    "ppv": "precision",
}

COUNTS = ("tp", "fp", "fn", "tn", "n")
SHOWN = (*COUNTS, "error", "accuracy", "tpr", "fpr", "tnr", "fnr", "precision", "npv", "f1")
SHOWN_TOO = ("balanced_accuracy", "kappa", "mcc", "prevalence")
MACRO = ("macro_precision", "macro_recall", "macro_f1")

# When a rate is nothing divided by nothing. {one}: the positive class, or each class in turn.
EMPTY = "the table is empty"
REASONS: dict[str, str] = {
    "error": EMPTY,
    "accuracy": EMPTY,
    "prevalence": EMPTY,
    "tpr": "{one} has no items",
    "fnr": "{one} has no items",
    "fpr": "{other} has no items",
    "tnr": "{other} has no items",
    "precision": "{one} was never predicted",
    "npv": "{other} was never predicted",
    "f1": "{one} has no items and was never predicted",
    "balanced_accuracy": "a class has no items",
    "macro_recall": "a class has no items",
    "macro_precision": "a class was never predicted",
    "macro_f1": "a class has no items and was never predicted",
    "kappa": "truth and predictions are all of one class",
    "mcc": "the truth or the predictions are all of one class",
}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rates(Mapping[str, Any]):
    """The rates of one confusion table, or of many: a mapping whose names are attributes too.

    ``rates(table)["f1"]`` and ``rates(table).f1`` are the same number. `notes` says which rates
    are undefined (0/0), for how many tables and why; there the number is NaN, never 0. Further
    names for the same thing are understood (recall, sensitivity, hit_rate: tpr; false_alarm:
    fpr; specificity: tnr; ppv: precision) but not listed.
    """

    by_name: Mapping[str, Any]
    notes: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Any:
        return self.by_name[ALIASES.get(name, name)]

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name != "by_name" and name in self:
            return self[name]
        raise AttributeError(f"there is no rate named {name!r}")

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_name)

    def __len__(self) -> int:
        return len(self.by_name)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self.by_name, *ALIASES})

    def __repr__(self) -> str:
        if np.ndim(self.by_name["n"]):
            return f"Rates(a batch of {'x'.join(str(size) for size in self.by_name['n'].shape)})"
        shown = ("n", "error", "tpr", "fpr", "precision", "f1")
        return f"Rates({', '.join(f'{name}={_short(self[name])}' for name in shown)})"

    def to_dict(self) -> dict[str, Any]:
        """Return the rates and the notes as plain Python values, arrays as lists."""
        listed = {name: np.asarray(value).tolist() for name, value in self.by_name.items()}
        return {**listed, "notes": list(self.notes)}


def rates(confusion: ArrayLike) -> Rates:
    """Return all rates of a confusion table, or of many tables at once.

    Parameters
    ----------
    confusion
        Counts (..., K, K): rows are the true classes, columns the predicted ones, as
        `confusion` gives them. For two classes the positive one is the last.

    Returns
    -------
    tp, fp, fn, tn, n; error, accuracy; tpr (recall, sensitivity, hit rate), fpr (false alarm),
    tnr (specificity), fnr, precision, npv, f1; balanced_accuracy, kappa (Cohen), mcc (Matthews;
    Gorodkin's form for more classes), prevalence (the share of positive items). With more than
    two classes the rates of a class against the rest have a last axis of K, and macro_precision,
    macro_recall and macro_f1 are their plain means.

    Notes
    -----
    Source: Alpaydin, Introduction to Machine Learning, Table 19.2; Yildiz, Aslan and Alpaydin,
    Multivariate statistical tests for comparing classification algorithms, Table 1.

    Examples
    --------
    >>> found = rates([[70, 10], [5, 15]])
    >>> found.tpr, found.fpr, found["precision"]
    (0.75, 0.125, 0.6)
    >>> rates([[9, 0], [1, 0]]).notes[0]
    'precision is undefined (0/0): the positive class was never predicted'
    """
    table = tables(confusion)
    k = table.shape[-1]
    counts = counts_of(table)
    names = (*SHOWN, *SHOWN_TOO, *(MACRO if k > 2 else ()))
    values = {name: _value(counts, name, k) for name in names}
    notes = _notes({name: values[name] for name in names if name in REASONS}, counts.n.size, k)
    return Rates({name: _plain(value) for name, value in values.items()}, notes)


def rate(confusion: ArrayLike, name: str) -> Any:
    """Return one rate by its name, computed alone; see `rates`.

    Examples
    --------
    >>> rate([[70, 10], [5, 15]], "specificity")
    0.875
    """
    table = tables(confusion)
    name = ALIASES.get(name, name)
    if name not in PER_CLASS and name not in PER_TABLE:
        raise InvalidInput(
            f"there is no rate named {name!r}; there are {', '.join([*PER_TABLE, *PER_CLASS])}"
        )
    return _plain(_value(counts_of(table), name, table.shape[-1]))


def counts_of(table: Counted) -> Counts:
    """Return the four counts of each class of a table against the rest."""
    tp = np.diagonal(table, axis1=-2, axis2=-1)
    fn = table.sum(axis=-1) - tp
    fp = table.sum(axis=-2) - tp
    n = table.sum(axis=(-2, -1))
    return Counts(tp, fp, fn, n[..., None] - tp - fn - fp, n)


def _value(counts: Counts, name: str, k: int) -> Counted:
    if name in PER_TABLE:
        return PER_TABLE[name](counts)
    each = PER_CLASS[name](counts)
    return each[..., -1] if k == 2 else each


def _weighted(counts: Counts, name: str) -> FloatArray:
    """The mean over the classes, each with the weight of its items; no items, no weight."""
    present = counts.actual > 0
    weighed = np.where(present, counts.actual * PER_CLASS[name](counts), 0.0)
    return ratio(weighed.sum(axis=-1), counts.n)


def _notes(values: Mapping[str, Counted], size: int, k: int) -> tuple[str, ...]:
    """One sentence for all rates that are undefined in the same tables for the same reason."""
    one, other = ("the positive class", "the negative class") if k == 2 else ("a class", "its rest")
    grouped: dict[tuple[str, int], list[str]] = {}
    for name, value in values.items():
        of_classes = name in PER_CLASS and k > 2
        undefined = np.isnan(value).any(axis=-1) if of_classes else np.isnan(value)
        if undefined.any():
            reason = REASONS[name].format(one=one, other=other)
            grouped.setdefault((reason, int(undefined.sum())), []).append(name)
    return tuple(
        _sentence(names, reason, count, size) for (reason, count), names in grouped.items()
    )


def _sentence(names: list[str], reason: str, count: int, size: int) -> str:
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    where = "" if size == 1 else f" in {count} of {size} tables"
    return f"{listed} {'is' if len(names) == 1 else 'are'} undefined (0/0){where}: {reason}"


def _plain(value: Counted) -> Any:
    if np.ndim(value) == 0:
        return np.asarray(value).item()
    value.flags.writeable = False
    return value


def _short(value: Any) -> str:
    words = " ".join(f"{part:.4g}" for part in np.atleast_1d(value))
    return words if np.ndim(value) == 0 else f"[{words}]"
