"""Tables written as JSON: a list of records, a mapping of columns, or one record a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd


def parse_json(text: str, name: str) -> pd.DataFrame:
    """Return a JSON text, or JSON lines, as a frame."""
    import pandas as pd

    content = load_json(text, name)
    if isinstance(content, dict):
        content = _inner(content)
    if isinstance(content, dict):
        content = {key: _by_row(part) for key, part in content.items()}
    if isinstance(content, dict) and all(isinstance(part, list) for part in content.values()):
        if len({len(part) for part in content.values()}) > 1:
            raise InvalidInput(f"{name}: the columns have different lengths")
        return pd.DataFrame(content)
    if isinstance(content, list) and content and all(isinstance(row, dict) for row in content):
        return pd.DataFrame.from_records(content)
    raise InvalidInput(
        f"{name} must hold a list of records, a mapping of columns to lists, or one record a line"
    )


def load_json(text: str, name: str) -> Any:
    """Return the value of a JSON text; several lines of records become a list."""
    try:
        return json.loads(text)
    except RecursionError:
        raise InvalidInput(f"{name} is nested too deeply to be a table") from None
    except ValueError as first:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2:
            raise InvalidInput(f"{name} is no JSON: {first}") from None
    rows = []
    for number, line in enumerate(lines, start=1):
        try:
            rows.append(json.loads(line))
        except (ValueError, RecursionError) as reason:
            raise InvalidInput(f"{name}, line {number} is no JSON: {reason}") from None
    return rows


def _inner(content: dict[str, Any]) -> Any:
    """Return the list of records inside a mapping that wraps one, such as {"data": [...]}."""
    if {"columns", "data"} <= content.keys() <= {"columns", "data", "index"}:
        rows = content["data"]
        if all(isinstance(row, list) and len(row) == len(content["columns"]) for row in rows):
            return [dict(zip(content["columns"], row, strict=True)) for row in rows]
    lists = [part for part in content.values() if isinstance(part, list)]
    if len(lists) == 1 and lists[0] and all(isinstance(row, dict) for row in lists[0]):
        return lists[0]
    return content


def _by_row(column: Any) -> Any:
    """Return the cells of a column that is written as {"0": ..., "1": ...}."""
    numbers = [str(place) for place in range(len(column))] if isinstance(column, dict) else []
    return list(column.values()) if numbers and list(column) == numbers else column
