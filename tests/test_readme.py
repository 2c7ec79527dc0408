"""The README's example runs as written."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_example_runs_and_tells_how_the_match_ended() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(example.splitlines()) <= 11
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(compile(example, str(README), "exec"), {})
    ended, refused = told.getvalue().splitlines()
    assert re.fullmatch(r"\w+ \(\((0|1),\), \((0|1),\)\)", ended)
    assert refused.startswith("game_over (TN-9.1)")
