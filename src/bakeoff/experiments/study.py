"""`Study`: which algorithms on which data sets, how divided, measured by what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff import checks
from bakeoff.data.study_measures import RECORDED
from bakeoff.data.study_measures import checked as checked_measures
from bakeoff.errors import InvalidInput
from bakeoff.experiments import definitions, schemes
from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.naming import (
    named_estimators,
    named_sources,
    refuse_strangers,
    with_choices,
)
from bakeoff.experiments.plan import Divisions, Plan
from bakeoff.experiments.preparation import checked_preparation
from bakeoff.experiments.schemes import checked_scheme
from bakeoff.experiments.sources import load
from bakeoff.experiments.splits import Splits
from bakeoff.experiments.tuning import Tune, checked_tune
from bakeoff.measures.registry import measure

if TYPE_CHECKING:
    from bakeoff.experiments.results import StudyResults

MOST_CONFUSED = "most confused"


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Study:
    """An experiment: every algorithm on every split of every data set.

    Parameters
    ----------
    datasets
        For each name (X, y), a frame, a path, ``"sklearn:iris"``, ``"openml:61"``, or a mapping
        with one of these as ``source`` and further ``target``, ``positive`` or ``drop``. A list
        of sources is named after them.
    algorithms
        For each name a classifier or pipeline of scikit-learn, or a regressor where the measures
        are of numbers.
    splits
        How each data set is divided: `KFold`, `RepeatedKFold`, `FiveByTwo`, `LeaveOneOut`,
        `Resample`, `Bootstrap`, `Halves` or `Holdout`.
    measures
        What is measured while the study runs; more can be measured from the predictions later.
    test_fraction
        The part of every data set, such as 1/3, that is left out of all splits. Every model is
        tested on it; the splits' own test parts serve for tuning.
    tune
        For an algorithm's name a grid of settings, or a `Tune`. They are chosen inside each
        training set.
    seed
        All that is random follows from it: splits, order, and what estimators leave open.
    title, aim
        What the report says above all.
    two_classes
        "most confused" turns more than two classes into the two that a nearest neighbour
        confuses most.
    positive
        For a data set's name its positive class.
    prepare
        What every training part is given first: "auto" (fill what is missing, words to columns,
        only where a data set needs it), "scale" (and standardise), "none", or a transformer.

    Examples
    --------
    >>> from bakeoff.experiments import KFold
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> study = Study({"iris": "sklearn:iris"},
    ...               {"bayes": GaussianNB(), "tree": DecisionTreeClassifier()},
    ...               splits=KFold(5), measures=["error"])
    >>> study
    Study: 1 data set, 2 algorithms, k-fold; error
    """

    datasets: Mapping[str, Any]
    algorithms: Mapping[str, Any]
    splits: Splits
    measures: tuple[str, ...]
    test_fraction: float | None
    tune: Mapping[str, Tune]
    seed: int
    title: str
    aim: str
    two_classes: str | None
    positive: Mapping[str, Any]
    prepare: Any

    def __init__(
        self,
        datasets: Mapping[str, Any] | Sequence[Any],
        algorithms: Mapping[str, Any],
        *,
        splits: Any,
        measures: str | Sequence[str],
        test_fraction: float | None = None,
        tune: Mapping[str, Any] | None = None,
        seed: int = 0,
        title: str = "",
        aim: str = "",
        two_classes: str | None = None,
        positive: Mapping[str, Any] | None = None,
        prepare: Any = "auto",
    ) -> None:
        set_ = object.__setattr__
        set_(self, "datasets", named_sources(datasets))
        set_(self, "algorithms", named_estimators(algorithms))
        set_(self, "splits", checked_scheme(splits))
        names = [measures] if isinstance(measures, str) else list(measures)
        set_(self, "measures", tuple(dict.fromkeys(measure(name).name for name in names)))
        if not self.measures:
            raise InvalidInput("measures must name at least one, such as 'error' or 'auc'")
        if test_fraction is not None:
            checks.fraction(test_fraction, "test_fraction")
        set_(self, "test_fraction", test_fraction)
        set_(self, "tune", {str(name): checked_tune(grid) for name, grid in (tune or {}).items()})
        set_(self, "seed", checks.count(seed, "seed"))
        set_(self, "title", str(title))
        set_(self, "aim", str(aim))
        if two_classes not in {None, MOST_CONFUSED}:
            raise InvalidInput(
                f"two_classes must be 'most confused' or None; it was {two_classes!r}"
            )
        set_(self, "two_classes", two_classes)
        set_(self, "positive", dict(positive or {}))
        set_(self, "prepare", checked_preparation(prepare))
        refuse_strangers(self.tune, self.algorithms, "tune", "algorithm")
        refuse_strangers(self.positive, self.datasets, "positive", "data set")

    @staticmethod
    def from_file(path: str | Path) -> Study:
        """Return the study that a `study.toml` describes.

        A line such as ``class = "sklearn.svm.SVC"`` imports that module, and so runs its code:
        read a file from somebody else before it is run.
        """
        from bakeoff.experiments.study_file import study_of_file

        return study_of_file(path)

    def run(
        self,
        folder: str | Path,
        *,
        engine: Any = "local",
        workers: int | None = None,
        keep_predictions: bool = True,
        progress: bool = True,
        time_limit: float | None = None,
        memory_limit: float | None = None,
        again: str | Sequence[str] = (),
    ) -> StudyResults:
        """Run what the folder does not hold yet, and return the results of all.

        Parameters
        ----------
        folder
            Where the results are kept as they come. A run that was stopped, in whatever way, goes
            on where it was; a folder that holds another study is refused.
        engine
            "local" (processes on this machine), "serial" (in this process), or the address of a
            running Dask cluster, such as "tcp://host:8786".
        workers
            How many processes; all cores if it is not said.
        keep_predictions
            Whether the predictions of every test item are kept, for curves and further measures.
        progress
            Whether progress is shown on standard error.
        time_limit, memory_limit
            Seconds and bytes that one cell may take. What exceeds them is recorded with the
            reason, and the rest goes on.
        again
            Names of algorithms or data sets to be run once more; "failed" means the cells that
            failed.
        """
        from bakeoff.experiments.running import run_study

        return run_study(
            self,
            folder,
            engine=engine,
            workers=workers,
            keep_predictions=keep_predictions,
            progress=progress,
            time_limit=time_limit,
            memory_limit=memory_limit,
            again=[again] if isinstance(again, str) else list(again),
        )

    def load(self) -> tuple[Dataset, ...]:
        """Return the data sets, read from where they come from and made ready."""
        needs = {measure(name).needs for name in self.computed}
        values = needs == {"values"}
        found = []
        for name, source in self.datasets.items():
            given = {"positive": self.positive[name]} if name in self.positive else {}
            whole = load(name, with_choices(source, given), values=values)
            if self.two_classes == MOST_CONFUSED:
                from bakeoff.experiments.most_confused import two_classes

                whole = two_classes(whole, seed=self.seed)
            found.append(whole)
        kinds = {one.name: (len(one.classes or ()), one.positive is not None) for one in found}
        if self.computed:
            checked_measures(self.computed, kinds, values=values)
        return tuple(found)

    @property
    def computed(self) -> tuple[str, ...]:
        """The measures of predictions; times and sizes are recorded for every cell anyway."""
        return tuple(name for name in self.measures if name not in RECORDED)

    def plan(self, datasets: Sequence[Dataset]) -> Plan:
        """Return the numbered list of cells on these data sets."""
        divisions = self.divisions()
        return Plan(
            tuple(one.name for one in datasets),
            tuple(self.algorithms),
            tuple(_shape(divisions, one) for one in datasets),
            self.seed,
        )

    def divisions(self) -> Divisions:
        """Return the maker of the splits."""
        return Divisions(self.splits, self.test_fraction, self.seed)

    def algorithm_definition(self, name: str) -> dict[str, Any]:
        """Return all that makes an algorithm what it is, as plain values."""
        tune = self.tune.get(name)
        return {
            "estimator": definitions.described(self.algorithms[name]),
            "tune": None if tune is None else definitions.described(tune.to_dict()),
            "prepare": definitions.described(self.prepare),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return what all cells have in common, as plain values."""
        return {
            "splits": schemes.described(self.splits),
            "test_fraction": self.test_fraction,
            "seed": self.seed,
            "two_classes": self.two_classes,
        }

    def __repr__(self) -> str:
        return (
            f"Study: {len(self.datasets)} data set{'' if len(self.datasets) == 1 else 's'}, "
            f"{len(self.algorithms)} algorithm{'' if len(self.algorithms) == 1 else 's'}, "
            f"{self.splits.kind}; {', '.join(self.measures)}"
        )


def _shape(divisions: Divisions, data: Dataset) -> tuple[int, int]:
    try:
        return divisions.shape(data)
    except InvalidInput as reason:
        raise InvalidInput(f"{data.name}: {reason}") from None
