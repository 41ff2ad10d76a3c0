"""Names and directions: every program's names, no guesses, and every function behind a name."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import get_scorer_names

import bakeoff.measures
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.measures import MEASURES, confusion, find, measure, rates, risk
from bakeoff.measures.registry import SAY_NOTHING

COMPUTED = [one for one in MEASURES if one.computable]
Y = np.array([0, 0, 0, 1, 1, 0, 1, 1])
GOOD = np.array([0.1, 0.2, 0.6, 0.7, 0.8, 0.3, 0.4, 0.9])
TABLE = confusion(Y, GOOD >= 0.5)


def data_for(one, score):
    """Return what a measure's function takes, for scores within [0, 1]."""
    if one.needs == "labels":
        tables = confusion(Y, score >= 0.5)
        return (tables, 1 - np.eye(2)) if one.name == "risk" else (tables,)
    return Y, score


@pytest.mark.parametrize("name", get_scorer_names())
def test_every_scorer_of_scikit_learn_is_known(name):
    """Greater is better for each of them by their convention, neg_ included."""
    assert measure(name).higher_is_better


@pytest.mark.parametrize(
    ("written", "name", "higher"),
    [
        # Weka
        ("Percent_correct", "percent_correct", True),
        ("Percent_incorrect", "percent_incorrect", False),
        ("Area_under_ROC", "auc", True),
        ("Area_under_PRC", "auc_pr", True),
        ("Kappa_statistic", "kappa", True),
        ("F_measure", "f1", True),
        ("IR_recall", "tpr", True),
        ("Matthews_correlation", "mcc", True),
        ("Root_mean_squared_error", "rmse", False),
        ("Mean_absolute_error", "mae", False),
        ("True_positive_rate", "tpr", True),
        ("UserCPU_Time_training", "training_time", False),
        ("Elapsed_Time_testing", "test_time", False),
        ("Serialized_Model_Size", "model_size", False),
        ("measureTreeSize", "model_size", False),
        # OpenML
        ("predictive_accuracy", "accuracy", True),
        ("area_under_roc_curve", "auc", True),
        ("usercpu_time_millis_training", "training_time", False),
        ("average_cost", "risk", False),
        # automlbenchmark
        ("acc", "accuracy", True),
        ("auc", "auc", True),
        ("balacc", "balanced_accuracy", True),
        ("logloss", "log_loss", False),
        ("neg_logloss", "neg_log_loss", True),
        ("training_duration", "training_time", False),
        ("predict_duration", "test_time", False),
        ("duration", "duration", False),
        # mlr, caret, yardstick
        ("acc.test.mean", "accuracy", True),
        ("mmce.test.mean", "error", False),
        ("classif.bacc", "balanced_accuracy", True),
        ("regr.rsq", "r2", True),
        ("timetrain", "training_time", False),
        ("Neg Pred Value", "npv", True),
        ("Balanced Accuracy", "balanced_accuracy", True),
        ("Rsquared", "r2", True),
        ("mn_log_loss", "log_loss", False),
        ("bal_accuracy", "balanced_accuracy", True),
        ("f_meas", "f1", True),
        ("kap", "kappa", True),
        ("roc_auc", "auc", True),
        ("pr_auc", "auc_pr", True),
        # aeon, tsml
        ("AUROC", "auc", True),
        ("NLL", "log_loss", False),
        ("fitTime", "training_time", False),
        # cross_validate and cv_results_
        ("test_accuracy", "accuracy", True),
        ("mean_test_f1_macro", "macro_f1", True),
        ("test_neg_mean_squared_error", "neg_mse", True),
        ("fit_time", "training_time", False),
        ("score_time", "test_time", False),
        ("test_time", "test_time", False),
        ("brier_score_loss", "brier", False),
        # as people write them
        ("ROC AUC", "auc", True),
        ("rocAuc", "auc", True),
        ("AUCpr", "auc_pr", True),
        ("F1-score", "f1", True),
        ("fMeasure", "f1", True),
        ("R²", "r2", True),
        ("accuracy (%)", "percent_correct", True),
        ("error %", "percent_incorrect", False),
        ("NDCG@10", "ndcg_at", True),
        ("precision@5", "precision_at", True),
        ("F0.5", "f05", True),
        ("WER", "wer", False),
        ("Spearman", "spearman", True),
        ("avg. rank", "avg_rank", False),
        ("negative_predictive_value", "npv", True),
        ("negative log-likelihood", "log_loss", False),
    ],
)
def test_names_of_other_programs(written, name, higher):
    """Each is found whatever its spelling, with its direction."""
    found = measure(written)
    assert (found.name, found.higher_is_better) == (name, higher)


@pytest.mark.parametrize(
    "word",
    [
        "score", "value", "result", "metric", "Score", "mean_test_score", "test_score", "neg_score",
        "time", "prevalence", "n", "", " ", "%", "@", "train_accuracy", "x", "0", "neg", "test",
        "score@0.5", "@0.5",
    ],
)  # fmt: skip
def test_what_says_no_direction_is_not_guessed(word):
    """None, and the reader has to ask."""
    assert find(word) is None


def test_no_name_means_two_things():
    """After dropping what does not matter, a name belongs to one measure."""
    owners = Counter()
    for one in MEASURES:
        owners.update({name.replace("_", "") for name in (one.name, *one.aliases)})
    assert [name for name, count in owners.items() if count > 1] == []
    assert not set(SAY_NOTHING) & owners.keys()


def test_names_are_written_plainly():
    """Small letters, digits, underscores: what the lookup compares."""
    for one in MEASURES:
        for name in (one.name, *one.aliases):
            assert name == name.lower().strip("_")
            assert name.replace("_", "").isalnum()
            assert find(name) is one


def test_a_threshold_behind_a_name():
    """The direction is kept; the number is no longer that of the plain measure."""
    found = measure("fpr@0.25")
    assert found.name == "fpr@0.25"
    assert not found.higher_is_better
    assert not found.computable
    assert found.says == "fpr at the threshold 0.25"
    assert measure("Recall @ 1").higher_is_better


def test_neg_turns_everything_round():
    """Direction, bounds, and the number itself."""
    plain, turned = measure("log_loss"), measure("neg_log_loss")
    assert turned.higher_is_better
    assert (turned.low, turned.high) == (-np.inf, 0)
    assert turned.load()([1, 0], [0.8, 0.1]) == -plain.load()([1, 0], [0.8, 0.1])
    assert measure("neg_error").load()(TABLE) == -0.25
    assert measure(turned.name) == turned


@pytest.mark.parametrize("one", COMPUTED, ids=lambda one: one.name)
def test_what_can_be_computed_is(one):
    """The uniform call gives a number within the bounds, and more axes give more numbers."""
    value = one.load()(*data_for(one, GOOD))
    assert one.low <= value <= one.high
    data = [np.stack([part] * 3) for part in data_for(one, GOOD)]
    assert np.asarray(one.load()(*data)).tolist() == [value] * 3


@pytest.mark.parametrize("one", COMPUTED, ids=lambda one: one.name)
def test_the_direction_is_right(one):
    """The truth itself as the prediction is better than its opposite."""
    best = one.load()(*data_for(one, Y.astype(float)))
    worst = one.load()(*data_for(one, 1.0 - Y))
    assert best > worst if one.higher_is_better else best < worst


def test_labels_measures_are_the_rates():
    """Each one made from labels is the rate of its name."""
    found = rates(TABLE)
    for one in COMPUTED:
        if one.function == "rate" and one.name in found:
            assert one.load()(TABLE) == found[one.name]
    assert measure("risk").load()(TABLE, [[0, 5], [1, 0]]) == risk(TABLE, [[0, 5], [1, 0]])


def test_a_two_class_measure_of_three_classes_is_told():
    """It says what to ask for instead; from an array, a list, in any number of tables."""
    for table in (np.eye(3), np.eye(3).tolist(), [np.eye(3).tolist()]):
        with pytest.raises(InvalidInput) as error:
            measure("f1").load()(table)
        assert str(error.value) == (
            "f1 is a measure of two classes, and these tables have 3: take each class against the "
            "rest (one_vs_rest), or ask for a mean over the classes (macro_precision, "
            "macro_recall, macro_f1)"
        )
    assert measure("macro_f1").load()(np.eye(3)) == 1.0


def test_what_is_brought_cannot_be_computed():
    """Times come from a run, and a direction is all that is known of a foreign measure."""
    with pytest.raises(NotApplicable) as error:
        measure("training_time").load()
    assert str(error.value) == (
        "training_time can't be computed from predictions; bring its values in a table"
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "acuracy",
            (
                "there is no measure named 'acuracy'; did you mean accuracy, balanced_accuracy, "
                "top_k_accuracy?"
            ),
        ),
        (
            "score",
            (
                "there is no measure named 'score'; the word says nothing about the direction: "
                "say whether higher is better"
            ),
        ),
        (
            "xyz",
            (
                "there is no measure named 'xyz'; say whether higher is better, or ask for one of "
                "bakeoff.measures.MEASURES"
            ),
        ),
    ],
)
def test_an_unknown_name_is_told(name, sentence):
    """The nearest names, or what to do."""
    with pytest.raises(InvalidInput) as error:
        measure(name)
    assert str(error.value) == sentence


def test_every_public_name_loads_and_none_is_a_module():
    """No module of the room bears a function's name: importing it would hide the function."""
    modules = {path.stem for path in Path(bakeoff.measures.__path__[0]).glob("*.py")}
    assert modules & bakeoff.measures.MODULES.keys() == set()
    for name in bakeoff.measures.MODULES:
        assert getattr(bakeoff.measures, name) is not None
    with pytest.raises(AttributeError, match=r"module 'bakeoff\.measures' has no attribute 'nil'"):
        _ = bakeoff.measures.nil
    assert "roc_auc" in dir(bakeoff.measures)


def test_the_registry_is_light():
    """Asking for a direction loads numpy at most: no scipy, pandas or scikit-learn."""
    program = (
        "import sys, bakeoff.measures.registry as r; r.find('auc');"
        "print(sorted({'scipy', 'pandas', 'sklearn', 'matplotlib'} & set(sys.modules)))"
    )
    found = subprocess.run(  # noqa: S603  our own interpreter, with words written here
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"
