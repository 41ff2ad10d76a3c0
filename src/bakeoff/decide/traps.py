"""Where people go wrong: what a careful reader must know before relying on the verdict."""

from __future__ import annotations

import re

import numpy as np

from bakeoff.data.ranges import SLACK, beyond
from bakeoff.data.scores import Scores
from bakeoff.decide.question import Question
from bakeoff.decide.wording import counted, listed
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find
from bakeoff.types import FloatArray

FEW = 5  # data sets below which nobody can speak of data sets in general
ALIKE = 3  # algorithms from which on equal rows are no accident
WILD = 1000.0  # times the median of its row from which on a score looks like a failed run
SCALES = 100.0  # times that the rows may differ in size before their differences cannot be ranked
WITHIN = frozenset({"sign", "sign_grid", "nemenyi", "ranks_z"})  # compare within data sets alone
FAR = 10.0  # times that percent are larger than fractions


def refuse_mixed_scales(scores: Scores) -> None:
    """Stop where some data sets or algorithms are in percent and others in fractions."""
    for place, name in enumerate(scores.measures):
        known = find(name)
        values = scores.values[..., place]
        if known is None or known.high != 1 or not np.nanmax(values, initial=0.0) > 1.5:
            continue
        for axis, what, labels in (
            (0, "data set", scores.datasets),
            (2, "algorithm", scores.algorithms),
        ):
            others = tuple(one for one in range(3) if one != axis)
            top = np.max(values, axis=others, initial=-np.inf, where=np.isfinite(values))
            small = np.flatnonzero((top > 0) & (top <= 1))
            large = np.flatnonzero(top > 1.5)
            if small.size and large.size and top[large].min() > FAR * top[small].min():
                raise InvalidInput(
                    f"{name}: {what} {labels[small[0]]} looks like fractions and "
                    f"{labels[large[0]]} like percent; write all in one scale"
                )


def warnings_of(question: Question, margin: float | None = None) -> list[str]:
    """Return what is dangerous about what was given."""
    scores = question.scores
    found = [
        *question.notes,
        *beyond(scores),
        *_percent(question, margin),
        *_errors_of_most(question),
    ]
    if question.over == "items":
        return found  # what an item adds to a measure is no score that could be copied or failed
    if question.over == "data sets":
        found += _data_sets(question)
    found += _same_rows(question) + _same_columns(question) + _failed(question)
    found += _right_or_wrong(question) + _far_off(question)
    return found


def in_percent(question: Question) -> bool:
    """Whether scores of a measure that ends at 1 go beyond it: they are percent."""
    known = find(question.measure)
    return known is not None and known.high == 1 and bool(np.nanmax(question.table) > 1.0 + SLACK)


def _percent(question: Question, margin: float | None) -> list[str]:
    """Say what a margin means where the scores are percent."""
    if margin is None or len(question.measures) > 1 or not in_percent(question):
        return []
    return [f"the scores are percent: a margin of {margin:g} is {margin:g} percentage points"]


def _errors_of_most(question: Question) -> list[str]:
    """Say that error rates above one half look like accuracies."""
    known = find(question.measure)
    if known is None or known.name != "error" or question.over == "items":
        return []
    half = 50.0 if in_percent(question) else 0.5
    if not np.nanmin(np.nanmean(question.table, axis=0)) > half:
        return []
    return [
        (
            f"by {question.measure} every algorithm is wrong on more than half of the items; if "
            f"these are accuracies, pass measure='accuracy': the order turns round"
        )
    ]


def _data_sets(question: Question) -> list[str]:
    found = []
    scores = question.scores
    n = question.n
    if n < FEW:
        found.append(f"{n} data sets are few: what is found holds for these, and hardly for others")
    if len(scores.splits) == 1 and scores.design != "holdout":
        found.append(
            "each algorithm has one score on each data set; if that is one run and no mean of "
            "several, how much it varies from run to run is not seen"
        )
    elif len(scores.splits) > 1:
        counts = np.isfinite(scores.values).any(axis=(2, 3)).sum(axis=1)
        if counts.min() < counts.max():
            found.append(
                f"data sets have from {counts.min()} to {counts.max()} splits; each data set "
                f"counts once"
            )
    return found


def _same_rows(question: Question) -> list[str]:
    """Name data sets that are there twice: by their numbers, or by their names."""
    if question.k < ALIKE and question.over != "data sets":
        return []
    if question.over != "data sets":
        return []
    twice = _equal_rows(question.cube.reshape(question.n, -1), least=ALIKE)
    found = []
    if twice:
        pairs = [f"{question.rows[i]} and {question.rows[j]}" for i, j in twice[:3]]
        more = f" and {len(twice) - 3} more pairs" if len(twice) > 3 else ""
        found.append(
            f"the same data set seems to be there twice: {listed(pairs)}{more} have the same "
            f"scores; rows must be independent, leave one of each out"
        )
    by_name: dict[str, list[str]] = {}
    for name in question.rows:
        by_name.setdefault(re.sub(r"[\W_]+", "", name).casefold() or name, []).append(name)
    doubled = [names for names in by_name.values() if len(names) > 1]
    if doubled:
        found.append(
            "data sets with nearly the same name: "
            f"{listed([' and '.join(one) for one in doubled])}; if they are the same data, leave "
            "one of each out"
        )
    return found


def _equal_rows(rows: FloatArray, *, least: int) -> list[tuple[int, int]]:
    """Return the first pairs of rows that hold the same numbers, if the numbers tell something."""
    seen: dict[bytes, int] = {}
    found = []
    for place, row in enumerate(np.round(rows, 12) + 0.0):
        if len(np.unique(row)) < least:
            continue  # a row of equal scores, such as all right, is no sign
        first = seen.setdefault(row.tobytes(), place)
        if first != place:
            found.append((first, place))
    return found


def _same_columns(question: Question) -> list[str]:
    columns = np.round(np.nan_to_num(question.cube), 12).transpose(1, 0, 2).reshape(question.k, -1)
    seen: dict[bytes, int] = {}
    found = []
    for place, column in enumerate(columns + 0.0):
        first = seen.setdefault(column.tobytes(), place)
        if first != place:
            found.append(f"{question.algorithms[first]} and {question.algorithms[place]}")
    if not found:
        return []
    return [f"the same scores everywhere: {listed(found)}; is one a copy of the other?"]


def _failed(question: Question) -> list[str]:
    """Name algorithms with scores of exactly 0 where all others are far above: failed cells."""
    known = find(question.measure)
    if known is None or not question.higher_is_better or known.low != 0 or question.k < ALIKE:
        return []
    table = question.table
    failed = (table == 0.0) & (np.nanmin(np.where(table == 0.0, np.inf, table), axis=1) > 0.05)[
        :, np.newaxis
    ]
    failed &= ((table == 0.0).sum(axis=1) <= question.k // 2)[:, np.newaxis]
    names = [question.algorithms[place] for place in np.flatnonzero(failed.any(axis=0))]
    if not names:
        return []
    return [
        (
            f"{listed(names)}: {counted(int(failed.sum()), 'score')} of exactly 0 where the "
            f"others are far above; if these are failed runs, they are missing and not bad"
        )
    ]


def _right_or_wrong(question: Question) -> list[str]:
    """Say that scores of nothing but 0 and 1 look like items, right or wrong."""
    values = question.cube[np.isfinite(question.cube)]
    if question.over == "items" or not np.isin(values, (0.0, 1.0)).all() or np.ptp(values) == 0:
        return []
    return [
        (
            "all scores are 0 or 1: if the rows are test items, right or wrong, then mcnemar "
            "(two) or cochran_q (several) is the test"
        )
    ]


def _far_off(question: Question) -> list[str]:
    """Name scores, of a measure without an end, that are far beyond all others of their row."""
    known = find(question.measure)
    if (known is not None and known.high == 1) or question.over == "items":
        return []
    size = np.abs(question.table)
    middle = np.nanmedian(size, axis=1, keepdims=True)
    if question.k < ALIKE:  # of two it is the other one, and what is usual on the rows
        middle = np.maximum(np.nanmin(size, axis=1, keepdims=True), np.nanmedian(size))
    wild = size > WILD * np.where(middle > 0.0, middle, np.inf)
    if not wild.any():
        return []
    where = [
        f"{question.algorithms[a]} on {question.rows[row]} ({question.table[row, a]:.3g})"
        for row, a in np.argwhere(wild).tolist()
    ]
    return [
        (
            f"more than {WILD:g} times what the others have: {listed(where, most=3)}; if these are "
            f"failed runs, they are missing and not bad"
        )
    ]


def differing_scales(question: Question) -> bool:
    """Whether differences of some data sets are so large that those of others hardly count."""
    known = find(question.measure)
    bounded = known is not None and known.high == 1
    if bounded or question.over != "data sets" or len(question.measures) > 1:
        return False
    spread = np.median(np.abs(question.table - np.median(question.table, axis=1)[:, None]), axis=1)
    spread = spread[spread > 0.0]
    return len(spread) >= FEW and bool(spread.max() >= SCALES * spread.min())


def scales_told(question: Question, test: str) -> list[str]:
    """Say that a test of sizes was used where data sets with large numbers weigh most."""
    if test in WITHIN or not differing_scales(question):
        return []
    return [
        (
            f"{question.measure} is of very different size from data set to data set: tests of "
            f"sizes (wilcoxon, t) weigh the large ones most; procedure='sign' or posthoc='nemenyi' "
            f"only asks who is ahead"
        )
    ]
