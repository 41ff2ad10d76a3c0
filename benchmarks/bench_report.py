"""Reports: the seconds from a comparison to its page with all pictures, and from scores to it.

Nobody else makes such a page, so the goals are seconds: 5 for 10 algorithms on 30 data sets, 15
for 40 on 142. The one picture that others draw, the critical-difference diagram, stands beside
scikit-posthocs'.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from bakeoff.decide import compare as decide
from bakeoff.decide.comparison import Comparison
from bakeoff.figures import catalogue
from benchmarks.timing import best, compare

SIZES = ((10, 30, 5.0), (40, 142, 15.0))


def main(quick: bool = False) -> None:  # noqa: FBT001, FBT002  every benchmark is called so
    """Time pages, LaTeX and Markdown; quick does the small one only."""
    for k, n, goal in SIZES[:1] if quick else SIZES:
        _page(k, n, goal, repeat=1 if quick else 3)
    _diagram(10, 30, repeat=1 if quick else 5)


def _table(k: int, n: int) -> pd.DataFrame:
    random = np.random.default_rng(1)
    values = random.uniform(0.55, 0.9, (n, 1)) + random.normal(0.0, 0.03, (n, k))
    names = [f"algorithm {place}" for place in range(k)]
    return pd.DataFrame(values + np.linspace(0.0, -0.06, k), columns=names)


def _page(k: int, n: int, goal: float, *, repeat: int) -> None:
    table = _table(k, n)
    found: Comparison = decide(table, measure="auc")
    whole = best(lambda: decide(table, measure="auc").to_html(), repeat=repeat)
    page = best(found.to_html, repeat=repeat)
    size = len(found.to_html().encode()) / 1e6
    missed = "" if page < goal else " MISSED"
    print(
        f"page of {k} algorithms on {n} data sets: {page:.2f} s (goal {goal:g} s){missed}, with "
        f"the comparison {whole:.2f} s, {size:.2f} MB, {len(found.plots())} pictures"
    )
    for name, ours in (("LaTeX", found.to_latex), ("Markdown", found.to_markdown)):
        print(f"  {name}: {best(ours, repeat=repeat):.3f} s")


def _diagram(k: int, n: int, *, repeat: int) -> None:
    import matplotlib as mpl
    import scikit_posthocs
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    found: Comparison = decide(_table(k, n), measure="auc", posthoc="nemenyi")
    ranks = pd.Series(found.ranks)
    p = found.pairs.matrix("p_adjusted")

    def ours() -> None:
        FigureCanvasAgg(catalogue.figure(found, "critical-difference")).draw()

    def theirs() -> None:
        drawn = plt.figure()
        scikit_posthocs.critical_difference_diagram(ranks, p)
        drawn.canvas.draw()
        plt.close(drawn)

    compare(
        f"critical-difference diagram of {k} algorithms",
        ours,
        theirs,
        peer="scikit-posthocs",
        goal=1.0,
        repeat=repeat,
    )
