"""How often a test rejects: where the null hypothesis is true, and where it is not."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.calibration import needs
from bakeoff.calibration.calibration import Calibration
from bakeoff.calibration.designs import Design, design_of
from bakeoff.calibration.needs import Need
from bakeoff.errors import InvalidInput
from bakeoff.stats import registry
from bakeoff.stats.registry import Entry
from bakeoff.stats.results import PairTable
from bakeoff.types import FloatArray

FURTHER: Mapping[str, str] = {"contrast": "table", "pairwise": "table"}  # and what they take
UNBLOCKED: Mapping[str, str] = {"table": "groups", "measures-table": "measures-groups"}
AT_ONCE = 4_000_000  # numbers of a design that are drawn together
Told = Callable[[int, int], None]


def calibrate(
    test: str,
    /,
    *,
    design: str | Design | None = None,
    effect: float = 0.0,
    runs: int = 2000,
    alpha: float = 0.05,
    seed: int = 0,
    setting: Mapping[str, Any] | None = None,
    told: Told | None = None,
    **choices: Any,
) -> Calibration:
    """Measure how often a test rejects on data of a known design.

    Parameters
    ----------
    test
        The name of a test of the registry (`bakeoff tests` lists them).
    design
        ``gaussian-folds``: normal scores over splits, independent or not. ``bernoulli``:
        classifiers that err by coin. ``overlapping-folds``: a real learner on simulated data,
        over the splits of one sample. ``data-sets``: accuracies over data sets of different
        difficulty. Without one, the first of these that draws what the test takes and has the
        numbers given in `setting`; or a design made with a setting of its own.
    effect
        0 for a true null hypothesis; else how far the first algorithm lies from the others, in
        the unit of the design.
    runs
        How many experiments are drawn and tested.
    alpha
        The level of the test. A test of all pairs rejects if any pair is found to differ.
    seed
        The same seed draws the same experiments, for every test that takes the same data.
    setting
        The design's own numbers by name, such as ``{"splits": 30}``.
    told
        Called with the runs done and the runs to do, now and then.
    **choices
        The test's own choices, such as ``test_train_ratio=1 / 9``.

    Returns
    -------
    Calibration
        ``rate``, ``interval()``, ``verdict`` (whether the level is kept), and all ``p_values``.

    Notes
    -----
    The designs follow Dietterich, Approximate statistical tests for comparing supervised
    classification learning algorithms, 1998, and Alpaydin, Introduction to Machine Learning,
    chapter 19, exercise 2. The verdict allows a tenth of the level either way (Bradley 1978).
    Where a test needs to know the true mean, error or spread, it is given that of the design.

    Examples
    --------
    Splits whose scores correlate by 1/10, as those of ten folds about do: the plain t test
    rejects a true null hypothesis far too often, the corrected one does not.

    >>> folds = {"splits": 10, "correlation": 0.1}
    >>> calibrate("paired_t", setting=folds, runs=4000).verdict
    'rejects too often'
    >>> calibrate("paired_t", setting=folds, runs=4000, test_train_ratio=1 / 9).verdict
    'keeps its level'
    """
    return calibrated(
        test,
        choices,
        design=design,
        effect=effect,
        runs=runs,
        alpha=alpha,
        seed=seed,
        setting=setting,
        told=told,
    )


def arrays_of(
    design: Design, need: Need, *, effect: float, seed: int, start: int, runs: int
) -> tuple[Any, ...]:
    """Return what a test is given in so many runs from the one numbered `start`."""
    drawn = design.draw(np.random.default_rng([seed, start]), runs, effect, need)
    return needs.arrays(drawn, need)


def calibrated(
    test: str,
    choices: Mapping[str, Any],
    *,
    design: str | Design | None,
    effect: float,
    runs: int,
    alpha: float,
    seed: int,
    setting: Mapping[str, Any] | None = None,
    told: Told | None = None,
    drawing: Callable[..., tuple[Any, ...]] = arrays_of,
) -> Calibration:
    """Do the work of `calibrate`; `drawing` may remember what it drew for another test."""
    entry = entry_of(test)
    function = entry.load()
    takes = _taken(entry, function, choices)
    made = design_of(design, takes, setting or {})
    number, level = checks.count(runs, "runs", least=1), checks.fraction(alpha, "alpha")
    whole_seed = checks.count(seed, "seed")
    need = needs.need_of(
        test, takes, algorithms=made.algorithms, measures=getattr(made, "measures", 1)
    )
    given = {**_needed(function, made, need), **choices}
    has_rng = "rng" in inspect.signature(function).parameters
    parts = []
    for start, size in _portions(made, number):
        arrays = drawing(made, need, effect=float(effect), seed=whole_seed, start=start, runs=size)
        own = {"rng": np.random.default_rng([whole_seed, start, 1])} if has_rng else {}
        parts.append(_p_values(function, arrays, {**own, **given}, size))
        if told is not None:
            told(start + size, number)
    return Calibration(
        test=test,
        design=made.name,
        effect=float(effect),
        unit=made.unit,
        alpha=level,
        p_values=np.concatenate(parts),
        setting=_setting(made, need),
        choices=choices,
        seed=whole_seed,
    )


def entry_of(test: str) -> Entry:
    """Return a test of the registry, or one of those that need a choice more than data."""
    if test in FURTHER:
        return Entry(test, registry.FUNCTIONS[test], FURTHER[test], "")  # type: ignore[arg-type]  # they are kinds of the registry
    return registry.entry(test)


def _taken(entry: Entry, function: Callable[..., Any], choices: Mapping[str, Any]) -> str:
    """Return what a test takes, as its choices have it; and refuse choices that it has not."""
    parameters = list(inspect.signature(function).parameters)
    unknown = [name for name in choices if name not in parameters]
    if unknown:
        raise InvalidInput(
            f"{entry.name} has no choice {', '.join(unknown)}; it has {', '.join(parameters)}"
        )
    if parameters[1:3] == ["scores1", "scores2"]:
        return "scored-pair"
    if choices.get("blocks") is False:
        return UNBLOCKED.get(entry.takes, entry.takes)
    return entry.takes


def _needed(function: Callable[..., Any], design: Design, need: Need) -> dict[str, Any]:
    """Return what a test must be told beside data, as it is true of the design."""
    k = need.algorithms
    known: dict[str, Any] = {
        **design.truth(need),
        "control": 0,
        "test": "wilcoxon",
        "weights": [1.0] + [-1.0 / (k - 1)] * (k - 1) if k > 1 else [1.0],
    }
    return {
        name: known[name]
        for name, parameter in inspect.signature(function).parameters.items()
        if name in known and parameter.default is inspect.Parameter.empty
    }


def _setting(design: Design, need: Need) -> dict[str, Any]:
    """Return the numbers of a design that played a part, and how items were split."""
    setting = dataclasses.asdict(design)  # type: ignore[call-overload]  # every design is a dataclass
    setting["algorithms"] = need.algorithms
    if "scheme" in setting:
        setting["scheme"] = design.scheme_for(need)  # type: ignore[attr-defined]  # who has schemes chooses one
    return {name: value for name, value in setting.items() if name not in design.idle(need)}


def _portions(design: Design, runs: int) -> Iterator[tuple[int, int]]:
    """Yield (start, how many); they depend on the design alone, so more runs repeat the first."""
    numbers = getattr(design, "numbers_a_run", 4000)
    size = max(1, AT_ONCE // numbers)
    for start in range(0, runs, size):
        yield start, min(size, runs - start)


def _p_values(
    function: Callable[..., Any], arrays: tuple[Any, ...], choices: dict[str, Any], runs: int
) -> FloatArray:
    """Return one p-value a run, by one call where the test takes many runs at once."""
    try:
        few = _smallest_p(function(*(array[:2] for array in arrays), **choices))
        together = few.shape == (min(2, runs),)
    except (InvalidInput, TypeError):  # the door lets in one run only
        together = False
    if together:
        return _smallest_p(function(*arrays, **choices))
    rows = zip(*arrays, strict=True)
    return np.array([float(_smallest_p(function(*row, **choices))) for row in rows])


def _smallest_p(result: Any) -> FloatArray:
    """Return the p-value; of all pairs the smallest after the correction."""
    if isinstance(result, PairTable):
        return np.asarray(np.min(result.p_adjusted, axis=-1))
    return np.asarray(result.p_value)
