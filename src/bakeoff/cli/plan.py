"""`bakeoff plan TEST`: how much data it takes, or what so much data can show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bakeoff.cli.options import Json
from bakeoff.cli.writing import number, say, show, write_json

if TYPE_CHECKING:
    from bakeoff.stats.power_designs import Plan

WISHED = 0.8  # the power that is aimed at, where none is named


def add_to(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command("plan", short_help="Sample size, power and smallest p of a test.")(plan)


def plan(
    test: Annotated[
        str | None, typer.Argument(metavar="TEST", help="A test; none lists those known.")
    ] = None,
    effect: Annotated[
        str | None,
        typer.Option(metavar="E", help="How large the effect is: a number, or two as .2,.1"),
    ] = None,
    power: Annotated[
        float | None,
        typer.Option(metavar="P", help="The power that is wished for.", show_default="0.8"),
    ] = None,
    n: Annotated[
        str | None,
        typer.Option(metavar="N", help="How much there is; two groups may differ, as 20,40"),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="X", help="The level of the test.")] = 0.05,
    alternative: Annotated[
        str | None,
        typer.Option(metavar="two-sided|less|greater", help="Default: that of the test."),
    ] = None,
    k: Annotated[
        int | None, typer.Option(metavar="K", help="How many algorithms: anova, anova_blocks.")
    ] = None,
    p0: Annotated[
        str | None, typer.Option(metavar="X", help="The rate to test against: binomial.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(metavar="M", help="mcnemar: exact, mid-p, chi2 or chi2-corrected."),
    ] = None,
    test_train_ratio: Annotated[
        str | None,
        typer.Option(metavar="X", help="paired_t of overlapping splits: 1/9 for ten folds."),
    ] = None,
    json: Json = None,
) -> None:
    """Say how much data a test needs for a power, or what power and smallest p so much data has."""
    if test is None:
        _list_tests(json)
        return
    _refuse_unknown(test)
    if power is not None and n is not None:
        _refuse("give --power to learn how much data it takes, or --n to learn the power; not both")
    if effect is None and n is None:
        _refuse(f"say how large an effect {test} is to find, as in --effect 0.5; or how much data")
    from bakeoff.cli.choices import value_of

    given = {
        "alternative": alternative,
        "k": k,
        "p0": None if p0 is None else value_of(p0),
        "method": method,
        "test_train_ratio": None if test_train_ratio is None else value_of(test_train_ratio),
    }
    content = _planned(
        test, _read(effect), _read(n), alpha, WISHED if power is None else power, given
    )
    if json is not None:
        write_json(content, json)
    if json != "-":
        show("\n".join(_lines(content)))


def _refuse_unknown(test: str) -> None:
    """Stop at a name that no test has, before anything else is asked of it."""
    from bakeoff.stats.power_designs import PLANS, plan_of
    from bakeoff.stats.registry import TESTS

    # the smallest p is known of more tests than the power is
    if test not in PLANS and test not in {one.name for one in TESTS}:
        plan_of(test)


def _planned(
    test: str, effect: Any, n: Any, alpha: float, wished: float, given: dict[str, Any]
) -> dict[str, Any]:
    """Return everything that is known of the plan."""
    from bakeoff.checks import fraction
    from bakeoff.stats import power, sample_size
    from bakeoff.stats.power_designs import PLANS, plan_of

    # the smallest p is known of more tests than the power is
    known = PLANS.get(test) if effect is None else plan_of(test)
    level = fraction(alpha, "alpha")
    content: dict[str, Any] = {"test": test, "alpha": level}
    content["alternative"] = given["alternative"] or (known.default if known else None)
    content |= {name: value for name, value in given.items() if value is not None}
    found = None
    if effect is not None:
        if n is None:
            content["wished_power"] = wished
            n = sample_size(test, effect=effect, power=wished, alpha=level, **given)
        found = power(test, effect=effect, n=n, alpha=level, **given)
    return content | {
        "effect": effect,
        "effect_is": known.effect if known else None,
        "n": n,
        "counted": known.counted if known else None,
        "power": found,
        "smallest_p": _smallest(test, n, given),
    }


def _smallest(test: str, n: Any, given: dict[str, Any]) -> float | None:
    """Return the smallest p of the test's default form; None for another."""
    from bakeoff.stats import smallest_p
    from bakeoff.stats.smallest import CONTINUOUS

    if test in CONTINUOUS:
        return 0.0
    if given["method"] not in {None, "exact"} or (test == "two_proportions" and type(n) is tuple):
        return None
    found: float = smallest_p(test, n, alternative=given["alternative"], p0=given["p0"])
    return found


def _lines(content: dict[str, Any]) -> list[str]:
    """Return the plan in a few lines."""
    choices = [
        f"{name.replace('_', '-')} {number(content[name])}"
        for name in ("k", "p0", "method", "test_train_ratio")
        if name in content
    ]
    sided = content["alternative"] is not None and not content["test"].startswith("anova")
    sides = [content["alternative"]] if sided else []
    head = ", ".join([content["test"], *sides, *choices, f"at {content['alpha']:g}"])
    rows = [("n", " ".join([number(content["n"]), content["counted"] or ""]).rstrip())]
    if content["effect"] is not None:
        rows.insert(0, ("effect", f"{number(content['effect'])} ({content['effect_is']})"))
        rows.append(("power", number(content["power"])))
    smallest = content["smallest_p"]
    if smallest:
        reach = "" if smallest <= content["alpha"] else ": this design cannot reject"
        rows.append(("smallest p", f"{number(smallest)}{reach}"))
    elif smallest == 0.0 and content["effect"] is None:
        rows.append(("smallest p", "none: values that vary freely can give any p"))
    return [head, *(f"  {name:<10}  {text}" for name, text in rows)]


def _list_tests(json: str | None) -> None:
    """Show which tests can be planned, what their effect is, and what is counted."""
    from bakeoff.stats.power_designs import PLANS

    if json is not None:
        rows = [_row(name, one) for name, one in PLANS.items()]
        write_json({"tests": rows}, json)
    if json != "-":
        width = max(map(len, PLANS))
        lines = [
            f"{name:<{width}}  --effect {one.effect}; --n {one.counted}"
            + ("" if one.needs is None else f"; needs --{one.needs}")
            for name, one in PLANS.items()
        ]
        show("\n".join([*lines, "", "bakeoff plan TEST --effect E says how much data it takes."]))


def _row(name: str, one: Plan) -> dict[str, Any]:
    return {"test": name, "effect": one.effect, "n": one.counted, "needs": one.needs}


def _read(text: str | None) -> Any:
    """Return a number, or two with a comma between them."""
    from bakeoff.cli.choices import value_of

    if text is None:
        return None
    value = value_of(text)
    return tuple(value) if isinstance(value, list) else value


def _refuse(sentence: str) -> None:
    """End with the exit code of wrong usage."""
    say(f"bakeoff: {sentence}")
    raise typer.Exit(2)
