"""`bakeoff compare FILE...` and `bakeoff procedures`."""

from __future__ import annotations

import json

import jsonschema
import numpy as np
import pandas as pd
import pytest

from bakeoff import compare
from bakeoff.report.schema import schema

TABLE = """dataset,tree,forest,bayes
adult,0.763,0.798,0.700
breast,0.599,0.569,0.580
cmc,0.628,0.657,0.610
iris,0.936,0.941,0.931
liver,0.661,0.685,0.660
lung,0.583,0.625,0.571
lymph,0.775,0.875,0.750
tumor,0.940,0.962,0.930
rheum,0.619,0.669,0.600
voting,0.972,0.979,0.960
wine,0.957,0.970,0.950
"""


@pytest.fixture
def file(tmp_path):
    """Return a wide table of three algorithms on eleven data sets."""
    path = tmp_path / "scores.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_verdict_table_and_warnings(bakeoff, file):
    """Standard output holds the three, and nothing is written anywhere else."""
    told = bakeoff("compare", file, "--measure", "accuracy")
    assert told.code == 0
    assert told.err == ""
    assert told.out == (
        "forest comes first by accuracy over 11 data sets (mean rank 1.182) and is better than both\n"
        "others (Wilcoxon's signed ranks, Holm's correction, level 0.05).\n"
        "\n"
        "        mean accuracy  mean rank  minus forest      95 % interval  p adjusted  alike\n"
        "forest         0.7936      1.182                                               a\n"
        "tree           0.7666      1.909        -0.025    -0.05 to -0.006      0.0186   b\n"
        "bayes          0.7493      2.909       -0.0395  -0.0725 to -0.018     0.00586    c\n"
        "alike: two with a letter in common are not shown to differ\n"
        "minus forest: pseudo-median of the differences (Hodges-Lehmann), not that of the means\n"
        "each interval stands for its pair alone; p is adjusted for 3 pairs\n"
        "\n"
        "mind:\n"
        "  - each algorithm has one score on each data set; if that is one run and no mean of several,\n"
        "    how much it varies from run to run is not seen\n"
        "\n"
        "how: Friedman's test, then pairs by Wilcoxon's signed ranks, Holm's correction (friedman); --why\n"
        "tells more\n"
    )  # fmt: skip


def test_why_tells_reasons_checks_pairs_and_methods(bakeoff, file):
    """All that the object knows, in the same words."""
    told = bakeoff("compare", file, "--measure", "accuracy", "--why")
    found = compare(str(file), measure="accuracy", rng=0)
    flat = " ".join(told.out.split())
    for text in [found.verdict, *found.reasons, *(check.sentence for check in found.checks)]:
        assert " ".join(text.split()) in flat
    assert "methods: We compared 3 algorithms over 11 data sets by accuracy." in flat
    assert found.signature in flat
    assert "matched rank-biserial" in told.out


def test_json_is_that_of_the_object(bakeoff, file, tmp_path):
    """`--json -` writes JSON alone; a file is named on stderr; both follow the schema."""
    told = bakeoff("compare", file, "--measure", "accuracy", "--json", "-")
    assert told.err == ""
    jsonschema.validate(told.json, schema())
    found = compare(str(file), measure="accuracy", rng=0)
    assert told.json == json.loads(found.to_json())
    target = tmp_path / "found.json"
    again = bakeoff("compare", file, "--measure", "accuracy", "--json", target)
    assert again.err == f"wrote {target}\n"
    assert json.loads(target.read_text(encoding="utf-8")) == told.json
    assert bakeoff("compare", file, "-m", "accuracy", "--json", target).err == (
        f"replaced {target}\n"
    )


def test_reports_and_pictures_are_written_where_they_are_named(bakeoff, file, tmp_path):
    """Page, LaTeX, Markdown, two pictures; each is told of."""
    names = {kind: tmp_path / f"out.{kind}" for kind in ("html", "latex", "markdown")}
    pictures = [tmp_path / "cd.svg", tmp_path / "order.png"]
    told = bakeoff(
        "compare", file, "--measure", "accuracy",
        *(word for kind, path in names.items() for word in (f"--{kind}", path)),
        "--plot", f"critical-difference={pictures[0]}", "--plot", f"order={pictures[1]}",
    )  # fmt: skip
    assert told.code == 0
    assert told.err.count("wrote ") == 5
    assert "<html" in names["html"].read_text(encoding="utf-8")
    assert "tabular" in names["latex"].read_text(encoding="utf-8")
    assert "# Which of these" in names["markdown"].read_text(encoding="utf-8")
    assert "<svg" in pictures[0].read_text(encoding="utf-8")
    assert pictures[1].read_bytes().startswith(b"\x89PNG")


def test_every_option_reaches_the_call(bakeoff, file):
    """What is typed is what is compared."""
    told = bakeoff(
        "compare", file, "--higher-is-better", "--control", "tree", "--alpha", "0.1", "--margin",
        "0.03", "--procedure", "demsar", "--posthoc", "wilcoxon", "--correction", "hommel",
        "--alternative", "greater", "--json", "-",
    )  # fmt: skip
    found = told.json
    assert found["question"]["control"] == "tree"
    assert (found["alpha"], found["margin"]) == (0.1, 0.03)
    assert found["procedure"] == "demsar"
    assert found["pair_test"]["name"] == "wilcoxon"
    assert found["pair_test"]["correction"] == "hommel"
    assert "alternative:greater" in found["signature"]
    assert {pair["b"] for pair in found["pairs"]} == {"tree"}


def test_models_where_missing_columns_and_design(bakeoff, tmp_path):
    """How the file is read: one level of a factor, some algorithms, no incomplete data sets."""
    rng = np.random.default_rng(0)
    rows = [
        {"set": f"s{d}", "who": who, "tuned": tuned, "accuracy": round(rng.uniform(0.6, 0.9), 4)}
        for d in range(8)
        for who in ("A", "B", "C")
        for tuned in ("yes", "no")
        if (d, who) != (3, "B")
    ]
    path = tmp_path / "long.csv"
    pd.DataFrame(rows).to_csv(path, index=False)
    roles = ("--column", "dataset=set", "--column", "algorithm=who")
    first = bakeoff("compare", path, *roles)
    assert first.code == 1
    assert "--where tuned=" in first.err
    second = bakeoff("compare", path, *roles, "--where", "tuned=no")
    assert second.code == 1
    assert "give --missing drop" in second.err
    third = bakeoff(
        "compare", path, *roles, "--where", "tuned=no", "--missing", "drop", "--json", "-"
    )
    assert third.json["question"]["rows"] == 7
    two = bakeoff("compare", path, *roles, "--where", "tuned=no", "--models", "A,C", "--json", "-")
    assert two.json["question"]["algorithms"] == ["A", "C"]
    assert two.json["question"]["rows"] == 8


def test_several_files_and_standard_input(bakeoff, file, tmp_path):
    """A file an algorithm; or what a program before it writes."""
    told = bakeoff("compare", "-", "--measure", "accuracy", "--json", "-", stdin=TABLE)
    assert told.json["order"] == ["forest", "tree", "bayes"]
    for name in ("one", "two"):
        text = "dataset,accuracy\n" + "".join(
            f"s{d},{0.5 + d / 100 + (name == 'two') * (0.01 + d / 1000):.3f}\n" for d in range(9)
        )
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    both = bakeoff("compare", tmp_path / "one.csv", tmp_path / "two.csv", "--json", "-")
    assert both.json["recommended"] == "two"
    assert file.exists()


def test_measures_thresholds_and_cost(bakeoff, tmp_path):
    """Several measures with commas; a cost by name or by hand."""
    rng = np.random.default_rng(0)
    rows = [
        {"algorithm": who, "fold": fold, "tpr": rng.normal(0.8 - 0.1 * place, 0.01),
         "fpr": rng.normal(0.2 + 0.1 * place, 0.01), "training_time": 1.0 + place}
        for place, who in enumerate("AB")
        for fold in range(10)
    ]  # fmt: skip
    path = tmp_path / "folds.csv"
    pd.DataFrame(rows).to_csv(path, index=False)
    told = bakeoff("compare", path, "--measures", "tpr,fpr", "--json", "-")
    assert told.json["procedure"] == "multivariate"
    assert [one["name"] for one in told.json["question"]["measures"]] == ["tpr", "fpr"]
    costs = bakeoff("compare", path, "-m", "tpr", "--cost", "A=5,B=1", "--procedure", "multitest")
    assert costs.out.startswith("A does better than B by tpr")
    by_time = bakeoff("compare", path, "-m", "tpr", "--cost", "training_time")
    assert "A is ahead and also the cheapest by training_time: take it." in " ".join(
        by_time.out.split()
    )
    wrong = bakeoff("compare", path, "-m", "tpr", "--cost", "A=much")
    assert (wrong.code, wrong.err) == (
        1, "bakeoff: --cost must look like A=1,B=20; it was 'A=much'\n",
    )  # fmt: skip
    scores_only = bakeoff("compare", path, "-m", "tpr", "--thresholds", "21")
    assert scores_only.err == (
        "bakeoff: thresholds need predictions with scores; these are scores only\n"
    )


def test_predictions_at_many_thresholds(bakeoff, tmp_path):
    """The thesis' procedure from the shell: 21 thresholds over folds of several data sets."""
    rng = np.random.default_rng(0)
    rows = []
    for dataset in range(6):
        for fold in range(5):
            y = rng.integers(0, 2, 40)
            for item, truth in enumerate(y):
                score = {"good": 0.8, "bad": 0.1}
                rows += [
                    {"dataset": f"d{dataset}", "fold": fold, "item": item, "y": int(truth),
                     "algorithm": who, "score": round(0.5 * gain * truth + 0.5 * rng.random(), 4)}
                    for who, gain in score.items()
                ]  # fmt: skip
    path = tmp_path / "items.csv"
    pd.DataFrame(rows).to_csv(path, index=False)
    told = bakeoff("compare", path, "--thresholds", "21", "--positive", "1", "--json", "-")
    assert told.code == 0, told.err
    assert told.json["procedure"] == "thesis-thresholds"
    assert len(told.json["question"]["thresholds"]) == 21
    assert told.json["order"][0] == "good"
    by_name = bakeoff("compare", path, "--procedure", "thesis-thresholds", "--positive", "1",
                      "--json", "-")  # fmt: skip
    assert by_name.json["wins"] == told.json["wins"]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ((), 1, "bakeoff: nothing says what the scores measure; pass --measure with"),
        (("-m", "accuracy", "--procedure", "demsr"), 1, "did you mean demsar"),
        (("-m", "accuracy", "--posthoc", "nemenji"), 1, "did you mean nemenyi"),
        (("-m", "accuracy", "--correction", "holmes"), 1, "correction must be one of"),
        (
            ("-m", "accuracy", "--alpha", "5"),
            1,
            "alpha must lie strictly between 0 and 1; it was 5",
        ),
        (("-m", "accuracy", "--plot", "pie=a.svg"), 1, "there is no picture 'pie'"),
        (("-m", "accuracy", "--plot", "order"), 1, "--plot must look like NAME=VALUE"),
        (("-m", "accuracy", "--control", "nobody"), 1, "nobody"),
        (("--no-such-option",), 2, "No such option"),
    ],
)
def test_what_is_wrong_is_one_sentence(bakeoff, file, words, code, sentence):
    """A clear error and its exit code; options are named as they are typed."""
    told = bakeoff("compare", file, *words)
    assert told.code == code
    assert sentence in told.err
    assert "Traceback" not in told.err
    if code == 1:
        assert told.out == ""
        assert told.err.count("\n") == 1


def test_many_algorithms_fit_on_a_screen(bakeoff, tmp_path):
    """Thirty rows are shown, the rest is counted; groups that nobody could read are left out."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.uniform(0.5, 0.9, (12, 40)), columns=[f"a{k}" for k in range(40)])
    frame.insert(0, "dataset", [f"s{d}" for d in range(12)])
    path = tmp_path / "wide.csv"
    frame.to_csv(path, index=False)
    told = bakeoff("compare", path, "-m", "accuracy")
    assert "... and 10 more; --json, --markdown or --html has all" in told.out
    assert max(map(len, told.out.splitlines())) < 120


def test_procedures_are_listed_and_told_about(bakeoff):
    """A line each; all about one; JSON."""
    told = bakeoff("procedures")
    assert told.code == 0
    assert "demsar" in told.out
    assert "bakeoff procedures NAME tells more" in told.out
    one = bakeoff("procedures", "UniErr")
    assert one.out.startswith("uni-err: k-fold paired t on error, after ANOVA\n")
    assert "source: Yildiz" in one.out
    names = [entry["name"] for entry in bakeoff("procedures", "--json", "-").json["procedures"]]
    assert {"friedman", "multi-tf", "thesis-thresholds"} <= {*names}
    assert bakeoff("procedures", "nothing-like-it").code == 1


def test_the_truth_can_be_named(bakeoff, tmp_path):
    """A column with the truth says that these are predictions."""
    rng = np.random.default_rng(0)
    outcome = rng.integers(0, 2, 80)
    frame = pd.DataFrame({"outcome": outcome, "good": outcome, "bad": rng.integers(0, 2, 80)})
    path = tmp_path / "items.csv"
    frame.to_csv(path, index=False)
    told = bakeoff("compare", path, "--y", "outcome", "--json", "-")
    assert told.code == 0, told.err
    assert told.json["question"]["over"] == "items"
    assert told.json["recommended"] == "good"


def test_mistyped_names_are_answered_with_the_nearest(bakeoff, file):
    """Measures, corrections, controls, tests."""
    for words, meant in [
        (["-m", "acuracy"], "did you mean accuracy, "),
        (["-m", "accuracy", "--correction", "bonferoni"], "did you mean bonferroni?"),
        (["-m", "accuracy", "--control", "forrest"], "did you mean forest?"),
        (["-m", "accuracy", "--models", "forest,tre"], "did you mean tree?"),
        (["-m", "accuracy", "--posthoc", "wilcoxn"], "did you mean wilcoxon?"),
        (["-m", "accuracy", "--procedure", "demser"], "did you mean demsar?"),
    ]:
        answer = bakeoff("compare", file, *words)
        assert (answer.code, answer.out) == (1, "")
        assert meant in answer.err
    told = bakeoff("test", "wilcoxon", file, "-m", "acuracy", "--a", "tree", "--b", "bayes")
    assert "note: acuracy is no measure that is known by name; did you mean accuracy" in told.err


def test_a_file_that_cannot_be_written_is_met_before_the_work(bakeoff, file):
    """Nothing is shown or written."""
    for option in ("--html", "--json", "--latex", "--markdown"):
        answer = bakeoff("compare", file, "-m", "accuracy", option, "/none/x.out")
        assert (answer.code, answer.out) == (1, "")
        assert answer.err == "bakeoff: /none/x.out could not be written: there is no folder /none\n"
    assert bakeoff("compare", file, "-m", "accuracy", "--plot", "boxes=/none/x.svg").out == ""


def test_corrections_that_are_too_slow_name_the_option(bakeoff, tmp_path):
    """It is called --correction here."""
    import numpy as np
    import pandas as pd

    names = [f"m{place}" for place in range(22)]
    values = np.random.default_rng(0).uniform(size=(30, 22))
    frame = pd.DataFrame(values, columns=names)
    frame.insert(0, "dataset", [f"d{row}" for row in range(30)])
    frame.to_csv(tmp_path / "many.csv", index=False)
    words = ["-m", "accuracy", "--correction", "bergmann-hommel"]
    answer = bakeoff("compare", tmp_path / "many.csv", *words)
    assert answer.err == (
        "bakeoff: --correction bergmann-hommel is for at most 20 algorithms; there were 22: use "
        "'shaffer'\n"
    )
