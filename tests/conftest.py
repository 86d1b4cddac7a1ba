"""Fixtures that every part of the tests may use."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the top directory of the checkout."""
    return Path(__file__).resolve().parent.parent
