// The matrix with two bytes for an index: its columns are cut into slices, and what is stored of a
// column is its place in the slice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cg.hpp"

namespace cg {

constexpr int widest = 1 << 16;  ///< columns that two bytes tell apart

/// What a product needs.  A part is what one row has in one slice; part k is [begin[k], begin[k +
/// 1]) of index and value.
struct Matrix {
  int n;
  int slices;
  int width;  // columns of a slice
  const int* begin;
  const std::uint16_t* index;
  const double* value;
};

/// Whether part k belongs to row k / slices (the parts of a row follow each other) or to slice k /
/// n (the parts of a slice do).
enum class Order { by_row, by_slice };

/// Owner of a packed matrix.
struct Packed {
  int n;
  int slices;
  int width;
  league::vector<int> begin;
  league::vector<std::uint16_t> index;
  league::vector<double> value;

  Matrix matrix() const { return {n, slices, width, begin.data(), index.data(), value.data()}; }
};

/// Packs every element (i, j), times weight(i, j), that has a weight.  A slice has `width` columns,
/// at most 65,536.
template <typename Weight>
Packed pack(const Cg::Data<double>& data, int width, Order order, const Weight& weight) {
  const int n = int(data.row.size()) - 1;
  const int slices = (n + width - 1) / width;
  const int parts = n * slices;
  Packed packed{n,
                slices,
                width,
                league::vector<int>(std::size_t(parts) + 1),
                league::vector<std::uint16_t>(data.column.size()),
                league::vector<double>(data.value.size())};
  league::vector<int> next(data.row);  // of every row, the first element that was not looked at
  int end = 0;
  for (int part = 0; part < parts; ++part) {
    const int i = order == Order::by_row ? part / slices : part % n;
    const int slice = order == Order::by_row ? part % slices : part / n;
    packed.begin[part] = end;
    for (int& e = next[i]; e < data.row[i + 1] && data.column[e] / width == slice; ++e) {
      const double factor = weight(i, data.column[e]);
      if (factor == 0) continue;
      packed.index[end] = std::uint16_t(data.column[e] % width);
      packed.value[end++] = factor * data.value[e];
    }
  }
  packed.begin[parts] = end;
  packed.index.resize(end);
  packed.value.resize(end);
  return packed;
}

/// All of the matrix.
inline Packed pack(const Cg::Data<double>& data, int width, Order order) {
  return pack(data, width, order, [](int /*row*/, int /*column*/) { return 1.0; });
}

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
