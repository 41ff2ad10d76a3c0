"""The JSON of a comparison keeps to its published schema."""

from __future__ import annotations

import json

import jsonschema
import pytest

from bakeoff.report.schema import schema


def test_the_schema_is_one():
    """By the rules of JSON schema itself."""
    jsonschema.Draft202012Validator.check_schema(schema())


def test_every_comparison_keeps_to_it(each):
    """And is JSON: no NaN, no Infinity."""

    def refused(word):
        raise AssertionError(word)

    found = json.loads(each.to_json(), parse_constant=refused)
    jsonschema.validate(found, schema(), cls=jsonschema.Draft202012Validator)
    assert found["verdict"] == each.verdict
    assert len(found["pairs"]) == len(each.pairs)


@pytest.mark.parametrize("key", ["verdict", "pairs", "signature", "omnibus", "methods"])
def test_a_lack_is_found(shown, key):
    """The schema can fail."""
    found = json.loads(shown("two").to_json())
    del found[key]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found, schema())


def test_a_wrong_outcome_is_found(shown):
    """Outcomes of checks are a closed set."""
    found = json.loads(shown("two").to_json())
    found["checks"][0]["outcome"] = "maybe"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found, schema())
