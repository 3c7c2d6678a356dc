// Forces for variants whose threads are those of a processor: every thread adds up the forces of
// its elements in private sums, a SIMD batch at a time; the nodes then add what the threads have.
#pragma once

#include <algorithm>
#include <vector>

#include "lulesh_rows_blocks.hpp"
#include "lulesh_rows_simd.hpp"

namespace lulesh {

/// Forces of a chunk of the elements on the nodes [begin, end), where other variants keep the
/// forces on all corners.  Eight places on either side are for lanes whose node is in another row.
struct PrivateSums {
  Chunk elements;
  int begin;
  int end;
  long axis[3];  ///< place of node 0 among the fields, if it were there
};

/// Forces of a batch of elements on their corners, by axis and corner.
struct BatchForces {
  alignas(64) double force[3][8][lanes];
};

LEAGUE_PORTABLE inline void add_rows(double* const* axes, const TwoRows& rows,
                                     const BatchForces& batch) {
  for (const int k : {0, 3, 4, 7, 1, 2, 5, 6})  // overlapping rows far apart
    for (int axis = 0; axis < 3; ++axis) {
      const double* force = batch.force[axis][k];
      double* low = axes[axis] + rows.first[k];
      double* high = axes[axis] + rows.second[k];
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

LEAGUE_PORTABLE inline void add_listed(double* const* axes, const int* node, long ne,
                                       const BatchForces& batch) {
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < 8; ++k)
      for (int l = 0; l < lanes; ++l) axes[axis][node[k * ne + l]] += batch.force[axis][k][l];
}

LEAGUE_PORTABLE inline void add_one(double* const* axes, const int* node, long ne,
                                    const CornerVectors& force) {
  double one[3][8];
  store_corners(one[0], 1, force.x);
  store_corners(one[1], 1, force.y);
  store_corners(one[2], 1, force.z);
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < 8; ++k) axes[axis][node[k * ne]] += one[axis][k];
}

/// Adds up the forces of a chunk of the elements.
LEAGUE_PORTABLE inline void add_forces(const Mesh& mesh, double* f, const int* lists,
                                       const PrivateSums& given) {
  const Mesh m = mesh;
  const PrivateSums sums = given;
  double* const axes[3] = {f + sums.axis[0], f + sums.axis[1], f + sums.axis[2]};
  for (double* axis : axes)
    for (int n = sums.begin - lanes; n < sums.end + lanes; ++n) axis[n] = 0.0;
  CornersOfBatch corners;
  BatchForces batch;
  const int* node = lists + m.corner_nodes();
  int e = sums.elements.begin;
  for (; e + lanes <= sums.elements.end; e += lanes) {
    const TwoRows rows(node + e, m.ne);
    corners.fill(m, f, node + e, rows);
    const double* value = corners.value[0][0];
    double* to = batch.force[0][0];
    #pragma omp simd simdlen(8)
    for (long l = 0; l < lanes; ++l) {
      const CornerVectors force = element_forces(m, f, e + l, CornersOfLane{value + l});
      store_corners(to + l, lanes, force.x);
      store_corners(to + 8 * lanes + l, lanes, force.y);
      store_corners(to + 16 * lanes + l, lanes, force.z);
    }
    if (rows.good)
      add_rows(axes, rows, batch);
    else
      add_listed(axes, node + e, m.ne, batch);
  }
  for (; e < sums.elements.end; ++e)
    add_one(axes, node + e, m.ne, element_forces(m, f, e, listed(m, f, lists, e)));
}

/// Moves the nodes of block k under what `count` private sums have added up.
LEAGUE_PORTABLE inline void move_block(const Mesh& mesh, double* f, const int* lists,
                                       const PrivateSums* sums, int count, int k, double dt) {
  const Mesh m = mesh;
  const int begin = k * block_length;
  const int end = begin + block_length < m.nodes ? begin + block_length : m.nodes;
  double force[3][block_length] = {};
  for (int t = 0; t < count; ++t) {
    const int low = begin > sums[t].begin ? begin : sums[t].begin;
    const int high = end < sums[t].end ? end : sums[t].end;
    for (int axis = 0; axis < 3; ++axis) {
      const double* from = f + sums[t].axis[axis];
      for (int n = low; n < high; ++n) force[axis][n - begin] += from[n];
    }
  }
  #pragma omp simd
  for (long i = 0; i < end - begin; ++i)
    move_node(m, f, lists, {force[0][i], force[1][i], force[2][i]}, dt, begin + i);
}

/// The forces of all elements, divided into so many private sums; none if there is no room for
/// them.
inline std::vector<PrivateSums> private_sums_of(const Mesh& m, const int* lists, int wanted) {
  std::vector<PrivateSums> all;
  long free = m.corner_force(0);
  for (int t = 0; t < wanted; ++t) {
    PrivateSums sums{chunk_of(m.elements, t, wanted), m.nodes, 0, {}};
    if (sums.elements.begin == sums.elements.end) continue;
    for (int k = 0; k < 8; ++k)
      for (int e = sums.elements.begin; e < sums.elements.end; ++e) {
        const int n = lists[m.corner_nodes() + k * m.ne + e];
        sums.begin = std::min(sums.begin, n);
        sums.end = std::max(sums.end, n + 1);
      }
    for (long& axis : sums.axis) {
      axis = free + lanes - sums.begin;
      free += sums.end - sums.begin + 2 * lanes;
    }
    if (free > m.corner_force(3)) return {};
    all.push_back(sums);
  }
  return all;
}

}  // namespace lulesh
