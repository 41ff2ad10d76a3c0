"""The tests that can be planned: what their effect is, what is counted, and their power."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.stats import power_counts, power_effects, power_means, power_ranks
from bakeoff.stats.power_effects import Rates
from bakeoff.stats.two.mcnemar import METHODS, Method
from bakeoff.types import Alternative, FloatArray

MOST_ALGORITHMS = 1_000_000
SMOOTHED = 9.0  # variance of the number of discordant items that leaves no teeth in the power


@dataclass(frozen=True, slots=True)
class Design:
    """A test with everything that was said about it, but how much data there is."""

    test: str
    effect: float | Rates
    alpha: float
    alternative: Alternative
    p0: float | None = None
    k: int | None = None
    method: Method | None = None
    test_train_ratio: float | None = None

    @property
    def plan(self) -> Plan:
        """What is known of the test."""
        return PLANS[self.test]

    @property
    def shown(self) -> str:
        """The effect, for a sentence."""
        if isinstance(self.effect, tuple):
            return f"({self.effect[0]:g}, {self.effect[1]:g})"
        return f"{self.effect:g}"

    def power(self, n: Any) -> FloatArray:
        """Return the power for each number."""
        return np.asarray(self.plan.power(self, n))

    def limit(self) -> float:
        """Return what the power does not exceed, however much data there is."""
        if self.test_train_ratio is None:
            return 1.0
        effect = cast("float", self.effect)
        return power_means.t_power_limit(
            effect, self.alpha, self.alternative, self.test_train_ratio
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """How a test is planned."""

    effect: str  # what the effect is
    counted: str  # what n counts
    least: int  # the smallest n
    reads: Callable[[Any], Any]  # the effect, checked
    gap: Callable[[Design], float]  # its distance from no effect, with its sign
    power: Callable[[Design, Any], FloatArray]
    needs: str | None = None  # a choice that must be given
    takes: str | None = None  # one that may be
    saw: Callable[[Design, int], bool] = lambda _design, _n: False  # whether less n may have more
    groups: bool = False  # whether n may be (n1, n2)
    default: Alternative = "two-sided"


def plan_of(test: str) -> Plan:
    """Return how a test is planned."""
    if not isinstance(test, str) or test not in PLANS:
        more = checks.did_you_mean(
            test, PLANS, "; for areas under ROC curves there is auc_sample_size"
        )
        raise InvalidInput(f"planning knows {', '.join(PLANS)}; it does not know {test!r}{more}")
    return PLANS[test]


def design_of(test: str, *, alternative: Alternative | None = None, **given: Any) -> Design:
    """Return what was asked for, checked."""
    plan = plan_of(test)
    for name in CHOICES:
        if given[name] is not None and name not in {plan.needs, plan.takes}:
            raise InvalidInput(f"{test} has no {name}; leave it out")
    if plan.needs is not None and given[plan.needs] is None:
        raise InvalidInput(f"{test} needs {plan.needs}=, {CHOICES[plan.needs]}")
    choices = {name: READS[name](given[name]) for name in CHOICES if given[name] is not None}
    side = plan.default if alternative is None else checks.alternative(alternative)
    if side != "two-sided" and test.startswith("anova"):
        raise InvalidInput(f"{test} asks in no direction: leave alternative out")
    alpha = checks.fraction(given["alpha"], "alpha")
    return Design(test, plan.reads(given["effect"]), alpha, side, **choices)


def _itself(design: Design) -> float:
    return cast("float", design.effect)


def _difference(design: Design) -> float:
    first, second = cast("Rates", design.effect)
    return first - second


def _from_half(design: Design) -> float:
    return _itself(design) - 0.5


def _always(_design: Design, _n: int) -> bool:
    return True


def _few_discordant(design: Design, n: int) -> bool:
    """Whether McNemar's power still has teeth: many numbers of discordant items smooth them out."""
    rate = sum(cast("Rates", design.effect))
    return n * rate * (1.0 - rate) <= SMOOTHED or rate == 1.0


def _algorithms(k: Any) -> int:
    found = checks.count(k, "k", least=2)
    if found > MOST_ALGORITHMS:
        raise InvalidInput(f"k must be at most {MOST_ALGORITHMS:,}; it was {k!r}")
    return found


CHOICES: dict[str, str] = {
    "p0": "the error rate to test against",
    "k": "the number of algorithms",
    "method": "one of " + ", ".join(METHODS),
    "test_train_ratio": "the size of a test set over that of a training set",
}
READS: dict[str, Callable[[Any], Any]] = {
    "p0": lambda value: checks.fraction(value, "p0"),
    "k": _algorithms,
    "method": lambda value: checks.one_of(value, "method", METHODS),
    "test_train_ratio": lambda value: checks.positive(value, "test_train_ratio"),
}

PLANS: dict[str, Plan] = {
    "mean_t": Plan(
        "(mean - mu0) / sd",
        "values",
        2,
        power_effects.standardised,
        _itself,
        lambda d, n: power_means.t_power(n, _itself(d), d.alpha, d.alternative),
    ),
    "mean_z": Plan(
        "(mean - mu0) / sd",
        "values",
        1,
        power_effects.standardised,
        _itself,
        lambda d, n: power_means.z_power(n, _itself(d), d.alpha, d.alternative),
    ),
    "paired_t": Plan(
        "mean difference / sd of the differences",
        "splits",
        2,
        power_effects.standardised,
        _itself,
        lambda d, n: power_means.t_power(n, _itself(d), d.alpha, d.alternative, d.test_train_ratio),
        takes="test_train_ratio",
    ),
    "two_sample_t": Plan(
        "difference of the means / sd",
        "runs of each",
        2,
        power_effects.standardised,
        _itself,
        lambda d, n: power_means.two_sample_t_power(n, _itself(d), d.alpha, d.alternative),
        groups=True,
    ),
    "two_proportions": Plan(
        "the two error rates",
        "items of each",
        1,
        power_effects.rates,
        _difference,
        lambda d, n: power_means.two_proportions_power(
            n, cast("Rates", d.effect), d.alpha, d.alternative
        ),
        groups=True,
    ),
    "binomial": Plan(
        "the error rate",
        "items",
        1,
        power_effects.chance,
        lambda d: _itself(d) - cast("float", d.p0),
        lambda d, n: power_counts.binomial_power(
            n, _itself(d), d.alpha, d.alternative, cast("float", d.p0)
        ),
        needs="p0",
        saw=_always,
        default="greater",
    ),
    "mcnemar": Plan(
        "the shares of items that only the first and only the second gets wrong",
        "items",
        1,
        power_effects.discordant,
        _difference,
        lambda d, n: power_counts.mcnemar_power(
            n, cast("Rates", d.effect), d.alpha, d.alternative, d.method or "exact"
        ),
        takes="method",
        saw=_few_discordant,
    ),
    "sign": Plan(
        "the chance that the first is the larger",
        "pairs that differ",
        1,
        power_effects.chance,
        _from_half,
        lambda d, n: power_counts.sign_power(n, _itself(d), d.alpha, d.alternative),
        saw=_always,
    ),
    "wilcoxon": Plan(
        "the chance that the first is the larger",
        "pairs that differ",
        1,
        power_effects.inner_chance,
        _from_half,
        lambda d, n: power_ranks.wilcoxon_power(n, _itself(d), d.alpha, d.alternative),
        saw=_always,
    ),
    "anova": Plan(
        "Cohen's f, sd of the means / sd",
        "runs of each algorithm",
        2,
        power_effects.cohens_f,
        _itself,
        lambda d, n: power_means.anova_power(n, _itself(d), d.alpha, cast("int", d.k)),
        needs="k",
    ),
    "anova_blocks": Plan(
        "Cohen's f, sd of the means / sd within blocks",
        "blocks",
        2,
        power_effects.cohens_f,
        _itself,
        lambda d, n: power_means.anova_blocks_power(n, _itself(d), d.alpha, cast("int", d.k)),
        needs="k",
    ),
}
