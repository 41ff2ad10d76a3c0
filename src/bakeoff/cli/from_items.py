"""From counts, tables of counts and predictions to the arrays that tests take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.cli.about import About, error_facts, independent_facts, listed
from bakeoff.cli.asked import Asked, Found, predictions_of, read
from bakeoff.cli.from_scores import Road, place_of, rows_of, some, two_of
from bakeoff.cli.number_files import ErrorCount, chosen, error_counts, number_table, square
from bakeoff.data.aliases import PREDICTION_ROLES, squeezed
from bakeoff.data.predictions import Predictions
from bakeoff.errors import InvalidInput
from bakeoff.measures.areas import roc_auc
from bakeoff.measures.registry import find
from bakeoff.types import BoolArray, IntArray

ERRORS_HINT = "or a file with the columns errors and n"
ONE_IS_RIGHT = "1 was taken for right, 0 for wrong"
ORDER = "[[both wrong, only a wrong], [only b wrong, both right]]"


def counts(asked: Asked) -> Road:
    """Return errors and n of one classifier."""
    rows = error_counts(number_table(asked.files))
    if rows and (len(rows) == 1 or rows[0].name is not None):
        row = rows[0] if len(rows) == 1 else chosen(rows, asked.a, "--a")
    else:
        predictions = _predictions(asked, ERRORS_HINT)
        name = _one(asked, predictions)
        row, asked = _counted(predictions, asked, name), replace(asked, a=name)
        return _count(row, _notes(predictions))
    return _count(replace(row, name=row.name or asked.a), ())


def _count(row: ErrorCount, notes: tuple[str, ...]) -> Road:
    names = () if row.name is None else (row.name,)
    facts = error_facts(("",), [(row.errors, row.n)])
    about = About(names, f"{row.n} items", "error", higher_is_better=False, facts=facts)
    return (row.errors, row.n), replace(about, notes=notes)


def two_counts(asked: Asked) -> Road:
    """Return errors and n of two classifiers on test sets of their own."""
    first, second = _two_error_counts(asked)
    names = (first.name or "the first", second.name or "the second")
    facts = error_facts(names, [(one.errors, one.n) for one in (first, second)])
    rates = [one.errors / one.n if one.n else np.nan for one in (first, second)]
    larger = independent_facts("", names, *rates)[1]
    over = f"{first.n} and {second.n} items"
    about = About(names, over, "error", higher_is_better=False, facts=facts, larger=larger)
    return (first.errors, first.n, second.errors, second.n), about


def _two_error_counts(asked: Asked) -> tuple[ErrorCount, ErrorCount]:
    if len(asked.files) == 2:
        found = [predictions_of(replace(asked, files=[file])) for file in asked.files]
        names = [_one(replace(asked, a=None), one) for one in found]
        pairs = [_counted(one, asked, name) for one, name in zip(found, names, strict=True)]
        return pairs[0], pairs[1]
    rows = error_counts(number_table(asked.files))
    if len(rows) == 2 and asked.a is None and asked.b is None:
        return rows[0], rows[1]
    if len(rows) > 1 and rows[0].name is not None:
        names = [str(row.name) for row in rows]
        a, b = two_of(asked, names)
        return rows[a], rows[b]
    raise InvalidInput(
        "this test takes a file with the columns errors and n and a row for each of two "
        "classifiers, or two files of predictions, each of one classifier on a test set of its own"
    )


def confusion(asked: Asked) -> Road:
    """Return the K x K counts of one classifier: rows are the truth."""
    given = square(number_table(asked.files))
    if given is not None:
        total = int(given.values.sum())
        note = "the rows were taken for the truth, the columns for what was predicted"
        names = () if asked.a is None else (asked.a,)
        about = About(names, f"{total} items of {len(given.values)} classes", notes=(note,))
        return (given.values.astype(np.int64),), about
    predictions = _predictions(asked, "or a K x K table of counts")
    name = _one(asked, predictions)
    dataset = _one_dataset(asked, predictions)
    frame = predictions.confusion(name, dataset)
    here = (frame.sum(axis=0) + frame.sum(axis=1)).to_numpy() > 0
    cells = frame.to_numpy()[np.ix_(here, here)]
    over = f"{int(cells.sum())} items of {len(cells)} classes"
    return (cells,), About((name,), over, notes=_notes(predictions))


def contingency(asked: Asked) -> Road:
    """Return who of two is right on how many items: a 2 x 2 table."""
    given = number_table(asked.files)
    if given is not None and given.is_counts and given.values.shape == (2, 2):
        names = (asked.a or "a", asked.b or "b")
        return _two_on_items(given.values.astype(np.int64), names, (f"read as {ORDER}",), "")
    predictions = read(asked)
    if isinstance(predictions, Found):
        return _two_columns(predictions, asked)
    places = two_of(asked, predictions.algorithms)
    a, b = (predictions.algorithms[place] for place in places)
    cells = predictions.contingency(a, b, asked.dataset)
    return _two_on_items(cells, (a, b), _notes(predictions), _pooled(asked, predictions))


def _two_columns(found: Found, asked: Asked) -> Road:
    """Return the 2 x 2 table of two columns of right and wrong."""
    right, names = _zeros_and_ones(found, asked, f", or a table of 2 x 2 counts, {ORDER}")
    a, b = two_of(asked, names)
    first, second = right[:, a], right[:, b]
    cells = [
        [np.sum(~first & ~second), np.sum(~first & second)],
        [np.sum(first & ~second), np.sum(first & second)],
    ]
    return _two_on_items(np.array(cells), (names[a], names[b]), (ONE_IS_RIGHT,), "")


def _two_on_items(
    cells: IntArray, names: tuple[str, str], notes: tuple[str, ...], pooled: str
) -> Road:
    (both, only_a), (only_b, _) = cells
    total = int(cells.sum())
    facts = error_facts(names, [(int(both + only_a), total), (int(both + only_b), total)])
    alone = f"{names[0]} {int(only_a)}, {names[1]} {int(only_b)}"
    larger = independent_facts("", names, float(only_a), float(only_b))[1]
    about = About(names, f"{total} items{pooled}", "error", higher_is_better=False, notes=notes)
    return (cells,), replace(about, facts=(*facts, ("alone wrong", alone)), larger=larger)


def correct(asked: Asked) -> Road:
    """Return items x models, 1 where a model is right."""
    import pandas as pd

    found = read(asked)
    if isinstance(found, Predictions):
        items = found.items_of(asked.dataset)
        right = np.stack([found.correct(name)[items] for name in found.algorithms], axis=1)
        names, notes, pooled = found.algorithms, _notes(found), _pooled(asked, found)
    else:
        right, names = _zeros_and_ones(found, asked)
        notes, pooled = (ONE_IS_RIGHT,), ""
    frame = pd.DataFrame(right.astype(np.float64), columns=list(names))
    wrong = [(int((~right[:, place]).sum()), len(right)) for place in range(len(names))]
    about = About(names, f"{len(right)} items{pooled}", "error", higher_is_better=False)
    return (frame,), replace(about, facts=error_facts(names, wrong), notes=notes)


def _zeros_and_ones(
    found: Found, asked: Asked, otherwise: str = ""
) -> tuple[BoolArray, tuple[str, ...]]:
    """Return a table of 0/1 that was read as scores; a column that numbers the items is none."""
    rows = rows_of(found, asked.dataset)
    items = set(PREDICTION_ROLES["item"].split())
    kept = [place for place, name in enumerate(rows.names) if squeezed(name) not in items]
    answers = rows.cube[:, kept, 0]
    if not kept or not np.isin(answers, (0.0, 1.0)).all():
        raise InvalidInput(
            f"{asked.names} holds scores, and this test takes answers on items: give predictions "
            f"(a column y with the truth and one for each model), or a table of 0 (wrong) and 1 "
            f"(right), items x models{otherwise}"
        )
    return np.asarray(answers == 1.0), tuple(rows.names[place] for place in kept)


def scored_items(asked: Asked) -> Road:
    """Return which items are positive, and every model's score for each."""
    predictions = _predictions(asked, "with a score for each model")
    wanted = [name for name in (asked.a, asked.b) if name is not None]
    places = [place_of(name, predictions.algorithms, "--a, --b") for name in wanted]
    return _scored(asked, predictions, places or list(range(len(predictions.algorithms))))


def scored_pair(asked: Asked) -> Road:
    """Return which items are positive, and the scores of two models."""
    predictions = _predictions(asked, "with a score for each of two models")
    places = list(two_of(asked, predictions.algorithms))
    (positive, scores), about = _scored(asked, predictions, places)
    first, second = (scores.iloc[:, place].to_numpy() for place in range(2))
    return (positive, first, second), about


def predictions(asked: Asked) -> Road:
    """Return predictions, and the measure asked for."""
    found = _predictions(asked, "and pass --measure")
    if asked.measures is None or len(asked.measures) != 1:
        raise InvalidInput("by what is it to be measured? pass --measure with one, such as f1")
    measure = asked.measures[0]
    kept = [place_of(name, found.algorithms, "--a, --b") for name in (asked.a, asked.b) if name]
    names = [found.algorithms[place] for place in kept] or list(found.algorithms)
    chosen = found.select(datasets=_one_dataset(asked, found), algorithms=names)
    about = About(tuple(names), f"{len(chosen)} items", measure, notes=_notes(found))
    known = find(measure)
    higher = None if known is None else known.higher_is_better
    return (chosen, measure), replace(about, higher_is_better=higher)


def _scored(asked: Asked, predictions: Predictions, places: list[int]) -> Road:
    import pandas as pd

    items = predictions.items_of(_one_dataset(asked, predictions))
    positive = predictions.positive_place("this test")
    names = tuple(predictions.algorithms[place] for place in places)
    columns = {
        name: predictions.score_of(place, "this test")[items]
        for name, place in zip(names, places, strict=True)
    }
    truth = predictions.truth[items] == positive
    over = f"{len(items)} items, {int(truth.sum())} of them positive"
    both = truth.any() and not truth.all()
    areas = [f"{roc_auc(truth, column):.4g}" for column in columns.values()] if both else []
    facts = (("areas", listed(names, areas)),) if areas else ()
    about = About(names, over, "auc", higher_is_better=True, facts=facts, notes=_notes(predictions))
    return (truth, pd.DataFrame(columns)), about


def _predictions(asked: Asked, otherwise: str) -> Predictions:
    """Return predictions; a file of scores is answered with what would do."""
    found = read(asked)
    if isinstance(found, Found):
        raise InvalidInput(
            f"{asked.names} holds scores, and this test takes answers on items: give predictions "
            f"(a column y with the truth and one for each model), {otherwise}"
        )
    return found


def _one(asked: Asked, predictions: Predictions) -> str:
    names = predictions.algorithms
    place = 0 if asked.a is None and len(names) == 1 else place_of(asked.a, names, "--a")
    return names[place]


def _counted(predictions: Predictions, asked: Asked, name: str) -> ErrorCount:
    items = predictions.items_of(asked.dataset)
    return ErrorCount(name, int((~predictions.correct(name)[items]).sum()), len(items))


def _one_dataset(asked: Asked, predictions: Predictions) -> str | None:
    if asked.dataset is None and len(predictions.datasets) > 1:
        raise InvalidInput(
            f"which data set? pass --dataset with one of {some(predictions.datasets)}"
        )
    return asked.dataset


def _pooled(asked: Asked, predictions: Predictions) -> str:
    """Say where items of several data sets are counted together."""
    if asked.dataset is not None:
        return f" of {asked.dataset}"
    count = len(predictions.datasets)
    return f" of {count} data sets, counted together" if count > 1 else ""


def _notes(predictions: Predictions) -> tuple[str, ...]:
    keys: set[tuple[Any, str]] = set(
        zip(predictions.dataset.codes.tolist(), predictions.item, strict=True)
    )
    if len(keys) == len(predictions):
        return predictions.notes
    note = "items come up more than once (in several repeats); the test takes them for independent"
    return (*predictions.notes, note)
