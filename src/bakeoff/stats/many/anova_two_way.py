"""Two-way analysis of variance with interaction: two factors crossed, with replications."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import notes
from bakeoff.stats.many.anova import cohens_f
from bakeoff.stats.many.layout import without_dust
from bakeoff.stats.many.variance_table import Source, table_of
from bakeoff.stats.ranks import RELATIVE_DUST
from bakeoff.stats.results import Effect, TestResult
from bakeoff.types import ArrayLike, FloatArray


def anova_two_way(values: ArrayLike) -> TestResult:
    """Test two crossed factors and their interaction, with replications in every cell.

    The null hypothesis of the result itself: the effects of the two factors add up, there is no
    interaction. The null hypotheses of the two factors, that the means of all their levels are
    equal, are tested beside it. The alternatives: not so.

    Parameters
    ----------
    values
        A x B x replications: the levels of the first factor (say, algorithms), of the second
        (say, kernels, or data sets), and at least 2 values in each cell; leading axes give one
        test each.

    Returns
    -------
    TestResult
        ``statistic``, ``df``, ``p_value`` and ``effect`` (partial eta squared) are those of the
        interaction. ``details["table"]`` is the printed table, with the lines A, B, A x B, error
        and total, each with its F and p; ``details`` hold also F_a, p_a, F_b, p_b, the partial
        eta squared of each, the means of the cells and of the levels, mean_square_error and
        cohens_f of the interaction. Without variation within the cells F is inf, or 0 where
        there is no effect either; a note says so.

    Notes
    -----
    Montgomery, Design and analysis of experiments, 2005, section 5.3; Alpaydin, Introduction to
    Machine Learning, section 19.2 (factors and interaction). Both factors are fixed: the levels
    at hand are those that one asks about. Where an interaction is real, the mean of one factor
    depends on the level of the other: look at the means of the cells before the main effects.
    With one value in each cell use `anova_blocks`: then the interaction is the error.

    Examples
    --------
    Life of batteries in hours, three materials at three temperatures (Montgomery 2005, table
    5.1; the analysis is his table 5.5):

    >>> lives = [[[130, 155, 74, 180], [34, 40, 80, 75], [20, 70, 82, 58]],
    ...          [[150, 188, 159, 126], [136, 122, 106, 115], [25, 70, 58, 45]],
    ...          [[138, 110, 168, 160], [174, 120, 150, 139], [96, 104, 82, 60]]]
    >>> result = anova_two_way(lives)
    >>> print(f"F = {result.statistic:.2f}, df = {result.df}, p = {result.p_value:.4f}")
    F = 3.56, df = (4, 27), p = 0.0186
    >>> for name, line in result.details["table"].items():
    ...     print(name, line["df"], round(line["sum_of_squares"], 2), round(line.get("F", 0), 2))
    A 2 10683.72 7.91
    B 2 39118.72 28.97
    A x B 4 9613.78 3.56
    error 27 18230.75 0
    total 35 77646.97 0
    """
    array = _validated(values)
    sources, error = sums_of_squares(array)
    both = sources["A x B"]
    share = both.partial_eta_squared(error)
    return TestResult(
        name="anova_two_way",
        statistic=both.f(error),
        p_value=both.p(error),
        df=(both.df, error.df),
        method="exact",
        n=array.shape[-1],
        effect=Effect("partial eta^2", share),
        notes=_notes(sources, error),
        details={
            "table": table_of(sources, error),
            **_main_effects(sources, error),
            "means": array.mean(axis=-1),
            "means_a": array.mean(axis=(-2, -1)),
            "means_b": array.mean(axis=(-3, -1)),
            "mean_square_error": error.mean_square,
            "cohens_f": cohens_f(share),
        },
    )


def sums_of_squares(array: FloatArray) -> tuple[dict[str, Source], Source]:
    """Return what A, B and their interaction explain, and the error within the cells."""
    a, b, n = array.shape[-3:]
    cells = array.mean(axis=-1)
    # about the grand mean, so that a large common part does not cost digits
    cells = cells - cells.mean(axis=(-2, -1), keepdims=True)
    rows, columns = cells.mean(axis=-1), cells.mean(axis=-2)
    rest = cells - rows[..., :, np.newaxis] - columns[..., np.newaxis, :]
    within = array - array.mean(axis=-1, keepdims=True)
    largest = np.abs(array).max(axis=(-3, -2, -1))
    dust = a * b * n * (RELATIVE_DUST * largest) ** 2
    sources = {
        "A": Source(without_dust(b * n * np.sum(rows**2, axis=-1), dust), a - 1),
        "B": Source(without_dust(a * n * np.sum(columns**2, axis=-1), dust), b - 1),
        "A x B": Source(
            without_dust(n * np.einsum("...ij,...ij->...", rest, rest), dust), (a - 1) * (b - 1)
        ),
    }
    error = without_dust(np.einsum("...ijn,...ijn->...", within, within), dust)
    return sources, Source(error, a * b * (n - 1))


def _validated(values: ArrayLike) -> FloatArray:
    array = checks.numbers(values, "values", dimensions=3)
    a, b, n = array.shape[-3:]
    if a < 2 or b < 2:
        raise InvalidInput(
            f"values must be A x B x replications with at least 2 levels of both factors; "
            f"it had the shape {array.shape}"
        )
    if n < 2:
        raise InvalidInput(
            f"values must hold at least 2 replications in each cell; it had the shape "
            f"{array.shape}; with one value in each cell use anova_blocks"
        )
    return array


def _main_effects(sources: dict[str, Source], error: Source) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for factor in ("A", "B"):
        source, small = sources[factor], factor.lower()
        found[f"F_{small}"] = source.f(error)
        found[f"p_{small}"] = source.p(error)
        found[f"partial_eta_squared_{small}"] = source.partial_eta_squared(error)
    return found


def _notes(sources: dict[str, Source], error: Source) -> tuple[str, ...]:
    still = error.squares == 0.0
    nothing = still & np.logical_and.reduce([one.squares == 0.0 for one in sources.values()])
    return (
        *notes.where(nothing, "all values are equal"),
        *notes.where(still & ~nothing, "no variation within the cells: every effect is certain"),
        *notes.where(
            ~still & (sources["A x B"].p(error) <= notes.ALPHA),
            "the interaction is significant: compare the levels of one factor at each level of "
            "the other",
        ),
    )
