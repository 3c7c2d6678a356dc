"""What the trials of claims add up to: counts, changes that were not noticed, disagreements."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from league.claims.matrix import name_of
from league.records.schema import Record
from league.verdicts import read


def summary(records: Sequence[Record]) -> str:
    """Return a line per toolchain: how many claims ended how."""
    lines = []
    for toolchain in dict.fromkeys(one["toolchain"] for one in records):
        mine = [one for one in records if one["toolchain"] == toolchain and not one["change"]]
        counts = Counter(read(one["worst"]).word for one in mine)
        told = ", ".join(f"{count} {worst}" for worst, count in counts.most_common())
        lines.append(f"{toolchain}: {told}")
    return "\n".join(lines)


def at_most(share: int, tried: int, confidence: float = 0.95) -> float:
    """Return the upper confidence limit of a share: exact, of one side (Clopper and Pearson)."""
    low, high = share / tried, 1.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        chance = sum(
            math.comb(tried, k) * middle**k * (1 - middle) ** (tried - k) for k in range(share + 1)
        )
        low, high = (middle, high) if chance > 1 - confidence else (low, middle)
    return high


def survivors(records: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a line per change: how many claims it turned, and which ones it did not."""
    lines = []
    for toolchain in dict.fromkeys(one["toolchain"] for one in records):
        mine = [one for one in records if one["toolchain"] == toolchain]
        failing = {name_of(one) for one in mine if not one["change"] and one["worst"] != "pass"}
        kinds = dict.fromkeys(one["change"].rstrip("0123456789 ") for one in mine if one["change"])
        for kind in kinds:
            if kind.startswith(("setting", "sanitized")):
                continue
            changed = [one for one in mine if one["change"].startswith(kind)]
            if kind == "offload disabled":  # what is about the host may hold without a device
                changed = [one for one in changed if one["where"] == "device"]
            idle = 0
            if kind == "mutant":  # where the claim itself fails, its mutants prove nothing
                proving = [one for one in changed if name_of(one) not in failing]
                idle, changed = len(changed) - len(proving), proving
            good = ("pass", "skipped") if kind == "mutant" else ("pass",)
            alive = [one for one in changed if one["worst"] in good]
            names = ", ".join(f"{name_of(one)} ({one['change']})" for one in alive)
            killed = len(changed) - len(alive)
            # A change that the compiler refuses says less than one that runs and is caught.
            refused = sum(not read(one["verdict"]["build"]).row.good for one in changed)
            share = f"{100 * killed / len(changed):.0f} %" if changed else "none"
            lines.append(
                f"{toolchain}, {kind}: {killed} of {len(changed)} fail as they must ({share});"
                f" {refused} of them do not build"
            )
            if kind == "mutant" and changed:
                lines.append(
                    f"  {100 * len(alive) / len(changed):.1f} % do not; taken as a sample: at most"
                    f" {100 * at_most(len(alive), len(changed)):.1f} %, with 95 % confidence"
                )
            if idle:
                lines.append(f"  {idle} more belong to claims that do not hold and prove nothing")
            if alive:
                lines.append(f"  still good: {names}")
    return lines


def disagreements(records: Sequence[Record]) -> list[str]:
    """Return which claims end otherwise under another setting, or under the sanitizers."""
    plain = {(one["toolchain"], name_of(one)): one for one in records if not one["change"]}
    lines = []
    for one in records:
        if not one["change"].startswith(("setting", "sanitized")):
            continue
        usual = plain.get((one["toolchain"], name_of(one)))
        if usual is not None and usual["worst"] != one["worst"]:
            lines.append(
                f"{one['toolchain']}, {name_of(one)}: {usual['worst']}, {one['change']}: "
                f"{one['worst']} ({one['reason'][:80]})"
            )
    return lines
