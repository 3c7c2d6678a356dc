// Lines of the transform for processors with SIMD lanes: along y and z a tile of neighbouring
// columns at a time, along x a row.  The OpenMP variants call these from their parallel loops.
#pragma once

#include <cstddef>

#include "ft_body.hpp"

namespace ft {

constexpr int lanes = 8;  ///< columns of a tile, neighbours along x: a line of the cache

/// Roots of unity for the lines of one axis.
struct Roots {
  const double* re;
  const double* im;
  Roots behind(int n) const { return {re + n, im + n}; }
  Roots of(int n, int length) const { return {re + (n - length), im + (n - length)}; }
};

/// Elements that rows and planes are longer by: a power of two apart, the points of a column would
/// fight for the same few places of every cache.
constexpr std::size_t padding = 8;

template <int radix, int sign>
inline void columns(double* re, double* im, std::size_t row, int m, Roots roots) {
  for (int p = 0; p < m; ++p) {
    #pragma omp simd
    for (int lane = 0; lane < lanes; ++lane)
      rooted_set<radix, sign>(re, im, p * row + lane, m * row, roots.re + p, roots.im + p, m);
  }
}

/// One pass over `count` points of each line of a tile, in blocks of `length`.
template <int sign>
inline void pass(double* re, double* im, std::size_t row, int count, int length, Roots roots) {
  for (int first = 0; first < count; first += length)
    if (radix_of(length) == 8)
      columns<8, sign>(re + first * row, im + first * row, row, length / 8, roots);
    else
      columns<4, sign>(re + first * row, im + first * row, row, length / 4, roots);
}

/// Forward transform of a tile of lines of n points that are `row` apart.  Short blocks are
/// finished one after the other, so that they stay in the first cache.
inline void forward_tile(double* re, double* im, std::size_t row, int n, Roots roots) {
  int block = n;
  for (; block > 64; block /= radix_of(block)) pass<1>(re, im, row, n, block, roots.of(n, block));
  for (int first = 0; first < n; first += block)
    for (int length = block; length > 1; length /= radix_of(length))
      pass<1>(re + first * row, im + first * row, row, block, length, roots.of(n, length));
}

/// What undoes forward_tile(), but for the factor n; with its first pass done already if `from`
/// is 8.
inline void backward_tile(double* re, double* im, std::size_t row, int n, int from, Roots roots) {
  int block = n;
  while (block > 64) block /= radix_of(block);
  for (int first = 0; first < n; first += block)
    for (int length = longer(n, from); length <= block; length = longer(n, length))
      pass<-1>(re + first * row, im + first * row, row, block, length, roots.of(n, length));
  for (int length = longer(n, block); length <= n; length = longer(n, length))
    pass<-1>(re, im, row, n, length, roots.of(n, length));
}

/// The first pass of backward_tile(), which takes the modes from elsewhere and damps them.
inline void damped_tile(const double* mode_re, const double* mode_im, double* re, double* im,
                        std::size_t row, int n, double across, const double* along_line,
                        const double* along_x) {
  for (int first = 0; first < n; first += 8) {
    #pragma omp simd
    for (int lane = 0; lane < lanes; ++lane)
      damped_set<8>(mode_re, mode_im, re, im, first * row + lane, row, across * along_x[lane],
                    along_line + first);
  }
}

/// The last forward pass along x or the first backward one: sets of eight adjacent points.
template <int sign>
inline void eights(double* re, double* im, int n) {
  // Four sets at a time: for eight, some compilers gather and scatter every number by itself.
  #pragma omp simd simdlen(4)
  for (int set = 0; set < n / 8; ++set) plain_set<8, sign>(re, im, 8 * set, 1);
}

/// One pass over a row, in blocks of `length`.
template <int radix, int sign>
inline void row_pass(double* re, double* im, int n, int length, Roots roots) {
  const int m = length / radix;
  for (int first = 0; first < n; first += length) {
    #pragma omp simd
    for (int p = 0; p < m; ++p)
      rooted_set<radix, sign>(re + first, im + first, p, m, roots.re + p, roots.im + p, m);
  }
}

/// Forward transform of a row of n adjacent points.
inline void forward_row(double* re, double* im, int n, Roots roots) {
  for (int length = n; length > 8; length /= radix_of(length))
    if (radix_of(length) == 8)
      row_pass<8, 1>(re, im, n, length, roots.of(n, length));
    else
      row_pass<4, 1>(re, im, n, length, roots.of(n, length));
  eights<1>(re, im, n);
}

/// What undoes forward_row(), but for the factor n.
inline void backward_row(double* re, double* im, int n, Roots roots) {
  eights<-1>(re, im, n);
  for (int length = longer(n, 8); length <= n; length = longer(n, length))
    if (radix_of(length) == 8)
      row_pass<8, -1>(re, im, n, length, roots.of(n, length));
    else
      row_pass<4, -1>(re, im, n, length, roots.of(n, length));
}

}  // namespace ft
