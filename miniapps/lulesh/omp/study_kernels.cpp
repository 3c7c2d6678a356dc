// What the host makes of it: SIMD batches of elements; where their nodes or they themselves lie
// side by side, as the lists tell, nothing is gathered.

#include <algorithm>

#include "lulesh_parts.hpp"
#include "rows.hpp"

namespace lulesh {
namespace {

/// Calls body(e, find) for all elements of the thread.
template <typename Body>
[[gnu::always_inline]] inline void for_elements(const Mesh& m, const double* f, const int* lists,
                                                const Body& body) {
  const Chunk mine = my_chunk(m.elements);
  CornersOfBatch corners;
  int e = mine.begin;
  for (; e + lanes <= mine.end; e += lanes) {
    const int* node = lists + m.corner_nodes() + e;
    corners.fill(m, f, node, TwoRows(node, m.ne));
    const double* value = corners.value[0][0];
    #pragma omp simd simdlen(8)
    for (long l = 0; l < lanes; ++l) body(e + l, CornersOfLane{value + l});
  }
  for (; e < mine.end; ++e) body(e, listed(m, f, lists, e));
  #pragma omp barrier
}

}  // namespace
}  // namespace lulesh

void lulesh::lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  for_elements(m, f, lists, [=](long e, auto find) __attribute__((always_inline)) {
    lagrange_element(m, f, dt, e, find);
  });
}

void lulesh::monotonic_q_gradients(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  for_elements(m, f, lists, [=](long e, auto find) __attribute__((always_inline)) {
    q_gradient(m, f, e, find);
  });
}

// Of a run that is shorter than eight, the elements behind it are computed and not stored.
void lulesh::monotonic_q_regions(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const Chunk mine = my_chunk(m.elements);
  NeighboursOfBatch around;
  for_runs(lists + m.members(), mine.begin, mine.end, [&](long e, int, int count) {
    around.fill(m, f, lists, e);
    const double* value = around.value[0];
    double linear[lanes];
    double quadratic[lanes];
    #pragma omp simd simdlen(8)
    for (long l = 0; l < lanes; ++l) {
      const Viscosity q = viscosity_in(m, f, e + l, NeighboursOfLane{value + l});
      linear[l] = q.linear;
      quadratic[l] = q.quadratic;
    }
    std::copy_n(linear, count, f + m.at(linear_q) + e);
    std::copy_n(quadratic, count, f + m.at(quadratic_q) + e);
  });
  #pragma omp barrier
}

void lulesh::sound_speeds(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const Chunk mine = my_chunk(m.elements);
  for_runs(lists + m.members(), mine.begin, mine.end, [&](long e, int, int count) {
    double speed[lanes];
    #pragma omp simd simdlen(8)
    for (long l = 0; l < lanes; ++l) speed[l] = sound_speed_in(m, f, e + l);
    std::copy_n(speed, count, f + m.at(sound_speed_of) + e);
  });
  #pragma omp barrier
}
