"""The runs that fill the figures of the studies on a machine with two cores and no GPU.

`scripts/studies.py` makes them, and keeps those of a machine, from which the page of the figures is
drawn: a block of scripts/render.py for each.  Sizes are small: all of them together take minutes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from league.records import baselines, store
from league.records.reading import write_text
from league.studies import catalogue
from league.studies.lines import published

#: A device with memory of its own that needs no GPU.
DEVICE = "clang-19-x86_64"
#: Beside it where compilers are compared.
NEWER = "clang-22-x86_64"
_RUN = f"run -c W --precision fp64 -t {DEVICE}"
_SWEEP = f"sweep --precision fp64 -t {DEVICE}"
_CHECK = "check -c S --precision fp64"
_COUNTED = f"{_CHECK} -t gcc-12-emulated,clang-19-emulated --no-emulated"
_SHAPES = "--teams 1,4,16 --threads 1,16"
_COUNTED_SWEEP = (
    "sweep -c S --precision fp64 -t gcc-12-emulated,clang-19-emulated,nvcc-13-emulated -r 1 -w 0"
)


@dataclass(frozen=True)
class Session:
    """One command line of run_all.py, the figures that it fills, and about how long it takes."""

    name: str
    told: str
    figures: tuple[str, ...]
    minutes: float
    launches: int = 5

    @property
    def words(self) -> list[str]:
        """The words of the command line."""
        return self.told.split()

    @property
    def folder(self) -> str:
        """How the folder of its kept run is called."""
        return f"study-{self.name}"

    def line(self, launches: int | None = None) -> list[str]:
        """Return the words, with another number of launches where they are timed."""
        if self.words[0] not in ("run", "sweep") or "--profile" in self.words:
            return self.words
        return [*self.words, "-l", str(launches or self.launches)]

    def to_build(self) -> list[str]:
        """Return the command line that builds what is launched, and only that."""
        flags = zip(self.words, self.words[1:])
        return [
            "build",
            *(word for pair in flags if pair[0] in ("-b", "-v", "-t") for word in pair),
        ]


SESSIONS = (
    *(
        Session(
            f"one-to-one-{name}",
            f"{_SWEEP},{NEWER} -b {name} -v omp,{plain},target-data --size n={sizes}",
            ("one-to-one-kernels",), 0.8,
        )
        for name, plain, sizes in (
            ("jacobi-convergence", "target-rows", "130,258,514,1026"),
            ("matmul", "target-rows", "64,128,256,512"),
            ("gauss", "target-rows", "64,128,256,512"),
            ("laplacian", "target-planes", "36,72,144"),
        )
    ),
    Session(
        "one-to-one-forms",
        f"{_RUN} -b laplacian,branch,saxpy -v target-planes,target-data,target-three-level,"
        "target-two-level,target-inner-parallel,target-inner-parallel-simd,target-inner-simd,"
        "target-parallel",
        ("one-to-one-forms",), 0.6,
    ),
    Session(
        "one-to-one-levels",
        f"{_RUN} -b npb-cg,npb-mg,npb-ft,npb-bt -v target-data,target-two-level,"
        "target-three-level,target-stored",
        ("one-to-one-levels",), 4.0,
    ),
    *(
        Session(
            f"ptx-{name}",
            f"{_SWEEP} -b {name} -v target-shape,target-shape-simd --teams 1,2,4 --threads 1,2"
            f" --size {size}",
            ("ptx-size", "ptx-simd", "ptx-shape"), 0.5, 3,
        )
        for name, size in {
            "matvec": "rows+columns=64,256,1024,4096", "newton-sqrt": "n=512,8192,131072",
            "dot": "n=2048,32768,524288", "vadd": "n=512,8192,131072",
        }.items()
    ),
    Session(
        "ptx-models", f"{_RUN} -b matvec,newton-sqrt,dot,vadd -v omp,target-data,target-simd",
        ("ptx-models",), 0.5,
    ),
    Session(
        "ptx-overhead",
        f"{_RUN} -b offload-overhead -v omp,target-empty,target-teams,target-parallel,"
        "target-combined,target-reduction",
        ("ptx-overhead",), 0.3,
    ),
    *(
        Session(
            f"lambda-{name}",
            f"{_SWEEP} -b {name} -v omp,target-data,target-lambda,target-lambda-explicit"
            f" --size {size}",
            ("lambda-kernels", "lambda-ratios", "lambda-pointers"), 0.5,
        )
        for name, size in {
            "lulesh-kernels": "s=10,20,30,45", "tealeaf-kernels": "n=128,256,512,1024",
            "lambda-pointers": "pointers=1,2,5,10,20,50,100,150",
        }.items()
    ),
    Session(
        "lambda-forall",
        f"{_RUN} -b lambda-forall -v target-data,target-lambda,target-lambda-init,"
        "target-lambda-domain,target-device-ptr,target-iterator,target-critical",
        ("lambda-ratios",), 0.5,
    ),
    Session(
        "course-steps",
        f"{_RUN} -b jacobi-convergence -v serial,omp,target-naive,target-rows,target-enter-exit,"
        "target-nested,target-data",
        ("course-jacobi",), 0.5,
    ),
    Session(
        "course-threads",
        f"{_SWEEP} -b jacobi-convergence -v serial,omp --threads 1,2 --size n=514",
        ("course-jacobi",), 0.2,
    ),
    Session(
        "course-naive-sweep",
        f"{_RUN} -b jacobi-convergence,jacobi -v target-naive,target-lesson-from --profile",
        ("course-naive-sweep",), 0.1,
    ),
    Session(
        "tutorial-heat",
        f"{_RUN} -b heat-tutorial,heat -v omp,target-naive,target-enter-exit,target-data,"
        "target-strided",
        ("tutorial-heat",), 1.0,
    ),
    Session(
        "tutorial-flow",
        f"{_RUN} -b flow -v target-data,target-tuned --set nx=4000 --set ny=4000 --set steps=1"
        " --profile",
        ("tutorial-flow",), 0.3,
    ),
    Session(
        "tutorial-forms",
        f"{_RUN} -t {NEWER} -b saxpy,heat -v target-form-*,target-simd,target-loop,target-data,"
        "target-rows",
        ("tutorial-forms",), 1.2,
    ),
    Session(
        "tutorial-share",
        f"{_SWEEP} -b async -v target-share,target-share-thread --size share=0,10,25,50,75,90,99",
        ("tutorial-share",), 0.4,
    ),
    Session(
        "tutorial-transfers",
        f"{_SWEEP} -b heat -v target-naive,target-enter-exit,target-data --size n=250"
        " --size steps=100,300,1000,3000,10000",
        ("tutorial-transfers",), 1.0,
    ),
    Session(
        "counts",
        f"{_CHECK} -t nvcc-13-emulated -v cuda* -b matvec,newton-sqrt,dot,vadd,jacobi-convergence,"
        "matmul,gauss,laplacian,lulesh-kernels,tealeaf-kernels",
        ("ptx-models", "one-to-one-kernels", "lambda-kernels", "course-jacobi"), 1.0,
    ),
    Session(
        "counts-openmp",
        f"{_CHECK} -t gcc-12-emulated,clang-19-emulated,nvcc-13-emulated --no-emulated"
        " -v target-data,target-simd,target-planes,target-three-level,target-two-level,"
        "target-inner-parallel,target-inner-simd,target-parallel,cuda"
        " -b matvec,newton-sqrt,dot,vadd,jacobi-convergence,matmul,gauss,laplacian,branch,saxpy"
        " --set dot.products=2 --set dot.n=20003",
        ("ptx-simd", "one-to-one-kernels", "one-to-one-forms"), 4.0,
    ),
    *(
        Session(
            f"counts-ptx-{name}",
            f"{_COUNTED_SWEEP} -b {name} -v target-shape,target-shape-simd,acc-shape,cuda-shape"
            f" {size}",
            ("ptx-size", "ptx-shape"), minutes, 1,
        )
        for name, size, minutes in (
            ("matvec", f"{_SHAPES} --size products=1 --size rows+columns=64,512", 2.0),
            ("newton-sqrt", f"{_SHAPES} --size n=64,512,4096", 2.0),
            ("dot", f"{_SHAPES} --size products=1 --size n=1024,8192,65536", 2.0),
            ("vadd", f"{_SHAPES} --size n=512,4096,32768", 2.0),
        )
    ),
    Session(
        "counts-ptx-matvec-4096",
        f"{_COUNTED_SWEEP} -b matvec -v target-shape,cuda-shape --teams 16 --threads 16"
        " --size products=1 --size rows+columns=4096",
        ("ptx-size",), 2.0, 1,
    ),
    Session(
        "counts-overhead",
        f"{_CHECK} -t gcc-12-emulated,clang-19-emulated,nvcc-13-emulated --no-emulated --no-cases"
        " -b offload-overhead -v target-empty,target-teams,target-parallel,target-combined,"
        "target-reduction,acc,cuda --set offload-overhead.steps=130",
        ("ptx-overhead",), 0.5,
    ),
    Session(
        "counts-forms",
        f"{_COUNTED} -b branch -v target-data,target-inner-parallel-simd,target-parallel",
        ("one-to-one-forms",), 0.5,
    ),
    Session(
        "counts-levels",
        f"{_COUNTED} --no-cases -b npb-cg,npb-mg,npb-ft,npb-bt -v target-data,target-two-level,"
        "target-three-level,target-stored"
        " --set npb-cg.niter=1 --set npb-mg.niter=1 --set npb-bt.niter=1 --set npb-ft.niter=1"
        " --set npb-ft.nx=32 --set npb-ft.ny=32 --set npb-ft.nz=32",
        ("one-to-one-levels",), 6.0,
    ),
    Session(
        "counts-lambda",
        f"{_COUNTED} -b lulesh-kernels,tealeaf-kernels,lambda-forall"
        " -v target-data,target-lambda,target-lambda-explicit,target-device-ptr,target-iterator,"
        "target-critical",
        ("lambda-ratios",), 2.0,
    ),
    Session(
        "counts-access",
        f"{_COUNTED} -b layout -v target-soa,target-offset,target-strided,target-gathered"
        " --set layout.offset=3 --set layout.stride=3",
        ("tutorial-access",), 0.5,
    ),
    *(
        Session(
            f"counts-branch-{steps}",
            f"{_COUNTED} -b branch -v target-data,target-select,target-mask"
            f" --set branch.steps={steps}",
            ("tutorial-branch",), 0.3,
        )
        for steps in (1, 10, 100)
    ),
    Session(
        "tutorial-portability",
        f"run -c W --precision fp64 -t gcc-12-host,clang-19-host,{DEVICE},{NEWER}"
        " -v omp,target-data,target-tuned -b async,branch,dot,fma,gauss,heat,jacobi,"
        "jacobi-convergence,laplacian,layout,matmul,matvec,newton-sqrt,pi,saxpy,stream,vadd",
        ("tutorial-portability",), 4.0, 3,
    ),
    Session(
        "tutorial-matrix",
        f"{_CHECK} -t gcc-12-host,gcc-12-nvptx,{DEVICE},{NEWER},nvcc-13-emulated"
        " -v serial,omp,target-*,acc,cuda"
        " -b saxpy,vadd,heat-tutorial,pi-midpoint,jacobi-convergence,branch,layout,async,dot",
        ("tutorial-matrix",), 0.6,
    ),
)  # fmt: skip

#: Figures that runs fill which are kept for other ends, too.
KEPT = {
    "one-to-one-npb": ("npb-offload-B", "npb-offload-C"),
    "tutorial-apps": ("miniapps-offload-A",),
    "tutorial-portability": (
        "kernels-class-W",
        "npb-offload-B",
        "miniapps-offload-A",
        "first-report-emulated",
        "emulated-clang-19",
    ),
    "tutorial-matrix": ("quick-fresh-machine", "kernels-check", "npb-check", "miniapps-check"),
}

#: The page of their figures, below the folder of the kept runs of all machines.
PAGE = "studies.md"
_HEAD = """# Figures of the studies

What the five published studies showed, from records made here with `scripts/studies.py --keep`:
host and plug-in device, no GPU. Each figure names machine, compilers and launches and says what is
missing. Unfolded, each is as wide as a telephone; its numbers lie beside it as CSV. Which variant
stands for which item is told [elsewhere](../../harness/docs/studies.md).
"""


def keep(made: Mapping[Session, Path], machine: Path) -> Path:
    """Copy the records of runs to those of a machine, write the page of their figures, return it.

    Raises UsageError for a run that did not finish, StoreError if it cannot be read or written.
    """
    for one, run in made.items():
        baselines.save(one.folder, run, machine)
    return write_text(machine.parent / PAGE, page(machine))


def page(machine: Path) -> str:
    """Return the page; figures without a kept run of this machine are left out."""
    parts = [_HEAD]
    for study in catalogue.STUDIES.values():
        figures = [_figure(machine, chart.id) for chart in study.charts([])]
        shown = " / ".join(figure for figure in figures if figure)
        if shown:
            told: Mapping[str, str] = published(study.ID)
            parts.append(f"## {study.ID}\n\nFrom {told['source']}.\n")
            file = f"{machine.name}/studies/{study.ID}.svg"
            parts.append(f"<!-- rendered: study {file} {shown} -->\n<!-- end rendered -->\n")
    return "\n".join(parts)


def _figure(machine: Path, figure: str) -> str:
    own = [one.folder for one in SESSIONS if figure in one.figures]
    kept = [*own, *KEPT.get(figure, ())]
    there = [name for name in kept if store.records_in(machine / name) is not None]
    if not there:
        return ""
    return " ".join([figure, *(f"{machine.name}/{name}" for name in there)])
