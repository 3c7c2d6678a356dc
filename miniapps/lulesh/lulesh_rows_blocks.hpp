// Cache blocking of the equation of state, for variants whose threads are those of a processor: a
// block of the list of members that fits the first cache is evaluated as often as its regions
// demand before the next one.
#pragma once

#include "lulesh_rows_simd.hpp"

namespace lulesh {

constexpr int block_length = 128;

/// Blocks of so many members, or nodes.
LEAGUE_PORTABLE inline int blocks_of(int all) { return (all + block_length - 1) / block_length; }

/// Members of a block that follow each other: the elements from e on are members from i on.
struct Run {
  long e;
  int i;
  int count;
};

/// The runs of a block, and what an evaluation of it finds.  Of a run that is shorter than eight,
/// the elements behind it are computed, too, and overwritten.
struct Block {
  Run runs[block_length];
  int count = 0;
  double e[block_length + lanes];
  double p[block_length + lanes];
  double q[block_length + lanes];
};

/// One evaluation, from the state at the beginning of the cycle.
LEAGUE_PORTABLE inline void evaluate(const Mesh& mesh, const double* f, Block& found) {
  const Mesh m = mesh;
  for (int r = 0; r < found.count; ++r) {
    const long first = found.runs[r].e;
    double* e = found.e + found.runs[r].i;
    double* p = found.p + found.runs[r].i;
    double* q = found.q + found.runs[r].i;
    #pragma omp simd simdlen(8)
    for (long l = 0; l < lanes; ++l) {
      const Gas gas = evaluated(m, f, first + l);
      e[l] = gas.e;
      p[l] = gas.p;
      q[l] = gas.q;
    }
  }
}

/// All evaluations of block k; the last is what the next state will be.
LEAGUE_PORTABLE inline void evaluate_block(const Mesh& mesh, double* f, const int* lists, int k,
                                           Block& found) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  const int* repetitions = lists + m.repetitions();
  const int end =
      k * block_length + block_length < m.elements ? k * block_length + block_length : m.elements;
  for (int i = k * block_length; i < end;) {
    int next = i + 1;
    while (next < end && repetitions[next] == repetitions[i]) ++next;
    found.count = 0;
    for_runs(members, i, next,
             [&](long e, int at, int count) { found.runs[found.count++] = {e, at - i, count}; });
    for (int n = 0; n < repetitions[i]; ++n) evaluate(m, f, found);
    for (int r = 0; r < found.count; ++r)
      for (int l = 0; l < found.runs[r].count; ++l) {
        const long e = found.runs[r].e + l;
        f[m.at(next_energy) + e] = found.e[found.runs[r].i + l];
        f[m.at(next_pressure) + e] = found.p[found.runs[r].i + l];
        f[m.at(next_viscosity) + e] = found.q[found.runs[r].i + l];
      }
    i = next;
  }
}

}  // namespace lulesh
