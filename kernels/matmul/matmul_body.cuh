// What a warp does with one tensor instruction after the other.  GPUs before sm_80 have none for
// fp64 and fp32.
#pragma once

#include <mma.h>

namespace matmul {

/// Rows, columns and depth of what one instruction multiplies.
template <typename Real>
struct Shape;
template <>
struct Shape<double> {
  static constexpr int m = 8, n = 8, k = 4;
};
template <>
struct Shape<float> {
  static constexpr int m = 16, n = 16, k = 8;
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

/// Of how many numbers of what kind an element is made.  Ten bits behind the first, twice, are
/// those of fp32 but for the last two.
template <typename Real>
struct Parts;
template <>
struct Parts<double> {
  static constexpr int count = 1;
  using Number = double;
};
template <>
struct Parts<float> {
  static constexpr int count = 2;
  using Number = nvcuda::wmma::precision::tf32;
};

template <typename Real, typename Use>
struct Factor {
  nvcuda::wmma::fragment<Use, Shape<Real>::m, Shape<Real>::n, Shape<Real>::k,
                         typename Parts<Real>::Number, nvcuda::wmma::row_major>
      part[Parts<Real>::count];

  __device__ void load(const Real* from, int pitch) {
    nvcuda::wmma::load_matrix_sync(part[0], from, pitch);
    if constexpr (Parts<Real>::count == 2)
      for (int e = 0; e < part[0].num_elements; ++e) {
        const float whole = part[0].x[e];
        part[0].x[e] = nvcuda::wmma::__float_to_tf32(whole);
        part[1].x[e] = nvcuda::wmma::__float_to_tf32(whole - part[0].x[e]);
      }
  }
};
template <typename Real>
using Left = Factor<Real, nvcuda::wmma::matrix_a>;
template <typename Real>
using Right = Factor<Real, nvcuda::wmma::matrix_b>;

/// Sums of products, shared out to the lanes of a warp.
template <typename Real>
struct Sums {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, Shape<Real>::m, Shape<Real>::n, Shape<Real>::k,
                         Real>
      sum;

  __device__ Sums() { nvcuda::wmma::fill_fragment(sum, Real(0)); }
  __device__ void add(const Left<Real>& left, const Right<Real>& right) {
    constexpr int last = Parts<Real>::count - 1;
    for (int p = last; p >= 0; --p)  // small products first, and not the smallest
      for (int q = last - p; q >= 0; --q)
        nvcuda::wmma::mma_sync(sum, left.part[p], right.part[q], sum);
  }
  __device__ void store(Real* to, int pitch) const {
    nvcuda::wmma::store_matrix_sync(to, sum, pitch, nvcuda::wmma::mem_row_major);
  }
};

#else  // never launched

template <typename Real>
struct Left {
  __device__ void load(const Real*, int) {}
};
template <typename Real>
struct Right : Left<Real> {};
template <typename Real>
struct Sums {
  __device__ void add(const Left<Real>&, const Right<Real>&) {}
  __device__ void store(Real*, int) const {}
};

#endif

}  // namespace matmul
