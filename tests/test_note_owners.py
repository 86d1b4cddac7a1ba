"""Each note of the position has one owner."""

import pytest

from tests.architecture import Source
from tests.note_owners import note_faults

OWNER = Source("engine/steps/own.py", 'A, B = "a_", "b"\nNOTES = {A + "*": "x", B: "y"}\n')


@pytest.mark.parametrize(
    "body",
    [
        'play.note("b", 1)',
        'play.note("c", 1)',
        'play.note(f"a_{x}", 1)',
        "play.note(B, 1)",
        "play.note(own.B, None)",
        "play.note(A + x, None)",
        "self._play.forget(A)",
        "play.note(x, 1)",
    ],
)
def test_a_note_of_another_module_is_found(body):
    imports = "from engine.steps import own\nfrom engine.steps.own import A, B\n"
    other = Source("engine/steps/other.py", f"{imports}def f(play, x):\n    {body}\n")
    (problem,) = note_faults([OWNER, other])
    assert "engine/steps/other.py:4 writes the note" in problem


@pytest.mark.parametrize(
    "body",
    [
        'play.note("b", 1)',
        'play.note(f"a_{x}", 1)',
        "play.note(B, 1)",
        "play.note(A + x, 1)",
        "play.forget(A)",
    ],
)
def test_an_own_note_is_left_alone(body):
    assert not note_faults([Source(OWNER.path, f"{OWNER.text}def f(play, x):\n    {body}\n")])


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
