"""`bakeoff test NAME FILE`: one single test, answered in a few plain lines."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
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
    from bakeoff.stats.registry import Entry

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
    alpha: Annotated[float, typer.Option(metavar="X", help="The level of the verdict.")] = 0.05,
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
    from bakeoff.checks import fraction

    words = [*(words or []), *context.args]
    if asked_for_help:
        _show_help(context, words)
        return
    test, files, choices = _understood(words)
    fraction(alpha, "alpha")
    from bakeoff.cli.asked import Asked
    from bakeoff.cli.inputs import ROADS

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
    function = test.load()
    arrays, about = ROADS[kind_of(test, function)](asked)
    result = function(*arrays, **choices, **_shared(function, about, alpha))
    say_notes(about.notes)
    content = {
        "test": test.name,
        "question": about.to_dict(),
        "options": choices,
        "alpha": alpha,
        **result.to_dict(),
    }
    if json is not None:
        write_json(content, json)
    if json != "-":
        from bakeoff.cli.answers import answer

        hint = _overlap_hint(function, choices, about)
        show("\n".join([*answer(result, about, alpha), *hint]))


def kind_of(test: Entry, function: Callable[..., Any]) -> str:
    """Return what a test takes; residuals are told from scores by what the test calls them."""
    first = next(iter(inspect.signature(function).parameters), "")
    return "residuals" if first.startswith("residuals") else test.takes


def _understood(words: list[str]) -> tuple[Entry, list[str], dict[str, Any]]:
    """Return the test, the files and the test's own choices; or say how the command is used."""
    from bakeoff.cli.choices import WrongUsage, choices_of, missing, parted
    from bakeoff.stats.registry import entry

    if not words:
        _refuse("name a test and a file: bakeoff test NAME FILE; `bakeoff tests` lists the tests")
    name, *rest = words
    if name.startswith("-"):
        _refuse("name the test first, then the file, then its options: bakeoff test NAME FILE ...")
    test = entry(name)
    known = choices_of(test.load())
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
    from bakeoff.cli.choices import usage
    from bakeoff.stats.registry import TESTS

    show(context.get_help())
    for test in TESTS:
        if words and test.name == words[0]:
            from bakeoff.cli.inputs import TAKES

            function = test.load()
            show(f"\n{usage(test.name, function, TAKES[kind_of(test, function)])}")


def _shared(function: Callable[..., Any], about: About, alpha: float) -> dict[str, Any]:
    """Return the options of the command that this test wants to know too."""
    known = inspect.signature(function).parameters
    shared: dict[str, Any] = {"alpha": alpha} if "alpha" in known else {}
    if "higher_is_better" in known and about.higher_is_better is not None:
        shared["higher_is_better"] = about.higher_is_better
    return shared


def _overlap_hint(
    function: Callable[..., Any], choices: Mapping[str, Any], about: About
) -> list[str]:
    """Say how to correct for training sets that overlap, where the test can and was not told to."""
    name = "test_train_ratio"
    if (
        about.overlap is None
        or name in choices
        or name not in inspect.signature(function).parameters
    ):
        return []
    return [
        f"note: the training sets of these splits overlap, and the plain test rejects too often; "
        f"--test-train-ratio {about.overlap:.4g} corrects for it"
    ]
