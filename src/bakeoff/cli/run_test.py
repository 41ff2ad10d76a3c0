"""`bakeoff test NAME FILE`: one single test, answered in a few plain lines."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bakeoff.cli.options import (
    Columns,
    Dataset,
    Direction,
    Json,
    Measures,
    Missing,
    Models,
    Positive,
    Truth,
    Where,
    names_of,
    pairs_of,
)
from bakeoff.cli.writing import say, say_notes, show, write_json

if TYPE_CHECKING:
    from bakeoff.cli.about import About
    from bakeoff.cli.asked import Asked
    from bakeoff.stats.registry import Entry
    from bakeoff.stats.results import PairTable, TestResult

LEVEL = 0.05  # of the verdict, where none was given
OPEN = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command(
        "test",
        context_settings=OPEN,
        short_help="Run one test on a file.",
        epilog="`bakeoff tests` lists the tests; `bakeoff test NAME --help` shows the options of "
        "one.",
    )(run_test)


def run_test(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME FILE...", help="A test, and what it is run on (- is stdin)."),
    ] = None,
    a: Annotated[
        str | None, typer.Option(metavar="A", help="The first algorithm, or the only one.")
    ] = None,
    b: Annotated[
        str | None, typer.Option(metavar="B", help="The second algorithm, or a number.")
    ] = None,
    dataset: Dataset = None,
    measure: Measures = None,
    alpha: Annotated[
        float | None,
        typer.Option(metavar="X", help="The level of the verdict.", show_default="0.05"),
    ] = None,
    positive: Positive = None,
    y: Truth = None,
    models: Models = None,
    where: Where = None,
    column: Columns = None,
    missing: Missing = "error",
    higher_is_better: Direction = None,
    json: Json = None,
    asked_for_help: Annotated[
        bool, typer.Option("--help", "-h", help="Show this, and the options of the test named.")
    ] = False,
) -> None:
    """Run one test, with its own choices as options, such as --alternative less."""
    words = [*(words or []), *context.args]
    if asked_for_help:
        _show_help(context, words)
        return
    test, files, choices = _understood(words)
    from bakeoff.cli.asked import Asked

    asked = Asked(
        files=files,
        a=a,
        b=b,
        dataset=dataset,
        measures=names_of(measure),
        models=names_of(models),
        positive=positive,
        y=y,
        where=pairs_of(where, "--where"),
        columns=pairs_of(column, "--column"),
        missing=missing,
        higher_is_better=higher_is_better,
    )
    _answer(test, asked, choices, alpha, json)


def _answer(
    test: Entry, asked: Asked, choices: dict[str, Any], alpha: float | None, json: str | None
) -> None:
    """Read the files, run the test and show what it says."""
    from bakeoff.checks import fraction
    from bakeoff.cli.inputs import ROADS
    from bakeoff.cli.named import kind_of, unblocked

    level = fraction(LEVEL if alpha is None else alpha, "alpha")
    function = test.load()
    arrays, about = ROADS[unblocked(kind_of(test, function), choices)](asked)
    result = _run(function, arrays, choices, about, alpha)
    say_notes(about.notes)
    content = {
        "test": test.name,
        "question": about.to_dict(),
        "options": choices,
        "alpha": level,
        **result.to_dict(),
    }
    if json is not None:
        write_json(content, json)
    if json != "-":
        from bakeoff.cli.answers import answer

        hints = _hints(function, choices, about)
        show("\n".join([*answer(result, about, level), *hints]))


def _run(
    function: Callable[..., Any],
    arrays: tuple[Any, ...],
    choices: Mapping[str, Any],
    about: About,
    alpha: float | None,
) -> TestResult | PairTable:
    """Run the test with its own choices, and those of the command that it wants to know too."""
    from bakeoff.stats.results import PairTable

    known = inspect.signature(function).parameters
    shared: dict[str, Any] = {}
    if alpha is not None and "alpha" in known:
        shared["alpha"] = alpha
    if alpha is not None and "level" in known and "level" not in choices:
        shared["level"] = 1.0 - alpha
    if "higher_is_better" in known and about.higher_is_better is not None:
        shared["higher_is_better"] = about.higher_is_better
    result: TestResult | PairTable = function(*arrays, **_as_named(choices, about), **shared)
    if isinstance(result, PairTable) and alpha is not None:
        return replace(result, alpha=alpha)
    return result


def _as_named(choices: Mapping[str, Any], about: About) -> dict[str, Any]:
    """Return the choices; a control that is no name of an algorithm is the number of one."""
    from bakeoff.cli.choices import value_of

    control = choices.get("control")
    if control is None or control in about.algorithms:
        return dict(choices)
    return {**choices, "control": value_of(control)}


def _understood(words: list[str]) -> tuple[Entry, list[str], dict[str, Any]]:
    """Return the test, the files and the test's own choices; or say how the command is used."""
    from bakeoff.cli.choices import WrongUsage, choices_of, missing, parted
    from bakeoff.cli.named import data_of, kind_of, named

    if not words:
        _refuse("name a test and a file: bakeoff test NAME FILE; `bakeoff tests` lists the tests")
    name, *rest = words
    if name.startswith("-"):
        _refuse("name the test first, then the file, then its options: bakeoff test NAME FILE ...")
    test = named(name)
    function = test.load()
    known = choices_of(function, data_of(kind_of(test, function)))
    try:
        files, choices = parted(rest, known)
    except WrongUsage as fault:
        _refuse(f"{name}: {fault}")
    if not files:
        _refuse(f"name the file that {name} is run on; - is standard input")
    absent = missing(known, choices)
    if absent is not None:
        _refuse(f"{name} needs {absent.usage()}; `bakeoff tests {name}` says what it is")
    return test, files, choices


def _refuse(sentence: str) -> None:
    """End with the exit code of wrong usage."""
    say(f"bakeoff: {sentence}")
    raise typer.Exit(2)


def _show_help(context: typer.Context, words: list[str]) -> None:
    from bakeoff.cli.choices import choices_of, usage
    from bakeoff.cli.named import data_of, every, kind_of

    show(context.get_help())
    for test in every():
        if words and test.name == words[0]:
            from bakeoff.cli.inputs import TAKES

            function = test.load()
            kind = kind_of(test, function)
            show(f"\n{usage(test.name, choices_of(function, data_of(kind)), TAKES[kind])}")


def _hints(function: Callable[..., Any], choices: Mapping[str, Any], about: About) -> list[str]:
    """Return what a person would want to be told about how this test was asked for."""
    known = inspect.signature(function).parameters
    hints = []
    if "higher_is_better" in known and about.higher_is_better is None and about.measure:
        hints.append(
            f"note: whether more of {about.measure} is better is not known, and rank 1 is the "
            f"smallest; pass --higher-is-better or --lower-is-better"
        )
    name = "test_train_ratio"
    if about.overlap is not None and name in known and name not in choices:
        hints.append(
            f"note: the training sets of these splits overlap, and the plain test rejects too "
            f"often; --test-train-ratio {about.overlap:.4g} corrects for it"
        )
    return hints
