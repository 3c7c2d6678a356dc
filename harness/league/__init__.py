"""League: build, run, judge, record and compare OpenMP offload benchmarks."""

__version__ = "0.1.0"
