"""Bootstrap intervals of any measure and of its differences."""

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from sklearn import metrics

from bakeoff import read_predictions
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import bootstrap, delong


def items(n=300, seed=0, models=("svm", "knn"), gains=(0.5, 0.3), extra=None):
    """Return probabilities of models, some better than others."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    frame = pd.DataFrame({"y": y})
    for name, gain in zip(models, gains, strict=False):
        frame[name] = np.clip(gain * y + 0.6 * rng.random(n), 0.01, 0.99)
    return frame if extra is None else frame.assign(**extra)


def told(call, *arguments, **choices):
    """Return the sentence of the error that a call ends in."""
    with pytest.raises((InvalidInput, NotApplicable)) as error:
        call(*arguments, **choices)
    return str(error.value)


class TestAnotherProgram:
    """The same intervals from other roads."""

    def test_accuracy_is_that_of_scipy(self):
        """scipy.stats.bootstrap of who is right, percentile limits."""
        frame = items()
        right = np.array([(frame[name] >= 0.5) == frame.y for name in ("svm", "knn")], dtype=float)
        found = bootstrap(read_predictions(frame), "accuracy")
        theirs = scipy.stats.bootstrap(
            (right[0] - right[1],), np.mean, method="percentile", rng=np.random.default_rng(0)
        )
        low, high = theirs.confidence_interval
        # limits are multiples of 1/300, and percentiles of 10,000 draws are off by one at times
        assert (found.low[0], found.high[0]) == pytest.approx((low, high), abs=1.1 / 300)
        own = scipy.stats.bootstrap(
            (right[1],), np.mean, method="percentile", rng=np.random.default_rng(0)
        )
        assert found.details["low"][1] == pytest.approx(own.confidence_interval.low, abs=1.1 / 300)

    @pytest.mark.parametrize(
        ("measure", "function"),
        [
            ("f1", lambda y, p: metrics.f1_score(y, p >= 0.5)),
            ("auc", metrics.roc_auc_score),
            ("log_loss", metrics.log_loss),
            ("average_precision", metrics.average_precision_score),
        ],
    )
    def test_rows(self, measure, function):
        """Drawing rows and measuring them, by hand."""
        frame = items(120)
        known = read_predictions(frame)
        table = frame.to_numpy()
        rng = np.random.default_rng(7)
        by_hand = []
        for _ in range(400):
            y, svm, knn = table[rng.integers(0, 120, 120)].T
            by_hand.append(function(y, svm) - function(y, knn))
        found = bootstrap(known, measure, draws=2000)
        # a standard deviation of 400 draws has a relative error of 0.035
        reach = (found.high[0] - found.low[0]) / 3.92
        assert reach == pytest.approx(np.std(by_hand), rel=0.15)
        low, high = np.quantile(by_hand, [0.025, 0.975])
        assert found.low[0] == pytest.approx(low, abs=0.5 * np.std(by_hand))
        assert found.high[0] == pytest.approx(high, abs=0.5 * np.std(by_hand))

    def test_auc_is_near_delong(self):
        """With many items both intervals are normal."""
        frame = items(2000)
        known = bootstrap(read_predictions(frame), "auc", draws=2000)
        normal = delong(frame.y, frame[["svm", "knn"]])
        assert known.low[0] == pytest.approx(normal.low[0], abs=0.004)
        assert known.high[0] == pytest.approx(normal.high[0], abs=0.004)


class TestChoices:
    """What can be asked for."""

    def test_the_same_seed_the_same_numbers(self):
        """Another seed, other numbers."""
        known = read_predictions(items())
        first, again, other = (bootstrap(known, "f1", rng=seed) for seed in (0, 0, 1))
        assert first.low[0] == again.low[0]
        assert first.details["standard_error"][0] != other.details["standard_error"][0]

    def test_a_larger_level_is_wider(self):
        """And `alpha` is what is left of it."""
        known = read_predictions(items())
        narrow, wide = (bootstrap(known, "auc", level=level, draws=500) for level in (0.9, 0.99))
        assert wide.low[0] < narrow.low[0]
        assert wide.high[0] > narrow.high[0]
        assert wide.alpha == pytest.approx(0.01)

    def test_within_the_classes(self):
        """The share of positives is fixed, so that a constant model's accuracy does not vary."""
        frame = items().assign(always=1)
        frame["svm"] = (frame["svm"] >= 0.5).astype(int)
        known = read_predictions(frame, models=["svm", "always"])
        fixed = bootstrap(known, "accuracy", stratified=True, draws=500)
        free = bootstrap(known, "accuracy", draws=500)
        assert fixed.details["standard_error"][1] == 0.0
        assert free.details["standard_error"][1] > 0.0

    def test_clusters_widen_the_interval(self):
        """Each item written down five times tells no more than once."""
        frame = pd.concat([items(100)] * 5, ignore_index=True)
        clusters = np.tile(np.arange(100), 5)
        known = read_predictions(frame)
        for measure in ("accuracy", "auc", "log_loss"):
            naive = bootstrap(known, measure, draws=1000)
            honest = bootstrap(known, measure, draws=1000, clusters=clusters)
            ratio = honest.details["standard_error"] / naive.details["standard_error"]
            assert ratio == pytest.approx(np.sqrt(5), rel=0.15)

    def test_repeats_are_clusters_by_themselves(self):
        """The same items in two repeats are drawn together, and a note says so."""
        once = items(100)
        frame = pd.concat(
            [once.assign(repeat=r, item=range(100)) for r in range(4)], ignore_index=True
        )
        repeated = bootstrap(read_predictions(frame), "accuracy", draws=2000)
        alone = bootstrap(read_predictions(once), "accuracy", draws=2000)
        assert repeated.details["standard_error"] == pytest.approx(
            alone.details["standard_error"], rel=0.08
        )
        assert any("more than once" in note for note in repeated.notes)

    def test_a_function(self):
        """Of classes as text, or of scores."""
        known = read_predictions(items())
        own = bootstrap(known, lambda y, p: np.mean(y == p), draws=300, rng=3)
        assert own.details["estimate"] == pytest.approx(
            bootstrap(known, "accuracy", draws=10).details["estimate"]
        )
        scored = bootstrap(known, lambda y, s: s[y].mean(), takes="scores", draws=100)
        assert scored.difference[0] > 0

    def test_one_algorithm(self):
        """No pairs; its own interval stands in the details."""
        found = bootstrap(read_predictions(items(models=("svm",))), "auc", draws=300)
        assert len(found) == 0
        assert found.details["low"][0] < found.details["estimate"][0] < found.details["high"][0]

    def test_many_algorithms(self):
        """Every pair, with Holm's correction."""
        frame = items(models=("a", "b", "c", "d"), gains=(0.1, 0.3, 0.3, 0.6))
        found = bootstrap(read_predictions(frame), "auc", draws=1000)
        assert len(found) == 6
        assert (found.p_adjusted >= found.p_value).all()
        assert found.significant[2]  # a against d

    def test_one_draw(self):
        """It is little, and no fault."""
        found = bootstrap(read_predictions(items()), "accuracy", draws=1)
        assert found.low[0] == found.high[0]
        assert found.details["standard_error"].tolist() == [0.0, 0.0]


class TestPValue:
    """The level at which the interval begins to hold 0."""

    def test_identical_models(self):
        """P = 1."""
        frame = items()
        frame["knn"] = frame["svm"]
        for measure in ("accuracy", "auc", "log_loss"):
            found = bootstrap(read_predictions(frame), measure, draws=200)
            assert (found.difference[0], found.p_value[0]) == (0.0, 1.0)

    def test_never_zero(self):
        """The data count as a draw."""
        frame = items(gains=(0.9, 0.0))
        found = bootstrap(read_predictions(frame), "auc", draws=999)
        assert found.p_value[0] == pytest.approx(2 / 1000)

    def test_the_interval_and_p_agree(self):
        """Significant at 5 percent where the 95 percent interval does not hold 0."""
        for seed in range(10):
            frame = items(80, seed=seed, gains=(0.5, 0.35))
            found = bootstrap(read_predictions(frame), "auc", draws=2000)
            if not 0.04 < found.p_value[0] < 0.06:
                holds = found.low[0] <= 0 <= found.high[0]
                assert holds == (found.p_value[0] > 0.05)


def test_coverage():
    """Of 200 intervals of an accuracy at 90 percent about 180 hold the truth."""
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(200):
        y = np.ones(150, dtype=int)
        frame = pd.DataFrame({"y": y, "svm": rng.random(150) < 0.8}).astype(int)
        frame.loc[0, "y"] = 1 - frame.loc[0, "y"]
        frame.loc[0, "svm"] = 1 - frame.loc[0, "svm"]
        found = bootstrap(read_predictions(frame), "accuracy", level=0.9, draws=1000)
        held += found.details["low"][0] <= 0.8 <= found.details["high"][0]
    assert 163 <= held <= 195  # the 99.9 percent interval of a binomial of 200 at 0.9, a bit more


class TestErrors:
    """Each sentence in full."""

    def test_what_is_drawn_from(self):
        """Predictions."""
        assert told(bootstrap, np.zeros((3, 2)), "accuracy") == (
            "predictions must be Predictions, as read_predictions gives them; it was ndarray"
        )

    def test_undefined(self):
        """A measure without a value here has no interval."""
        frame = pd.DataFrame({"y": [0, 1, 1, 0], "svm": [0, 0, 0, 0], "knn": [0, 1, 1, 0]})
        assert told(bootstrap, read_predictions(frame), "precision") == (
            "precision of svm is undefined on these items (0/0): no item of a class that it "
            "speaks of, or none predicted as such"
        )

    def test_undefined_in_some_draws(self):
        """They are left out, and a note says how many; too many are an error."""
        frame = pd.DataFrame({"y": [0] * 20 + [1] * 3, "svm": np.linspace(0, 1, 23)})
        found = bootstrap(read_predictions(frame), "auc", draws=2000)
        assert any("was undefined in" in note for note in found.notes)
        single = pd.DataFrame({"y": [0, 1], "svm": [0.2, 0.9]})
        assert told(bootstrap, read_predictions(single), "auc") == (
            "auc is undefined in 49% of the draws; these items are too few for it"
        )

    def test_draws(self):
        """A whole number."""
        assert told(bootstrap, read_predictions(items()), "auc", draws=0) == (
            "draws must be a whole number of at least 1; it was 0"
        )
