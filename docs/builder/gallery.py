"""The gallery: every kind of picture, drawn from the embedded example when the pages are made."""

from __future__ import annotations

import sys
from functools import cache
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.code import highlighted

from bakeoff.decide import compare
from bakeoff.decide.comparison import Comparison
from bakeoff.experiments.demo import study
from bakeoff.figures import catalogue, svg

SET, POSITIVE = "breast cancer", "b1"
PARTS = {
    "pairs": "Who differs from whom",
    "undecided": "What more data would show",
    "scores": "The scores",
    "curves": "Curves, and two measures at once",
}
CODE = {
    "scores": 'found = compare("bakeoff-demo", measure="error")',
    "rates": 'found = compare(breast_cancer, measures=["fpr", "tpr"])  # predictions of 10 folds',
}


def pictures() -> str:
    """Return a section for each part, with each picture under a title of its own."""
    over_sets, on_one = comparisons()
    drawn = set(over_sets.plots())
    sections = []
    for part, title in PARTS.items():
        sections.append(f'<h2 id="{part}">{escape(title)}</h2>')
        for kind in catalogue.KINDS:
            if kind.part == part:
                name = "scores" if kind.name in drawn else "rates"
                found = over_sets if name == "scores" else on_one
                sections.append(_picture(found, kind.name, kind.shows, CODE[name]))
    return "\n".join(sections)


@cache
def comparisons() -> tuple[Comparison, Comparison]:
    """Return the example over its data sets, and by two rates on one of them."""
    print("docs: running the embedded example for the gallery", file=sys.stderr)
    with TemporaryDirectory() as folder:
        results = study().run(Path(folder) / "study", engine="serial", progress=False)
        scores = results.scores("error")
        items = results.predictions().select(datasets=SET).one_vs_rest(POSITIVE)
    return compare(scores), compare(items, measures=["fpr", "tpr"])


def _picture(found: Comparison, kind: str, shows: str, made: str) -> str:
    drawing = svg.of(catalogue.figure(found, kind), f"gallery-{kind}")
    code = highlighted(f'{made}\nfound.plot("{kind}")\n', "python")
    label = escape(shows, quote=True)
    return (
        f'<h3 id="{kind}">{escape(shows)}</h3>\n{code}'
        f'<div class="drawing" role="img" aria-label="{label}">{drawing}</div>'
    )
