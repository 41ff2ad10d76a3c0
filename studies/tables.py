"""The forms in which packages hold tables of data, each turned into a frame with `class` last."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

from studies import rda

MISSING = ["?", "<null>", ""]
TARGET = "class"

Content = tuple[bytes, ...]  # of one file, or of those that belong together
Reader = Callable[[Content], pd.DataFrame]


def comma(content: Content, *, first: bool = False, separator: str = ",") -> pd.DataFrame:
    """Values without a header, several files one below the other; the class last, or first."""
    text = "\n".join(_data_lines(part) for part in content)
    frame = pd.read_csv(
        io.StringIO(text),
        sep=separator,
        header=None,
        skipinitialspace=True,
        na_values=MISSING,
        keep_default_na=False,
    )
    places = [*range(1, frame.shape[1]), 0] if first else range(frame.shape[1])
    return _named(frame.iloc[:, list(places)])


def class_first(content: Content) -> pd.DataFrame:
    """Values between commas; the class first."""
    return comma(content, first=True)


def blank(content: Content) -> pd.DataFrame:
    """Values between blanks; the class last."""
    return comma(content, separator=r"\s+")


def with_labels(content: Content) -> pd.DataFrame:
    """Two files: values between blanks, and the classes, a line each."""
    values, labels = (pd.read_csv(io.BytesIO(part), sep=r"\s+", header=None) for part in content)
    return _named(pd.concat([values, labels], axis=1))


def compressed(content: Content) -> pd.DataFrame:
    """Values between blanks below their names, compressed; the class last."""
    frame = pd.read_csv(io.BytesIO(gzip.decompress(content[0])), sep=r"\s+")
    return _named(frame)


def orange(content: Content, target: str | None = None) -> pd.DataFrame:
    """Orange's .tab: names, kinds and flags in three lines; `i` is to be left out."""
    text = content[0].decode("utf-8")
    frame = pd.read_csv(
        io.StringIO(text), sep="\t", header=0, dtype=str, na_values=MISSING, keep_default_na=False
    )
    flags = frame.iloc[1].fillna("").str.strip()
    target = target or str(flags.index[flags == TARGET][0])
    kept = [name for name in frame.columns if flags[name] != "i" and name != target]
    kinds = frame.iloc[0]
    data = frame.iloc[2:].reset_index(drop=True)
    columns = {
        name: pd.to_numeric(data[name]) if kinds[name] in {"c", "continuous"} else data[name]
        for name in kept
    }
    return pd.DataFrame({**columns, TARGET: data[target]})


def surgical_lesion(content: Content) -> pd.DataFrame:
    """Orange's horse colics: whether the lesion was surgical."""
    return orange(content, target="SurgLes").drop(columns="Outcome", errors="ignore")


def arff(content: Content) -> pd.DataFrame:
    """Weka's ARFF with nominal and numeric attributes; the class last."""
    return comma(content)


def patterns(content: Content) -> pd.DataFrame:
    """FANN's patterns: a line of inputs, a line with a 1 at the place of the class."""
    rows = []
    for part in content:
        lines = part.decode("ascii").split("\n")[1:]
        values = [np.array(line.split(), dtype=float) for line in lines if line.strip()]
        rows += [[*x, int(y.argmax())] for x, y in zip(values[::2], values[1::2], strict=True)]
    return _named(pd.DataFrame(rows))


def of_r(name: str, target: str | None = None, drop: tuple[str, ...] = ()) -> Reader:
    """Return the reader of a data frame in an .rda file; the class last if it is not named."""

    def read(content: Content) -> pd.DataFrame:
        frame = rda.frames(content[0])[name].drop(columns=list(drop))
        last = target or frame.columns[-1]
        features = [one for one in frame.columns if one != last]
        return _named(pd.DataFrame({one: _numbers(frame[one]) for one in [*features, last]}))

    return read


def only(reader: Reader, classes: Mapping[str, str]) -> Reader:
    """Return a reader that keeps some classes, under the names that they are given."""

    def read(content: Content) -> pd.DataFrame:
        frame = reader(content)
        labels = frame[TARGET].astype(str).map(dict(classes))
        return frame.assign(**{TARGET: labels})[labels.notna()].reset_index(drop=True)

    return read


def _data_lines(part: bytes) -> str:
    """Return the lines of data: without header, comments, or quotes around a name."""
    lines = part.decode("latin-1").replace("\r", "").split("\n")
    kept = [line.strip().rstrip(",") for line in lines if line.strip()]
    return "\n".join(line for line in kept if line[0] not in "@%")


def _numbers(column: pd.Series) -> pd.Series:
    """Return a factor whose levels are numbers as numbers: R keeps grades as factors."""
    if not isinstance(column.dtype, pd.CategoricalDtype):
        return column
    try:
        return pd.to_numeric(column.astype(object))
    except ValueError:
        return column.astype(object)


def _named(frame: pd.DataFrame) -> pd.DataFrame:
    names = [f"x{place}" for place in range(1, frame.shape[1])]
    frame = frame.set_axis([*names, TARGET], axis="columns")
    return frame.assign(**{TARGET: frame[TARGET].astype(str).str.strip("'")})
