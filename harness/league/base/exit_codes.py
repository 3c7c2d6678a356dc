"""Exit codes of ``run_all.py`` and of the executables: one file, read here and by CMake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")
_TABLES: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
_RUN_ALL, _EXECUTABLE = (
    {row["name"]: int(row["code"]) for row in _TABLES[table]} for table in ("run_all", "executable")
)

GOOD = _RUN_ALL["good"]
FAILED = _RUN_ALL["failed"]
USAGE = _RUN_ALL["usage"]
SLOWER = _RUN_ALL["slower"]
NOTHING_COMPARABLE = _RUN_ALL["nothing_comparable"]
NO_TOOLCHAIN = _RUN_ALL["no_toolchain"]
GONE = _RUN_ALL["gone"]
BUDGET = _RUN_ALL["budget"]
INTERRUPTED = _RUN_ALL["interrupted"]

NOT_PASSED = _EXECUTABLE["not_passed"]
RAN_ON_HOST = _EXECUTABLE["ran_on_host"]
DOES_NOT_FIT = _EXECUTABLE["does_not_fit"]
NO_DEVICE = _EXECUTABLE["no_device"]
