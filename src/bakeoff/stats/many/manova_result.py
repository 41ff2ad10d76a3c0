"""What a multivariate analysis of variance gives back, with blocks and without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bakeoff.stats import notes, tails
from bakeoff.stats.many import roots
from bakeoff.stats.many.discriminants import Discriminants
from bakeoff.stats.many.roots import Statistic
from bakeoff.stats.one.mean import t_ratio
from bakeoff.stats.results import Effect, TestResult, plain
from bakeoff.types import FloatArray


def result(
    name: str, found: Discriminants, statistic: Statistic, *, n: Any, corrected: bool = False
) -> TestResult:
    """Return the answer of a MANOVA by one of the four statistics; details hold them all."""
    q, v = found.df_hypothesis, found.df_error
    with np.errstate(over="ignore"):
        answer = roots.answer(statistic, found.roots, found.dimensions, q, v)
    chi2 = roots.bartlett(np.sum(np.log1p(found.roots), axis=-1), found.dimensions, q, v)
    df_chi2 = found.dimensions * q
    return TestResult(
        name=name,
        statistic=answer.value,
        p_value=decided(found, answer.p),
        df=(one(answer.form.df1), one(answer.form.df2)),
        method="exact" if answer.exact and not corrected else "asymptotic",
        n=n,
        effect=Effect(
            f"multivariate partial eta^2 ({statistic})",
            roots.effect(statistic, answer.value, found.s),
        ),
        notes=(*found.notes, *_bound_note(statistic, exact=answer.exact)),
        details={
            **{key.replace("-", "_"): value for key, value in roots.values(found.roots).items()},
            "F": answer.form.f,
            "p_F": decided(found, answer.form.p),
            "chi2": chi2,
            "df_chi2": one(df_chi2),
            "p_chi2": decided(found, tails.chi2_upper(chi2, df_chi2)),
            "df_hypothesis": q,
            "df_error": v,
            "rank": found.rank,
            "eigenvalues": found.roots,
            "eigenvectors": found.columns,
            "share": found.share,
            "scores": found.scores,
            "order": found.order,
            "means": found.means,
            "H": found.h,
            "E": found.e,
            "algorithms": found.algorithms,
            "measures": found.measures,
            "per_measure": per_measure(found),
            "discriminants": discriminants_table(found),
        },
    )


def _bound_note(statistic: Statistic, *, exact: bool) -> tuple[str, ...]:
    """Return what is to say of a largest root whose law is out of reach."""
    above = statistic == "roy" and not exact
    return notes.where(
        above,
        "with more than 12 roots the p-value of Roy's largest root is a lower bound, far below "
        "the exact one; choose statistic='wilks' or 'pillai'",
    )


def per_measure(found: Discriminants) -> Mapping[str, Mapping[str, Any]]:
    """Return the univariate analysis of variance of each measure, by its name."""
    q, v = found.df_hypothesis, found.df_error
    between = np.einsum("...ii->...i", found.h) / q
    within = np.einsum("...ii->...i", found.e) / v
    f, p = univariate(between, within, q, v)
    return {
        str(name): {"F": plain(f[..., place]), "p": plain(p[..., place])}
        for place, name in enumerate(found.measures)
    }


def discriminants_table(found: Discriminants) -> Mapping[str, Mapping[str, Any]]:
    """Return the root of each discriminant, its share, and the weights of the measures."""
    return {
        str(place + 1): {
            "eigenvalue": plain(found.roots[..., place]),
            "share": plain(found.share[..., place]),
            **{
                f"weight of {name}": plain(found.columns[..., row, place])
                for row, name in enumerate(found.measures)
            },
        }
        for place in range(found.roots.shape[-1])
    }


def univariate(
    between: FloatArray, within: FloatArray, q: int, v: int
) -> tuple[FloatArray, FloatArray]:
    """Return F and p of mean squares; those that do not differ at all have F = 0 and p = 1."""
    f = t_ratio(between, within)
    return f, np.where(f == 0.0, 1.0, tails.f_upper(f, q, v))


def decided(found: Discriminants, p: FloatArray) -> FloatArray:
    """Return p, and where nothing varies 1 for algorithms that are equal, else 0."""
    return np.where(found.away, 0.0, np.where(found.still | (found.rank == 0), 1.0, p))


def one(df: Any) -> Any:
    """Return degrees of freedom as one number where all tests of a batch have the same."""
    array = np.asarray(df)
    if array.size == 0 or np.any(array != array.flat[0]):
        return array
    value = array.flat[0].item()
    return int(value) if value == int(value) else value
