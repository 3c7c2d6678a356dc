// SIMD batches: eight elements at a time, and what belongs to them side by side, for variants whose
// threads are those of a processor.
#pragma once

#include "lulesh_body.hpp"

namespace lulesh {

constexpr int lanes = 8;

/// Whether eight numbers follow each other.
[[gnu::always_inline]] LEAGUE_PORTABLE inline bool consecutive(const int* entry) {
  int wrong = 0;
  #pragma omp simd reduction(| : wrong)
  for (int l = 0; l < lanes; ++l) wrong |= entry[0] + l - entry[l];
  return wrong == 0;
}

/// Where the eight nodes with the same local number are that eight elements have: of lane l at
/// first + l before the cut, at second + l from there on; if that is so.  A mesh in rows has it so.
struct TwoRows {
  int first[8];
  int second[8];
  int cut = lanes;
  bool good;

  /// Lists are `apart` from each other.
  [[gnu::always_inline]] LEAGUE_PORTABLE TwoRows(const int* entry, long apart) {
    for (int l = lanes - 1; l > 0; --l) cut = entry[l] == entry[l - 1] + 1 ? cut : l;
    const int behind = cut < lanes ? cut : 0;
    int wrong = 0;
    for (int k = 0; k < 8; ++k) {
      const int* list = entry + k * apart;
      first[k] = list[0];
      second[k] = list[behind] - behind;
      const int low = first[k];
      const int high = second[k];
      const int from = cut;
      #pragma omp simd reduction(| : wrong)
      for (int l = 0; l < lanes; ++l) wrong |= (l < from ? low : high) + l - list[l];
    }
    good = wrong == 0;
  }
};

/// Positions and velocities at the corners of a batch of elements.
struct CornersOfBatch {
  alignas(64) double value[6][8][lanes];

  [[gnu::always_inline]] LEAGUE_PORTABLE void fill(const Mesh& m, const double* f, const int* node,
                                                   const TwoRows& rows) {
    const double* nodal = f + m.at(pos_x);
    const long cut = rows.cut;
    if (rows.good && rows.cut == lanes)
      for (int field = 0; field < 6; ++field)
        for (int k = 0; k < 8; ++k) {
          const double* row = nodal + field * m.nn + rows.first[k];
          #pragma omp simd simdlen(8)
          for (long l = 0; l < lanes; ++l) value[field][k][l] = row[l];
        }
    else if (rows.good)
      for (int field = 0; field < 6; ++field)
        for (int k = 0; k < 8; ++k) {
          const double* low = nodal + field * m.nn + rows.first[k];
          const double* high = nodal + field * m.nn + rows.second[k];
          #pragma omp simd simdlen(8)
          for (long l = 0; l < lanes; ++l) value[field][k][l] = l < cut ? low[l] : high[l];
        }
    else
      for (int field = 0; field < 6; ++field)
        for (int k = 0; k < 8; ++k)
          for (int l = 0; l < lanes; ++l)
            value[field][k][l] = nodal[field * m.nn + node[k * m.ne + l]];
  }
};

/// What one of the eight finds.
struct CornersOfLane {
  const double* value;  ///< of the lane

  [[gnu::always_inline]] LEAGUE_PORTABLE double operator()(int field, int k) const {
    return value[(field * 8 + k) * lanes];
  }
};

/// Velocity gradients behind the six sides of a batch of elements in a row.
struct NeighboursOfBatch {
  alignas(64) double value[6][lanes];

  [[gnu::always_inline]] LEAGUE_PORTABLE void fill(const Mesh& m, const double* f, const int* lists,
                                                   long e) {
    const int* boundary = lists + m.boundary() + e;
    int any = 0;
    for (int l = 0; l < lanes; ++l) any |= boundary[l];
    for (int side = 0; side < 6; ++side) {
      const double* gradient = f + m.at(gradient_xi) + side / 2 * m.ne;
      const int* neighbour = lists + m.neighbours() + side * m.ne + e;
      if (consecutive(neighbour))
        for (int l = 0; l < lanes; ++l) value[side][l] = gradient[neighbour[0] + l];
      else
        for (int l = 0; l < lanes; ++l) value[side][l] = gradient[neighbour[l]];
      if ((any >> side & 1) == 0) continue;
      for (int l = 0; l < lanes; ++l)
        if ((boundary[l] >> side & 1) != 0) value[side][l] = neighbours(m, f, lists, e + l)(side);
    }
  }
};

struct NeighboursOfLane {
  const double* value;

  [[gnu::always_inline]] LEAGUE_PORTABLE double operator()(int side) const {
    return value[side * lanes];
  }
};

/// Calls visit(e, i, count) for members [begin, end), which are the elements from e on: as many at
/// a time as follow each other, eight at most.
template <typename Visit>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void for_runs(const int* members, int begin, int end,
                                                            const Visit& visit) {
  for (int i = begin; i < end;) {
    int count = 1;
    if (i + lanes <= end && consecutive(members + i))
      count = lanes;
    else
      while (i + count < end && members[i + count] == members[i] + count) ++count;
    visit(long(members[i]), i, count);
    i += count;
  }
}

/// What a thread works on: whole batches, but for the last.
struct Chunk {
  int begin;
  int end;
};

LEAGUE_PORTABLE inline Chunk chunk_of(int all, int thread, int threads) {
  const int batches = (all + lanes - 1) / lanes;
  const int low = int(long(batches) * thread / threads) * lanes;
  const int high = int(long(batches) * (thread + 1) / threads) * lanes;
  return {low < all ? low : all, high < all ? high : all};
}

}  // namespace lulesh
