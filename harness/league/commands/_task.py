"""What a job starts on its node: a task of a batch, with what there is to know about claims.

Standard library only, Python 3.9.
"""

from __future__ import annotations

from collections.abc import Sequence

from league.batch import task
from league.claims import away


def main(words: Sequence[str]) -> int:
    """Run a task: FOLDER ARRAY TASK [RESTART]."""
    return task.main(words, away.records_of)
