"""What the claims cover: every feature of every version, with its claim or the reason for none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import tomllib

from league.base.errors import UsageError
from league.claims.source import VERSIONS, Claim, edition


def uncovered(file: Path) -> dict[str, str]:
    """Return the features that no program can show, each with its reason.

    Raises UsageError where the file cannot be read.
    """
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"cannot read {file.name}: {error}; mend that file") from error
    return {str(name): str(reason) for name, reason in told.get("uncovered", {}).items()}


def as_markdown(
    features: Mapping[str, Mapping[str, str]], claims: Sequence[Claim], reasons: Mapping[str, str]
) -> str:
    """Return how many features of each version have a claim, and each feature by version.

    ``features`` is `matrix.known_features`, ``reasons`` is `uncovered`.
    """
    files: dict[str, list[str]] = {}
    for claim in claims:
        for one in claim.ids:
            files.setdefault(one, []).append(f"{claim.group}/{claim.path.name}")
    versions = [one for one in VERSIONS if any(f["since"] == one for f in features.values())]
    lines = ["# Features and claims", ""]
    lines += ["| OpenMP | features | with a claim | with a reason for none | neither |"]
    lines += ["|---|---|---|---|---|"]
    for version in versions:
        mine = [name for name, told in features.items() if told["since"] == version]
        claimed = sum(name in files for name in mine)
        excused = sum(name in reasons for name in mine)
        lines.append(
            f"| {version} | {len(mine)} | {claimed} | {excused} | {len(mine) - claimed - excused} |"
        )
    for version in versions:
        lines += ["", f"## {edition(version)}", ""]
        lines += ["| feature | section | claim |", "|---|---|---|"]
        for name, told in features.items():
            if told["since"] != version:
                continue
            shown = ", ".join(f"`{file}`" for file in files.get(name, ()))
            why = shown or reasons.get(name, "**neither claim nor reason**")
            lines.append(f"| `{name}` | {told['section']} | {why} |")
    return "\n".join(lines) + "\n"
