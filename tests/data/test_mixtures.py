"""What must not stand in one column: two measures, two scales."""

import pandas as pd
import pytest

from bakeoff import read_scores
from bakeoff.errors import InvalidInput


def told(frame, **choices):
    """Return the sentence of the error that reading ends in."""
    with pytest.raises(InvalidInput) as error:
        read_scores(frame, **choices)
    return str(error.value)


def errors_of(svm, knn):
    """Return errors of two algorithms on some data sets."""
    return pd.DataFrame({"dataset": [f"d{n}" for n in range(len(svm))], "svm": svm, "knn": knn})


class TestErrors:
    """Errors may be small: not every error below 1 is a fraction."""

    def test_one_algorithm_in_fractions_the_other_in_percent(self):
        """Many times better on every one of several data sets is no skill."""
        frame = errors_of([0.05, 0.12, 0.2, 0.31], [5.5, 11.0, 22.0, 30.0])
        assert told(frame, measure="error") == (
            "error: algorithm svm looks like fractions and knn like percent (1 and 1 of 2); write "
            "all in one scale"
        )

    @pytest.mark.parametrize(
        ("svm", "knn"),
        [
            ([0.5, 0.9, 0.4, 0.7], [1.6, 2.0, 3.0, 1.8]),  # percent, and a good one
            ([0.05, 0.12, 0.2], [5.5, 11.0, 22.0]),  # too few to tell
            ([0.05, 0.12, 0.2, 0.3], [0.05, 0.1, 0.2, 0.3]),
            ([5.0, 12.0, 20.0, 0.3], [5.0, 10.0, 0.2, 30.0]),
        ],
    )
    def test_what_may_well_be_one_scale(self, svm, knn):
        """It is read."""
        assert read_scores(errors_of(svm, knn), measure="error").datasets[0] == "d0"


class TestAccuracies:
    """Accuracies of 1 percent are none."""

    def test_data_sets_in_two_scales(self):
        """The first of each is named; a column of words that parts them is named as the way out."""
        frame = errors_of([0.9, 0.8, 90.0], [0.8, 0.7, 80.0])
        assert told(frame, measure="accuracy") == (
            "accuracy: data set d0 looks like fractions and d2 like percent (2 and 1 of 3); write "
            "all in one scale"
        )

    def test_percent_and_fractions_alone(self):
        """Each is fine by itself, and 0 and 1 are in both."""
        assert read_scores(errors_of([90, 80], [70, 100]), measure="accuracy").splits == ((0, 0),)
        assert read_scores(errors_of([0, 1], [0.5, 1]), measure="accuracy").splits == ((0, 0),)

    def test_a_measure_without_bounds_is_left_alone(self):
        """Seconds may be small and large."""
        frame = errors_of([0.5, 300], [0.1, 0.2])
        assert read_scores(frame, measure="training_time").notes == ()


class TestMeasures:
    """A column `result` that holds what another column holds, one measure in some rows each."""

    ROWS = 12

    def frame(self):
        """Return rows of two kinds of tasks, as benchmarks of automated learning write them."""
        kinds = ["two", "many"] * (self.ROWS // 2)
        auc = [0.8 + n / 100 if kind == "two" else None for n, kind in enumerate(kinds)]
        loss = [0.4 + n / 100 if kind == "many" else None for n, kind in enumerate(kinds)]
        return pd.DataFrame(
            {
                "task": [f"t{n // 2}" for n in range(self.ROWS)],
                "framework": [f"f{n % 2}" for n in range(self.ROWS)],
                "result": [a if a is not None else b for a, b in zip(auc, loss, strict=True)],
                "auc": auc,
                "logloss": loss,
            }
        )

    def test_they_are_named_and_chosen(self):
        """With how many rows are whose."""
        assert told(self.frame(), measure="result") == (
            "data: the column 'result' mixes measures of different directions (auc in 6 rows, "
            "logloss in 6 rows); pass measure= with one of auc, logloss"
        )

    def test_equal_numbers_by_chance(self):
        """A few rows that agree are no copies."""
        frame = self.frame().assign(result=lambda rows: rows.index / 7, auc=0.0)
        frame.loc[0, "result"] = 0.0
        scores = read_scores(
            frame[["task", "framework", "result", "auc"]], measure="result", higher_is_better=True,
            missing="keep",
        )  # fmt: skip
        assert scores.measures == ("result",)
