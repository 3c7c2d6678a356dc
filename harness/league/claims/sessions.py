"""The sessions whose records of conformance are committed, each a command line of run_all.py."""

_WHOLE = "check --suite validation"
_EMULATED = f"{_WHOLE} --timeout 60s"
_LOOKS = "conformance --controls --mutants"
#: Name of a session: its command line.
SESSIONS = {
    "conformance-clang-19": f"{_WHOLE} -t clang-19-x86_64",
    "conformance-clang-22": f"{_WHOLE} -t clang-22-x86_64",
    "conformance-gcc-12": f"{_WHOLE} -t gcc-12-host",
    "conformance-gcc-12-emulated": f"{_EMULATED} -t gcc-12-emulated",
    "conformance-clang-19-emulated": f"{_EMULATED} --tag hand-written -t clang-19-emulated",
    "conformance-clang-19-amd": f"{_EMULATED} --tag hand-written -t clang-19-gfx90a-emulated",
    "conformance-clang-16-amd": f"{_EMULATED} --tag hand-written -t clang-16-gfx90a-emulated",
    "conformance-gcc-12-amd": f"{_EMULATED} --tag hand-written -t gcc-12-gfx906-emulated",
    "conformance-clang-15": f"{_WHOLE} --tag hand-written -t clang-15-x86_64",
    "conformance-flang": f"{_WHOLE} -b fortran -t clang-19-host -t clang-22-host",
    "conformance-controls": f"{_LOOKS} -t clang-19-x86_64",
    "conformance-controls-fortran": f"{_LOOKS} -b fortran -t gcc-12-emulated",
}
