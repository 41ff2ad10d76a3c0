"""The ways to divide by their names, as `study.toml` has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, cast, get_args

from bakeoff.errors import InvalidInput
from bakeoff.experiments.splits import (
    Bootstrap,
    FiveByTwo,
    Halves,
    Holdout,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    Resample,
    Splits,
)

SCHEMES: Mapping[str, type[Any]] = {
    one.kind: one
    for one in (
        KFold,
        RepeatedKFold,
        FiveByTwo,
        LeaveOneOut,
        Resample,
        Holdout,
        Bootstrap,
        Halves,
    )
}


def checked_scheme(splits: Any) -> Splits:
    """Return a scheme as it is, or the one that a mapping of its kind and choices describes."""
    if isinstance(splits, get_args(Splits)):
        return cast("Splits", splits)
    if isinstance(splits, str):
        splits = {"kind": splits}
    if not isinstance(splits, Mapping) or splits.get("kind") not in SCHEMES:
        kind = splits.get("kind") if isinstance(splits, Mapping) else splits
        raise InvalidInput(
            f"splits must be one of the schemes, such as KFold(10), or name its kind "
            f"({', '.join(SCHEMES)}); it was {kind!r}"
        )
    choices = {name: value for name, value in splits.items() if name != "kind"}
    try:
        made: Splits = SCHEMES[splits["kind"]](**choices)
    except TypeError:
        known = ", ".join(one.name for one in fields(SCHEMES[splits["kind"]]))
        raise InvalidInput(
            f"splits: {splits['kind']} knows {known or 'no choices'}; it was given "
            f"{', '.join(choices)}"
        ) from None
    return made


def described(scheme: Splits) -> dict[str, Any]:
    """Return a scheme as plain values, as `study.toml` has it."""
    return {"kind": scheme.kind, **asdict(scheme)}
