"""What each form of a program costs with each compiler: the columns of its figure's numbers."""

from __future__ import annotations

from league.analysis.forms import Form
from league.base.columns import Column

FORMS: tuple[Column[Form], ...] = (
    Column("benchmark", "Benchmark", lambda row: row.key.benchmark),
    Column("class", "Class", lambda row: row.key.letter),
    Column("precision", "Precision", lambda row: row.key.precision),
    Column("variant", "Variant", lambda row: row.key.variant),
    Column("toolchain", "Toolchain", lambda row: row.key.toolchain),
    Column("quantity", "Quantity", lambda row: row.quantity,
           help="time of a device in nanoseconds, or what warps issue on an emulated one"),
    Column("value", "Value", lambda row: row.value),
    Column("reference", "Reference", lambda row: row.reference,
           help="of the variant cuda, for the same problem"),
)  # fmt: skip
