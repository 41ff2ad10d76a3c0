"""`bakeoff test`: every test of the registry on small files, and what goes wrong."""

import inspect
import json

import numpy as np
import pandas as pd
import pytest

from bakeoff.cli.inputs import ROADS, TAKES
from bakeoff.cli.named import every, kind_of
from bakeoff.stats import (
    cochran_q,
    efficiency,
    friedman,
    mcnemar,
    paired_t,
    two_proportions,
    wilcoxon,
)

RATES = {"svm": 0.10, "knn": 0.14, "tree": 0.20}
# what a test must be told, and has no default for
TOLD = {
    "p0": "0.2",
    "mu0": "0.1",
    "sigma": "0.02",
    "control": "svm",
    "weights": "1,-0.5,-0.5",
    "test": "wilcoxon",
}
# for each kind of test a file, and the words that choose from it
WORDS = {
    "counts": ("counts.csv", "--a", "svm"),
    "two-counts": ("counts.csv",),
    "confusion": ("confusion.csv",),
    "contingency": ("labels.csv", "--a", "svm", "--b", "knn"),
    "correct": ("labels.csv",),
    "scored-items": ("probabilities.csv", "--positive", "1"),
    "scored-pair": ("probabilities.csv", "--positive", "1", "--a", "svm", "--b", "tree"),
    "predictions": ("labels.csv", "--positive", "1", "--measure", "f1"),
    "values": ("wide.csv", "--a", "svm"),
    "repeats": ("scores.csv", "--dataset", "iris", "--measure", "error", "--a", "svm"),
    "pair": ("wide.csv", "--a", "svm", "--b", "tree"),
    "differences-5x2": ("five_by_two.csv",),
    "independent": ("runs.csv", "--a", "svm", "--b", "knn"),
    "residuals": ("runs.csv", "--a", "svm", "--b", "knn"),
    "table": ("wide.csv",),
    "groups": ("runs.csv",),
    "two-way": ("scores.csv", "--measure", "error"),
    "measures": ("scores.csv", "--dataset", "iris", "--a", "svm"),
    "measures-pair": ("scores.csv", "--dataset", "iris", "--a", "svm", "--b", "tree"),
    "measures-independent": ("scores.csv", "--dataset", "iris", "--a", "svm", "--b", "tree"),
    "measures-table": ("scores.csv", "--dataset", "iris"),
    "measures-groups": ("scores.csv", "--dataset", "iris"),
}

FIRST_OF_EACH_KIND = list({kind_of(test, test.load()): test for test in every()[::-1]}.values())


def scores(rng, datasets, repeats, folds):
    """A long table of error and auc."""
    rows = []
    for dataset in datasets:
        for repeat, fold in np.ndindex(repeats, folds):
            for name, rate in RATES.items():
                error = round(rate + rng.normal(0, 0.02), 4)
                auc = round(1 - error / 2 + rng.normal(0, 0.01), 4)
                rows += [
                    (dataset, name, repeat, fold, measure, value)
                    for measure, value in (("error", error), ("auc", auc))
                ]
    return pd.DataFrame(
        rows, columns=["dataset", "algorithm", "repeat", "fold", "measure", "value"]
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One small file for each kind of data."""
    folder = tmp_path_factory.mktemp("files")
    rng = np.random.default_rng(0)
    scores(rng, ("iris", "wine", "glass"), 2, 5).to_csv(folder / "scores.csv", index=False)
    five = scores(rng, ("iris",), 5, 2).query("measure == 'error' and algorithm != 'tree'")
    five.to_csv(folder / "five_by_two.csv", index=False)
    wide = {name: rng.normal(rate, 0.03, 12).round(3) for name, rate in RATES.items()}
    sets = {"dataset": [f"d{row}" for row in range(12)]}
    pd.DataFrame(sets | wide).to_csv(folder / "wide.csv", index=False)
    runs = {name: rng.normal(1 - rate, 0.02, 9).round(3) for name, rate in RATES.items()}
    pd.DataFrame(runs).to_csv(folder / "runs.csv", index=False)
    y = rng.integers(0, 2, 60)
    items = {"item": np.arange(60), "y": y}
    labels = {name: np.where(rng.random(60) < rate, 1 - y, y) for name, rate in RATES.items()}
    pd.DataFrame(items | labels).to_csv(folder / "labels.csv", index=False)
    chances = {
        name: (1 / (1 + np.exp(1.5 - 3 * y + rng.normal(0, 1 + 5 * rate, 60)))).round(3)
        for name, rate in RATES.items()
    }
    pd.DataFrame(items | chances).to_csv(folder / "probabilities.csv", index=False)
    (folder / "counts.csv").write_text("name,errors,n\nsvm,12,100\nknn,25,120\n")
    (folder / "confusion.csv").write_text("9,7,3\n15,17,13\n3,7,28\n")
    return folder


def words_of(test, folder):
    """Return the command that runs a test on the file of its kind."""
    function = test.load()
    file, *chosen = WORDS[kind_of(test, function)]
    told = [
        word
        for one in inspect.signature(function).parameters.values()
        if one.name in TOLD and one.default is one.empty
        for word in (f"--{one.name}", TOLD[one.name])
    ]
    return ["test", test.name, folder / file, *chosen, *told]


class TestEveryTest:
    """What the registry holds, the shell runs; a new test needs no edit here."""

    def test_every_kind_has_a_road_and_words_for_it(self):
        """Of the registry, and of those that are told apart by their parameters."""
        kinds = {kind_of(test, test.load()) for test in every()}
        assert kinds <= set(ROADS)
        assert set(ROADS) == set(TAKES)

    @pytest.mark.parametrize("test", every(), ids=lambda test: test.name)
    def test_a_plain_answer(self, bakeoff, folder, test):
        """The test's name, p or a table of pairs, and a verdict."""
        answer = bakeoff(*words_of(test, folder))
        assert answer.code == 0, answer.err
        assert ": " in answer.out.splitlines()[0]
        assert "significant at 0.05" in answer.out or " at 0.05\n" in answer.out
        assert "Traceback" not in answer.err
        assert all(len(line) < 160 for line in answer.out.splitlines() if "note" not in line)

    @pytest.mark.parametrize("test", every(), ids=lambda test: test.name)
    def test_json_is_all_that_stands_on_standard_output(self, bakeoff, folder, test):
        """Parsed as it is, with the question, the options and the whole result."""
        answer = bakeoff(*words_of(test, folder), "--json", "-")
        assert answer.code == 0, answer.err
        found = answer.json
        assert found["test"] == test.name
        assert found["alpha"] == 0.05
        assert {"question", "options", "method", "notes", "details"} <= set(found)
        assert "p_value" in found or "pairs" in found
        json.dumps(found, allow_nan=False)

    @pytest.mark.parametrize("test", every(), ids=lambda test: test.name)
    def test_help(self, bakeoff, test):
        """How it is called, and what its file must hold."""
        answer = bakeoff("test", test.name, "--help")
        assert answer.code == 0
        assert f"bakeoff test {test.name} FILE" in answer.out
        assert TAKES[kind_of(test, test.load())] in answer.out


class TestTheNumbers:
    """What the shell prints is what the functions give."""

    def test_pairs(self, bakeoff, folder):
        """The columns of a wide file."""
        frame = pd.read_csv(folder / "wide.csv")
        found = bakeoff(*self.words(folder), "--zeros", "pratt", "--json", "-").json
        wanted = wilcoxon(frame["svm"], frame["tree"], zeros="pratt").to_dict()
        assert {name: found[name] for name in wanted} == json.loads(json.dumps(wanted))
        assert found["options"] == {"zeros": "pratt"}
        assert found["question"]["algorithms"] == ["svm", "tree"]

    def words(self, folder):
        """The command."""
        return ["test", "wilcoxon", folder / "wide.csv", "--a", "svm", "--b", "tree"]

    def test_a_short_plain_answer(self, bakeoff, tmp_path):
        """As it reads."""
        file = tmp_path / "results.csv"
        file.write_text("dataset,svm,knn\na,1,2\nb,2,4\nc,3,6\nd,4,8\ne,5,10\n")
        answer = bakeoff("test", "wilcoxon", file, "--measure", "error")
        assert answer.out == (
            "wilcoxon, exact, two-sided: svm against knn, over 5 data sets\n"
            "  measure    error (lower is better)\n"
            "  means      svm 3, knn 6\n"
            "  wins       svm 5, knn 0, ties 0\n"
            "  statistic  0\n"
            "  estimate   -3, 95% interval -inf to inf\n"
            "  effect     -1 (matched rank-biserial)\n"
            "p = 0.0625: not significant at 0.05\n"
            "note: with 5 pairs that differ the smallest possible p is 0.0625: this design cannot "
            "reach 0.05\n"
        )

    def test_folds_with_their_correction(self, bakeoff, folder):
        """A fraction is a number; the hint says it where it was forgotten."""
        words = ["test", "paired_t", folder / "scores.csv", "--measure", "error", "--dataset"]
        words += ["iris", "--a", "svm", "--b", "knn"]
        frame = pd.read_csv(folder / "scores.csv").query("dataset == 'iris' and measure == 'error'")
        table = frame.pivot_table(index=["repeat", "fold"], columns="algorithm", values="value")
        wanted = paired_t(table["svm"], table["knn"], test_train_ratio=0.25)
        found = bakeoff(*words, "--test-train-ratio", "1/4", "--json", "-").json
        assert found["p_value"] == pytest.approx(wanted.p_value, rel=1e-12)
        plain = bakeoff(*words)
        assert "the training sets of these splits overlap" in plain.out
        assert "--test-train-ratio 0.25 corrects for it" in plain.out

    def test_items(self, bakeoff, folder):
        """Who is right on what."""
        frame = pd.read_csv(folder / "labels.csv")
        right = frame[["svm", "knn", "tree"]].eq(frame["y"], axis=0).astype(float)
        found = bakeoff("test", "cochran_q", folder / "labels.csv", "--json", "-").json
        assert found["p_value"] == pytest.approx(cochran_q(right).p_value)
        svm, knn = right["svm"] == 1, right["knn"] == 1
        cells = [[(~svm & ~knn).sum(), (~svm & knn).sum()], [(svm & ~knn).sum(), (svm & knn).sum()]]
        words = ["test", "mcnemar", folder / "labels.csv", "--a", "svm", "--b", "knn"]
        found = bakeoff(*words, "--method=mid-p", "--json", "-").json
        assert found["p_value"] == pytest.approx(mcnemar(cells, method="mid-p").p_value)

    def test_a_table_of_right_and_wrong(self, bakeoff, tmp_path):
        """In the place of predictions, for tests of answers on items."""
        file = tmp_path / "right.csv"
        file.write_text("item,svm,knn\n" + "1,1,0\n2,1,0\n3,0,1\n4,1,1\n5,0,0\n6,1,0\n")
        answer = bakeoff("test", "mcnemar", file, "--json", "-")
        assert answer.json["details"]["only_a_wrong"] == 1
        assert answer.json["details"]["only_b_wrong"] == 3
        assert answer.err == "note: 1 was taken for right, 0 for wrong\n"
        assert bakeoff("test", "cochran_q", file, "--json", "-").json["n"] == 6

    def test_a_p_that_is_too_small_for_numbers(self, bakeoff, tmp_path):
        """Its power of ten is known."""
        file = tmp_path / "table.csv"
        file.write_text("700,0,0\n0,700,0\n0,0,700\n")
        answer = bakeoff("test", "efficiency", file)
        assert "\np = 10^-998.5: significant at 0.05\n" in answer.out

    def test_counts(self, bakeoff, folder):
        """Of a table, of two numbers below each other, of a confusion table."""
        found = bakeoff("test", "two_proportions", folder / "counts.csv", "--json", "-").json
        assert found["p_value"] == pytest.approx(two_proportions(12, 100, 25, 120).p_value)
        found = bakeoff("test", "binomial", "-", "--p0", "0.1", "--json", "-", stdin="12\n100\n")
        assert found.json["estimate"] == 0.12
        found = bakeoff("test", "efficiency", folder / "confusion.csv", "--json", "-").json
        table = [[9, 7, 3], [15, 17, 13], [3, 7, 28]]
        assert found["p_value"] == pytest.approx(efficiency(table).p_value)

    def test_the_direction_decides_about_rank_one(self, bakeoff, folder):
        """Of a known measure by itself, of an unknown one by the option."""
        frame = pd.read_csv(folder / "wide.csv").drop(columns="dataset")
        for option, higher in (("--higher-is-better", True), ("--lower-is-better", False)):
            found = bakeoff("test", "friedman", folder / "wide.csv", option, "--json", "-").json
            wanted = friedman(frame, higher_is_better=higher).details["mean_ranks"]
            assert found["details"]["mean_ranks"] == pytest.approx(wanted.tolist())

    def test_a_number_in_the_place_of_the_second(self, bakeoff, folder):
        """A score to compare with."""
        words = ["test", "sign", folder / "wide.csv", "--a", "svm", "--b", "0.05"]
        found = bakeoff(*words, "--json", "-").json
        assert found["question"]["algorithms"] == ["svm", "0.05"]
        frame = pd.read_csv(folder / "wide.csv")
        assert found["details"]["above"] == int((frame["svm"] > 0.05).sum())

    def test_blocks_that_are_none(self, bakeoff, folder):
        """The rows then are runs, and may differ in number."""
        words = ["test", "tukey", folder / "wide.csv"]
        blocked, free = (bakeoff(*words, *more).out for more in ((), ("--no-blocks",)))
        assert "over 12 data sets" in blocked
        assert "over 12 values each" in free

    def test_alpha_is_the_level_of_verdict_and_intervals(self, bakeoff, folder):
        """For pairs, too."""
        words = ["test", "tukey", folder / "wide.csv", "--alpha", "0.001"]
        found = bakeoff(*words, "--json", "-").json
        assert found["alpha"] == 0.001
        assert sum(pair["significant"] for pair in found["pairs"]) == sum(
            pair["p_adjusted"] <= 0.001 for pair in found["pairs"]
        )

    def test_json_to_a_file(self, bakeoff, folder, tmp_path):
        """Then the plain answer stands on standard output."""
        target = tmp_path / "answer.json"
        answer = bakeoff(*self.words(folder), "--json", target)
        assert answer.out.startswith("wilcoxon, exact")
        assert answer.err == f"wrote {target}\n"
        assert json.loads(target.read_text())["test"] == "wilcoxon"

    def test_standard_input(self, bakeoff, folder):
        """A dash in the place of the file."""
        words = ["test", "wilcoxon", "-", "--a", "svm", "--b", "tree"]
        content = (folder / "wide.csv").read_text()
        assert bakeoff(*words, stdin=content).out == bakeoff(*self.words(folder)).out

    def test_one_algorithm_has_no_pairs(self, bakeoff, folder):
        """Its interval is all there is."""
        words = ["test", "bootstrap", folder / "labels.csv", "--measure", "error", "--a", "svm"]
        answer = bakeoff(*words, "--draws", "200")
        assert answer.code == 0
        assert "estimates  svm " in answer.out

    def test_differences_of_two_over_repeats(self, bakeoff, folder):
        """Named by --a and --b."""
        words = ["test", "fold_dependence", folder / "scores.csv", "--measure", "error"]
        answer = bakeoff(*words, "--dataset", "iris", "--a", "svm", "--b", "knn")
        assert answer.code == 0
        assert "note: of the differences a - b\n" in answer.err


class TestWrongUsage:
    """Exit code 2, one sentence, nothing on standard output."""

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (
                [],
                "name a test and a file: bakeoff test NAME FILE; `bakeoff tests` lists the tests",
            ),
            (["wilcoxon"], "name the file that wilcoxon is run on; - is standard input"),
            (
                ["--zeros", "pratt", "wilcoxon", "wide.csv"],
                "name the test first, then the file, then its options: bakeoff test NAME FILE ...",
            ),
            (
                ["wilcoxon", "wide.csv", "--zero", "pratt"],
                "wilcoxon: there is no option --zero; the test's own options are --alternative, --zeros, --method",
            ),
            (
                ["wilcoxon", "wide.csv", "--zeros"],
                "wilcoxon: --zeros needs a value: --zeros wilcox|pratt|split",
            ),
            (
                ["binomial", "counts.csv"],
                "binomial needs --p0 P0; `bakeoff tests binomial` says what it is",
            ),
            (
                ["two_sample_t", "runs.csv", "--equal-variances=maybe"],
                "two_sample_t: --equal-variances is given alone, or as --equal-variances=false",
            ),
        ],
    )
    def test_it_says_how(self, bakeoff, words, sentence):
        """What is missing, or not known."""
        answer = bakeoff("test", *words)
        assert (answer.code, answer.out, answer.err) == (2, "", f"bakeoff: {sentence}\n")


class TestErrors:
    """Exit code 1, one sentence, no traceback."""

    def said(self, answer):
        """Return the sentence."""
        assert (answer.code, answer.out) == (1, "")
        assert answer.err.startswith("bakeoff: ")
        assert answer.err.count("\n") == 1
        return answer.err.removeprefix("bakeoff: ").rstrip()

    def test_unknown_tests(self, bakeoff, folder):
        """The nearest ones are named, those of the second list too."""
        assert self.said(bakeoff("test", "wilcoxn", folder / "wide.csv")) == (
            "there is no test named 'wilcoxn'; did you mean wilcoxon?"
        )
        assert "did you mean bootstrap?" in self.said(bakeoff("test", "bootstrp", "x.csv"))
        assert self.said(bakeoff("test", "zzz", "x.csv")) == (
            "there is no test named 'zzz'; `bakeoff tests` lists them"
        )

    def test_which_algorithms(self, bakeoff, folder):
        """Of three two are to be named; unknown names are answered with the known ones."""
        file = folder / "wide.csv"
        assert self.said(bakeoff("test", "sign", file)) == (
            "which algorithm? pass --a with one of svm, knn, tree"
        )
        assert self.said(bakeoff("test", "sign", file, "--a", "svm", "--b", "nb")) == (
            "--b: there is no 'nb'; there are svm, knn, tree"
        )
        assert self.said(bakeoff("test", "sign", file, "--a", "svm", "--b", "svm")) == (
            "--a and --b name the same algorithm, 'svm'; name two"
        )

    def test_which_measure_and_data_set(self, bakeoff, folder):
        """Where a test takes one of each."""
        file = folder / "scores.csv"
        assert self.said(bakeoff("test", "friedman", file)) == (
            "which measure? pass --measure with one of error, auc"
        )
        words = ["test", "manova", file]
        assert self.said(bakeoff(*words)) == (
            "which data set? pass --dataset with one of iris, wine, glass"
        )

    def test_the_wrong_kind_of_file(self, bakeoff, folder):
        """It says what the test takes."""
        assert "and this test takes answers on items" in self.said(
            bakeoff("test", "mcnemar", folder / "wide.csv", "--a", "svm", "--b", "knn")
        )
        assert "pass --measure with what to measure them by" in self.said(
            bakeoff("test", "wilcoxon", folder / "labels.csv", "--a", "svm", "--b", "knn")
        )
        assert "pass --measure with one, such as f1" in self.said(
            bakeoff("test", "bootstrap", folder / "labels.csv")
        )

    def test_a_data_set_with_fewer_splits(self, bakeoff, tmp_path):
        """Named, with how many it has."""
        file = tmp_path / "uneven.csv"
        cells = ["a,0,x,1", "a,1,x,2", "a,0,y,3", "a,1,y,5", "b,0,x,4", "b,0,y,3"]
        file.write_text("\n".join(["dataset,fold,algorithm,error", *cells]))
        assert self.said(bakeoff("test", "anova_two_way", file)) == (
            "every data set must have the same splits for this test; b has 1 of 2 splits"
        )

    @pytest.mark.parametrize("test", FIRST_OF_EACH_KIND, ids=lambda test: test.name)
    def test_files_that_hold_nothing_of_use(self, bakeoff, tmp_path, test):
        """Empty, words, one row, no file, a folder."""
        contents = ["", "a\n", "once upon a time\nthere was\n", "x,y\n1,2\n", "\x00\x01"]
        files = []
        for place, content in enumerate(contents):
            file = tmp_path / f"{place}.csv"
            file.write_text(content)
            files.append(file)
        told = words_of(test, tmp_path)[3:]
        for file in (*files, tmp_path / "none.csv", tmp_path):
            answer = bakeoff("test", test.name, file, *told)
            assert answer.code == 1 or "p = " in answer.out or "differ" in answer.out
            assert "a fault of bakeoff itself" not in answer.err
            assert "Traceback" not in answer.err

    def test_options_of_the_library_are_named_as_options(self, bakeoff, folder):
        """A value that a test does not know."""
        words = ["test", "wilcoxon", folder / "wide.csv", "--a", "svm", "--b", "knn"]
        assert self.said(bakeoff(*words, "--zeros", "bad")) == (
            "zeros must be one of wilcox, pratt, split; it was 'bad'"
        )
        assert self.said(bakeoff(*words, "--alpha", "2")) == (
            "alpha must lie strictly between 0 and 1; it was 2.0"
        )

    def test_missing_scores(self, bakeoff, tmp_path):
        """A hole is named, and can be left out."""
        file = tmp_path / "holes.csv"
        file.write_text("dataset,svm,knn\na,1,2\nb,,4\nc,3,6\nd,5,4\n")
        assert "--missing drop" in self.said(bakeoff("test", "sign", file, "--measure", "error"))
        answer = bakeoff("test", "sign", file, "--measure", "error", "--missing", "drop")
        assert "over 3 data sets" in answer.out
