"""`emulate`: the exit code is the program's, or that of a failure where something was found."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from league.base import exit_codes
from league.commands import emulate
from league.run import emulator


@pytest.mark.parametrize(
    ("lines", "ends", "code"),
    [("", 0, exit_codes.GOOD), ("race: kernel k", 0, exit_codes.FAILED), ("race: kernel k", 7, 7)],
)
def test_a_finding_is_a_failure(
    lines: str, ends: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\nprintf "{lines}" >> "$GPU_EMULATOR_FINDINGS"\nexit {ends}\n')
    program.chmod(0o755)
    monkeypatch.setattr(emulator, "library", lambda root: tmp_path / "libcudart.so.13")
    monkeypatch.delenv("GPU_EMULATOR_FINDINGS", raising=False)
    args = argparse.Namespace(gpu="h100", seed=0, output="text", program=str(program), arguments=[])
    assert emulate.main(args) == code
