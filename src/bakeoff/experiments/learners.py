"""C4.5 and Ripper, as Weka has them: its programs J48 and JRip, run by java.

They are there when java is installed and weka.jar is found: where the environment variable
WEKA_JAR says, else where Debian's package `weka` puts it. Ports of the two to Python that could be
compared with the programs of the papers do not exist; these are the programs.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from bakeoff.errors import InvalidInput, StudyError
from bakeoff.experiments.weka_files import Table, distribution_of
from bakeoff.types import FloatArray

JAR = "WEKA_JAR"
DEBIAN = "/usr/share/java/weka.jar"
CLASSIFY = "weka.filters.supervised.attribute.AddClassification"


def weka_jar() -> Path:
    """Return where weka.jar is; where it, or java, is missing, say how to get them."""
    path = Path(os.environ.get(JAR, DEBIAN))
    if not path.is_file() or shutil.which("java") is None:
        lacks = "java" if path.is_file() else f"{path}"
        raise StudyError(
            f"J48 and JRip need java and weka.jar, and there is no {lacks}; install Weka (on "
            f"Debian: apt install weka), or say with {JAR} where its weka.jar is"
        )
    return path


class _Weka(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A classifier of Weka: one start of java to fit, one to predict."""

    program: ClassVar[str]
    takes_mixed_frames: ClassVar[bool] = True  # words and gaps are the program's own business

    @abstractmethod
    def options(self) -> list[str]:
        """Return the options of the program."""

    def fit(self, X: Any, y: Any) -> _Weka:
        """Train on items x features, numbers or words, also with gaps, and on their classes."""
        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        if len(self.classes_) < 2:
            raise InvalidInput("y must hold two classes at least")
        self.table_ = Table.of(X, len(self.classes_))
        self.n_features_in_ = self.table_.width
        with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
            train, model = Path(folder) / "train.arff", Path(folder) / "model"
            train.write_text(self.table_.arff(X, codes), encoding="ascii")
            said = _java(
                self.program, "-t", train, "-d", model, "-no-cv", "-v", "-o", *self.options()
            )
            if not model.is_file():
                raise StudyError(f"Weka could not train: {_reason(said)}")
            self.model_ = model.read_bytes()
        self._last: tuple[str, FloatArray] | None = None
        return self

    def predict_proba(self, X: Any) -> FloatArray:
        """Return the probabilities of all classes, as the program gives them (six digits)."""
        check_is_fitted(self, "model_")
        text = self.table_.arff(X, None)
        mark = hashlib.sha256(text.encode("ascii")).hexdigest()
        last = getattr(self, "_last", None)
        if last is None or last[0] != mark:  # predict and predict_proba start java once together
            last = self._last = (mark, self._distribution(text))
        return last[1].copy()

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the most probable class of every item."""
        return np.asarray(self.classes_[self.predict_proba(X).argmax(axis=1)])

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__getstate__().items() if name != "_last"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def _distribution(self, text: str) -> FloatArray:
        with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
            test, model = Path(folder) / "test.arff", Path(folder) / "model"
            test.write_text(text, encoding="ascii")
            model.write_bytes(self.model_)
            said = _java(CLASSIFY, "-serialized", model, "-distribution", "-i", test, "-c", "last")
        found = distribution_of(said.stdout, len(self.classes_))
        if found is None:
            raise StudyError(f"Weka could not predict: {_reason(said)}")
        return found


class J48(_Weka):
    """C4.5 decision trees (Quinlan 1993), by Weka's J48.

    Parameters
    ----------
    confidence
        The confidence of pruning; less prunes more.
    min_items
        The fewest items of a leaf.
    unpruned
        Whether the tree is left as it grew.
    laplace
        Whether the probabilities of leaves are smoothed by Laplace's rule.
    """

    program: ClassVar[str] = "weka.classifiers.trees.J48"

    def __init__(
        self,
        confidence: float = 0.25,
        min_items: int = 2,
        unpruned: bool = False,  # noqa: FBT001, FBT002  as scikit-learn's estimators have it
        laplace: bool = False,  # noqa: FBT001, FBT002  likewise
    ) -> None:
        self.confidence = confidence
        self.min_items = min_items
        self.unpruned = unpruned
        self.laplace = laplace

    def options(self) -> list[str]:
        """Return the options of the program."""
        pruning = ["-U"] if self.unpruned else ["-C", str(float(self.confidence))]
        return [*pruning, "-M", str(int(self.min_items)), *(["-A"] if self.laplace else [])]


class JRip(_Weka):
    """Ripper rules (Cohen 1995), by Weka's JRip.

    Parameters
    ----------
    folds
        One part in so many is kept for pruning.
    min_weight
        The fewest items that a rule must cover, as their weight.
    optimizations
        How often the rules are optimised.
    unpruned
        Whether the rules are left as they grew.
    random_state
        The seed of the shuffling; 1 where it is None.
    """

    program: ClassVar[str] = "weka.classifiers.rules.JRip"

    def __init__(
        self,
        folds: int = 3,
        min_weight: float = 2.0,
        optimizations: int = 2,
        unpruned: bool = False,  # noqa: FBT001, FBT002  as scikit-learn's estimators have it
        random_state: int | None = None,
    ) -> None:
        self.folds = folds
        self.min_weight = min_weight
        self.optimizations = optimizations
        self.unpruned = unpruned
        self.random_state = random_state

    def options(self) -> list[str]:
        """Return the options of the program."""
        seed = 1 if self.random_state is None else int(self.random_state)
        return [
            *("-F", str(int(self.folds)), "-N", str(float(self.min_weight))),
            *("-O", str(int(self.optimizations)), "-S", str(seed)),
            *(["-P"] if self.unpruned else []),
        ]


def _java(*words: Any) -> subprocess.CompletedProcess[str]:
    """Run a class of Weka; it ends well also where it fails, so what it said is returned."""
    return subprocess.run(  # noqa: S603  the words are this module's own
        [  # noqa: S607  wherever java is
            "java",
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            str(weka_jar()),
            *map(str, words),
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        errors="replace",
    )


def _reason(said: subprocess.CompletedProcess[str]) -> str:
    lines = [line.strip() for line in f"{said.stderr}\n{said.stdout}".splitlines() if line.strip()]
    faults = [line for line in lines if "xception" in line or "rror" in line]
    return next(iter([*faults, *lines]), f"java ended with code {said.returncode}")
