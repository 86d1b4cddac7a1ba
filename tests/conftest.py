"""Fixtures that every part of the tests may use."""

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.bot import databases


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the top directory of the checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def pyproject(root: Path) -> dict[str, Any]:
    """Return the project's own description."""
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow tests, so that several processes end at about the same time."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Where no test uses hypothesis, its plugin does not import it for its summary (0.3 s)."""
    plugins = session.config.pluginmanager
    if "hypothesis" not in sys.modules and plugins.has_plugin("hypothesispytest"):
        plugins.unregister(name="hypothesispytest")


def pytest_report_header() -> str:
    """Say on which databases the store's tests run."""
    return databases.header()
