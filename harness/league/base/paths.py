"""Where the project lies."""

from __future__ import annotations

from pathlib import Path


def project_root() -> Path:
    """Return the folder that holds ``harness/``."""
    return Path(__file__).resolve().parents[3]
