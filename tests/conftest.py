"""Fixtures that every part of the tests may use."""

import gc
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.once import Folder
from tests.postgres import why_not
from tests.running_order import company_of, dealt, seconds_of

# All that is loaded stays to the end; a collector that walks it again and again takes a tenth of the time.
gc.disable()

# A process that a test starts takes the modules as they were compiled for another.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the top directory of the checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def pyproject(root: Path) -> dict[str, Any]:
    """Return the project's own description."""
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))


@pytest.fixture(scope="session", autouse=True)
def kept_things(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The processes of this run share what takes long to make."""
    base = tmp_path_factory.getbasetemp()
    Folder.place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "once"
    Folder.place.mkdir(exist_ok=True)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run folders in up to four processes, but single files in this one, which need no start of others."""
    return min(os.cpu_count() or 1, 4) if all(map(os.path.isdir, config.args)) else 0


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow tests, so that several processes end at about the same time."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = dealt(items, seconds_of, company_of, processes)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Take what is loaded out of the garbage collector's sight, and hypothesis where no test uses it.

    Its plugin would import it for a summary alone (0.3 s).
    """
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()
    plugins = session.config.pluginmanager
    if "hypothesis" not in sys.modules and plugins.has_plugin("hypothesispytest"):
        plugins.unregister(name="hypothesispytest")


def pytest_report_header() -> str:
    """Say on which databases the store's tests run."""
    lacking = why_not()
    if lacking:
        return f"databases: SQLite alone, so PostgreSQL is NOT tested: {lacking}"
    return "databases: SQLite and PostgreSQL"
