"""The summary of a comparison: everything that a report tells, in the order a person asks."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.decide.comparison import Comparison
from bakeoff.decide.methods import CITATIONS, sources_of
from bakeoff.figures import caption, catalogue, critical_difference, svg
from bakeoff.report import latex, tables
from bakeoff.report.cells import Table, p_value
from bakeoff.version import __version__

TITLE = "Which of these classifiers is really better?"
MOST_CLIQUES = 8  # in words; the picture and the JSON hold them all


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as SVG, with what it shows and the part of the page it belongs to."""

    name: str
    part: str
    shows: str
    svg: str


@dataclass(frozen=True, slots=True)
class Summary:
    """All parts of a report; what a comparison does not have is empty."""

    title: str
    verdict: str
    recommended: str | None
    warnings: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    algorithms: Table
    pairs: Table
    wins: Table | None
    equivalence: Table | None
    undecided: Table | None
    scores: tuple[Table, ...]
    omnibus: str
    reasons: tuple[str, ...]
    checks: Table
    cliques: tuple[tuple[str, ...], ...]
    more_cliques: int
    methods: str
    citations: tuple[str, ...]
    signature: str
    version: str
    pictures: tuple[Picture, ...] = ()
    first: Picture | None = None
    json: str = ""
    run: Table | None = None
    names: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[str, str]:
        """The verdict's first sentence, and the rest."""
        lead, *rest = re.split(r"(?<=[.!?]) (?=[A-Z])", self.verdict, maxsplit=1)
        return lead, " ".join(rest)

    def is_named(self, sentence: str) -> bool:
        """Whether a sentence begins with a name, which is written as it is."""
        return any(sentence.startswith(name) for name in self.names)

    def of_part(self, part: str) -> tuple[Picture, ...]:
        """Return the pictures of one part of the page, without the one beside the verdict."""
        return tuple(one for one in self.pictures if one.part == part and one != self.first)

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables there are."""
        several = (
            self.algorithms,
            self.pairs,
            self.equivalence,
            self.undecided,
            *self.scores,
            self.wins,
            self.checks,
            self.run,
        )
        return tuple(table for table in several if table is not None and table.rows)

    @property
    def latex(self) -> Mapping[str, str]:
        """Every table as LaTeX, by its name."""
        return {table.name: latex.table(table) for table in self.tables}


def summary(
    comparison: Comparison, *, pictures: bool = False, run: Table | None = None, title: str = ""
) -> Summary:
    """Return the summary of a comparison, with its pictures when a page wants them."""
    question = comparison.question
    drawn = _pictures(comparison) if pictures else ()
    whole = question.over != "items"  # thousands of items, right or wrong, are no table
    shown = range(len(question.measures)) if whole else ()
    return Summary(
        title=title or TITLE,
        verdict=comparison.verdict,
        recommended=comparison.recommended,
        warnings=tuple(comparison.warnings),
        facts=_facts(comparison),
        algorithms=tables.algorithms(comparison),
        pairs=tables.pairs(comparison),
        wins=tables.wins(comparison) if whole else None,
        equivalence=tables.equivalence(comparison),
        undecided=tables.undecided(comparison),
        scores=tuple(tables.scores(comparison, place) for place in shown),
        omnibus=_omnibus(comparison),
        reasons=tuple(comparison.reasons),
        checks=tables.checks(comparison),
        cliques=tuple(tuple(map(str, clique)) for clique in comparison.cliques[:MOST_CLIQUES]),
        more_cliques=max(0, len(comparison.cliques) - MOST_CLIQUES),
        methods=comparison.methods().split("\n\n", maxsplit=1)[0],
        citations=tuple(CITATIONS[key] for key in sources_of(comparison)),
        signature=comparison.signature,
        version=__version__,
        pictures=drawn,
        first=next((one for one in drawn if one.name == first_kind(comparison)), None),
        json=json.dumps(json.loads(comparison.to_json()), separators=(",", ":"))
        if pictures
        else "",
        run=run,
        names=(*map(str, question.algorithms), *question.measures),
    )


def _on_one_line(text: str) -> str:
    return json.dumps(json.loads(text), separators=(",", ":"))


def _pictures(comparison: Comparison) -> tuple[Picture, ...]:
    return tuple(
        Picture(
            name,
            catalogue.kind(name).part,
            catalogue.kind(name).shows,
            svg.of(catalogue.figure(comparison, name), name),
        )
        for name in _kinds(comparison)
    )


def _kinds(comparison: Comparison) -> list[str]:
    """Return the kinds of picture; of many algorithms the grid of p-values comes first."""
    many = len(comparison.order) > critical_difference.MOST
    kinds = catalogue.kinds_of(comparison)
    return sorted(kinds, key=lambda name: not many or name != "p-values")


def first_kind(comparison: Comparison) -> str:
    """Return the kind of picture that shows the verdict: of ranks where ranks decided."""
    has = catalogue.kinds_of(comparison)
    several = comparison.question.k > 2
    likely = ["critical-difference"] if several and comparison.critical_difference else []
    likely += ["order-by-measure"] if several and len(comparison.question.measures) > 1 else []
    likely += ["difference-contours"] if len(comparison.question.measures) > 1 else []
    likely += ["intervals"]
    return next(name for name in [*likely, *has] if name in has)


def _facts(comparison: Comparison) -> tuple[tuple[str, str], ...]:
    question = comparison.question
    facts = [("compared", f"{question.k} algorithms over {question.rows_text}")]
    if question.design is not None:
        facts.append(("design", question.design))
    facts += [
        ("measured by", ", ".join(question.measures)),
        ("procedure", f"{comparison.title} ({comparison.procedure})"),
        ("pairs tested by", caption.with_correction(comparison)),
        ("level", f"alpha = {comparison.alpha:g}"),
    ]
    if question.control is not None:
        facts.append(("control", question.control))
    if comparison.critical_difference is not None:
        whose = caption.distance_name(comparison)
        distance = f"{comparison.critical_difference:.4g} mean ranks ({whose})"
        facts.append(("critical difference", distance))
    return tuple(facts)


def _omnibus(comparison: Comparison) -> str:
    found = comparison.omnibus
    if found is None:
        return ""
    df = "" if found.df is None else f" on {_df(found.df)} degrees of freedom"
    p = p_value(found.p_value).text
    p = p if p.startswith("<") else f"= {p}"
    return (
        f"All together ({caption.named(found.name)}, {found.method}): statistic "
        f"{float(found.statistic):.4g}{df}, p {p}."
    )


def _df(df: Any) -> str:
    if isinstance(df, tuple | list):
        return " and ".join(_df(one) for one in df)
    return f"{float(df):.4g}"
