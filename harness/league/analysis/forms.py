"""What each variant costs with each compiler: times on a device, counts where it is emulated."""

from __future__ import annotations

from dataclasses import dataclass

from league.analysis import device
from league.base import models
from league.base.columns import Column
from league.records.launches import Key, of_key
from league.records.view import RunView

#: What is compared: the first where anything was timed, else the second.
TIME, COUNT = "time", "warp instructions"


@dataclass(frozen=True)
class Form:
    """What a right cell costs, beside the reference of its problem."""

    key: Key
    #: `TIME`, in nanoseconds, or `COUNT`
    quantity: str
    value: float
    #: of the reference of the same problem, None if there is none that is right
    reference: float | None

    @property
    def problem(self) -> str:
        """The benchmark, class and precision."""
        return " ".join(self.key.problem)


def forms(run: RunView, reference: str = "cuda") -> list[Form]:
    """Return the right offload cells of a run that have a cost, sorted by their names."""
    times = {key: cell.median() for key, cell in run.cells.items() if _offloads(cell.model)}
    found = {key: time for key, time in times.items() if time is not None}
    quantity = TIME if found else COUNT
    if not found:
        for key, counts in device.counted(run):
            cell = run.cells[key]
            if cell.outcome == "emulated" and _offloads(cell.model):
                found[key] = float(sum(one["issued"] for one in counts["kernels"]))
    base = {key.problem: value for key, value in found.items() if key.variant == reference}
    return [
        Form(key, quantity, value, base.get(key.problem)) for key, value in sorted(found.items())
    ]


def _offloads(model: str) -> bool:
    return models.of(model).offloads


FORMS: tuple[Column[Form], ...] = (
    *of_key("benchmark", "class", "precision", "variant", "toolchain"),
    Column("quantity", "Quantity", lambda row: row.quantity,
           help="time of a device in nanoseconds, or what warps issue on an emulated one"),
    Column("value", "Value", lambda row: row.value),
    Column("reference", "Reference", lambda row: row.reference,
           help="of the variant cuda, for the same problem"),
)  # fmt: skip
