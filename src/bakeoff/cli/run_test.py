"""`bakeoff test NAME FILE`: one single test, answered in a few plain lines."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from bakeoff.cli.options import Columns, Direction, Json, Missing, Where, pairs_of, write_json
from bakeoff.errors import InvalidInput

OPEN = {"allow_extra_args": True, "ignore_unknown_options": True}


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("test", context_settings=OPEN)(run_test)


def run_test(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A test; `bakeoff tests` lists them.")],
    file: Annotated[list[str], typer.Argument(metavar="FILE...", help="What it is run on.")],
    a: Annotated[str | None, typer.Option(help="The first algorithm, or the only one.")] = None,
    b: Annotated[str | None, typer.Option(help="The second algorithm.")] = None,
    dataset: Annotated[
        str | None, typer.Option(help="One data set: the test goes over its splits.")
    ] = None,
    measure: Annotated[str | None, typer.Option(help="What the scores measure.")] = None,
    alpha: Annotated[float, typer.Option(help="The level of the verdict.")] = 0.05,
    positive: Annotated[str | None, typer.Option(help="The positive class.")] = None,
    y: Annotated[str | None, typer.Option("--y", help="The column with the truth.")] = None,
    where: Where = None,
    column: Columns = None,
    missing: Missing = "error",
    higher_is_better: Direction = None,
    json: Json = None,
) -> None:
    """Run one test. Its own choices are options too, such as --alternative less --method exact."""
    from bakeoff.checks import fraction
    from bakeoff.cli.inputs import Asked, arrays_for
    from bakeoff.stats.registry import entry

    fraction(alpha, "alpha")
    test = entry(name)
    function = test.load()
    files, extra = _split_options(file, context.args)
    choices = _choices(name, function, extra)
    asked = Asked(
        files=files,
        a=a,
        b=b,
        dataset=dataset,
        measure=measure,
        positive=positive,
        y=y,
        where=pairs_of(where, "--where"),
        columns=pairs_of(column, "--column"),
        missing=missing,
        higher_is_better=higher_is_better,
    )
    arrays, about = arrays_for(test.takes, asked)
    result = function(*arrays, **choices)
    content = {"test": name, "question": about.to_dict(), "alpha": alpha, **result.to_dict()}
    if json is not None:
        write_json(content, json)
    if json != "-":
        from bakeoff.cli.answers import answer

        typer.echo("\n".join(answer(result, about, alpha)))


def _split_options(files: list[str], rest: list[str]) -> tuple[list[str], list[str]]:
    """Tell files from the options of the test that stand among them."""
    words = [*files, *rest]
    first = next((place for place, word in enumerate(words) if _is_option(word)), len(words))
    kept, options = words[:first], []
    place = first
    while place < len(words):
        word = words[place]
        if _is_option(word):
            value = words[place + 1] if place + 1 < len(words) else ""
            if "=" in word:
                options.append(word)
                place += 1
            else:
                options.append(f"{word}={value}")
                place += 2
        else:
            kept.append(word)
            place += 1
    if not kept:
        raise InvalidInput("name the file that the test is run on; - is standard input")
    return kept, options


def _is_option(word: str) -> bool:
    return word.startswith("--") and len(word) > 2


def _choices(name: str, function: Callable[..., Any], extra: list[str]) -> dict[str, Any]:
    """Return the test's own options, checked against its keyword arguments."""
    known = {
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }
    choices: dict[str, Any] = {}
    for option in extra:
        key, _, value = option.removeprefix("--").partition("=")
        key = {"seed": "rng"}.get(key, key).replace("-", "_")
        if key not in known:
            listed = ", ".join(f"--{one.replace('_', '-')}" for one in sorted(known)) or "none"
            typer.echo(f"{name} has no option --{key}; its own options are {listed}", err=True)
            raise typer.Exit(2)
        choices[key] = _value(value)
    absent = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        and parameter.default is inspect.Parameter.empty
        and parameter.name not in choices
    ]
    if absent:
        typer.echo(f"{name} needs --{absent[0].replace('_', '-')}", err=True)
        raise typer.Exit(2)
    return choices


def _value(text: str) -> Any:
    """Read an option's value: a number where it is one, true or false, else words."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "false": False, "none": None}.get(text.lower(), text)
