"""Each note of the position has one owner."""

import pytest

from tests.architecture import Source
from tests.note_owners import note_faults

OWNER = Source("engine/steps/own.py", 'A, B = "a_", "b"\nNOTES = {A + "*": "x", B: "y"}\n')


@pytest.mark.parametrize(
    "body",
    [
        'writer.note("b", 1)',
        'writer.note("c", 1)',
        'writer.note(f"a_{x}", 1)',
        "writer.note(B, 1)",
        "writer.note(own.B, None)",
        "writer.note(A + x, None)",
        "self._writer.forget(A)",
        "writer.note(x, 1)",
    ],
)
def test_a_note_of_another_module_is_found(body):
    imports = "from engine.steps import own\nfrom engine.steps.own import A, B\n"
    other = Source("engine/steps/other.py", f"{imports}def f(writer, x):\n    {body}\n")
    (problem,) = note_faults([OWNER, other])
    assert "engine/steps/other.py:4 writes the note" in problem


@pytest.mark.parametrize(
    "body",
    [
        'writer.note("b", 1)',
        'writer.note(f"a_{x}", 1)',
        "writer.note(B, 1)",
        "writer.note(A + x, 1)",
        "writer.forget(A)",
    ],
)
def test_an_own_note_is_left_alone(body):
    assert not note_faults([Source(OWNER.path, f"{OWNER.text}def f(writer, x):\n    {body}\n")])


@pytest.mark.parametrize(
    ("paths", "faults"),
    [
        (("engine/steps/a.py", "engine/rules/b.py"), 1),
        (("engine/steps/a.py", "engine/titles/g11xx/b.py"), 1),
        (("engine/titles/g11xx/b.py", "engine/steps/a.py"), 1),
        (("engine/titles/g11xx/a.py", "engine/titles/g11xx/b.py"), 1),
        (("engine/titles/g11xx/a.py", "engine/titles/g12yy/b.py"), 0),
    ],
)
def test_a_note_of_two_owners_is_found(paths, faults):
    assert len(note_faults([Source(path, 'NOTES = {"b": "y"}') for path in paths])) == faults
