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
setup=0 fast=0
case " $* " in
  *" --cold "*)
    rm -rf build/cold && git clone -q --shared . build/cold || exit 2
    git diff --binary HEAD | git -C build/cold apply --allow-empty --index || exit 2
    for name in .deps .venv; do [ -e $name ] && ln -s "$(realpath $name)" build/cold/$name; done
    CCACHE_DIR=$PWD/build/cold/build/ccache exec build/cold/scripts/test_all.sh ${@/--cold/}
    ;;
esac
for argument in "$@"; do
  case $argument in
    --setup) setup=1 ;;
    --fast) fast=1 ;;
    *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done

jobs=$(nproc)
declare -A beside=()  # process numbers of what runs beside the steps
table=()  # name, outcome and seconds of each step, for the end
if command -v ccache >/dev/null; then
  table+=("compiler cache: $(ccache --print-stats | sed -n 's/^files_in_cache\s*//p') files before")
fi
ended() {  # name, outcome, seconds
  printf -- '-- %s: %s (%d s)\n' "$@"
  table+=("$(printf '%-52s %-7s %5d s' "$@")")
}
step() {  # name, command...: one counted step, its time shown
  local name=$1 began=$SECONDS outcome=passed
  shift
  printf '\n== %s\n' "$name"
  "$@" || outcome=FAILED
  ended "$name" $outcome $((SECONDS - began))
}
beside() {  # name, command...: begun now, for a step `step NAME finished name`; it takes what others leave idle
  local name=$1
  shift
  (renice -n 5 -p $BASHPID >/dev/null; "$@") >"build/$name.beside.log" 2>&1 &
  beside[$name]=$!
}
finished() { wait "${beside[$1]}"; local outcome=$?; cat "build/$1.beside.log"; return $outcome; }
skip() {  # name, reason
  printf '\n== %s\n%s\n' "$1" "$2"
  ended "$1" skipped 0
}

if [ $setup = 1 ]; then
  step "set-up" python3 -I -c 'import sys; sys.path.insert(0, "harness"); from league.toolchains.setup import main; sys.exit(main(["--tests"]))' 
fi
python=.venv/bin/python
if [ ! -x $python ]; then
  printf 'test_all: error: there is no test environment in .venv; run scripts/test_all.sh --setup\n' >&2
  exit 2
fi
export PATH="$PWD/.venv/bin:$PATH"
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD
fi
# Toolchains that doctor calls usable.
usable=" $($python scripts/run_all.py toolchains --json |
  $python -c 'import json, sys; print(*(t["toolchain"] for t in json.load(sys.stdin) if t["state"] == "usable"))') "
have() { case $usable in *" $1 "*) true ;; *) false ;; esac; }
where() {  # toolchain, name, command...: a step if that toolchain is usable
  local toolchain=$1
  shift
  if have "$toolchain"; then step "$@"; else skip "$1" "$toolchain is not usable here; scripts/run_all.py doctor says why"; fi
}

sources() { git ls-files -co --exclude-standard -- "$@"; }
format() { sources '*.cpp' '*.hpp' '*.cu' '*.cuh' '*.c' '*.h' | xargs clang-format --dry-run -Werror; }
python_style() { ruff check -q . && ruff format --check -q . && (cd harness && mypy league proofs ../scripts/*.py); }
words() { sources '*.md' '*.py' '*.cpp' '*.hpp' '*.cu' '*.cuh' '*.c' '*.h' '*.toml' '*.cmake' '*.sh' | xargs codespell -q 3; }
shells() { for file in $(sources '*.sh') .ci/run; do bash -n "$file" || return 1; done; }
step "C++ format" format
step "Python format, lint and types" python_style
step "spelling" words
step "shell syntax" shells
step "tree" $python scripts/check_tree.py
step "rendered from records" $python scripts/render.py --check

# Everything is built before it is tested: a target that does not build is a failure of the step, and
# the tests that only build are left out, as is the building that other tests would ask for.
build_and_test() {  # preset, ctest arguments...
  local preset=$1 good=0
  shift
  cmake --preset "$preset" >"build/$preset.configure.log" 2>&1 || { cat "build/$preset.configure.log"; return 1; }
  cmake --build "build/$preset" -j "$jobs" -- -k 0 >"build/$preset.build.log" 2>&1 || {
    good=1
    grep -E 'error|FAILED' "build/$preset.build.log" | head -20
  }
  ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure -FS '.*' "$@" || good=1
  return $good
}
mkdir -p build/linker
# Clang links with what is called ld in COMPILER_PATH: LLVM's own linker takes a third of the time.
if command -v ld.lld >/dev/null; then ln -sfn "$(command -v ld.lld)" build/linker/ld; fi
for toolchain in gcc-12-host clang-19-x86_64; do
  linker=""
  case $toolchain in clang-*) linker=$PWD/build/linker ;; esac
  COMPILER_PATH=$linker where $toolchain "ctest $toolchain" build_and_test $toolchain -LE 'harness|tree|claim|build'
done
# From here on, for they build what is in the compiler cache by now.
slow=()
[ $fast = 1 ] && slow=(-m 'not slow and not documents and not simulation and not cluster')
beside harness env -C harness "$PWD/$python" -m pytest -n "$jobs" --dist loadfile --no-loadscope-reorder "${slow[@]}"
races() { $python scripts/prove.py races -b npb-cg -b npb-is -b flow "$@"; }
where clang-19-x86_64 "races, a sample" races
where clang-19-x86_64 "races, planted" races --planted
where gcc-12-host "classes in the READMEs" $python scripts/check_tree.py --build build/gcc-12-host

emulator_fuzz() {
  cmake -S harness/emulator -B build/emulator-fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 -DGPU_EMULATOR_TESTS=OFF -DGPU_EMULATOR_FUZZ_SECONDS=60 >build/emulator-fuzz.log 2>&1 &&
    cmake --build build/emulator-fuzz -j "$jobs" --target ptx_fuzz >>build/emulator-fuzz.log 2>&1 || { tail -20 build/emulator-fuzz.log; return 1; }
  ctest --test-dir build/emulator-fuzz --output-on-failure
}
fuzzing=0
if [ $fast = 0 ] && have nvcc-13-emulated && have clang-19-x86_64; then
  beside fuzz emulator_fuzz
  fuzzing=1
fi

claims() { $python scripts/run_all.py check --suite validation --no-color --out build/claims "$@" 2>&1 | grep -v ': pass$'; return "${PIPESTATUS[0]}"; }
COMPILER_PATH=$PWD/build/linker where clang-19-x86_64 "conformance claims: clang-19-x86_64" claims -t clang-19-x86_64
where gcc-12-host "conformance claims: gcc-12-host" claims -t gcc-12-host --tag hand-written -x fortran -x acc

with=()
for toolchain in gcc-12-host clang-19-x86_64; do
  if have $toolchain; then with+=(-t $toolchain); fi
done
apps() {
  $python scripts/run_all.py check --suite miniapps -c W -v serial -v omp -v target-data "${with[@]}" -r 1 -w 0 --no-emulated --no-color --out build/apps
}
if [ ${#with[@]} -gt 0 ]; then
  step "mini-apps, class W" apps
  step "mini-apps, short published problems" $python scripts/published.py "${with[@]}" --most 0.02 --out build/published
else
  skip "mini-apps, class W and published problems" "neither gcc-12-host nor clang-19-x86_64 is usable here"
fi

tidy() {  # every file of ours that this toolchain compiles
  cmake --preset clang-19-x86_64 -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null &&
    run-clang-tidy.py -p build/clang-19-x86_64 -j "$jobs" -quiet '^(?!.*/build/clang-19-x86_64/)' 2>/dev/null | grep -v '^\[[0-9 ]*/'
  return "${PIPESTATUS[0]}"
}
where clang-19-x86_64 "clang-tidy" tidy

compile_only() {  # preset, target...: builds; nothing is run
  local preset=$1
  shift
  cmake --preset "$preset" >"build/$preset.configure.log" 2>&1 &&
    cmake --build "build/$preset" -j "$jobs" --target "$@" >"build/$preset.build.log" 2>&1 || { tail -30 "build/$preset.configure.log" "build/$preset.build.log"; return 1; }
}
all_cuda() {  # what is not CUDA is compiled there as by gcc-12-host
  cmake --preset nvcc-13-sm_90 >/dev/null 2>&1
  local cuda
  mapfile -t cuda < <($python -c 'import json
known = {one["name"] for one in json.load(open("harness/league/base/models.json"))["models"] if one["language"] == "CUDA"}
for one in json.load(open("build/nvcc-13-sm_90/manifest.json"))["variants"]:
    if one["model"] in known and one["executable"]: print(one["target"])')
  compile_only nvcc-13-sm_90 "${cuda[@]}"
}
emulator() {
  cmake -S harness/emulator -B build/emulator -G Ninja -DGPU_EMULATOR_LLVM="$PWD/.deps/llvm-openmp" >build/emulator.log 2>&1 &&
    cmake --build build/emulator -j "$jobs" >>build/emulator.log 2>&1 || { tail -20 build/emulator.log; return 1; }
  ctest --test-dir build/emulator -j "$jobs" --output-on-failure
}
base=${LEAGUE_BASE:-HEAD^}
changed() {  # at most six variants that differ from that commit: by their own files, target-data by others
  local where="" folder variant
  while read -r folder variant; do
    compgen -G "$folder/$variant*" >/dev/null &&
      where+="${where:+ or }(benchmark=$(sed 's,^npb/,npb-,; s,.*/,,' <<<"$folder") and variant=$variant)"
  done < <(git diff --name-only "$base" -- kernels npb miniapps |
    sed -nE 's,^([^/]+/[^/]+)/(target-[a-z0-9-]+)[./].*,\1 \2,p; t; s,^([^/]+/[^/]+)/.*,\1 target-data,p' | sort -u | head -6)
  [ -z "$where" ] || $python scripts/run_all.py check -t clang-19-x86_64 --suite all --where "$where" --no-color --out build/changed
}
if [ $fast = 0 ]; then
  where nvcc-13-sm_90 "all CUDA compiles: nvcc-13-sm_90" all_cuda
  if have nvcc-13-emulated; then
    step "emulated device: its own tests" emulator
    if [ $fuzzing = 1 ]; then
      step "emulated device: a minute of fuzzed PTX, begun before" finished fuzz
    else
      skip "emulated device: a minute of fuzzed PTX" "clang-19-x86_64 is not usable here"
    fi
    step "emulated device: a sample of variants" $python scripts/run_all.py check -t nvcc-13-emulated -v cuda \
      -b vadd -b saxpy -b dot -b jacobi --no-color --out build/emulated
    step "emulated device: counts as on another machine" $python scripts/prove.py counts build/emulated \
      results/reference/debian12-2core/emulated-counts
    step "emulated device: planted faults" $python scripts/prove.py faults --sample
    if have clang-19-emulated && have clang-19-x86_64; then
      step "target regions on an emulated GPU: planted" $python scripts/prove.py regions --sample
      if git rev-parse -q --verify "$base" >/dev/null; then
        step "target regions on an emulated GPU: changed" changed
      else
        skip "target regions on an emulated GPU: changed" "there is no commit $base to compare with"
      fi
    else
      skip "target regions on an emulated GPU" "clang-19-emulated or clang-19-x86_64 is not usable here"
    fi
    step "emulated device: faults in small programs" $python scripts/prove.py device-faults --sample
    step "emulated device: random expressions" $python scripts/prove.py expressions -n 100
  else
    skip "emulated device" "nvcc-13-emulated is not usable here"
  fi
  for toolchain in gcc-12-nvptx clang-16-sm_90; do
    where $toolchain "nvptx sample compiles: $toolchain" compile_only $toolchain vadd.target-data jacobi.target-simd
  done
fi

step "harness tests, begun before" finished harness

printf '\nsteps, %d min in all:\n' $((SECONDS / 60))
printf '  %s\n' "${table[@]}" | tee build/steps.txt
count() { grep -Ec " $1 +[0-9]+ s$" build/steps.txt; }
printf '\n'
sed -nE 's/^ *(.*[^ ]) +FAILED +[0-9]+ s$/failed: \1/p' build/steps.txt
printf '%d passed, %d failed, %d skipped\n' "$(count passed)" "$(count FAILED)" "$(count skipped)"
[ "$(count FAILED)" = 0 ]
