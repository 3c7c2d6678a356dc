// Rows of the product with a matrix whose columns are cut into slices.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cg_fields.hpp"

namespace cg {

/// Element i of A p.  Four sums, since every addition to one of them waits for the one before;
/// gather instructions were no faster.
inline double row_times(const Matrix& a, int i, const double* p) {
  double sum[4] = {};
  for (int slice = 0; slice < a.slices; ++slice) {
    const double* from = p + slice * a.width;
    const int part = i * a.slices + slice;
    const int end = a.begin[part + 1];
    int e = a.begin[part];
    for (; e + 4 <= end; e += 4)
      for (int lane = 0; lane < 4; ++lane) sum[lane] += a.value[e + lane] * from[a.index[e + lane]];
    for (; e < end; ++e) sum[0] += a.value[e] * from[a.index[e]];
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// What lane number `lane` of several adds to element i of A p: every `lanes`-th product of each
/// part of the row.
inline double lane_times(int slices, const int* begin, const std::uint16_t* index,
                         const double* value, int i, int lane, int lanes, const double* p) {
  double sum = 0;
  for (int slice = 0; slice < slices; ++slice) {
    const double* from = p + slice * widest;
    const int part = i * slices + slice;
    for (int e = begin[part] + lane; e < begin[part + 1]; e += lanes)
      sum += value[e] * from[index[e]];
  }
  return sum;
}

/// Adds to q = A p what row i holds, for its own element and for those of its columns; returns the
/// share of p.q.  No column comes twice: four elements of q can be under way at once.
inline double add_row(const Matrix& a, int i, const double* p, double* q) {
  const double own = p[i];
  double sum[4] = {};
  for (int slice = 0; slice < a.slices; ++slice) {
    const double* from = p + slice * a.width;
    double* to = q + slice * a.width;
    const int part = i * a.slices + slice;
    const int end = a.begin[part + 1];
    int e = a.begin[part];
    for (; e + 4 <= end; e += 4) {
      double changed[4];
      for (int lane = 0; lane < 4; ++lane) {
        sum[lane] += a.value[e + lane] * from[a.index[e + lane]];
        changed[lane] = to[a.index[e + lane]] + a.value[e + lane] * own;
      }
      for (int lane = 0; lane < 4; ++lane) to[a.index[e + lane]] = changed[lane];
    }
    for (; e < end; ++e) {
      sum[0] += a.value[e] * from[a.index[e]];
      to[a.index[e]] += a.value[e] * own;
    }
  }
  const double total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  q[i] += total;
  return 2 * own * total;
}

}  // namespace cg
