# What the steps of scripts/test_all.sh are made of; read by it, in the root of the project.
declare -A beside=()  # process numbers of what runs beside the steps
table=()  # name, outcome and seconds of each step, for the end
setup=0 fast=0
jobs=$(nproc)
python=.venv/bin/python

usage() { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
in_a_clone() {  # arguments...: start again where nothing is built and nothing is in the compiler cache
  rm -rf build/cold && git clone -q --shared . build/cold || exit 2
  git diff --binary HEAD | git -C build/cold apply --allow-empty --index || exit 2
  for name in .deps .venv; do [ -e $name ] && ln -s "$(realpath $name)" build/cold/$name; done
  CCACHE_DIR=$PWD/build/cold/build/ccache exec build/cold/scripts/test_all.sh "$@"
}
begin() {  # arguments of test_all.sh: set up what they ask for, and the environment of the steps
  case " $* " in *" --cold "*) in_a_clone ${@/--cold/} ;; esac
  for argument in "$@"; do
    case $argument in --setup) setup=1 ;; --fast) fast=1 ;; *) usage ;; esac
  done
  if command -v ccache >/dev/null; then
    table+=("compiler cache: $(ccache --print-stats | sed -n 's/^files_in_cache\s*//p') files before")
  fi
  [ $setup = 0 ] || step "set-up" python3 -I -c 'import sys; sys.path.insert(0, "harness"); from league.toolchains.setup import main; sys.exit(main(["--tests"]))'
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
  mkdir -p build/linker
  if command -v ld.lld >/dev/null; then ln -sfn "$(command -v ld.lld)" build/linker/ld; fi
}

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

# Everything is built before it is tested: a target that does not build is a failure of the step, and
# the tests that only build are left out, as is the building that other tests would ask for.
build_and_test() {  # preset
  local preset=$1 good=0
  cmake --preset "$preset" >"build/$preset.configure.log" 2>&1 || { cat "build/$preset.configure.log"; return 1; }
  cmake --build "build/$preset" -j "$jobs" -- -k 0 >"build/$preset.build.log" 2>&1 || {
    good=1
    grep -E 'error|FAILED' "build/$preset.build.log" | head -20
  }
  ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure -FS '.*' -LE 'harness|tree|claim|build|^large$' || good=1
  return $good
}
with_lld() { COMPILER_PATH=$PWD/build/linker "$@"; }  # Clang takes what is called ld there: it takes a third of the time
races() { $python scripts/prove.py races -b npb-cg -b npb-is -b flow "$@"; }
harness_tests() {
  local slow=()
  [ $fast = 0 ] || slow=(-m 'not slow and not documents and not simulation and not cluster')
  env -C harness "$PWD/$python" -m pytest -n "$jobs" --durations=40 --durations-min=5 --dist loadfile --no-loadscope-reorder "${slow[@]}"
}

emulator_fuzz() {
  cmake -S harness/emulator -B build/emulator-fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 -DGPU_EMULATOR_TESTS=OFF -DGPU_EMULATOR_FUZZ_SECONDS=60 >build/emulator-fuzz.log 2>&1 &&
    cmake --build build/emulator-fuzz -j "$jobs" --target ptx_fuzz >>build/emulator-fuzz.log 2>&1 || { tail -20 build/emulator-fuzz.log; return 1; }
  ctest --test-dir build/emulator-fuzz --output-on-failure
}
claims() { $python scripts/run_all.py check --suite validation --no-color --out build/claims "$@" 2>&1 | grep -v ': pass$'; return "${PIPESTATUS[0]}"; }
with_hosts() {  # words...: those, and the host toolchains that are there
  for toolchain in gcc-12-host clang-19-x86_64; do
    if have $toolchain; then set -- "$@" -t $toolchain; fi
  done
  "$@"
}
apps() {
  with_hosts $python scripts/run_all.py check --suite miniapps -c W -v serial -v omp -v target-data -r 1 -w 0 --no-emulated --no-color --out build/apps
}
problems() { with_hosts $python scripts/published.py --most 0.02 --out build/published; }

tidy() {  # every file of ours that this toolchain compiles
  cmake --preset clang-19-x86_64 -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null &&
    run-clang-tidy.py -p build/clang-19-x86_64 -j "$jobs" -quiet '^(?!.*/build/clang-19-x86_64/)' 2>/dev/null | grep -v '^\[[0-9 ]*/'
  return "${PIPESTATUS[0]}"
}

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
changed() {  # commit: at most six variants that differ from it: by their own files, target-data by others
  local where="" folder variant
  while read -r folder variant; do
    compgen -G "$folder/$variant*" >/dev/null &&
      where+="${where:+ or }(benchmark=$(sed 's,^npb/,npb-,; s,.*/,,' <<<"$folder") and variant=$variant)"
  done < <(git diff --name-only "$1" -- kernels npb miniapps |
    sed -nE 's,^([^/]+/[^/]+)/(target-[a-z0-9-]+)[./].*,\1 \2,p; t; s,^([^/]+/[^/]+)/.*,\1 target-data,p' | sort -u | head -6)
  [ -z "$where" ] || $python scripts/run_all.py check -t clang-19-x86_64 --suite all --where "$where" --no-color --out build/changed
}

of_regions() {  # steps of target regions on an emulated GPU
  local name="target regions on an emulated GPU" base=${LEAGUE_BASE:-HEAD^}
  if ! have clang-19-emulated || ! have clang-19-x86_64; then
    skip "$name" "clang-19-emulated or clang-19-x86_64 is not usable here"
    return
  fi
  step "$name: planted" $python scripts/prove.py regions --sample
  if git rev-parse -q --verify "$base" >/dev/null; then
    step "$name: changed" changed "$base"
  else
    skip "$name: changed" "there is no commit $base to compare with"
  fi
}
end() {  # the table of all steps, and whether they passed
  count() { grep -Ec " $1 +[0-9]+ s$" build/steps.txt; }
  printf '\nsteps, %d min in all:\n' $((SECONDS / 60))
  printf '  %s\n' "${table[@]}" | tee build/steps.txt
  printf '\n'
  sed -nE 's/^ *(.*[^ ]) +FAILED +[0-9]+ s$/failed: \1/p' build/steps.txt
  printf '%d passed, %d failed, %d skipped\n' "$(count passed)" "$(count FAILED)" "$(count skipped)"
  [ "$(count FAILED)" = 0 ]
}
