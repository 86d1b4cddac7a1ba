"""The files for those who contribute: they run what `./check` runs, and a release says what is new."""

import re
import runpy

import pytest
import yaml  # type: ignore[import-untyped] # its stubs are a package of their own


@pytest.fixture(scope="module")
def notes(root):
    """What a release says, of a tag, a version and a changelog."""
    return runpy.run_path(str(root / ".ci/release.py"))["notes"]


CHANGES = (
    "# Changelog\n\n## [Unreleased]\n\n- later\n\n## [1.2.0] - 2027-01-01\n\n- new\n\n## [1.1.0]\n\n- old\n"
)


def test_a_release_tells_what_is_new(notes):
    assert notes("v1.2.0", "1.2.0", CHANGES) == "- new\n"
    assert notes("v1.1.0", "1.1.0", CHANGES) == "- old\n"


@pytest.mark.parametrize(
    ("tag", "version", "why"),
    [("v1.2.1", "1.2.0", "pyproject"), ("1.2.0", "1.2.0", "the tag is"), ("v1.3.0", "1.3.0", "says nothing")],
)
def test_a_release_that_does_not_agree_is_none(notes, tag, version, why):
    with pytest.raises(ValueError, match=why):
        notes(tag, version, CHANGES)


def test_hooks_run_what_the_check_runs(root):
    check = (root / "check").read_text("utf-8")
    checked = re.findall(r'^(?:stage .* )?"\$PY" (-m (?:ruff|mypy)[^>\n]*?)(?: >.*)?$', check, re.MULTILINE)
    hooks = (root / ".pre-commit-config.yaml").read_text("utf-8")
    assert sorted(re.findall(r"entry: \.venv/bin/python (.*)", hooks)) == sorted(checked)
    assert len(checked) == 3


def test_the_workflow_checks_every_supported_python(root, pyproject):
    workflow = (root / ".github/workflows/check.yml").read_text("utf-8")
    versions = re.findall(r'"(3\.\d+)"', workflow[workflow.index("python: [") : workflow.index("steps:")])
    assert f">={versions[0]}" == pyproject["project"]["requires-python"]
    assert len(versions) == 3
    assert "- run: .ci/run" in workflow


def test_every_link_leads_to_a_file(root):
    for path in [*root.glob("*.md"), *root.glob("*/README.md")]:
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text("utf-8")):
            assert (path.parent / link).exists(), f"{path.name}: {link}"


def steps(path):
    """The steps of all jobs of a workflow."""
    return [step for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values() for step in job["steps"]]


def test_every_step_of_a_workflow_can_be_read(root):
    found = [step for path in (root / ".github/workflows").glob("*.yml") for step in steps(path)]
    assert len(found) > 10
    assert [step for step in found if len({"run", "uses"} & step.keys()) != 1] == []
    programs = {name for step in found for name in re.findall(r"[\w./]+\.(?:py|sh)\b", step.get("run", ""))}
    assert programs == {"examples/play_a_game.py", "examples/draw_the_map.py", ".ci/release.py"}
    assert all((root / name).is_file() for name in programs)


def test_the_hooks_can_be_read(root):
    (ours,) = yaml.safe_load((root / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert all(hook["language"] == "system" for hook in ours["hooks"])
