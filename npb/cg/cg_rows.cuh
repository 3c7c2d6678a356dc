// The kernels of CUDA variants around their product.
//
// A variant's product leaves q in `parts` addends of n elements each.  All scalars stay on the
// device: every step of a solution has sums of its own, so nobody has to clear them between two
// uses.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "cg.hpp"
#include "league/cuda.hpp"

namespace cg {

constexpr int update_threads = 512;

inline int attribute(cudaDeviceAttr which) {
  int device = 0;
  int value = 0;
  league::demand(cudaGetDevice(&device), "device");
  league::demand(cudaDeviceGetAttribute(&value, which, device), "attribute");
  return value;
}

/// A block for every multiprocessor, if there is work for so many: more would only wait for each
/// other with their sums.
inline int update_blocks(int n) {
  return std::min(attribute(cudaDevAttrMultiProcessorCount),
                  (n + update_threads - 1) / update_threads);
}

struct Sums {
  double rho[Cg::most_steps + 1];  // r.r before every step, and behind the last
  double pq[Cg::most_steps];
  double norm, xz, zz, zaz;  // zaz, z.A z, comes with the residual and nobody needs it
};

__device__ inline int first_element() { return int(blockIdx.x * blockDim.x + threadIdx.x); }
__device__ inline int next_element() { return int(gridDim.x * blockDim.x); }

__device__ inline double collect(int n, int parts, const double* q, int i) {
  double sum = 0;
  for (int part = 0; part < parts; ++part) sum += q[std::size_t(part) * n + i];
  return sum;
}

__global__ void fill(int n, double* x) {
  for (int i = first_element(); i < n; i += next_element()) x[i] = 1;
}

__global__ void begin_solution(int n, const double* x, double* z, double* r, Sums* sums) {
  double square = 0;
  for (int i = first_element(); i < n; i += next_element()) {
    z[i] = 0;
    r[i] = x[i];
    square += x[i] * x[i];
  }
  league::block_add<update_threads>(square, &sums->rho[0]);
}

__global__ void update(int n, int parts, int step, const double* p, const double* q, double* z,
                       double* r, Sums* sums) {
  const double alpha = sums->rho[step] / sums->pq[step];
  double square = 0;
  for (int i = first_element(); i < n; i += next_element()) {
    z[i] += alpha * p[i];
    const double rest = r[i] - alpha * collect(n, parts, q, i);
    r[i] = rest;
    square += rest * rest;
  }
  league::block_add<update_threads>(square, &sums->rho[step + 1]);
}

__global__ void residual(int n, int parts, const double* x, const double* q, Sums* sums) {
  double square = 0;
  for (int i = first_element(); i < n; i += next_element()) {
    const double difference = x[i] - collect(n, parts, q, i);
    square += difference * difference;
  }
  league::block_add<update_threads>(square, &sums->norm);
}

__global__ void dots(int n, const double* x, const double* z, Sums* sums) {
  double xz = 0;
  double zz = 0;
  for (int i = first_element(); i < n; i += next_element()) {
    xz += x[i] * z[i];
    zz += z[i] * z[i];
  }
  league::block_add<update_threads>(xz, &sums->xz);
  __syncthreads();  // the second sum uses the same memory again
  league::block_add<update_threads>(zz, &sums->zz);
}

__global__ void normalise(int n, double shift, const double* z, const Sums* sums, double* x,
                          double* zeta, double* rnorm) {
  const double length = sqrt(sums->zz);
  for (int i = first_element(); i < n; i += next_element()) x[i] = z[i] / length;
  if (first_element() > 0) return;
  *zeta = shift + 1 / sums->xz;
  *rnorm = sqrt(sums->norm);
}

/// x := z / ||z||, with what an iteration reports.
inline void end_iteration(cudaStream_t stream, int n, int iteration, double shift, const double* z,
                          Sums* sums, double* x, double* zeta, double* rnorm) {
  const int blocks = update_blocks(n);
  const int place = std::max(0, iteration);  // the untimed one leaves nothing behind
  dots<<<blocks, update_threads, 0, stream>>>(n, x, z, sums);
  normalise<<<blocks, update_threads, 0, stream>>>(n, shift, z, sums, x, zeta + place,
                                                   rnorm + place);
}

}  // namespace cg
