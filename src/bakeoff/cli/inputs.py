"""From files to what each kind of test takes: one road for each kind of the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bakeoff.cli import from_items, from_measures, from_runs, from_scores
from bakeoff.cli.asked import Asked
from bakeoff.cli.from_scores import Road
from bakeoff.cli.named import Kind

ROADS: Mapping[Kind, Callable[[Asked], Road]] = {
    "counts": from_items.counts,
    "two-counts": from_items.two_counts,
    "confusion": from_items.confusion,
    "contingency": from_items.contingency,
    "correct": from_items.correct,
    "scored-items": from_items.scored_items,
    "scored-pair": from_items.scored_pair,
    "predictions": from_items.predictions,
    "values": from_scores.values,
    "repeats": from_scores.repeats,
    "pair": from_scores.pair,
    "differences-5x2": from_scores.differences_5x2,
    "independent": from_runs.independent,
    "residuals": from_runs.residuals,
    "table": from_scores.table,
    "groups": from_runs.groups,
    "two-way": from_scores.two_way,
    "measures": from_measures.one,
    "measures-pair": from_measures.pair,
    "measures-independent": from_measures.independent,
    "measures-table": from_measures.table,
    "measures-groups": from_measures.groups,
}

TAKES: Mapping[Kind, str] = {
    "counts": "predictions of one classifier, or the columns errors and n",
    "two-counts": "the columns errors and n with a row for each of two classifiers, or two files "
    "of predictions on test sets of their own",
    "confusion": "predictions, or a K x K table of counts (rows are the truth)",
    "contingency": "predictions of two classifiers on the same items, a table of 0 (wrong) and 1 "
    "(right), or a 2 x 2 table of counts",
    "correct": "predictions of several classifiers, or a table of 0 (wrong) and 1 (right)",
    "scored-items": "predictions with a score for each model",
    "scored-pair": "predictions with a score for each of two models",
    "predictions": "predictions; --measure says by what they are measured",
    "repeats": "scores of repeated cross-validation; --a names an algorithm, with --b the "
    "differences of two are taken",
    "values": "scores of one algorithm, one a split",
    "pair": "scores of two algorithms over the same splits or data sets; --b may be a number",
    "differences-5x2": "scores of two algorithms over 5 repeats x 2 folds, or their differences",
    "independent": "values of two algorithms over runs of their own; there may be more of one",
    "residuals": "residuals of two regressors, a column each, on test sets of their own",
    "table": "scores of several algorithms over the same splits or data sets",
    "groups": "values of several algorithms over runs of their own",
    "two-way": "scores of algorithms x data sets x splits",
    "measures": "several measures of one algorithm over splits, or the differences of two",
    "measures-pair": "several measures of two algorithms over the same splits",
    "measures-independent": "several measures of two algorithms over runs of their own",
    "measures-table": "several measures of several algorithms over the same splits",
    "measures-groups": "several measures of several algorithms over runs of their own",
}
