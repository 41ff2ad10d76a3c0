"""A comparison as a terminal shows it: the verdict, the smallest table that says it, warnings."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.cli.writing import number
from bakeoff.decide.pair_estimates import TOO_FEW, middle_of

if TYPE_CHECKING:
    from bakeoff.decide.comparison import Comparison

WIDTH = 96
ROWS = 30  # algorithms that a terminal shows
SIMULTANEOUS = frozenset({"tukey", "dunnett", "nemenyi", "ranks_tukey"})
LETTERS = "abcdefghijkl"  # more groups are no longer read at a glance


def lines(found: Comparison, *, why: bool = False, shown: list[str] | None = None) -> list[str]:
    """Return a comparison as lines for a person; `shown` takes the place of its table."""
    text = [*_wrapped(found.verdict), "", *(table(found) if shown is None else shown)]
    if found.warnings:
        text += ["", *_listed("mind", found.warnings)]
    if not why:
        return [*text, "", *_wrapped(f"how: {found.title} ({found.procedure}); --why tells more")]
    text += ["", *_listed("why", found.reasons), "", *_listed("checked", _checks(found))]
    if len(found.pairs) > 1:
        text += ["", *pairs(found)]
    paragraph, *sources = found.methods().splitlines()
    return [*text, "", "methods:", *_wrapped(paragraph), *_sources(sources)]


def table(found: Comparison) -> list[str]:
    """Return a row for each algorithm: its mean, its rank, and how it stands to the first one."""
    against = found.question.control or found.order[0]
    letters = letters_of(found)
    measures = found.question.measures
    beside = beside_of(found, against)
    ranked = len(set(found.ranks.values())) > 1 and len(measures) == 1
    heads = ["", *(f"mean {name}" for name in measures[:4]), *(["mean rank"] if ranked else [])]
    heads += [*beside[0], *(["alike"] if letters else [])]
    rows = []
    for name in found.order[:ROWS]:
        place = found.question.algorithms.index(name)
        means = [float(np.nanmean(found.question.cube[:, place, m])) for m in range(len(measures))]
        row = [name, *map(number, means[:4]), *([number(found.ranks[name])] if ranked else [])]
        rows.append([*row, *beside[1].get(name, [""] * len(beside[0])), *letters.get(name, [])])
    told = in_columns([heads, *rows])
    if len(found.order) > ROWS:
        told.append(f"... and {len(found.order) - ROWS} more; --json, --markdown or --html has all")
    return [
        *told,
        *(["alike: two with a letter in common are not shown to differ"] * bool(letters)),
        *_of_the_differences(found, against),
        *of_the_intervals(found),
    ]


def _of_the_differences(found: Comparison, against: str) -> list[str]:
    """Say which middle the differences are, where they are not those of the means beside them."""
    middle = middle_of(found.pairs)
    if not middle or len(found.question.measures) > 1:
        return []
    told = _wrapped(f"minus {against}: {middle}, not that of the means")
    return [*told, *(f"none: {one}" for one in found.pairs.notes if TOO_FEW in one)]


def of_the_intervals(found: Comparison) -> list[str]:
    """Say of what kind the intervals are: one without 0 beside a large p is no contradiction."""
    shown = np.isfinite(found.pairs.low).any() and len(found.question.measures) == 1
    if len(found.pairs) < 2 or not shown:
        return []
    if found.pairs.name in SIMULTANEOUS:
        return ["the intervals hold together, and p is adjusted in the same way"]
    if not any("alone" in one for one in found.pairs.notes):
        return []
    return [f"each interval stands for its pair alone; p is adjusted for {len(found.pairs)} pairs"]


def beside_of(found: Comparison, against: str) -> tuple[list[str], dict[str, list[str]]]:
    """Return heads and cells of the pairs with one algorithm: the difference, its interval, p."""
    table = found.pairs
    what = {"sign_grid": "wins more", "nemenyi": "ranks behind", "ranks_z": "ranks behind"}
    several = len(found.question.measures) > 1 and table.name != "sign_grid"
    level = f"{100 * (1 - found.alpha):g} % interval"
    heads = [*([] if several else [what.get(table.name, f"minus {against}"), level]), "p adjusted"]
    cells = {}
    for row, (a, b) in enumerate(zip(table.a, table.b, strict=True)):
        if against not in (a, b):
            continue
        other, sign = (str(a), 1.0) if b == against else (str(b), -1.0)
        low, high = sorted((sign * float(table.low[row]), sign * float(table.high[row])))
        p = float(table.p_adjusted[row])
        interval = f"{number(low)} to {number(high)}" if np.isfinite([low, high]).any() else "none"
        shown = [number(sign * float(table.difference[row])), interval]
        cells[other] = [*([] if several else shown), "< 1e-16" if p < 1e-16 else f"{p:.3g}"]
    return heads, cells


def letters_of(found: Comparison) -> dict[str, list[str]]:
    """Return letters for each algorithm: two that are not shown to differ have one in common."""
    if found.question.control is not None or found.question.k < 3:
        return {}
    place = {name: number_ for number_, name in enumerate(found.order)}
    sets = [sorted(clique, key=place.__getitem__) for clique in found.cliques]
    alone = set(found.order).difference(*sets)
    sets = sorted([*sets, *([name] for name in alone)], key=lambda one: [place[n] for n in one])
    if len(sets) > len(LETTERS):
        return {}
    return {
        name: ["".join(LETTERS[n] if name in one else " " for n, one in enumerate(sets)).rstrip()]
        for name in found.order
    }


def pairs(found: Comparison) -> list[str]:
    """Return all pairs, the smallest p first; of very many the first hundred."""
    table = found.pairs
    order = np.lexsort((table.p_value, table.p_adjusted))
    # of error rates the effect is the difference itself
    twice = np.array_equal(table.effect, table.difference)
    effects = [] if twice else [table.effect_name]
    heads = ["a", "b", "a - b", "low", "high", *effects, "p", "p adjusted", ""]
    rows = []
    for row in order[:100].tolist():
        ends = (table.difference[row], table.low[row], table.high[row])
        rows.append(
            [
                str(table.a[row]),
                str(table.b[row]),
                *("none" if np.isnan(one) else number(float(one)) for one in ends),
                *([] if twice else [f"{table.effect[row]:.3g}"]),
                f"{table.p_value[row]:.3g}",
                f"{table.p_adjusted[row]:.3g}",
                "differ" if table.significant[row] else "",
            ]
        )
    more = [f"... and {len(table) - 100} more pairs"] * (len(table) > 100)
    return [*in_columns([heads, *rows], texts=2), *more]


def _checks(found: Comparison) -> list[str]:
    return [f"{check.title}, {check.outcome}: {check.sentence}" for check in found.checks]


def in_columns(rows: list[list[str]], texts: int = 1) -> list[str]:
    """Return rows with their columns below each other: texts to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    last = len(widths) - 1
    return [
        "  ".join(
            cell.ljust(width)
            if place < texts or (place == last and texts == 1 and rows[0][-1] == "alike")
            else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _sources(sources: list[str]) -> list[str]:
    return [
        line
        for source in sources
        for line in textwrap.wrap(source, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    ]


def _listed(title: str, sentences: Any) -> list[str]:
    told = [f"{title}:"]
    for sentence in sentences:
        told += textwrap.wrap(
            sentence, WIDTH, initial_indent="  - ", subsequent_indent="    ",
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
    return told
