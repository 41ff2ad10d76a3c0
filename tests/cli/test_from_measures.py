"""`bakeoff test` on several measures: the roads from files to each kind of test."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.stats import (
    box_m,
    dimension,
    hotelling,
    hotelling_two_sample,
    manova,
    manova_blocks,
    mardia,
    pairwise_t2,
    permutation_manova,
)

ALGORITHMS, MEASURES = ("knn", "svm", "tree"), ("tpr", "fpr")


@pytest.fixture
def cube():
    """Return folds x algorithms x measures."""
    rng = np.random.default_rng(0)
    values = 0.6 + 0.05 * rng.normal(size=(10, 3, 2)) + 0.03 * np.arange(3)[:, None]
    return values.round(4)


@pytest.fixture
def folds(cube, tmp_path):
    """Return a file in long form, most rows shuffled: pairing goes by the keys."""
    rows = [
        {
            "dataset": "iris",
            "algorithm": name,
            "fold": fold,
            **dict(zip(MEASURES, pair, strict=True)),
        }
        for fold, block in enumerate(cube)
        for name, pair in zip(ALGORITHMS, block, strict=True)
    ]
    path = tmp_path / "folds.csv"
    frame = pd.DataFrame(rows)
    frame = pd.concat([frame[:3], frame[3:].sample(frac=1, random_state=0)])
    frame.to_csv(path, index=False)
    return path


WORDS = ("--measures", "tpr,fpr", "--json", "-")


class TestRoads:
    """What each test is given is what the file holds."""

    @pytest.mark.parametrize(
        ("name", "wanted"),
        [
            ("manova", lambda cube: manova(cube.swapaxes(0, 1))),
            ("manova_blocks", manova_blocks),
            ("dimension", dimension),
            ("permutation_manova", permutation_manova),
            ("box_m", lambda cube: box_m(cube.swapaxes(0, 1))),
        ],
    )
    def test_all_algorithms(self, bakeoff, folds, cube, name, wanted):
        """In the order in which they are named, by the measures asked for."""
        content = bakeoff("test", name, folds, *WORDS).json
        result = wanted(cube)
        assert content["statistic"] == pytest.approx(result.statistic)
        assert content["p_value"] == pytest.approx(result.p_value)

    def test_two_algorithms(self, bakeoff, folds, cube):
        """Paired by their folds, or not at all; with the ratio."""
        chosen = ("--a", "svm", "--b", "knn")
        content = bakeoff(
            "test", "hotelling", folds, *WORDS, *chosen, "--test-train-ratio", "1/9"
        ).json
        wanted = hotelling(cube[:, 1], cube[:, 0], test_train_ratio=1 / 9)
        assert content["statistic"] == pytest.approx(wanted.statistic)
        assert content["details"]["measures"] == ["tpr", "fpr"]
        content = bakeoff("test", "hotelling_two_sample", folds, *WORDS, *chosen).json
        wanted = hotelling_two_sample(cube[:, 1], cube[:, 0])
        assert content["statistic"] == pytest.approx(wanted.statistic)

    def test_differences_are_asked_whether_they_are_normal(self, bakeoff, folds, cube):
        """Of two algorithms their differences, of one its scores."""
        content = bakeoff("test", "mardia", folds, *WORDS, "--a", "svm", "--b", "knn").json
        assert content["statistic"] == pytest.approx(mardia(cube[:, 1] - cube[:, 0]).statistic)
        content = bakeoff("test", "mardia", folds, *WORDS, "--a", "tree").json
        assert content["statistic"] == pytest.approx(mardia(cube[:, 2]).statistic)

    def test_all_pairs(self, bakeoff, folds, cube):
        """With their names and the correction."""
        content = bakeoff("test", "pairwise_t2", folds, *WORDS, "--correction", "bonferroni").json
        wanted = pairwise_t2(cube, correction="bonferroni")
        assert [(row["a"], row["b"]) for row in content["pairs"]] == [
            ("knn", "svm"),
            ("knn", "tree"),
            ("svm", "tree"),
        ]
        assert [row["p_adjusted"] for row in content["pairs"]] == pytest.approx(
            wanted.p_adjusted.tolist()
        )

    def test_without_blocks(self, bakeoff, folds, cube):
        """The same runs as groups."""
        content = bakeoff("test", "dimension", folds, *WORDS, "--no-blocks").json
        wanted = dimension(cube.swapaxes(0, 1), blocks=False)
        assert content["statistic"] == pytest.approx(wanted.statistic)


class TestTheAnswer:
    """As a person reads it."""

    def test_manova(self, bakeoff, folds):
        """Means of each measure, an analysis of variance of each, the discriminants."""
        answer = bakeoff("test", "manova_blocks", folds, "--measures", "tpr,fpr")
        assert answer.code == 0
        lines = answer.out.splitlines()
        assert lines[0].startswith("manova_blocks, exact, two-sided: 3 algorithms, over 10 splits")
        assert any(line.startswith("  means, tpr") for line in lines)
        assert any(line.startswith("  per measure ") for line in lines)
        assert any(line.startswith("  discriminants  eigenvalue") for line in lines)
        assert "--test-train-ratio 0.1111 corrects for it" in answer.out

    def test_the_order_along_the_first_discriminant(self, bakeoff, tmp_path):
        """Where its share passes 0.9."""
        rng = np.random.default_rng(1)
        rows = [
            {"algorithm": name, "fold": fold, "tpr": place + noise[0], "fpr": place / 2 + noise[1]}
            for name, place in (("b", 0.5), ("a", 0.3), ("c", 0.7))
            for fold, noise in enumerate(rng.normal(0, 0.03, (8, 2)))
        ]
        path = tmp_path / "line.csv"
        pd.DataFrame(rows).to_csv(path, index=False)
        answer = bakeoff("test", "manova", path, "--measures", "tpr,fpr")
        order = next(line for line in answer.out.splitlines() if line.startswith("  order "))
        assert order.split(maxsplit=1)[1] == (
            "a, b, c (along the first discriminant, from low to high)"
        )

    def test_more_measures_than_splits(self, bakeoff, tmp_path):
        """One sentence with the ways out, and exit code 1."""
        rows = [
            {"algorithm": name, "fold": fold, **{f"auc{i}": rng for i, rng in enumerate(values)}}
            for name in ("a", "b")
            for fold, values in enumerate(np.random.default_rng(2).random((3, 4)))
        ]
        frame = pd.DataFrame(rows)
        frame.loc[frame.algorithm == "b", "auc0":] += np.random.default_rng(3).random((3, 4))
        path = tmp_path / "few.csv"
        frame.to_csv(path, index=False)
        measures = "auc0,auc1,auc2,auc3"
        answer = bakeoff("test", "hotelling", path, "--measures", measures, "--higher-is-better")
        assert answer.code == 1
        assert "4 measures are too many for 2 degrees of freedom" in answer.err
        assert len(answer.err.splitlines()) == 1
