"""Random expressions on the emulated device against the same functions compiled for the host.

Needs nvcc, with --amd Clang 19 for gfx90a; the stand-in library is built where it is missing.  Each
function is compiled twice by one compiler: as PTX or as code of an AMD GPU, which the device
executes, and for the host; both get the same operands, edge cases among them, and have to give the
same bits (any NaN for a NaN).  --keep writes the source.
Exit code: 0 all are equal, 1 one is not, 2 usage, 5 there is no such compiler.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from league.base.errors import ToolchainError, UsageError
from league.run import emulator
from league.toolchains.compilers import rocm_bitcode
from proofs.planter import ROOT, call, flag

DEEPEST = 4
#: By type: what combines two values of it, what changes one, how another type becomes it.
BINARY = {
    "u": ["({} + {})", "({} - {})", "({} * {})", "({} & {})", "({} | {})", "({} ^ {})",
          "({} << ({} & 31u))", "({} >> ({} & 31u))", "({} / ({} | 1u))", "({} % ({} | 1u))"],
    "i": ["int(unsigned({}) + unsigned({}))", "int(unsigned({}) * unsigned({}))", "min({}, {})",
          "max({}, {})", "({} / (({} & 1023) + 1))", "({} >> ({} & 31))"],
    "l": ["(long long)((unsigned long long){} + (unsigned long long){})", "({} ^ {})",
          "(long long)((unsigned long long){} * (unsigned long long){})", "({} >> ({} & 63))"],
    "d": ["({} + {})", "({} - {})", "({} * {})", "({} / {})", "fma({}, {}, 0.75)"],
    "f": ["({} + {})", "({} - {})", "({} * {})", "({} / {})", "fmaf({}, {}, 0.75f)"],
}  # fmt: skip
UNARY = {
    "u": ["(~{})", "(0u - {})"],
    "i": ["(~{})"],
    "l": ["(~{})"],
    "d": ["(-{})", "fabs({})", "sqrt({})", "floor({})", "trunc({})", "rint({})"],
    "f": ["(-{})", "fabsf({})", "sqrtf({})", "ceilf({})"],
}
CONVERT = {
    ("u", "i"): "unsigned({})", ("u", "l"): "unsigned({})", ("i", "u"): "int({})",
    ("i", "l"): "int({})", ("l", "i"): "(long long)({})", ("l", "u"): "(long long)({})",
    ("d", "i"): "double({})", ("d", "u"): "double({})", ("d", "l"): "double({})",
    ("d", "f"): "double({})", ("f", "d"): "float({})", ("f", "i"): "float({})",
    ("i", "d"): "int(fmod({}, 65536.0) == fmod({}, 65536.0) ? 7 : 9)",
}  # fmt: skip
NAMES = {"u": "unsigned", "i": "int", "l": "long long", "d": "double", "f": "float"}
VARIABLES = {"u": ["u0", "u1"], "i": ["i0", "i1"], "l": ["l0", "l1"], "d": ["d0", "d1"],
             "f": ["f0", "f1"]}  # fmt: skip
CONSTANTS = {"u": ["3u", "0x80000001u"], "i": ["(-7)", "1000"], "l": ["(-5LL)", "0x123456789LL"],
             "d": ["0.1", "(-3.5)", "1e-300"], "f": ["0.1f", "(-2.5f)", "1e-38f"]}  # fmt: skip


def expression(dice: random.Random, kind: str, depth: int) -> str:
    """An expression of a type."""
    if depth == 0 or dice.random() < 0.1:
        return dice.choice(VARIABLES[kind] * 3 + CONSTANTS[kind])
    choice = dice.random()
    if choice < 0.55:
        form = dice.choice(BINARY[kind])
        return form.format(*(expression(dice, kind, depth - 1) for _ in range(form.count("{}"))))
    if choice < 0.7:
        return dice.choice(UNARY[kind]).format(expression(dice, kind, depth - 1))
    if choice < 0.85:
        to, other = dice.choice([pair for pair in CONVERT if pair[0] == kind])
        inner = expression(dice, other, depth - 1)
        return CONVERT[to, other].format(*[inner] * CONVERT[to, other].count("{}"))
    other = dice.choice(list(NAMES))
    left, right = (expression(dice, other, depth - 1) for _ in range(2))
    yes, no = (expression(dice, kind, depth - 1) for _ in range(2))
    return f"({left} {dice.choice(['<', '<=', '==', '!='])} {right} ? {yes} : {no})"


HEAD = """#include <cmath>
#include <cstdio>
%(both)s
struct In { double d0, d1; long long l0, l1; float f0, f1; int i0, i1; unsigned u0, u1; };
template <typename T> BOTH unsigned long long bits(T x) {
  if (x != x) return 0x7ff8000000000000ull;
  union { unsigned long long all; T value; } same = {0};
  same.value = x;
  return same.all;
}
"""
BOTH = "#define BOTH __host__ __device__"
#: The same for OpenMP, up to what ends it.
BOTH_AMD = """#include <algorithm>
#define BOTH
using std::max, std::min;
#pragma omp declare target"""
MAIN = """
int main() {
  static In in[inputs];
  static unsigned long long got[inputs * functions], want[functions];
  unsigned long long state = %(seed)d * 2862933555777941757ull + 3037000493ull;
  const auto next = [&] { return state = state * 6364136223846793005ull + 1442695040888963407ull; };
  const double real[] = {0.0, -0.0, 1.0, -1.5, 1e308, 1e-308, 4e-324, HUGE_VAL, NAN, 1e10};
  const float single[] = {0.0f, -0.0f, 1.0f, -1.5f, 3e38f, 1e-38f, 1e-45f, HUGE_VALF, NAN, 1e5f};
  const long long whole[] = {0, 1, -1, 2147483647LL, -2147483648LL, 4294967295LL};
  const auto pick = [&](int edges) {
    const auto x = next() >> 40;
    return x %% 3 ? -1 : int(x / 3 %% edges);
  };
  for (In& one : in) {
    const auto of_double = [&] {
      const int e = pick(10);
      return e < 0 ? (double)(long long)next() / 1e15 : real[e];
    };
    const auto of_float = [&] {
      const int e = pick(10);
      return e < 0 ? (float)(int)(next() >> 32) / 1e5f : single[e];
    };
    const auto of_whole = [&] {
      const int e = pick(6);
      return e < 0 ? (long long)next() : whole[e];
    };
    one = {of_double(), of_double(), of_whole(), of_whole(), of_float(), of_float(),
           (int)of_whole(), (int)of_whole(), (unsigned)of_whole(), (unsigned)of_whole()};
  }
%(copies)s  int wrong = 0;
  for (int i = 0; i < inputs; ++i) {
    on_host(in[i], want);
    for (int f = 0; f < functions; ++f)
      if (got[i * functions + f] != want[f] && ++wrong <= 10)
        std::printf("function %%d, operands %%d: %%llx, the host has %%llx\\n", f, i,
                    got[i * functions + f], want[f]);
  }
  std::printf("%%d functions, %%d operands each: %%d differ\\n", functions, inputs, wrong);
  return wrong != 0;
}
"""
COPIES = """  In* there = nullptr;
  unsigned long long* results = nullptr;
  cudaMalloc(&there, sizeof in);
  cudaMalloc(&results, sizeof got);
  cudaMemcpy(there, in, sizeof in, cudaMemcpyHostToDevice);
  launch(there, results);
  if (cudaMemcpy(got, results, sizeof got, cudaMemcpyDeviceToHost)) return 3;
"""
COPIES_AMD = """  #pragma omp target data map(to : in) map(from : got)
  launch(in, got);
"""


def kernel(start: int, calls: str, amd: bool) -> str:
    """A kernel of a few functions."""
    if not amd:
        head = f"__global__ void k{start}(const In* in, unsigned long long* all)"
        return f"{head} {{ const int i = threadIdx.x; auto* out = all + i * functions; {calls} }}"
    return (f"void k{start}(const In* in, unsigned long long* all) {{\n"
            "  #pragma omp target teams distribute parallel for map(to : in[0 : inputs]) "
            "map(tofrom : all[0 : inputs * functions])\n  for (int i = 0; i < inputs; ++i) "
            f"{{ auto* out = all + i * functions; {calls} }} }}")  # fmt: skip


def source(count: int, seed: int, amd: bool = False) -> str:
    """The program: functions, kernels of a few of them, the comparison."""
    dice = random.Random(seed)
    several = 25  # in a kernel
    text = [
        HEAD % {"both": BOTH_AMD if amd else BOTH},
        f"constexpr int functions = {count}, inputs = 64;",
    ]
    for number in range(count):
        kind = dice.choice(list(NAMES))
        body = expression(dice, kind, DEEPEST)
        names = "; ".join(f"const auto {name} = in.{name}; (void){name}"
                          for names in VARIABLES.values() for name in names)  # fmt: skip
        text.append(f"BOTH {NAMES[kind]} f{number}(const In& in) {{ {names}; return {body}; }}")
    if amd:
        text.append("#pragma omp end declare target")
    starts = range(0, count, several)
    for start in starts:
        calls = " ".join(f"out[{n}] = bits(f{n}(in[i]));"
                         for n in range(start, min(start + several, count)))  # fmt: skip
        text.append(kernel(start, calls, amd))
    launches = " ".join(f"k{start}{'' if amd else '<<<1, inputs>>>'}(in, out);" for start in starts)
    text.append(f"void launch(const In* in, unsigned long long* out) {{ {launches} }}")
    calls = " ".join(f"out[{n}] = bits(f{n}(in));" for n in range(count))
    text.append(f"void on_host(const In& in, unsigned long long* out) {{ {calls} }}")
    return "\n".join(text) + MAIN % {"seed": seed, "copies": COPIES_AMD if amd else COPIES}


OPTIONS = (
    flag("-n", "--count", type=int, default=1000, help="functions"),
    flag("--seed", type=int, default=1),
    flag("--amd", action="store_true", help="by Clang 19 for gfx90a"),
    flag("--keep", type=Path, metavar="FILE", help="write the source"),
)


def by_nvcc() -> tuple[list[str], Path]:
    """The compiler's command for CUDA, and the folder of the device's library."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not Path(nvcc).is_file():
        raise ToolchainError("nvcc is missing")
    command = [nvcc, "-O2", "-w", "-fmad=false", "-cudart", "shared", "--no-compress",
               "-gencode", "arch=compute_90,code=compute_90", "-Xcompiler",
               "-ffp-contract=off", "-ccbin", shutil.which("g++-12") or "g++"]  # fmt: skip
    return command, emulator.library(ROOT).parent


def by_clang() -> tuple[list[str], Path]:
    """The same for OpenMP on an AMD GPU."""
    runtime, bitcode = ROOT / ".deps/llvm-openmp/19", rocm_bitcode()
    if not shutil.which("clang++-19") or not (runtime / "lib").is_dir() or not bitcode:
        raise ToolchainError("Clang 19, its OpenMP runtime or AMD's device libraries are missing: "
                             "scripts/test_all.sh --setup")  # fmt: skip
    command = ["clang++-19", "-O2", "-w", "-ffp-contract=off", "-fopenmp", "--offload-arch=gfx90a",
               f"--rocm-device-lib-path={bitcode}", "-isystem", str(runtime / "include"),
               f"-L{runtime / 'lib'}", f"-Wl,-rpath,{runtime / 'lib'}"]  # fmt: skip
    # An older ld.lld does not know the code; that of LLVM 19 lies beside Clang.
    os.environ["PATH"] = os.pathsep.join(["/usr/lib/llvm-19/bin", os.environ.get("PATH", "")])
    return command, emulator.stand_ins(emulator.library(ROOT), "amdgcn")


def run(args: argparse.Namespace) -> int:
    """Make, build, run."""
    if args.count < 1 or args.seed < 0:
        raise UsageError("a count is at least 1, a seed not negative")
    command, library = by_clang() if args.amd else by_nvcc()
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / ("expressions.cpp" if args.amd else "expressions.cu")
        program = file.with_suffix("")
        file.write_text(source(args.count, args.seed, args.amd))
        if args.keep:
            args.keep.write_text(file.read_text())
        built = call([*command, str(file), "-o", str(program)])
        if built.returncode:
            print(f"{command[0]}: {built.stderr.strip().splitlines()[0]}", file=sys.stderr)
            return 1
        path = os.pathsep.join(filter(None, [str(library), os.environ.get("LD_LIBRARY_PATH", "")]))
        env = {**os.environ, "LD_LIBRARY_PATH": path, "OMP_TARGET_OFFLOAD": "MANDATORY"}
        return subprocess.run([str(program)], check=False, env=env).returncode
