"""Every test on every design that shows what it is worth: which of them keep their level."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from bakeoff.calibration.calibrate import arrays_of, calibrated, entry_of
from bakeoff.calibration.calibration import Calibration
from bakeoff.calibration.designs import DESIGNS
from bakeoff.stats import registry

EFFECTS: Mapping[str, float] = {
    "gaussian-folds": 1.5,
    "bernoulli": 0.1,
    "overlapping-folds": 0.5,
    "data-sets": 1.5,
}
ASSUMED = "Data as the test assumes them"
CORRELATED = "Ten splits whose scores correlate by 1/10"
NEIGHBOUR = "Splits of one sample of 300 items: the nearest neighbour"
DISCRIMINANT = "Splits of one sample of 300 items: the linear discriminant"
SETS = "Fourteen data sets, each with its own level and spread"
REMEMBERED = 150  # portions drawn: those of one case, with an effect and without
FOLDS = 1 / 9  # test to training items of ten folds
THIRDS = 1 / 2  # and of random splits with a third tested
CORRECTED = ("paired_t", "hotelling", "manova_blocks")  # plain, and with the ratio
QUICK: Mapping[str, Mapping[str, Any]] = {"permutation_manova": {"draws": 999}}
OVER_SETS = (
    "paired_t",
    "wilcoxon",
    "sign",
    "permutation",
    "anova_blocks",
    "friedman",
    "quade",
    "aligned_ranks",
    "tukey",
    "nemenyi",
    "ranks_z",
    "hotelling",
    "manova_blocks",
    "permutation_manova",
)


@dataclass(frozen=True, slots=True)
class Case:
    """A test on a design, with its choices."""

    part: str
    test: str
    design: str
    setting: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, Any] = field(default_factory=dict)

    @property
    def effect(self) -> float | None:
        """The effect by which its power is measured; None for a test that asks for no effect."""
        of_assumptions = registry.MODULES[self.test].startswith("assume.")
        return None if of_assumptions else EFFECTS[self.design]


@dataclass(frozen=True, slots=True)
class Row:
    """A case with its level and its power."""

    case: Case
    level: Calibration
    power: Calibration | None


def cases() -> Iterator[Case]:
    """Yield what is calibrated: each test where it belongs, then where it is often taken to."""
    for entry in registry.TESTS:
        yield Case(ASSUMED, entry.name, _home(entry.name), choices=QUICK.get(entry.name, {}))
    for test in CORRECTED:
        for corrected in (False, True):
            ratio = {"test_train_ratio": FOLDS} if corrected else {}
            yield Case(CORRELATED, test, "gaussian-folds", {"correlation": 0.1}, ratio)
    for part, learner in ((NEIGHBOUR, "nearest-neighbour"), (DISCRIMINANT, "linear")):
        yield from _of_learner(part, learner)
    for test in OVER_SETS:
        if test in registry.MODULES:
            yield Case(SETS, test, "data-sets", choices=QUICK.get(test, {}))


def _home(test: str) -> str:
    """Return the first design that draws what a test takes."""
    function = entry_of(test).load()
    names = list(function.__annotations__)
    takes = "scored-pair" if names[1:3] == ["scores1", "scores2"] else entry_of(test).takes
    return next(name for name, design in DESIGNS.items() if takes in design.draws)


def _of_learner(part: str, learner: str) -> Iterator[Case]:
    """Yield the tests of splits of one sample, plain and corrected."""
    for test in CORRECTED:
        for scheme, ratio in (("k-fold", FOLDS), ("repeated", FOLDS), ("resampled", THIRDS)):
            for corrected in (False, True):
                setting = {"scheme": scheme, "learner": learner}
                given = {"test_train_ratio": ratio} if corrected else {}
                yield Case(part, test, "overlapping-folds", setting, given)
    for test in (
        *("wilcoxon", "anova_blocks", "friedman", "permutation_manova"),
        *("cv5x2_t", "cv5x2_f", "mcnemar", "cochran_q", "delong"),
    ):
        if test in registry.MODULES:
            choices = QUICK.get(test, {})
            yield Case(part, test, "overlapping-folds", {"learner": learner}, choices)


def survey(
    *,
    runs: int = 2000,
    alpha: float = 0.05,
    seed: int = 0,
    only: Sequence[Case] | None = None,
    told: Callable[[int, int], None] | None = None,
) -> list[Row]:
    """Return the level and the power of every case.

    Parameters
    ----------
    runs, alpha, seed
        As of `calibrate`, for every case.
    only
        Some cases, in place of all.
    told
        Called with the cases done and the cases to do.

    Returns
    -------
    list of Row
        The cases in their order, each with its level and its power.
    """
    asked = list(cases()) if only is None else list(only)
    drawing = lru_cache(REMEMBERED)(arrays_of)
    rows = []
    for place, case in enumerate(asked, 1):

        def measured(effect: float, case: Case = case) -> Calibration:
            return calibrated(
                case.test,
                case.choices,
                design=case.design,
                effect=effect,
                runs=runs,
                alpha=alpha,
                seed=seed,
                setting=case.setting,
                drawing=drawing,
            )

        power = None if case.effect is None else measured(case.effect)
        rows.append(Row(case, measured(0.0), power))
        if told is not None:
            told(place, len(asked))
    return rows


def markdown(rows: Sequence[Row]) -> str:
    """Return the rows as tables of Markdown, one for each part."""
    lines: list[str] = []
    for part in dict.fromkeys(row.case.part for row in rows):
        lines += [f"## {part}", "", *_heads()]
        lines += [_line(row) for row in rows if row.case.part == part]
        lines.append("")
    return "\n".join(lines)


def page(tables: str, command: str, runs: int) -> str:
    """Return a page of the documentation that holds the tables, and how they were made."""
    return (
        "# Which tests keep their level: the tables\n\n"
        f"Made by `{command} --markdown docs/calibration-table.md`: {runs:,} runs for each rate. "
        "What the columns mean, and what to learn from them, is told in "
        "[What the tests really do](calibration.md).\n\n"
        f"{tables}"
    )


def _heads() -> tuple[str, str]:
    return (
        "| test | on | rate under a true null | 95% interval | verdict | power |",
        "| --- | --- | --- | --- | --- | --- |",
    )


def _line(row: Row) -> str:
    low, high = row.level.interval()
    power = "" if row.power is None else f"{row.power.rate:.3f} at {row.power.effect:g}"
    cells = (
        f"`{row.case.test}`{_choices(row.case)}",
        _where(row),
        f"{row.level.rate:.4f}",
        f"{low:.4f} to {high:.4f}",
        f"**{row.level.verdict}**" if "too often" in str(row.level.verdict) else row.level.verdict,
        power,
    )
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _choices(case: Case) -> str:
    shown = {name: value for name, value in case.choices.items() if name != "draws"}
    if not shown:
        return ""
    return " " + ", ".join(
        f"{name}={value:.3g}" if isinstance(value, float) else f"{name}={value}"
        for name, value in shown.items()
    )


def _where(row: Row) -> str:
    scheme = row.level.setting.get("scheme")
    return row.case.design if scheme is None else str(scheme)
