"""`bakeoff compare FILE...`: which algorithms are really better, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bakeoff.cli.options import (
    Alpha,
    Columns,
    Control,
    Correction,
    Direction,
    Files,
    Html,
    Json,
    Margin,
    Measures,
    Missing,
    Models,
    Positive,
    Seed,
    Truth,
    Where,
    Why,
    names_of,
    pairs_of,
    source_of,
)
from bakeoff.cli.writing import can_be_written, say, show, write_text
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    from bakeoff.decide.comparison import Comparison

Procedure = Annotated[
    str, typer.Option(metavar="P", help="A procedure by name; `bakeoff procedures` lists them.")
]
Posthoc = Annotated[str, typer.Option(metavar="P", help="The test of the pairs, by name.")]
Alternative = Annotated[
    str,
    typer.Option(metavar="S", help="two-sided, or less or greater for the first of each pair."),
]
Thresholds = Annotated[
    str | None,
    typer.Option(metavar="N", help="Of predictions: compare at so many thresholds, or at 0.2,0.5."),
]
Cost = Annotated[
    str | None,
    typer.Option(metavar="M", help="What each costs: a measure in the file, or A=1,B=20."),
]
Design = Annotated[
    str | None,
    typer.Option(metavar="D", help="How the splits were made: k-fold, resampled, independent..."),
]
Latex = Annotated[str | None, typer.Option(metavar="F", help="Write the tables as LaTeX.")]
Markdown = Annotated[str | None, typer.Option(metavar="F", help="Write all as Markdown.")]
Plot = Annotated[
    list[str] | None,
    typer.Option(metavar="KIND=FILE", help="Draw a picture, such as critical-difference=cd.svg."),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("compare", short_help="Say which algorithms are really better.")(compare)


def compare(
    files: Files,
    measure: Measures = None,
    higher_is_better: Direction = None,
    control: Control = None,
    alpha: Alpha = 0.05,
    margin: Margin = None,
    procedure: Procedure = "auto",
    posthoc: Posthoc = "auto",
    correction: Correction = "auto",
    alternative: Alternative = "two-sided",
    cost: Cost = None,
    thresholds: Thresholds = None,
    where: Where = None,
    column: Columns = None,
    missing: Missing = "error",
    models: Models = None,
    design: Design = None,
    positive: Positive = None,
    y: Truth = None,
    seed: Seed = 0,
    why: Why = False,
    json: Json = None,
    html: Html = None,
    latex: Latex = None,
    markdown: Markdown = None,
    plot: Plot = None,
) -> None:
    """Say which algorithms are really better, how that was found out, and what to mind."""
    from bakeoff.decide.compare import compare as decide

    names = names_of(measure)
    pictures = _pictures(plot)
    can_be_written([json, html, latex, markdown, *(path for _, path in pictures)])
    found = decide(
        source_of(files),
        measure=names[0] if names is not None and len(names) == 1 else None,
        measures=names if names is not None and len(names) > 1 else None,
        control=control,
        alpha=alpha,
        procedure=procedure,
        posthoc=posthoc,
        correction=correction,
        alternative=alternative,  # type: ignore[arg-type]  # it is checked there
        thresholds=cuts_of(thresholds),
        margin=margin,
        cost=cost_of(cost),
        rng=seed,
        higher_is_better=higher_is_better,
        missing=missing,  # type: ignore[arg-type]  # it is checked there
        where=pairs_of(where, "--where"),
        columns=pairs_of(column, "--column"),
        design=design,
        positive=positive,
        y=y,
        algorithms=names_of(models),
    )
    _refuse_unknown(found, pictures)
    if json != "-":
        from bakeoff.cli.verdict_text import lines

        show("\n".join(lines(found, why=why)))
    write(found, json=json, html=html, latex=latex, markdown=markdown, pictures=pictures)


def write(
    found: Comparison,
    *,
    json: str | None,
    html: str | None = None,
    latex: str | None = None,
    markdown: str | None = None,
    pictures: Sequence[tuple[str, str]] = (),
) -> None:
    """Write what was asked for, to the files that were named, and say so."""
    if json == "-":
        show(found.to_json().rstrip("\n"))
    elif json is not None:
        write_text(found.to_json(), Path(json))
    if html is not None:
        write_text(found.to_html(), Path(html))
    if latex is not None:
        write_text(found.to_latex(), Path(latex))
    if markdown is not None:
        write_text(found.to_markdown(), Path(markdown))
    if pictures:
        _draw(found, pictures)


def _refuse_unknown(found: Comparison, pictures: Sequence[tuple[str, str]]) -> None:
    """Stop before anything is shown or written if a picture that was asked for is none."""
    for kind, _ in pictures:
        if kind not in found.plots():
            raise InvalidInput(
                f"there is no picture {kind!r} of this comparison; there are "
                f"{', '.join(found.plots())}"
            )


def _draw(found: Comparison, pictures: Sequence[tuple[str, str]]) -> None:
    from bakeoff.figures import catalogue

    for kind, path in pictures:
        verb = "replaced" if Path(path).exists() else "wrote"
        catalogue.save(found, kind, path)
        say(f"{verb} {path}")


def _pictures(plot: Sequence[str] | None) -> list[tuple[str, str]]:
    """Return kind and file of each picture that was asked for."""
    return [
        (kind, path)
        for kind, paths in (pairs_of(plot, "--plot") or {}).items()
        for path in ([paths] if isinstance(paths, str) else paths)
    ]


def cuts_of(thresholds: str | None) -> Any:
    """Return how many thresholds, or which."""
    if thresholds is None:
        return None
    try:
        cuts = [float(part) for part in thresholds.split(",")]
    except ValueError:
        raise InvalidInput(
            f"--thresholds must be how many, or numbers with commas; it was {thresholds!r}"
        ) from None
    return int(cuts[0]) if len(cuts) == 1 and cuts[0] >= 2 and cuts[0] == int(cuts[0]) else cuts


def cost_of(cost: str | None) -> Any:
    """Return the name of a measure, or what each algorithm costs."""
    if cost is None or "=" not in cost:
        return cost
    costs: dict[str, float] = {}
    for part in cost.split(","):
        name, _, value = part.rpartition("=")
        try:
            costs[name.strip()] = float(value)
        except ValueError:
            raise InvalidInput(f"--cost must look like A=1,B=20; it was {cost!r}") from None
    return costs
