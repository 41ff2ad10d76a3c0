"""What a notebook shows of scores: what they are, and the first of them; every word is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from bakeoff.data.scores import Scores

ROWS = 20  # of a table, before the rest is counted
COLUMNS = 20


def fragment(scores: Scores) -> str:
    """Return scores as a piece of HTML: means by data set, or the splits of the only one."""
    several = len(scores.datasets) > 1
    parts = [f"<p>{escape(repr(scores))}</p>"]
    for measure in scores.measures[:1]:
        frame = scores.table(measure) if several else scores.folds(measure=measure)
        parts.append(_table(frame, measure, "data sets" if several else "splits"))
    parts += [f"<p>{escape(note)}</p>" for note in scores.notes]
    return "".join(parts)


def _table(frame: pd.DataFrame, measure: str, what: str) -> str:
    rows, columns = frame.shape
    shown = frame.iloc[:ROWS, :COLUMNS].to_html(float_format="{:.4g}".format, na_rep="", border=0)
    more = [f"{rows - ROWS} more {what}"] if rows > ROWS else []
    more += [f"{columns - COLUMNS} more algorithms"] if columns > COLUMNS else []
    rest = f"<p>and {' and '.join(more)}</p>" if more else ""
    return f"<p>{escape(measure)}</p>{shown}{rest}"
