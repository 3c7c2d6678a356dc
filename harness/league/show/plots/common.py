"""What all plots have in common."""

from __future__ import annotations

from typing import Any

#: Text stays text, the same picture gives the same bytes, nothing is read as mathematics.
RC: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "league",
    "text.parse_math": False,
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
}
#: Told apart by people who see colours differently (Okabe and Ito), grey last.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a7a")
