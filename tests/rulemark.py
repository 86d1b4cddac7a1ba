"""Marks a test with the rulebook sections that it shows at work."""

import pytest


def rule(title: str, *sections: str) -> pytest.MarkDecorator:
    """Return a mark that ties a test to `sections` of the rulebook of `title`.

    Use it as a decorator: `@rule("18EZ", "2.3", "2.4")`. Write title and sections as plain strings:
    `test_rule_marks.py` reads the marks from the source, without running it.
    Raises ValueError when no section is given.
    """
    if not sections:
        raise ValueError(f"rule({title!r}) needs at least one section")
    return pytest.mark.rule(title, *sections)
