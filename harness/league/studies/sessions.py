"""The runs that fill the figures of the studies on a machine with two cores and no GPU.

`scripts/studies.py` makes them.  Sizes are small: all of them together take minutes.
"""

from __future__ import annotations

from dataclasses import dataclass

#: A device with memory of its own that needs no GPU.
DEVICE = "clang-19-x86_64"
#: Beside it where compilers are compared.
NEWER = "clang-22-x86_64"
_FP64 = ("--precision", "fp64")


@dataclass(frozen=True)
class Session:
    """One command line of run_all.py, the figures that it fills, and about how long it takes."""

    name: str
    words: tuple[str, ...]
    figures: tuple[str, ...]
    minutes: float
    launches: int = 5

    def line(self, launches: int | None = None) -> list[str]:
        """Return the words, with another number of launches where they are timed."""
        if self.words[0] not in ("run", "sweep") or "--profile" in self.words:
            return [*self.words]
        return [*self.words, "-l", str(launches or self.launches)]


def _words(
    verb: str, benchmarks: str, variants: str, toolchains: str, *more: str
) -> tuple[str, ...]:
    """Return a command line; names are parted by spaces, and so are the words of an axis."""
    names = {"-b": benchmarks, "-v": variants, "-t": toolchains}
    chosen = [word for option, told in names.items() for name in told.split()
              for word in (option, name)]  # fmt: skip
    return (verb, *chosen, *(word for axis in more for word in axis.split()))


def _sweep(benchmark: str, variants: str, *axes: str) -> tuple[str, ...]:
    return _words("sweep", benchmark, variants, DEVICE, *axes, *_FP64)


def _run(benchmarks: str, variants: str, *more: str) -> tuple[str, ...]:
    return _words("run", benchmarks, variants, DEVICE, *more, "-c", "W", *_FP64)


def _check(benchmarks: str, variants: str, toolchains: str, *more: str) -> tuple[str, ...]:
    return _words("check", benchmarks, variants, toolchains, "-c", "S", *more)


_SHAPES = ("--teams 1,2,4", "--threads 1,2")

SESSIONS = (
    *(
        Session(
            f"one-to-one-{name}", _sweep(name, "omp target-data", f"--size n={sizes}"),
            ("one-to-one-kernels",), 0.4,
        )
        for name, sizes in {
            "jacobi-convergence": "130,258,514,1026", "matmul": "64,128,256,512",
            "gauss": "64,128,256,512", "laplacian": "36,72,144",
        }.items()
    ),
    Session(
        "one-to-one-forms",
        _run(
            "laplacian branch saxpy",
            "target-data target-three-level target-two-level target-inner-parallel"
            " target-inner-simd target-parallel",
        ),
        ("one-to-one-forms",), 0.6,
    ),
    *(
        Session(
            f"ptx-{name}",
            _sweep(name, "target-shape target-shape-simd", *_SHAPES, f"--size {size}"),
            ("ptx-size", "ptx-simd", "ptx-shape"), 0.5, 3,
        )
        for name, size in {
            "matvec": "rows+columns=64,256,1024", "newton-sqrt": "n=512,8192,131072",
            "dot": "n=2048,32768,524288", "vadd": "n=512,8192,131072",
        }.items()
    ),
    Session(
        "ptx-models", _run("matvec newton-sqrt dot vadd", "omp target-data target-simd"),
        ("ptx-models",), 0.5,
    ),
    Session(
        "ptx-overhead",
        _run(
            "offload-overhead",
            "omp target-empty target-teams target-parallel target-combined target-reduction",
        ),
        ("ptx-overhead",), 0.3,
    ),
    *(
        Session(
            f"lambda-{name}",
            _sweep(name, "omp target-data target-lambda target-lambda-explicit", f"--size {size}"),
            ("lambda-kernels", "lambda-ratios", "lambda-pointers"), 0.5,
        )
        for name, size in {
            "lulesh-kernels": "s=10,20,30,45", "tealeaf-kernels": "n=128,256,512,1024",
            "lambda-pointers": "pointers=1,2,5,10,20,50,100,150",
        }.items()
    ),
    Session(
        "course-steps",
        _run(
            "jacobi-convergence",
            "serial omp target-naive target-data target-enter-exit target-nested target-collapse",
        ),
        ("course-jacobi",), 0.5,
    ),
    Session(
        "course-threads",
        _sweep("jacobi-convergence", "serial omp", "--threads 1,2", "--size n=514"),
        ("course-jacobi",), 0.2,
    ),
    Session(
        "course-naive-sweep", _run("jacobi-convergence jacobi", "target-naive", "--profile"),
        ("course-naive-sweep",), 0.1,
    ),
    Session(
        "tutorial-heat",
        _run(
            "heat-tutorial heat",
            "omp target-naive target-enter-exit target-data target-exchanged target-strided"
            " target-collapse",
        ),
        ("tutorial-heat",), 1.0,
    ),
    Session("tutorial-flow", _run("flow", "target-data target-tuned", "--profile"),
            ("tutorial-flow",), 0.3),
    Session(
        "tutorial-forms",
        _run("saxpy heat", "target-form-* target-simd target-loop target-data", "-t", NEWER),
        ("tutorial-forms",), 1.2,
    ),
    Session(
        "tutorial-share",
        _sweep("async", "target-share target-share-thread", "--size share=0,10,25,50,75,90,99"),
        ("tutorial-share",), 0.4,
    ),
    Session(
        "counts",
        _check(
            "matvec newton-sqrt dot vadd jacobi-convergence matmul gauss laplacian lulesh-kernels"
            " tealeaf-kernels",
            "cuda*", "nvcc-13-emulated", *_FP64,
        ),
        ("ptx-models", "one-to-one-kernels", "lambda-kernels", "course-jacobi"), 1.0,
    ),
    Session(
        "tutorial-matrix",
        _check(
            "saxpy vadd heat-tutorial pi-midpoint jacobi-convergence branch layout async dot",
            "serial omp target-* acc cuda",
            f"gcc-12-host gcc-12-nvptx {DEVICE} {NEWER} nvcc-13-emulated", *_FP64,
        ),
        ("tutorial-matrix",), 0.6,
    ),
)  # fmt: skip

#: Figures that runs fill which are kept for other ends, too.
KEPT = {
    "one-to-one-npb": ("npb-offload-B", "npb-offload-C"),
    "tutorial-apps": ("miniapps-offload-A",),
    "tutorial-matrix": ("quick-fresh-machine", "kernels-check", "npb-check", "miniapps-check"),
}
