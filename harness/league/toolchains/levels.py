"""Processor levels: what programs are compiled for, and what a processor must have to run them."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from pathlib import Path

from league.base.errors import UsageError

#: What ``--march`` takes; ``native`` leaves the toolchains' own flags as they are.
NATIVE = "native"
LEVELS = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", NATIVE)
DEFAULT_LEVEL = "x86-64-v3"

# Processor features that each level adds, as Linux spells them in /proc/cpuinfo.
_FEATURES = {
    "x86-64": (),
    "x86-64-v2": ("cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"),
    "x86-64-v3": ("abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"),
    "x86-64-v4": ("avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"),
}
# Instruction sets that compilers use by themselves when told -march=native.
_INSTRUCTION_SETS = re.compile(
    r"sse\w*|ssse3|pni|avx\w*|amx_\w+|fma|fma4|xop|f16c|bmi[12]|abm|popcnt|movbe|adx|aes|vaes|gfni"
    r"|pclmulqdq|vpclmulqdq|sha_ni|rdseed|rdrand|cx16|lahf_lm|clflushopt|clwb|xsave(opt|c|s)?|movdir\w+"
)
_MARCH = re.compile(r"(?<!\S)-march=(\S+)")


def march_of(flags: Sequence[str] | str) -> str:
    """Return the processor that host flags name, empty if none."""
    found = _MARCH.search(flags if isinstance(flags, str) else " ".join(flags))
    return found.group(1) if found else ""


def with_march(flags: str, level: str) -> str:
    """Return host flags for another processor level."""
    if march_of(flags):
        return _MARCH.sub(f"-march={level}", flags)
    return f"{flags} -march={level}".strip()


def features(march: str, here: set[str]) -> list[str]:
    """Return the processor features that programs for ``-march`` may use.

    ``here`` are those of this machine, which ``native`` means.
    """
    if march == "native":
        return sorted(flag for flag in here if _INSTRUCTION_SETS.fullmatch(flag))
    known: list[str] = []
    for level, added in _FEATURES.items():
        known += added
        if level == march:
            return sorted(known)
    return []


def cpu_flags(file: Path = Path("/proc/cpuinfo")) -> set[str]:
    """Return the features the kernel lists for the processor; empty if it cannot be asked."""
    try:
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() in ("flags", "Features"):
                return set(value.split())
    except OSError:
        pass
    return set()


def lacking(march: str, needed: Sequence[str], here: set[str]) -> tuple[str, str]:
    """Return what this processor lacks for programs, and what helps; empty if nothing.

    ``here`` may be empty: then the processor is taken to be good enough.
    """
    missing = sorted(set(needed) - here) if here else []
    if not missing:
        return "", ""
    some = " ".join(missing[:6]) + (" ..." if len(missing) > 6 else "")
    return (
        f"this processor lacks {some} (built with -march={march})",
        "build again with --march x86-64-v2 or x86-64",
    )


def level_here(level: str) -> str:
    """Return the level to build for on this machine.  Raises UsageError if it has none of these."""
    if platform.machine() in ("x86_64", "AMD64"):
        return level or DEFAULT_LEVEL
    if level not in ("", "native"):
        raise UsageError(f"--march {level} is for x86-64; on this machine leave it out")
    return "native"
