// Lines of the transform for a GPU: eight points of a line in the registers of each thread, passes
// of radix 4 and 8 among them, and between two passes an exchange through the memory of the block.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <type_traits>

#include "ft_body.hpp"

namespace ft {

/// Lines that a block transforms: neighbours along x or, if the lines themselves run along x, any.
/// Two numbers of 16 bytes fill a sector of memory; 256 threads, at most 512, share a block's
/// memory.
template <int n>
constexpr int lines_of = n <= 64     ? 32
                         : n <= 1024 ? 2048 / n
                                     : 4096 / n;
template <int n>
constexpr int threads_of = n / 8 * lines_of<n>;

/// Blocks that a multiprocessor is to have registers for, at least, where one is all it would have.
template <int n>
constexpr int blocks_of = threads_of<n> > 256 ? 2 : 0;

/// Calls visit with the length as a constant.
template <typename Visit>
void for_length(int n, const Visit& visit) {
  switch (n) {
    case 32:
      return visit(std::integral_constant<int, 32>());
    case 64:
      return visit(std::integral_constant<int, 64>());
    case 128:
      return visit(std::integral_constant<int, 128>());
    case 256:
      return visit(std::integral_constant<int, 256>());
    case 512:
      return visit(std::integral_constant<int, 512>());
    case 1024:
      return visit(std::integral_constant<int, 1024>());
    case 2048:
      return visit(std::integral_constant<int, 2048>());
    case 4096:
      return visit(std::integral_constant<int, 4096>());
    default:
      throw std::invalid_argument("no kernel for lines of this length");
  }
}

/// Where point e of thread t lies in a line of n when a pass works on blocks of `length`.
template <int n, int length>
__device__ int position(int t, int e) {
  constexpr int radix = radix_of(length);
  constexpr int m = length / radix;
  const int set = radix == 8 ? t : t + e / 4 * (n / 8);  // two sets of four
  return set / m * length + set % m + e % radix * m;
}

/// Where point e of thread t lies in a line of modes: not in the order of positions, but so that
/// neighbouring threads have neighbouring places (see frequency_at()).
template <int n>
__device__ int place(int t, int e) {
  return t + e * (n / 8);
}

/// The part of a thread in a block of lines.
template <int n, bool along_x>
struct Part {
  static constexpr int lines = lines_of<n>;
  static constexpr int waiting = lines * (n + n / 8);  ///< numbers that exchanges need room for
  int t = along_x ? threadIdx.x % (n / 8) : threadIdx.x / lines;  ///< among those of the line
  int line = along_x ? threadIdx.x / (n / 8) : threadIdx.x % lines;

  /// First point of the line; points are `apart`.
  __device__ std::size_t begin(std::size_t apart) const {
    const std::size_t column = blockIdx.x * std::size_t(lines) + line;
    return column / apart * apart * n + column % apart;
  }

  /// Where a point waits in the memory of the block: a gap after eight keeps threads that take
  /// eight points in a row out of each other's banks.
  __device__ int index(int position) const {
    const int spread = position + position / 8;
    return along_x ? line * (n + n / 8) + spread : spread * lines + line;
  }

  /// Hands the points of a pass over blocks of `from` to the threads that need them for blocks of
  /// `to`.
  template <int from, int to>
  __device__ void exchange(Complex (&a)[8], double* shared) const {
    for (int e = 0; e < 8; ++e) shared[index(position<n, from>(t, e))] = a[e].re;
    __syncthreads();
    for (int e = 0; e < 8; ++e) a[e].re = shared[index(position<n, to>(t, e))];
    __syncthreads();
    for (int e = 0; e < 8; ++e) shared[index(position<n, from>(t, e))] = a[e].im;
    __syncthreads();
    for (int e = 0; e < 8; ++e) a[e].im = shared[index(position<n, to>(t, e))];
    __syncthreads();
  }

  /// All forward passes, from blocks of `length` on.
  template <int length = n>
  __device__ void forward(Complex (&a)[8], const double2* root, double* shared) const {
    constexpr int radix = radix_of(length);
    constexpr int m = length / radix;
    transform_sets<radix, 1>(a);
    if constexpr (m > 1) {
      for (int e = 0; e < 8; ++e)
        if (e % radix != 0) {
          const double2 unit =
              root[n - length + (e % radix - 1) * m + position<n, length>(t, e) % m];
          a[e] = Complex{unit.x, unit.y} * a[e];
        }
      exchange<length, m>(a, shared);
      forward<m>(a, root, shared);
    }
  }

  /// All backward passes, from blocks of `length` on.
  template <int length = 8>
  __device__ void backward(Complex (&a)[8], const double2* root, double* shared) const {
    constexpr int radix = radix_of(length);
    constexpr int m = length / radix;
    if constexpr (m > 1)
      for (int e = 0; e < 8; ++e)
        if (e % radix != 0) {
          const double2 unit =
              root[n - length + (e % radix - 1) * m + position<n, length>(t, e) % m];
          a[e] = Complex{unit.x, -unit.y} * a[e];
        }
    transform_sets<radix, -1>(a);
    if constexpr (length < n) {
      exchange<length, longer(n, length)>(a, shared);
      backward<longer(n, length)>(a, root, shared);
    }
  }

  template <int radix, int sign>
  static __device__ void transform_sets(Complex (&a)[8]) {
    if constexpr (radix == 8) {
      transform8<sign>(a);
    } else {
      transform4<sign>(a[0], a[1], a[2], a[3]);
      transform4<sign>(a[4], a[5], a[6], a[7]);
    }
  }
};

}  // namespace ft
