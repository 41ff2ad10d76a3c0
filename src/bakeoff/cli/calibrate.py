"""`bakeoff calibrate TEST`: how often a test rejects, on data of a known design."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bakeoff.cli.options import Json
from bakeoff.cli.run_test import OPEN
from bakeoff.cli.writing import number, say, show, write_json, write_text

if TYPE_CHECKING:
    from bakeoff.calibration.calibration import Calibration
    from bakeoff.cli.choices import Choice

ALL = "all"


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command(
        "calibrate",
        context_settings={**OPEN, "help_option_names": ["-h", "--help"]},
        short_help="Measure how often a test rejects.",
        epilog="Options of the test itself (--test-train-ratio 1/9) and the numbers of a design "
        "(--splits, --algorithms, --measures, --correlation, --items, --error, --agreement, "
        "--classes, --datasets, --learner, --scheme) are given as they are called.",
    )(calibrate)


def calibrate(
    context: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="TEST", help="A test by name, or all.")
    ] = None,
    design: Annotated[
        str | None,
        typer.Option(
            metavar="D", help="gaussian-folds, overlapping-folds, data-sets or bernoulli."
        ),
    ] = None,
    effect: Annotated[
        float, typer.Option(metavar="X", help="How far the first algorithm lies from the others.")
    ] = 0.0,
    runs: Annotated[int, typer.Option(metavar="N", help="How many experiments.")] = 2000,
    alpha: Annotated[float, typer.Option(metavar="X", help="The level of the test.")] = 0.05,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed of all that is drawn.")] = 0,
    markdown: Annotated[
        str | None, typer.Option(metavar="F", help="With all: write the tables to F.")
    ] = None,
    json: Json = None,
) -> None:
    """Measure how often a test rejects a true null hypothesis; with --effect, its power."""
    rest = [*(words or []), *context.args]
    if not rest or rest[0].startswith("-"):
        say("bakeoff: name a test: bakeoff calibrate TEST; `bakeoff tests` lists the tests")
        raise typer.Exit(2)
    test, *options = rest
    if test == ALL:
        _all(options, runs, alpha, seed, markdown, json)
        return
    from bakeoff.calibration import calibrate as room

    setting, choices = _understood(test, options)
    with _bar(f"calibrating {test}") as told:
        found = room.calibrate(
            test,
            design=design,
            effect=effect,
            runs=runs,
            alpha=alpha,
            seed=seed,
            setting=setting,
            told=told,
            **choices,
        )
    if json is not None:
        write_json(found.to_dict(), json)
    if json != "-":
        show("\n".join(_lines(found)))


def _all(
    options: list[str], runs: int, alpha: float, seed: int, markdown: str | None, json: str | None
) -> None:
    """Calibrate every test, and show the tables."""
    from pathlib import Path

    from bakeoff.calibration import survey

    if options:
        say(f"bakeoff: calibrate all takes no {' '.join(options)}; name one test for that")
        raise typer.Exit(2)
    with _bar("calibrating all tests") as told:
        rows = survey.survey(runs=runs, alpha=alpha, seed=seed, told=told)
    tables = survey.markdown(rows)
    if json is not None:
        parts = [
            {
                "part": row.case.part,
                "level": row.level.to_dict(),
                "power": None if row.power is None else row.power.to_dict(),
            }
            for row in rows
        ]
        write_json({"runs": runs, "alpha": alpha, "seed": seed, "rows": parts}, json)
    if markdown is not None:
        command = f"bakeoff calibrate all --runs {runs} --alpha {alpha:g} --seed {seed}"
        text = survey.page(tables, command, runs)
        write_text(text, Path(markdown))
    elif json != "-":
        show(tables)


def _understood(test: str, words: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the numbers of the design and the choices of the test, from what was typed."""
    from bakeoff.calibration.calibrate import entry_of
    from bakeoff.calibration.designs import DESIGNS
    from bakeoff.cli.choices import Choice, WrongUsage, choices_of, parted
    from bakeoff.cli.named import data_of, kind_of

    entry = entry_of(test)
    function = entry.load()
    of_test = choices_of(function, data_of(kind_of(entry, function)))
    of_design: dict[str, Choice] = {}
    for design in DESIGNS.values():
        for one in dataclasses.fields(design):
            choice = Choice(one.name, (), False, one.default)
            of_design[choice.option] = choice
    try:
        extra, given = parted(words, {**of_design, **of_test})
    except WrongUsage as fault:
        say(f"bakeoff: {test}: {fault}")
        raise typer.Exit(2) from None
    if extra:
        say(f"bakeoff: calibrate draws its own data and takes no file; it was given {extra[0]}")
        raise typer.Exit(2)
    known = {choice.name for choice in of_test.values()}
    choices = {name: value for name, value in given.items() if name in known}
    return {name: given[name] for name in given if name not in known}, choices


def _lines(found: Calibration) -> list[str]:
    """Return what was found, for a person."""
    numbers = {**found.setting, **found.choices}
    told = ", ".join(f"{name.replace('_', ' ')} {number(value)}" for name, value in numbers.items())
    low, high = found.interval()
    what = "level" if found.verdict is not None else "power"
    true = "the null hypothesis is true" if found.effect == 0.0 else found.unit
    return [
        f"{found.test} on {found.design}: {told}",
        f"  effect    {number(found.effect)} ({true})",
        f"  rejected  {found.rejected} of {found.runs} runs at {number(found.alpha)}",
        f"  {what}     {found.rate:.4f}, 95% interval {low:.4f} to {high:.4f}",
        *([] if found.verdict is None else [found.verdict]),
    ]


@contextmanager
def _bar(title: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give what tells how far it is: a bar at a terminal, once it is worth while."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Left

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Left())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
