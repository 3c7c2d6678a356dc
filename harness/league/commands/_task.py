"""What a job starts on its node: a task of a batch, with what it needs of claims and profiles.

Standard library only, Python 3.9.
"""

from __future__ import annotations

from collections.abc import Sequence

from league.batch import task
from league.claims import away
from league.profile import plan


def main(words: Sequence[str]) -> int:
    """Run a task: FOLDER ARRAY TASK [RESTART]."""
    return task.main(words, away.records_of, plan.observed)
