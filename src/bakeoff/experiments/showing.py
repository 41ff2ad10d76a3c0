"""How a study shows itself: the one door from here to the rooms that compare and report.

`StudyResults.report` stands where a person looks for it; what it does lives in `decide` and
`report`. See docs/decisions/0010-a-study-reports-itself.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.data.scores import Scores
from bakeoff.data.study_measures import RECORDED
from bakeoff.errors import InvalidInput, NotApplicable, StudyError
from bakeoff.experiments.designs import name_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from bakeoff.decide.comparison import Comparison
    from bakeoff.experiments.designs import Design
    from bakeoff.experiments.results import StudyResults
    from bakeoff.report.cells import Table

MOST_REASONS = 20
TIMES = ("training_time", "test_time")  # together they are what a user pays


def effects(
    design: Design, scores: Scores, measure: str | None, *, order: int, prefix: str
) -> pd.DataFrame:
    """Return the analysis of variance of a design's factors."""
    from bakeoff.decide.factor_effects import factor_effects

    names = [name_of(run, prefix) for run in design.runs]
    return factor_effects(scores, design.runs, names, measure, order=order)


def effects_plot(
    design: Design,
    scores: Scores,
    measure: str | None,
    *,
    of: Sequence[str] | None,
    prefix: str,
    ax: Axes | None,
) -> Axes:
    """Return axes with the main effects of a design, or with the interaction of two factors."""
    from bakeoff.figures import factors

    names = [name_of(run, prefix) for run in design.runs]
    if of is None:
        return factors.shown(factors.main_effects(scores, design.runs, names, measure), ax)
    return factors.shown(factors.interaction(scores, design.runs, names, of, measure), ax)


def compared(results: StudyResults, measure: str | None = None, **choices: Any) -> Comparison:
    """Return the comparison of a study's algorithms over the cells that have results.

    It is by the study's first measure if none is named. What training and testing
    took is told beside it.
    """
    from bakeoff.decide.compare import compare

    return compare(comparable(results, measure), **choices)


def page(results: StudyResults, found: Comparison) -> str:
    """Return one page about a study: verdict, pictures, and how the run went."""
    from bakeoff.report import html

    return html.page(found, run=run_table(results), title=results.meta()["title"])


def report(results: StudyResults, path: Path) -> Path:
    """Write the page about a study, and return its path."""
    text = page(results, compared(results))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as reason:
        raise StudyError(f"{path} can't be written: {reason.strerror}") from None
    return path


def comparable(results: StudyResults, measure: str | None = None) -> Scores:
    """Return the scores that can be compared, with a note on what had to be left out.

    Data sets with failed cells are left out, or splits where there is one data set. Where none
    would be left, the algorithm with the most failed cells goes first.
    """
    by = next((one for one in results.meta()["measures"] if one not in RECORDED), None)
    names = list(dict.fromkeys([measure or by or TIMES[0], *TIMES]))
    whole = results.scores(*names, missing="keep")
    cells = results.cells()
    bad = cells.loc[cells["status"] != "ok", "algorithm"].value_counts()
    gone: list[str] = []
    while True:
        kept = [name for name in whole.algorithms if name not in gone]
        try:
            scores = results.scores(*names, missing="drop", algorithms=kept)
        except InvalidInput:
            worst = next((str(name) for name in bad.index if name not in gone), None)
            if worst is None or len(kept) <= 2:
                raise NotApplicable(_nothing_left(results)) from None
            gone.append(worst)
            continue
        return scores if not gone else _noted(scores, gone)


def _noted(scores: Scores, gone: list[str]) -> Scores:
    from dataclasses import replace

    note = f"{', '.join(gone)} left out: too many of their cells have no result"
    return replace(scores, notes=(*scores.notes, note))


def not_run_yet(results: StudyResults) -> str:
    """Return how many cells are done and how to go on; empty where all are."""
    planned = results.planned()
    done = planned - _lacking(results)
    if done >= planned:
        return ""
    file = Path(f"{results.folder.name}.toml")  # as the shell names a folder after its study
    how = f"`bakeoff run {file}`" if file.is_file() else "running the study again"
    return f"{done} of {planned} cells done; {how} goes on"


def _lacking(results: StudyResults) -> int:
    return results.planned() - len(results.cells())


def _nothing_left(results: StudyResults) -> str:
    left = not_run_yet(results)
    if left:
        return f"there is nothing to compare in {results.folder} yet: {left}"
    failed = results.failures()
    first = "" if failed.empty else f" (the first reason: {failed['error'].iloc[0]})"
    return (
        f"there is nothing to compare in {results.folder}: no data set is complete for two "
        f"algorithms{first}; `bakeoff run` with --again failed tries them once more"
    )


def run_table(results: StudyResults) -> Table:
    """Return how the run went: cells, failures with their reasons, times, versions."""
    from bakeoff.report.cells import Cell, Table

    rows: list[tuple[str, str]] = []
    meta, cells = results.meta(), results.cells()
    if meta["aim"]:
        rows.append(("aim", meta["aim"]))
    rows += [
        ("splits", _words(meta["study"]["splits"])),
        ("seed", str(meta["study"]["seed"])),
        ("cells", _counts(results, cells)),
        ("time in cells", f"{cells['seconds'].sum():.1f} s"),
    ]
    failed = cells[cells["status"] != "ok"]
    reasons = failed.groupby(["algorithm", "dataset", "error"]).size().reset_index(name="count")
    for algorithm, dataset, error, count in reasons.to_numpy()[:MOST_REASONS]:
        rows.append((f"missing: {algorithm} on {dataset}", f"{count} x {error}"))
    if len(reasons) > MOST_REASONS:
        rows.append(("missing", f"{len(reasons) - MOST_REASONS} further reasons in cells()"))
    for versions in {str(sorted(one.items())): one for one in cells["versions"]}.values():
        rows.append(("versions", ", ".join(f"{name} {one}" for name, one in versions.items())))
    rows += [("told when it was run", sentence) for sentence in results.notes]
    body = tuple((Cell(name, name), Cell(text, text)) for name, text in rows)
    return Table("run", "How the study was run", ("what", "is"), body)


def _counts(results: StudyResults, cells: Any) -> str:
    said = [f"{count} {status}" for status, count in cells["status"].value_counts().items()]
    lacking = _lacking(results)
    return ", ".join(said + ([f"{lacking} not run yet"] if lacking else []))


def _words(choices: Any) -> str:
    others = [f"{name} = {value}" for name, value in choices.items() if name != "kind"]
    return f"{choices['kind']} ({', '.join(others)})" if others else str(choices["kind"])
