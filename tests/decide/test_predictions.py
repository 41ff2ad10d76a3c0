"""Comparing models by their predictions on one test set."""

import json

import numpy as np
import pandas as pd
import pytest

from bakeoff import read_predictions
from bakeoff.decide import compare
from bakeoff.decide.predictions import compare_predictions, measures_for
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.report.schema import schema
from bakeoff.stats import auc_interval, proportion_interval


def items(n=300, gains=(0.5, 0.45, 0.05), seed=0):
    """Return probabilities of three models: two alike, and one that is worse."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    frame = pd.DataFrame({"y": y})
    for name, gain in zip(("svm", "forest", "knn"), gains, strict=False):
        frame[name] = np.clip(gain * y + 0.6 * rng.random(n), 0.01, 0.99)
    return read_predictions(frame)


class TestVerdict:
    """What a comparison says."""

    def test_who_differs(self):
        """Two are alike and one is worse: by every measure."""
        for measure in ("error", "auc", "f1", "log_loss"):
            found = compare(items(), measure=measure)
            assert found.order[-1] == "knn"
            assert found.cliques == [["svm", "forest"]]
            assert "300 items" in found.verdict

    def test_the_error_without_being_told(self):
        """And it says that it is about these trained models."""
        found = compare(items())
        assert found.question.measures == ("error",)
        assert found.procedure == "mcnemar"
        assert any("trained models" in reason for reason in found.reasons)

    def test_means_are_the_measures(self):
        """Of the whole test set."""
        known = items()
        for measure in ("error", "auc", "f1", "brier"):
            expected = known.measure(measure).values[0, 0, :, 0]
            assert list(compare(known, measure=measure).means.values()) == pytest.approx(expected)

    def test_two_models(self):
        """One pair, and no test of all together."""
        found = compare(items().select(algorithms=["svm", "knn"]), measure="error")
        assert found.omnibus is None
        assert found.recommended == "svm"

    def test_copies(self):
        """P = 1, one clique."""
        frame = items().to_frame()
        y = frame[frame.algorithm == "svm"].set_index("item")
        twice = pd.DataFrame({"y": y.y.astype(int), "a": y.score, "b": y.score})
        for measure in ("error", "auc", "f1"):
            found = compare(read_predictions(twice), measure=measure)
            assert found.pairs.p_value[0] == 1.0
            assert found.warnings == []

    def test_checks(self):
        """No splits; and McNemar's smallest p-value is that of the items that tell."""
        checks = {check.code: check for check in compare(items(), measure="error").checks}
        assert checks["overlap"].outcome == "not applicable"
        assert checks["reach"].outcome == "passed"
        frame = pd.DataFrame({"y": [1] * 20, "a": [1] * 20, "b": [0] * 3 + [1] * 17})
        found = compare(read_predictions(frame))
        reach = next(check for check in found.checks if check.code == "reach")
        assert (reach.outcome, reach.p_value) == ("issue", 0.25)


class TestEstimates:
    """Every model with its own interval."""

    def test_error_and_auc(self):
        """Wilson's for shares, DeLong's for areas."""
        known = items()
        rows = compare(known, measures=["error", "auc"]).parts["estimates"]
        assert [row["measure"] for row in rows] == ["error"] * 3 + ["auc"] * 3
        wrong = int((~known.correct("svm")).sum())
        assert (rows[0]["low"], rows[0]["high"]) == pytest.approx(proportion_interval(wrong, 300))
        area = auc_interval(known.truth, known.score_of(0, ""))
        assert (rows[3]["low"], rows[3]["high"]) == pytest.approx(tuple(area))

    def test_several_measures(self):
        """The first decides; the others stand beside it, and a warning says so."""
        found = compare(items(), measures=["error", "auc"])
        assert found.question.measures == ("error",)
        assert list(found.parts["by_measure"]) == ["error", "auc"]
        assert found.warnings[-1] == (
            "one test set has no measures to be tested together: the verdict is by error; auc is "
            "tested beside it, each by itself"
        )


class TestEquivalence:
    """With a margin."""

    @pytest.mark.parametrize("measure", ["error", "auc", "f1"])
    def test_alike_and_not(self, measure):
        """Two models alike are equivalent within 0.2; the third is not."""
        rows = compare(items(), measure=measure, margin=0.2).equivalence
        assert [row["equivalent"] for row in rows] == [True, False, False]
        # the first of the pair is the better one: it is not worse
        assert rows[1]["a_not_worse"]
        assert not rows[1]["b_not_worse"]


class TestShowing:
    """It shows itself like any comparison."""

    @pytest.mark.parametrize("measure", ["error", "auc", "f1"])
    def test_everywhere(self, measure):
        """JSON by the schema, Markdown, LaTeX, a methods paragraph, pictures."""
        import jsonschema

        found = compare(items(60), measure=measure)
        jsonschema.validate(json.loads(found.to_json()), schema())
        assert "svm" in found.to_markdown()
        assert "svm" in found.to_latex()
        assert "60 test items" in found.methods()
        assert "roc" in found.plots()

    def test_the_signature_depends_on_what_items_say(self):
        """The same numbers, the same signature; another prediction, another."""
        first, again, other = (
            compare(items(60, seed=seed), measure="error").signature for seed in (0, 0, 1)
        )
        assert first == again != other


class TestMeasures:
    """What is compared where nobody says."""

    def test_by_what_there_is(self):
        """Labels: the error; scores of a known class: the area too; measurements: only that."""
        assert measures_for(items()) == ["error", "auc"]
        labels = pd.DataFrame({"y": [0, 1, 1], "a": [0, 1, 0], "b": [1, 1, 0]})
        assert measures_for(read_predictions(labels)) == ["error"]
        rng = np.random.default_rng(0)
        many = pd.DataFrame({"y": list("abc") * 10})
        for name in ("svm", "knn"):
            for kind in "abc":
                many[f"{name}_{kind}"] = rng.random(30)
        assert measures_for(read_predictions(many)) == ["error", "auc_ovo"]
        measured = pd.DataFrame({"y": [0, 1] * 10, "a": 3 + rng.random(20), "b": rng.random(20)})
        known = read_predictions(measured)
        assert measures_for(known) == ["auc"]
        assert compare_predictions(known, None, None, None, _choices()).procedure == "delong"


def _choices():
    from bakeoff.decide.evidence import Choices

    return Choices()


class TestErrors:
    """Each sentence in full."""

    def test_one_model(self):
        """There is nobody to compare it with."""
        with pytest.raises(NotApplicable) as error:
            compare(items().select(algorithms="svm"), measure="error")
        assert str(error.value) == (
            "there is one algorithm, svm, and nothing to compare it with; `auc_interval`, "
            "`proportion_interval` or `bootstrap` say how good it is"
        )

    def test_undefined(self):
        """A measure without a value."""
        frame = pd.DataFrame({"y": [0, 1, 1], "a": [0, 0, 0], "b": [0, 1, 1]})
        with pytest.raises(NotApplicable) as error:
            compare(read_predictions(frame), measure="precision")
        assert str(error.value) == (
            "precision is undefined on these items (0/0): no item of a class that it speaks of, "
            "or none predicted as such"
        )

    def test_different_items(self):
        """Items are joined by key; those that one model lacks are counted and named."""
        long = pd.DataFrame(
            {
                "item": [1, 2, 3, 2, 3, 4],
                "y": [0, 1, 1, 1, 1, 0],
                "algorithm": ["a"] * 3 + ["b"] * 3,
                "predicted": [0, 1, 0, 1, 1, 0],
            }
        )
        with pytest.raises(InvalidInput) as error:
            read_predictions(long)
        assert str(error.value) == (
            "2 predictions are missing (a on item 4; b on item 1); give missing='drop' to leave "
            "out their items"
        )
        kept = read_predictions(long, missing="drop")
        assert kept.item == ("2", "3")

    def test_the_order_of_rows_does_not_matter(self):
        """Paired by key: shuffled rows give the same table."""
        long = items(80).to_frame()
        shuffled = long.sample(frac=1.0, random_state=0)
        first, second = (
            compare(read_predictions(one), measure="error").pairs.p_value
            for one in (long, shuffled)
        )
        assert np.array_equal(
            np.sort(first), np.sort(second)
        )  # the algorithms are in another order
