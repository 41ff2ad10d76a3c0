"""`compare`: from numbers to a decision that can be defended, in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bakeoff import checks
from bakeoff.data.predictions import Predictions
from bakeoff.data.scores import Scores
from bakeoff.decide.comparison import Comparison
from bakeoff.decide.conclude import comparison_of
from bakeoff.decide.evidence import Choices
from bakeoff.decide.given import Missing, Reading, complete, given
from bakeoff.decide.procedures import chosen, named
from bakeoff.decide.question import Question, question_of
from bakeoff.decide.recommend import is_cost
from bakeoff.decide.thresholds import USUAL, question_at
from bakeoff.decide.traps import refuse_mixed_scales
from bakeoff.errors import InvalidInput
from bakeoff.stats.after.adjust import METHODS
from bakeoff.stats.registry import TESTS, entry
from bakeoff.types import Alternative, Rng


def compare(
    data: Any,
    *,
    measure: str | None = None,
    measures: Sequence[str] | None = None,
    control: str | int | None = None,
    alpha: float = 0.05,
    procedure: str = "auto",
    posthoc: Any = "auto",
    correction: str = "auto",
    alternative: Alternative = "two-sided",
    thresholds: Any = None,
    margin: float | None = None,
    cost: Any = None,
    rng: Rng = None,
    higher_is_better: bool | Mapping[str, bool] | None = None,
    missing: Missing = "error",
    where: Mapping[str, Any] | None = None,
    columns: Mapping[str, Any] | None = None,
    design: str | None = None,
    positive: str | None = None,
    algorithms: Sequence[str] | None = None,
    y: str | None = None,
) -> Comparison:
    """Say which algorithms are really better, and why that may be believed.

    It looks at what it was given (how many data sets, algorithms, measures, splits; which
    design), picks a procedure, runs it with the checks of its assumptions, and says in words what
    it found and what it could not decide.

    Parameters
    ----------
    data
        `Scores`, `Predictions`, a data frame, an array, a path (or several), or a study.
    measure, measures
        The measure to compare by; or several, to be tested together.
    control
        The algorithm that all others are compared with; without one all pairs are compared.
    alpha
        The level: how often a true null hypothesis may be rejected.
    procedure
        ``auto``, or a name from `procedures()`.
    posthoc
        The test of the pairs: a name (wilcoxon, nemenyi, tukey, ...), the test itself, or a
        function of two arrays that gives a p-value.
    correction
        The correction for many pairs: a method of `adjust`, or ``none``.
    alternative
        ``greater`` asks whether the first of each pair has the larger scores.
    thresholds
        For predictions with scores: compare at so many thresholds from 0 to 1, or at these.
    margin
        The smallest difference that matters, in units of the measure: then it is also said who
        is equivalent and who is not worse.
    cost
        What each algorithm costs (a mapping, numbers, or the name of a measure): among those that
        nothing beats, the cheapest is recommended. Times among the scores are taken by themselves.
    rng
        Seed or generator, where chance enters.
    higher_is_better, missing, where, columns, design, positive, y
        How a file or a frame is read, as in `read_scores` and `read_predictions`; `y` is the
        column with the truth, which says that these are predictions.
    algorithms
        The algorithms to compare, where not all of them are.

    Returns
    -------
    Comparison
        The verdict with its reasons, warnings, tests, effects and pictures.

    Examples
    --------
    Four versions of C4.5 on 14 data sets (Demsar, Statistical comparisons of classifiers over
    multiple data sets, 2006, table 6), here with three of them on six of the sets:

    >>> found = compare([[.763, .768, .771], [.599, .591, .590], [.954, .971, .968],
    ...                  [.628, .661, .654], [.882, .888, .886], [.936, .931, .916]],
    ...                 measure="auc")
    >>> found.procedure, found.order
    ('friedman', ['1', '2', '0'])
    >>> print(found.verdict.split(" (")[0])
    No two of the 3 algorithms can be told apart by auc over 6 data sets
    """
    choices = Choices(
        alpha=checks.fraction(alpha, "alpha"),
        posthoc=_known_by_name(posthoc),
        correction=_correction(correction),
        alternative=checks.alternative(alternative),
        margin=None if margin is None else checks.positive(margin, "margin"),
        cost=cost,
        rng=rng,
    )
    measure, several, thresholds = _measures(procedure, measure, measures, thresholds)
    asked = measure if several is None else several
    reading = Reading(
        measure=_with_cost(asked, cost),
        higher_is_better=higher_is_better,
        missing=missing,
        where=where,
        columns=columns,
        design=design,
        positive=positive,
        algorithms=algorithms,
        y=y,
    )
    source = given(data, reading)
    if isinstance(source, Predictions):
        if thresholds is not None:
            question = question_at(source, thresholds, several or _listed(measure), control, design)
            return _concluded(replace(question, items=source), choices, procedure)
        if len(source.datasets) == 1 and len(source.splits) == 1 and procedure == "auto":
            from bakeoff.decide.predictions import compare_predictions

            return compare_predictions(source, measure, several, control, choices)
        scores = source.measure(*(several or [measure or "error"]))
        scores = scores if design is None else replace(scores, design=design)
    else:
        scores = source
        if thresholds is not None:
            raise InvalidInput("thresholds need predictions with scores; these are scores only")
    question = _asked(scores, measure, several, control, missing)
    if isinstance(source, Predictions):
        question = replace(question, items=source)
    return _concluded(question, choices, procedure)


def _concluded(question: Question, choices: Choices, procedure: str) -> Comparison:
    way = chosen(question, procedure)
    return comparison_of(question, way.run(question, choices), choices, way, procedure)


def _asked(
    scores: Scores, measure: str | None, measures: Any, control: Any, missing: str
) -> Question:
    """Return the question, with what algorithms cost kept beside it."""
    costs = [name for name in scores.measures if is_cost(name)]
    others = [name for name in scores.measures if name not in costs]
    if measure is None and measures is None and costs and len(others) == 1:
        measure = others[0]
    wanted = [measure] if measure is not None else list(measures or others or scores.measures)
    refuse_mixed_scales(scores)
    chosen_scores = complete(scores.select(measures=wanted), missing)
    question = question_of(
        chosen_scores,
        measure=measure,
        measures=None if measure is not None else measures,
        control=control,
    )
    costs = [name for name in costs if name not in wanted]
    if not costs:
        return question
    return replace(question, costs=scores.select(measures=costs))


def _known_by_name(posthoc: Any) -> Any:
    """Return the name of a test that was handed over as the function itself."""
    name = getattr(posthoc, "__name__", None)
    known = callable(posthoc) and any(name == one.name for one in TESTS)
    return name if known and entry(str(name)).load() is posthoc else posthoc


def _correction(correction: str) -> str:
    return checks.one_of(
        correction, "correction", ("auto", "none", *METHODS, "shaffer", "bergmann-hommel")
    )


def _measures(
    procedure: str, measure: str | None, measures: Any, thresholds: Any
) -> tuple[str | None, list[str] | None, Any]:
    """Return the measures asked for: a procedure may need some, such as tpr and fpr."""
    if measure is not None and measures is not None:
        raise InvalidInput("give measure= for one, or measures= for several to be tested together")
    several = [measures] if isinstance(measures, str) else None if measures is None else [*measures]
    if procedure == "auto":
        return measure, several, thresholds
    way = named(procedure)
    if way.measures == "thresholds":
        return measure, several, USUAL if thresholds is None else thresholds
    if several is None and measure is None and way.needs_measures:
        several = list(way.needs_measures)
    if way.needs_measures and set(several or _listed(measure) or []) != set(way.needs_measures):
        raise InvalidInput(
            f"{procedure} compares by {' and '.join(way.needs_measures)}; leave measures= out, or "
            f"take procedure='multivariate' for others"
        )
    return measure, several, thresholds


def _listed(measure: str | None) -> list[str] | None:
    return None if measure is None else [measure]


def _with_cost(asked: Any, cost: Any) -> Any:
    """Return the measures to read: those asked for, and the one that says the cost."""
    if asked is None or not isinstance(cost, str):
        return asked
    names = [asked] if isinstance(asked, str) else list(asked)
    return [*names, cost] if cost not in names else names
