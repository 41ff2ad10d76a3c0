"""The names of a study's data sets and algorithms, and what may stand under them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bakeoff.errors import InvalidInput


def named_sources(datasets: Any) -> dict[str, Any]:
    """Return sources by name; a list of them is named after them."""
    if isinstance(datasets, list | tuple):
        named = {_name_of(source): source for source in datasets}
        if len(named) < len(datasets):
            raise InvalidInput("two data sets have one name; give a mapping of names to sources")
        datasets = named
    if not isinstance(datasets, Mapping) or not datasets:
        raise InvalidInput("datasets must map at least one name to a data set")
    return {_label(name, "a data set"): source for name, source in datasets.items()}


def _name_of(source: Any) -> str:
    if isinstance(source, Mapping):
        source = source.get("source")
    if not isinstance(source, str | Path):
        raise InvalidInput("a data set without a path needs a name; give a mapping of names")
    text = str(source)
    return text.split(":", 1)[1] if text.startswith("sklearn:") else _stem(text)


def _stem(text: str) -> str:
    return text if text.startswith("openml:") else Path(text).stem


def named_estimators(algorithms: Any) -> dict[str, Any]:
    """Return estimators by name, if they are some."""
    if not isinstance(algorithms, Mapping) or not algorithms:
        raise InvalidInput("algorithms must map at least one name to an estimator")
    for name, estimator in algorithms.items():
        if isinstance(estimator, type) or not (
            hasattr(estimator, "fit") and hasattr(estimator, "predict")
        ):
            raise InvalidInput(
                f"algorithms: {name} must be an estimator with fit and predict, such as "
                f"GaussianNB(); it was {estimator!r}"
            )
    return {_label(name, "an algorithm"): estimator for name, estimator in algorithms.items()}


def _label(name: Any, what: str) -> str:
    text = str(name)
    if not text or text != text.strip():
        raise InvalidInput(
            f"the name of {what} must not be empty or begin or end with a blank; it was {text!r}"
        )
    return text


def refuse_strangers(
    given: Mapping[str, Any], known: Mapping[str, Any], what: str, kind: str
) -> None:
    """Refuse choices for what the study does not have."""
    for name in given:
        if name not in known:
            raise InvalidInput(f"{what}: there is no {kind} {name!r}; there are {', '.join(known)}")


def with_choices(source: Any, choices: Mapping[str, Any]) -> Any:
    """Return a source with further choices beside it."""
    if not choices:
        return source
    inner = source if isinstance(source, Mapping) and "source" in source else {"source": source}
    return {**inner, **choices}
