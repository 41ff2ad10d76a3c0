"""All pairs of algorithms on several measures: Hotelling's T2 after MANOVA."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff import checks
from bakeoff.stats import vectors
from bakeoff.stats.after.adjust import adjust
from bakeoff.stats.pairs import asked_pairs
from bakeoff.stats.results import PairTable
from bakeoff.stats.two import distance, hotelling, hotelling_two_sample
from bakeoff.stats.two.mean_vector import MeanVector


def pairwise_t2(
    table: Any,
    *,
    blocks: bool = True,
    correction: str = "holm",
    control: str | int | None = None,
    alpha: float = 0.05,
    test_train_ratio: float | None = None,
) -> PairTable:
    """Test all pairs of algorithms on several measures at once, by Hotelling's T2.

    The null hypothesis of each pair: both have the same mean in every measure.

    Parameters
    ----------
    table
        Blocks x algorithms x measures; with ``blocks=False`` groups as `manova` takes them,
        algorithms x runs x measures. A frame has columns (algorithm, measure). Leading axes
        give one table of pairs each.
    blocks
        Whether the algorithms met the same splits. If so each pair is tested by the paired
        `hotelling`, else by `hotelling_two_sample` with the covariance pooled over the two.
    correction
        A method of `adjust`, or ``none``.
    control
        An algorithm that the others are compared with, instead of all with all.
    alpha
        The level of ``significant``, and 1 - alpha that of the intervals.
    test_train_ratio
        As for `hotelling`; with blocks only.

    Returns
    -------
    PairTable
        ``difference`` and ``effect`` are the Mahalanobis distance D, with ``low`` and ``high``;
        ``statistic`` is T2. ``details`` hold, for each pair and measure, the mean difference,
        t, its p-value p, and the direction w; and F with its degrees of freedom.

    Notes
    -----
    Yildiz, Aslan and Alpaydin, Multivariate statistical tests for comparing classification
    algorithms, 2011, section 3.2 (paired); Aslan, Statistical comparison of classifiers using
    receiver operating characteristics information, chapter 5 (two-sample, Bonferroni; there
    also for algorithms over the same folds). ``reject`` is their 0/1 table, and `cliques` of it
    the sets without a significant pair. The interval of D is that of a noncentral F (Steiger
    and Fouladi 1997).

    Examples
    --------
    Two algorithms of Yildiz, Aslan and Alpaydin (2011) over eight folds, and a third that
    differs from the second by little:

    >>> import numpy as np
    >>> x = [[.90, .10], [.88, .14], [.93, .09], [.91, .13],
    ...      [.87, .12], [.92, .08], [.89, .15], [.94, .11]]
    >>> y = [[.88, .09], [.87, .11], [.90, .08], [.90, .11],
    ...      [.84, .10], [.90, .08], [.88, .12], [.91, .10]]
    >>> z = [[.88, .09], [.88, .12], [.90, .07], [.89, .11],
    ...      [.85, .10], [.91, .09], [.88, .12], [.90, .10]]
    >>> pairs = pairwise_t2(np.stack([x, y, z], axis=1))
    >>> print(pairs.to_frame()[["a", "b", "statistic", "p_adjusted"]].round(4).to_string())
       a  b  statistic  p_adjusted
    0  0  1   131.4320      0.0004
    1  0  2    32.2258      0.0114
    2  1  2     0.3333      0.8697
    """
    checks.fraction(alpha, "alpha")
    found, names, pairs = _pairs(table, blocks=blocks, control=control, ratio=test_train_ratio)
    p = np.stack([one.p_value for one in found], axis=-1)
    f = np.stack([one.f for one in found], axis=-1)
    df1 = np.stack([np.maximum(one.rank, 1) for one in found], axis=-1)
    df2 = np.stack([one.df2 for one in found], axis=-1)
    limits = [
        distance.limits(one.f, np.maximum(one.rank, 1), one.df2, one.factor, 1.0 - alpha)
        for one in found
    ]
    d = np.stack([np.sqrt(one.distance_squared) for one in found], axis=-1)
    return PairTable(
        name="pairwise_t2",
        algorithms=names,
        pairs=pairs,
        difference=d,
        statistic=np.stack([one.t2 for one in found], axis=-1),
        p_value=p,
        p_adjusted=p if correction == "none" else adjust(p, correction),  # type: ignore[arg-type]  # the door of adjust checks the name
        effect=d,
        low=np.stack([low for low, _ in limits], axis=-1),
        high=np.stack([high for _, high in limits], axis=-1),
        effect_name="Mahalanobis D",
        correction=correction,
        method="exact" if test_train_ratio is None else "asymptotic",
        alpha=alpha,
        notes=_notes(found, names, pairs),
        details={
            "F": f,
            "df1": df1,
            "df2": df2,
            "differences": np.stack([one.mean for one in found], axis=-2),
            "t": np.stack([one.t for one in found], axis=-2),
            "p": np.stack([one.t_p_value for one in found], axis=-2),
            "w": np.stack([one.w for one in found], axis=-2),
            "measures": found[0].measures,
        },
    )


def _pairs(
    table: Any,
    *,
    blocks: bool,
    control: str | int | None,
    ratio: float | None,
) -> tuple[list[MeanVector], vectors.Labels, Any]:
    """Return the mean difference of each pair, measured, with the names and the pairs."""
    if blocks:
        read = vectors.table(table)
        names, measures = read.algorithms, read.measures
        members = list(np.moveaxis(read.values, -2, 0))
    else:
        checks.no_ratio(ratio)
        groups = vectors.groups(table)
        names, measures, members = groups.algorithms, groups.measures, groups.members
    pairs = asked_pairs(names, control)
    found = [
        hotelling.of_pair(members[a], members[b], measures, ratio)
        if blocks
        else hotelling_two_sample.measured(members[a], members[b], measures)
        for a, b in pairs.tolist()
    ]
    return found, names, pairs


def _notes(found: list[MeanVector], names: vectors.Labels, pairs: Any) -> tuple[str, ...]:
    """Return what is said of pairs, each sentence once, with those it is said of."""
    said: dict[str, list[str]] = {}
    for one, (a, b) in zip(found, pairs.tolist(), strict=True):
        for note in one.notes:
            said.setdefault(note, []).append(f"{names[a]} and {names[b]}")
    return tuple(
        note if len(whom) == len(found) and len(found) > 1 else f"{'; '.join(whom)}: {note}"
        for note, whom in said.items()
    )
