"""What is declared, pinned and installed agrees: every machine gets the same packages."""

import re
from importlib.metadata import PackageNotFoundError, requires, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


@pytest.fixture(scope="module")
def pins(root):
    lines = (root / ".ci/constraints.txt").read_text("utf-8").splitlines()
    found = [Requirement(line) for line in lines if not line.startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in found}


@pytest.fixture(scope="module")
def declared(pyproject):
    project = pyproject["project"]
    return [
        Requirement(line)
        for lines in (project["dependencies"], *project["optional-dependencies"].values())
        for line in lines
    ]


def pinned_version(pin):
    return str(pin.specifier).removeprefix("==")


def needed(requirement):
    """The requirement and all that it needs on this machine, as far as it is installed."""
    found, waiting = {}, [requirement]
    while waiting:
        one = waiting.pop()
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key in found:
            continue
        found[key] = one
        lines = map(Requirement, requires(one.name) or ())
        waiting += [line for line in lines if _applies(line, one.extras)]
    return {name for name, _ in found}


def _applies(requirement, extras):
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def test_pins_are_exact_and_name_no_place(root, pins):
    text = (root / ".ci/constraints.txt").read_text("utf-8")
    assert not re.search(r"://|@|--", text)
    assert all(re.fullmatch(r"==[\w.]+", str(pin.specifier)) for pin in pins.values())


def test_every_declared_range_holds_its_pin(pins, declared):
    for requirement in declared:
        pin = pins[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(pinned_version(pin)), requirement


def test_everything_that_is_needed_is_pinned(pins, declared):
    assert not {name for requirement in declared for name in needed(requirement)} - set(pins)


def test_the_build_tool_is_pinned(pins, pyproject):
    for line in pyproject["build-system"]["requires"]:
        requirement = Requirement(line)
        assert requirement.specifier.contains(pinned_version(pins[requirement.name]))


def test_the_tests_run_with_the_pins(pins, declared):
    names = {name for requirement in declared for name in needed(requirement)}
    installed = {name: version(name) for name in names}
    assert installed == {name: pinned_version(pins[name]) for name in names}


def test_a_missing_package_is_no_silent_pass():
    with pytest.raises(PackageNotFoundError):
        needed(Requirement("no-such-package-of-ours"))


def test_the_image_has_no_simulated_discord(root, pyproject):
    dockerfile = (root / "Dockerfile").read_text("utf-8")
    (extras,) = re.findall(r"^ +([a-z ]+) > requirements\.txt", dockerfile, re.MULTILINE)
    assert extras.split() == ["bot", "fast", "postgres"]
    installed = [
        line for extra in extras.split() for line in pyproject["project"]["optional-dependencies"][extra]
    ]
    assert not [line for line in (*pyproject["project"]["dependencies"], *installed) if "simcord" in line]
    assert not re.search(r"pip install[^\n]*\[", dockerfile)


def test_the_image_gets_all_that_it_copies(root):
    kept = re.findall(r"^!(\S+)", (root / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    copied = re.findall(r"^COPY (?!--from)(\S+) ", (root / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert {"engine", "render", "bot"} <= set(kept)
    assert [path for path in copied if path != "."]
    assert not [path for path in copied if path not in kept and path != "."]
