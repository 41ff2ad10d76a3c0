"""Several files that belong together."""

import pytest

from bakeoff import read_scores
from bakeoff.data.file_groups import names_of_files
from bakeoff.errors import InvalidInput


def told(*arguments, **choices):
    """Return the sentence of the error that reading ends in."""
    with pytest.raises(InvalidInput) as error:
        read_scores(*arguments, **choices)
    return str(error.value)


@pytest.fixture
def files(tmp_path):
    """Write files and return their paths."""

    def write(**contents):
        paths = []
        for name, text in contents.items():
            paths.append(tmp_path / f"{name}.csv")
            paths[-1].write_text(text)
        return paths

    return write


@pytest.mark.parametrize(
    ("paths", "names", "measure"),
    [
        (["a/run_HC2_accuracy.csv", "b/run_TDE_accuracy.csv"], ["HC2", "TDE"], "accuracy"),
        (["svm_auc.csv.gz", "knn_auc.csv.gz"], ["svm", "knn"], "auc"),
        (["svm.csv", "knn.csv"], ["svm", "knn"], None),
        (["svm_rbf_1.csv", "svm_lin_1.csv"], ["rbf", "lin"], None),
        (["x.csv", "x_y.csv"], ["x", "x_y"], None),
        (["svm_error.csv", "knn_auc.csv"], ["svm_error", "knn_auc"], None),
        (["WEASEL-2.0_accuracy.csv", "HC2_accuracy.csv"], ["WEASEL-2.0", "HC2"], "accuracy"),
    ],
)
def test_what_tells_the_names_apart(paths, names, measure):
    """What all begin or end with says nothing of the algorithm; a measure at the end does."""
    assert names_of_files(paths) == (names, measure)


def test_one_algorithm_a_file(files):
    """Data sets down, resamples across; the measure stands in the names."""
    paths = files(
        HC2_accuracy="Resamples:,0,1\niris,0.9,0.8\nwine,0.7,0.6\n",
        TDE_accuracy="Resamples:,0,1\nwine,0.5,0.4\niris,0.3,0.2\n",
    )
    scores = read_scores(paths)
    assert (scores.algorithms, scores.design) == (("HC2", "TDE"), "resampled")
    assert scores.folds("iris")["TDE"].tolist() == [0.3, 0.2]
    assert scores.notes == ("the measure 'accuracy' was read from the files' names",)
    assert read_scores(paths, measure="error").notes == ()


def test_a_data_set_that_one_of_them_lacks(files):
    """Its cells are missing; dropping is said."""
    paths = files(
        HC2_accuracy="Resamples:,0,1\niris,0.9,0.8\nwine,0.7,0.6\n",
        TDE_accuracy="Resamples:,0,1\niris,0.3,0.2\n",
    )
    assert told(paths).startswith("scores: 2 cells are missing (wine/TDE fold 0, wine/TDE fold 1)")
    assert read_scores(paths, missing="drop").datasets == ("iris",)


def test_long_files_of_one_algorithm_each(files):
    """Where no column names the algorithm, the file does."""
    paths = files(svm="dataset,fold,error\niris,0,0.1\niris,1,0.2\n", knn="dataset,fold,error\niris,0,0.3\niris,1,0.4\n")  # fmt: skip
    scores = read_scores(paths)
    assert scores.algorithms == ("svm", "knn")
    assert scores.folds()["knn"].tolist() == [0.3, 0.4]


def test_parts_of_one_table(files):
    """Files that name their algorithms are put below each other."""
    paths = files(
        first="dataset,method,error\niris,svm,0.1\niris,knn,0.2\n",
        second="dataset,method,error\nwine,svm,0.3\nwine,knn,0.4\n",
    )
    assert read_scores(paths).table().to_numpy().tolist() == [[0.1, 0.2], [0.3, 0.4]]


def test_the_same_part_twice(files):
    """Its cells are doubled, and that is an error."""
    text = "dataset,method,error\niris,svm,0.1\niris,knn,0.2\n"
    assert told(files(first=text, second=text)).startswith(
        "2 cells are given more than once (iris/svm, iris/knn)"
    )


def test_two_files_of_one_name(tmp_path):
    """From different folders: nobody could tell them apart."""
    paths = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        paths.append(tmp_path / folder / "svm.csv")
        paths[-1].write_text("dataset,fold,error\niris,0,0.1\n")
    assert told(paths) == "two files are named 'svm'; rename one"


def test_a_list_of_one_file_is_that_file(files):
    """As a pattern that fits one file gives it."""
    paths = files(scores="dataset,svm,knn\niris,0.9,0.8\n")
    assert read_scores(paths, measure="auc").equals(read_scores(paths[0], measure="auc"))
