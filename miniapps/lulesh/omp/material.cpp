// What the host makes of it: a piece of a region that fits the first cache is evaluated as often as
// the region demands before the next one.

#include "lulesh_parts.hpp"
#include "rows.hpp"

namespace lulesh {
namespace {

constexpr int piece = 128;

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
void evaluate(const Mesh& mesh, const double* f, Piece& found) {
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

}  // namespace
}  // namespace lulesh

void lulesh::material(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  const int* repetitions = lists + m.repetitions();
  Piece found;
  // The most expensive regions are the last ones and begin first.
  #pragma omp for schedule(dynamic)
  for (int k = (m.elements - 1) / piece; k >= 0; --k) {
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
  #pragma omp for simd schedule(static)
  for (int e = 0; e < m.elements; ++e) take_next(m, f, e);
}
