"""What the tutorial says of accesses, of branches and of transfers: counts, and shares of time."""

from __future__ import annotations

from collections.abc import Sequence

from league.show.plots.chart import Chart, Value
from league.studies.lines import Figure, Lines, Runs, beside, chosen, nameless, published
from league.studies.measured import Measured, Subject, counted, measured, ratio

#: The study that shows them.
_STUDY = "tutorial"
#: The benchmark of accesses, and its variant in which neighbouring threads read neighbours.
LAYOUT, CONTIGUOUS = "layout", "target-soa"
#: The benchmark of branches, and what stands over its branch.
BRANCH, TAKEN = "branch", "target-data"
INSTEAD = {"target-select": "select", "target-mask": "mask"}
#: The benchmark whose data may stay on the device or travel in each step, and the form of each.
STAYS, RESIDENT, TRAVELS = "heat", "target-data", "target-naive"


def access(runs: Runs) -> Chart:
    """Sectors that each pattern of access asks for, over those of neighbours."""
    lines = Lines()
    own = chosen(counted(runs, "sectors"), LAYOUT)
    for one in own:
        base, pattern = beside(one, own, CONTIGUOUS), _pattern(one.subject)
        if base is not None and pattern:
            lines.add(one.subject.toolchain, nameless(ratio(one, base, pattern)), one)
    made = Figure("tutorial-access", "Access patterns: what neighbouring threads ask for", runs)
    made.bars(
        lines, "counted on an emulated GPU: 32-byte sectors of global memory", "count / element i",
        f"run_all.py check -b {LAYOUT} -t clang-19-emulated --set {LAYOUT}.stride=3",
        x_label="element of thread i",
    )  # fmt: skip
    return made.chart(
        f"The patterns of {published(_STUDY)['source']}, which shows no numbers."
        " Counts are of a whole process; they say what was asked for, not how long it takes.",
        "Without simd GCC gives a warp one element: it asks for a sector whatever the pattern, so"
        " there is little left that a pattern could spoil.",
    )


def _pattern(subject: Subject) -> str:
    """Return which element a thread takes; empty for a variant that is no pattern."""
    return {
        CONTIGUOUS: "i",
        "target-offset": f"i + {subject.size('offset')}",
        "target-strided": f"{subject.size('stride')} i",
        "target-gathered": "gathered",
    }.get(subject.variant, "")


def short_branch(runs: Runs) -> Chart:
    """Instructions of a select and of a mask over those of a branch, by how long its ways are."""
    made = Figure("tutorial-branch", "A branch against a select, by its length", runs)
    own = chosen(counted(runs, "issued"), BRANCH)
    made.curves(
        _instead(own), "counted on an emulated GPU: warp instructions issued",
        "steps of either way of the branch", "count / branch",
        f"run_all.py check -b {BRANCH} -t clang-19-emulated --set {BRANCH}.steps=1, and others",
        least=2,
    )  # fmt: skip
    return made.chart(
        f"{published(_STUDY)['source']}: where a branch is short, computing both ways and"
        " selecting costs less than a warp that goes apart. Neighbours differ in their way here.",
        "Without simd GCC gives a warp one element: nothing goes apart, and a branch is cheapest.",
    )


def _instead(own: list[Measured]) -> Lines:
    lines = Lines()
    for one in own:
        base, steps = beside(one, own, TAKEN), one.subject.size("steps")
        if base is not None and steps and one.subject.variant in INSTEAD:
            label = f"{INSTEAD[one.subject.variant]}, {one.subject.toolchain}"
            lines.add(label, nameless(ratio(one, base, steps)), one)
    return lines


def transfers(runs: Runs) -> Chart:
    """Share of the time that data takes, over the steps of a run."""
    lines = Lines()
    own = chosen(measured(runs), STAYS, variants=(RESIDENT, "target-enter-exit", TRAVELS))
    for one in own:
        steps, kernels = one.subject.size("steps"), _kernels_alone(one, own)
        if steps and kernels is not None:
            share = 100 * (1 - kernels / one.median("total"))
            label = f"{one.subject.label}, n = {one.subject.size('n')}"
            lines.add(label, Value(steps, share, launches=len(one.times["total"])), one)
    made = Figure("tutorial-transfers", "What the transfers take, over the steps of a run", runs)
    made.curves(
        lines.by_label(), "", "steps in a run", "percent of the time",
        f"run_all.py sweep -b {STAYS} -v {TRAVELS},{RESIDENT} --size steps=10,100,1000,10000",
        least=2, log_y=False,
    )  # fmt: skip
    return made.chart(
        f"Where data stays on the device ({RESIDENT}, target-enter-exit), what is outside of the"
        f" kernels; where it travels in each step ({TRAVELS}), what {RESIDENT}'s kernels do not"
        " explain."
    )


def _kernels_alone(one: Measured, own: Sequence[Measured]) -> float | None:
    """Return the time of a run's kernels; None where the resident form was not measured."""
    resident = beside(one, own, RESIDENT) if one.subject.variant == TRAVELS else one
    return resident.median() if resident else None
