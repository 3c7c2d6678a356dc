// The equation of state for variants whose threads are those of a processor: a piece of the list of
// members that fits the first cache is evaluated as often as its regions demand before the next
// one.
#pragma once

#include "lulesh_rows.hpp"

namespace lulesh {

constexpr int piece = 128;

/// Pieces of so many members, or nodes.
LEAGUE_PORTABLE inline int pieces_of(int all) { return (all + piece - 1) / piece; }

/// Members of a piece that follow each other: the elements from e on are members from i on.
struct Run {
  long e;
  int i;
  int count;
};

/// The runs of a piece, and what an evaluation of it finds.  Of a run that is shorter than eight,
/// the elements behind it are computed, too, and overwritten.
struct Piece {
  Run runs[piece];
  int count = 0;
  double e[piece + lanes];
  double p[piece + lanes];
  double q[piece + lanes];
};

/// One evaluation, from the state at the beginning of the cycle.
LEAGUE_PORTABLE inline void evaluate(const Mesh& mesh, const double* f, Piece& found) {
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

/// All evaluations of piece k; the last is what the next state will be.
LEAGUE_PORTABLE inline void evaluate_piece(const Mesh& mesh, double* f, const int* lists, int k,
                                           Piece& found) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  const int* repetitions = lists + m.repetitions();
  const int end = k * piece + piece < m.elements ? k * piece + piece : m.elements;
  for (int i = k * piece; i < end;) {
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
