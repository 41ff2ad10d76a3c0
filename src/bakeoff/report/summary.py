"""The summary of a comparison: everything that a report tells, in the order a person asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.decide.comparison import Comparison
from bakeoff.figures import catalogue, svg
from bakeoff.report import latex, tables
from bakeoff.report.tables import Table
from bakeoff.version import __version__

FIRST = ("critical-difference", "intervals", "roc", "order")  # the picture beside the verdict


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as SVG, with what it shows."""

    name: str
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
    equivalence: Table | None
    undecided: Table | None
    scores: tuple[Table, ...]
    omnibus: str
    reasons: tuple[str, ...]
    checks: Table
    cliques: tuple[tuple[str, ...], ...]
    methods: str
    signature: str
    version: str
    pictures: tuple[Picture, ...] = ()
    run: Table | None = None

    @property
    def first(self) -> Picture | None:
        """The picture that shows the verdict."""
        for name in FIRST:
            for picture in self.pictures:
                if picture.name == name:
                    return picture
        return self.pictures[0] if self.pictures else None

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables there are."""
        several = (
            self.algorithms,
            self.pairs,
            self.equivalence,
            self.undecided,
            *self.scores,
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
    return Summary(
        title=title or "Which of these classifiers is really better?",
        verdict=comparison.verdict,
        recommended=comparison.recommended,
        warnings=tuple(comparison.warnings),
        facts=_facts(comparison),
        algorithms=tables.algorithms(comparison),
        pairs=tables.pairs(comparison),
        equivalence=_rows("equivalence", _equivalence_caption(comparison), comparison.equivalence),
        undecided=_rows("undecided", "What could not be decided", comparison.undecided),
        scores=tuple(tables.scores(comparison, place) for place in range(len(question.measures))),
        omnibus=_omnibus(comparison),
        reasons=tuple(comparison.reasons),
        checks=tables.checks(comparison),
        cliques=tuple(tuple(str(name) for name in clique) for clique in comparison.cliques),
        methods=comparison.methods(),
        signature=comparison.signature,
        version=__version__,
        pictures=_pictures(comparison) if pictures else (),
        run=run,
    )


def _pictures(comparison: Comparison) -> tuple[Picture, ...]:
    return tuple(
        Picture(
            name,
            catalogue.kind(name).shows,
            svg.of(catalogue.figure(comparison, name), name),
        )
        for name in catalogue.kinds_of(comparison)
    )


def _rows(name: str, caption: str, rows: tuple[Mapping[str, Any], ...]) -> Table | None:
    return tables.of_mappings(name, caption, rows) if rows else None


def _equivalence_caption(comparison: Comparison) -> str:
    margin = comparison.margin
    return "" if margin is None else f"Equivalent within a margin of {margin:g}?"


def _facts(comparison: Comparison) -> tuple[tuple[str, str], ...]:
    question = comparison.question
    facts = [
        ("compared", f"{question.k} algorithms over {question.rows_text}"),
        ("measured by", ", ".join(question.measures)),
        ("procedure", f"{comparison.title} ({comparison.procedure})"),
        ("level", f"alpha = {comparison.alpha:g}"),
    ]
    if question.design is not None:
        facts.insert(1, ("design", question.design))
    if question.control is not None:
        facts.append(("control", question.control))
    if comparison.critical_difference is not None:
        facts.append(("critical difference", f"{comparison.critical_difference:.4g} mean ranks"))
    return tuple(facts)


def _omnibus(comparison: Comparison) -> str:
    found = comparison.omnibus
    if found is None:
        return ""
    df = "" if found.df is None else f" on {_df(found.df)} degrees of freedom"
    p = tables.p_value(found.p_value).text
    p = p if p.startswith("<") else f"= {p}"
    name = found.name.replace("_", " ")
    return (
        f"All together ({name}, {found.method}): statistic {float(found.statistic):.4g}{df}, p {p}."
    )


def _df(df: Any) -> str:
    if isinstance(df, tuple | list):
        return " and ".join(_df(one) for one in df)
    return f"{float(df):.4g}"
