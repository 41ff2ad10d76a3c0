"""The published schema of a comparison's JSON."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def schema() -> dict[str, Any]:
    """Return the JSON schema that `Comparison.to_json` keeps to."""
    text = resources.files("bakeoff.report").joinpath("comparison.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
