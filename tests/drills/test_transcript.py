"""The drill that writes transcripts: the same moves make the same transcript."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drills import transcript


@pytest.mark.slow
def test_the_same_moves_make_the_same_transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 0)  # restored afterwards: the drill sets its own
    file, games = tmp_path / "a.txt", ["--titles", "1889", "--moves", "2"]
    assert transcript.main([str(file), *games]) == 0
    first = file.read_text("utf-8")
    assert transcript.main([str(file), *games]) == 0
    assert file.read_text("utf-8") == first
    english, german = first.split("===== 1889 de\n")
    for part in (english, german):
        assert part.count("--- ") == 4
        assert part.count("picture: ") >= 3
    assert "[Take turn]" in english
    assert "[Am Zug]" in german
