"""What the columns of other programs' files are called: one role, many names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

Role: TypeAlias = Literal[
    "dataset",
    "algorithm",
    "repeat",
    "fold",
    "split",
    "run",
    "seed",
    "measure",
    "value",
    "n_train",
    "n_test",
    "higher_is_better",
    "design",
    "item",
    "y",
    "predicted",
    "score",
    "options",
]

SCORE_ROLES: dict[Role, str] = {
    "dataset": "dataset datasets datasetname dataid data task taskid taskname problem problemname "
    "instance instances keydataset db database dataset_id benchmark set subject subjects "
    "participant participants block blocks",
    "algorithm": "algorithm algorithms algorithmname alg algo method methods methodname model "
    "modelid modelname classifier classifiers classifiername clf learner learnerid learnername "
    "estimator estimatorname framework system approach keyscheme scheme flow flowname technique "
    "solver",
    "repeat": "repeat repeats rep repetition repetitions replication replicate keyrun",
    "fold": "fold folds keyfold cvfold foldid foldnumber foldno cv",
    "split": "split splits splitid resample resamples resampling resampleid",
    "run": "run runs runid iteration iter trial",
    "seed": "seed randomseed randomstate",
    "measure": "measure measurename metric metricname metrics evaluationmeasure scorer",
    "value": "value values score metricvalue measurevalue result estimate performance mean",
    "n_train": "ntrain trainsize ntraining numberoftraininginstances traininstances",
    "n_test": "ntest testsize ntesting numberoftestinginstances testinstances",
    "higher_is_better": "higherisbetter",
    "design": "design",
    "options": "keyschemeoptions",
}
"""The names of each role in tables of scores, without case, blanks and punctuation."""

PREDICTION_ROLES: dict[Role, str] = {
    "dataset": "dataset datasets datasetname task taskid taskname problem problemname keydataset",
    "algorithm": SCORE_ROLES["algorithm"],
    "repeat": "repeat rep repetition replication keyrun run",
    "fold": "fold folds keyfold cvfold foldid split resample resampling resampleid",
    "item": "item items itemid case caseid row rowid rowids index id instance instanceid sample "
    "sampleid example exampleid subject patient",
    "y": "y ytrue truth true target obs observed observation actual label labels truelabel "
    "trueclass class classlabel outcome reference gold correct ground groundtruth response",
    "predicted": "predicted pred prediction predictions predictedlabel predictedclass predclass "
    "ypred yhat estimate",
    "score": "score scores probability prob proba confidence decision decisionvalue yscore "
    "yprob yproba predictedscore",
}
"""The names of each role in tables of predictions."""


def squeezed(name: str) -> str:
    """Return a column's name without case, blanks and punctuation."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def is_role(name: str) -> bool:
    """Whether a column's name tells what it holds."""
    return squeezed(name) in _MEANING


def is_label(name: str) -> bool:
    """Whether a column's name says that it holds names, which may look like numbers."""
    return _MEANING.get(squeezed(name)) in ("dataset", "algorithm", "measure")


def _meaning(table: dict[Role, str]) -> dict[str, Role]:
    """Return the role of every word; a word of two roles has the first."""
    found: dict[str, Role] = {}
    for role, words in table.items():
        for word in words.split():
            found.setdefault(squeezed(word), role)
    return found


_MEANING = _meaning(SCORE_ROLES)


def roles_of(names: Iterable[str], table: dict[Role, str]) -> dict[Role, list[str]]:
    """Return for each role the columns that bear one of its names, in their order."""
    meaning = _meaning(table)
    found: dict[Role, list[str]] = {}
    for name in names:
        if squeezed(name) in meaning:
            found.setdefault(meaning[squeezed(name)], []).append(name)
    return found
