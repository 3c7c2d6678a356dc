// What the host makes of it: every thread adds up the forces of its elements by itself, eight
// elements at a time; the nodes then add what the threads have.

#include <algorithm>
#include <vector>

#include "lulesh_parts.hpp"
#include "rows.hpp"

namespace {

using namespace lulesh;

/// Forces of one thread's elements on the nodes [begin, end), where other variants keep the forces
/// on all corners.  Eight places on either side are for lanes whose node is in another row.
struct Sums {
  Share elements;
  int begin;
  int end;
  double* axis[3];  ///< of node 0, if it were there
};

std::vector<Sums> of_threads;

/// Forces of eight elements on their corners, by axis and corner.
struct Block {
  alignas(64) double force[3][8][lanes];
};

void add_rows(const Sums& sums, const TwoRows& rows, const Block& block) {
  for (const int k : {0, 3, 4, 7, 1, 2, 5, 6})  // overlapping rows far apart
    for (int axis = 0; axis < 3; ++axis) {
      const double* force = block.force[axis][k];
      double* low = sums.axis[axis] + rows.first[k];
      double* high = sums.axis[axis] + rows.second[k];
      if (rows.cut == lanes) {
        #pragma omp simd simdlen(8)
        for (long l = 0; l < lanes; ++l) low[l] += force[l];
        continue;
      }
      const long cut = rows.cut;
      #pragma omp simd simdlen(8)
      for (long l = 0; l < lanes; ++l) low[l] += l < cut ? force[l] : 0.0;
      #pragma omp simd simdlen(8)
      for (long l = 0; l < lanes; ++l) high[l] += l < cut ? 0.0 : force[l];
    }
}

void add_listed(const Sums& sums, const int* node, long ne, const Block& block) {
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < 8; ++k)
      for (int l = 0; l < lanes; ++l) sums.axis[axis][node[k * ne + l]] += block.force[axis][k][l];
}

void add_one(const Sums& sums, const int* node, long ne, const CornerVectors& force) {
  double one[3][8];
  store_corners(one[0], 1, force.x);
  store_corners(one[1], 1, force.y);
  store_corners(one[2], 1, force.z);
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < 8; ++k) sums.axis[axis][node[k * ne]] += one[axis][k];
}

void push(const Mesh& mesh, const double* f, const int* lists, const Sums& sums) {
  const Mesh m = mesh;
  for (double* axis : sums.axis) std::fill(axis + sums.begin - lanes, axis + sums.end + lanes, 0.0);
  EightCorners corners;
  Block block;
  const int* node = lists + m.corner_nodes();
  int e = sums.elements.begin;
  for (; e + lanes <= sums.elements.end; e += lanes) {
    const TwoRows rows(node + e, m.ne);
    corners.fill(m, f, node + e, rows);
    const double* value = corners.value[0][0];
    double* to = block.force[0][0];
    #pragma omp simd simdlen(8)
    for (long l = 0; l < lanes; ++l) {
      const CornerVectors force = element_forces(m, f, e + l, CornersOfLane{value + l});
      store_corners(to + l, lanes, force.x);
      store_corners(to + 8 * lanes + l, lanes, force.y);
      store_corners(to + 16 * lanes + l, lanes, force.z);
    }
    if (rows.good)
      add_rows(sums, rows, block);
    else
      add_listed(sums, node + e, m.ne, block);
  }
  for (; e < sums.elements.end; ++e)
    add_one(sums, node + e, m.ne, element_forces(m, f, e, listed(m, f, lists, e)));
}

constexpr int piece = 128;

/// Moves the nodes [begin, end), no more than a piece.
void move(const Mesh& mesh, double* f, const int* lists, int begin, int end, double dt) {
  const Mesh m = mesh;
  double force[3][piece] = {};
  for (const Sums& sums : of_threads) {
    const int low = std::max(begin, sums.begin);
    const int high = std::min(end, sums.end);
    for (int axis = 0; axis < 3; ++axis)
      for (int n = low; n < high; ++n) force[axis][n - begin] += sums.axis[axis][n];
  }
  #pragma omp simd
  for (long i = 0; i < end - begin; ++i)
    move_node(m, f, lists, {force[0][i], force[1][i], force[2][i]}, dt, begin + i);
}

}  // namespace

void lulesh::share_forces(const Mesh& m, double* f, const int* lists) {
  const long room = m.corner_force(3) - m.corner_force(0);
  for (int threads = omp_get_max_threads();; --threads) {  // one always has room
    of_threads.clear();
    double* free = f + m.corner_force(0);
    for (int t = 0; t < threads; ++t) {
      Sums sums{share_of(m.elements, t, threads), m.nodes, 0, {}};
      if (sums.elements.begin == sums.elements.end) continue;
      for (int k = 0; k < 8; ++k)
        for (int e = sums.elements.begin; e < sums.elements.end; ++e) {
          const int n = lists[m.corner_nodes() + k * m.ne + e];
          sums.begin = std::min(sums.begin, n);
          sums.end = std::max(sums.end, n + 1);
        }
      for (double*& axis : sums.axis) {
        axis = free + lanes - sums.begin;
        free += sums.end - sums.begin + 2 * lanes;
      }
      of_threads.push_back(sums);
    }
    if (free - (f + m.corner_force(0)) <= room || threads == 1) return;
  }
}

void lulesh::lagrange_nodal(const Mesh& m, double* f, const int* lists, double dt) {
  for (auto t = std::size_t(omp_get_thread_num()); t < of_threads.size();
       t += std::size_t(omp_get_num_threads()))
    push(m, f, lists, of_threads[t]);
  #pragma omp barrier
  const Share mine = my_share(m.nodes);
  for (int n = mine.begin; n < mine.end; n += piece)
    move(m, f, lists, n, std::min(n + piece, mine.end), dt);
  #pragma omp barrier
}
