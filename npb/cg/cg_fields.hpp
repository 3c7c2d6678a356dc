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

}  // namespace cg
