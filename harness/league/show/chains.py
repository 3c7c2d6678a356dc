"""What the page says about a toolchain: state, flags, what it cannot do and what mends that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.analysis.standing import Column
from league.show import anchors


@dataclass(frozen=True)
class ToolchainPart:
    """A toolchain, what it can do, and what to do where it cannot."""

    label: str
    anchor: str
    title: str
    state: str
    version: str
    device: str
    tried: bool
    reason: str
    remedy: str
    flags: tuple[tuple[str, str], ...]
    lacking: tuple[tuple[str, str, str], ...]
    offered: str


def toolchain_part(column: Column) -> ToolchainPart:
    """Collect what is known about a toolchain."""
    facts = column.record
    capabilities: Mapping[str, Mapping[str, object]] = facts.get("capabilities") or {}
    flags: Mapping[str, object] = facts.get("flags") or {}
    return ToolchainPart(
        label=column.label,
        anchor=anchors.toolchain(column.label),
        title=str(facts.get("title", "")),
        state=column.state,
        version=column.compiler,
        device=" ".join(filter(None, [column.device, str(facts.get("arch", ""))])),
        tried=bool(facts.get("tried", True)),
        reason=str(facts.get("reason", "")),
        remedy=str(facts.get("remedy", "")),
        flags=tuple(
            (name, " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value))
            for name, value in flags.items()
            if value
        ),
        # what mends the toolchain is told once
        lacking=tuple(
            (model, str(c.get("reason", "")), remedy if remedy != facts.get("remedy", "") else "")
            for model, c in capabilities.items()
            for remedy in [str(c.get("remedy", ""))]
            if not c.get("ok")
        ),
        offered=", ".join(model for model, c in capabilities.items() if c.get("ok")) or "none",
    )
