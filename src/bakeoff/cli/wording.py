"""The sentences of the library name arguments of Python; here they come to name options."""

from __future__ import annotations

import re
import shlex

# of the functions that the shell calls, and of the tests themselves
ARGUMENTS = (
    "measure missing positive y models loss method alternative zeros ties draws p0 mu0 sigma "
    "statistic control blocks level rng threshold dataset "
    "measures procedure posthoc correction margin cost design thresholds models"
)
ANY = "|".join(sorted(ARGUMENTS.split(), key=len, reverse=True))
MAPPING = re.compile(r"\b(where|columns)=\{([^{}]*)\}")
ENTRY = re.compile(r"'([^']*)': (?:'([^']*)'|\[([^\]]*)\]|(\w+))")
SINGULAR = {"where": "where", "columns": "column"}

PHRASES = (
    (re.compile(r", or pass algorithms=\[\.\.\.\]"), ""),
    (re.compile(r"higher_is_better=True or False"), "--higher-is-better or --lower-is-better"),
    (re.compile(r"for example with glob\('([^']*)'\)"), r"for example \1"),
    (re.compile(r"read the predictions with positive="), "pass --positive with"),
    (re.compile(r"\bmodels=\[\.\.\.\]"), "--models A,B"),
    (re.compile(rf"\b({ANY})='([^']*)'"), r"--\1 \2"),
    (re.compile(rf"\b({ANY})=(?=[\s,;.)]|$)"), r"--\1"),
)


def for_shell(sentence: str) -> str:
    """Return a sentence with the options of the shell in the place of Python's arguments.

    Examples
    --------
    >>> for_shell("2 cells are missing; give missing='drop', or choose measure= from auc, f1")
    '2 cells are missing; give --missing drop, or choose --measure from auc, f1'
    >>> for_shell("choose with where={'tuned': 'no'}")
    'choose with --where tuned=no'
    """
    sentence = MAPPING.sub(_options, sentence)
    for pattern, words in PHRASES:
        sentence = pattern.sub(words, sentence)
    return re.sub(rf"--({ANY})\b", lambda found: f"--{found[1].replace('_', '-')}", sentence)


def quoted(name: str) -> str:
    """Return a name as it must be typed: in quotes where a shell would take it apart."""
    return shlex.quote(name)


def _options(found: re.Match[str]) -> str:
    option = f"--{SINGULAR[found[1]]}"
    parts = []
    for name, text, several, word in ENTRY.findall(found[2]):
        values = re.findall(r"'([^']*)'", several) if several else [text or word]
        parts += [f"{option} {quoted(f'{name}={value}')}" for value in values]
    return " ".join(parts) or option
