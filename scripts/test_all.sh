#!/usr/bin/env bash
# Run every test of the project: format and lint, core, harness, benchmarks on a host and on a device
# toolchain, compile-only samples for GPUs.  What cannot run here is named and counted as skipped.
#
# usage: scripts/test_all.sh [--setup] [--fast] [--cold]
#   --setup   first install what the tests need (Debian packages as root, OpenMP runtimes, environment)
#   --fast    leave out the slow tests of the harness and the compile-only samples
#   --cold    in build/cold, a clone with an empty compiler cache and no build, as on a fresh machine
# exit: 0 all passed, 1 something failed, 2 usage
set -u
cd "$(dirname "$0")/.." || exit 2
. harness/proofs/steps.sh
begin "$@"
step "C++ format" format
step "Python format, lint and types" python_style
step "spelling" words
step "shell syntax" shells
step "tree" $python scripts/check_tree.py
step "rendered from records" $python scripts/render.py --check
where gcc-12-host "ctest gcc-12-host" build_and_test gcc-12-host
where clang-19-x86_64 "ctest clang-19-x86_64" with_lld build_and_test clang-19-x86_64
# From here on, for they build what is in the compiler cache by now.
beside harness harness_tests
where clang-19-x86_64 "races, a sample" races
where clang-19-x86_64 "races, planted" races --planted
where gcc-12-host "classes in the READMEs" $python scripts/check_tree.py --build build/gcc-12-host
if [ $fast = 0 ] && have nvcc-13-emulated && have clang-19-x86_64; then beside fuzz emulator_fuzz; fi
where clang-19-x86_64 "conformance claims: clang-19-x86_64" with_lld claims -t clang-19-x86_64
where gcc-12-host "conformance claims: gcc-12-host" claims -t gcc-12-host --tag hand-written -x fortran -x acc
where clang-19-x86_64 "conformance claims: without a directive or clause" $python scripts/prove.py clauses -n 4 --generated 5 -t clang-19-x86_64 -t gcc-12-host
if have gcc-12-host || have clang-19-x86_64; then
  step "mini-apps, class W" apps
  step "mini-apps, short published problems" problems
else
  skip "mini-apps, class W and published problems" "neither gcc-12-host nor clang-19-x86_64 is usable here"
fi
where clang-19-x86_64 "clang-tidy" tidy
if [ $fast = 0 ]; then
  where nvcc-13-sm_90 "all CUDA compiles: nvcc-13-sm_90" all_cuda
  if have nvcc-13-emulated; then
    step "emulated device: its own tests" emulator
    where clang-19-x86_64 "emulated device: a minute of fuzzed PTX, begun before" finished fuzz
    step "emulated device: a sample of variants" $python scripts/run_all.py check -t nvcc-13-emulated -v cuda \
      -b vadd -b saxpy -b dot -b jacobi --no-color --out build/emulated
    step "emulated device: counts as on another machine" $python scripts/prove.py counts build/emulated \
      results/reference/debian12-2core/emulated-counts
    step "emulated device: planted faults" $python scripts/prove.py faults --sample
    of_regions
    step "emulated device: faults in small programs" $python scripts/prove.py device-faults --sample
    step "emulated device: random expressions" $python scripts/prove.py expressions -n 100
  else
    skip "emulated device" "nvcc-13-emulated is not usable here"
  fi
  where gcc-12-nvptx "nvptx sample compiles: gcc-12-nvptx" compile_only gcc-12-nvptx vadd.target-data jacobi.target-simd
  where clang-16-sm_90 "nvptx sample compiles: clang-16-sm_90" compile_only clang-16-sm_90 vadd.target-data jacobi.target-simd
fi
step "harness tests, begun before" finished harness
end
