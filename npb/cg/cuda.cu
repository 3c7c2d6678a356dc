// The vendor reference: slices of the vector in shared memory, where a product gathers from; two
// kernels a step, all steps recorded and launched as one.

#include <cstddef>
#include <cstdint>

#include "../recording.cuh"
#include "cg.hpp"
#include "cg_fields.cuh"
#include "cg_fields.hpp"
#include "cg_rows.cuh"
#include "league/cuda.hpp"

namespace {

constexpr int threads = 1024;

/// p = r + beta p, made on the fly by every block for its slice and its rows; one of the blocks of
/// a slice stores it.  Blocks still read the p before, so the new one is another array.
struct Direction {
  const double* r;
  const double* before;
  double* after;
  const cg::Sums* sums;
  int step;

  __device__ double beta() const { return step == 0 ? 0 : sums->rho[step] / sums->rho[step - 1]; }
  __device__ double at(int i, double beta) const {
    return step == 0 ? r[i] : r[i] + beta * before[i];
  }
  __device__ void keep(int i, double value) const { after[i] = value; }
};

/// A vector as it is.
struct Plain {
  const double* z;

  __device__ double beta() const { return 0; }
  __device__ double at(int i, double /*beta*/) const { return z[i]; }
  __device__ void keep(int /*i*/, double /*value*/) const {}
};

// Part s of q := part s of A times the vector; adds their scalar product to *product.
template <typename Vector>
__global__ void __launch_bounds__(threads)
    multiply(cg::Matrix a, int lanes, Vector vector, double* q, double* product) {
  extern __shared__ double slice[];
  const int blocks = int(gridDim.x) / a.slices;
  const int block = int(blockIdx.x) % blocks;
  const int s = int(blockIdx.x) / blocks;
  const int first = s * a.width;
  const int columns = min(a.width, a.n - first);
  const double beta = vector.beta();
  for (int j = int(threadIdx.x); j < columns; j += threads) {
    slice[j] = vector.at(first + j, beta);
    if (block == 0) vector.keep(first + j, slice[j]);
  }
  __syncthreads();

  // Neighbouring warps of rows go to different blocks, so that few rows keep all of them busy.
  const int rows = 32 / lanes;
  const int lane = int(threadIdx.x) % lanes;
  const int row = int(threadIdx.x) % 32 / lanes;
  const int warp = int(threadIdx.x) / 32 * blocks + block;
  double share = 0;
  for (int top = warp * rows; top < a.n; top += threads / 32 * blocks * rows) {
    const int i = top + row;
    double sum = 0;
    if (i < a.n) {
      const int end = a.begin[s * a.n + i + 1];
      // The matrix does not fit into a cache; nothing of it should push out what does.
      #pragma unroll 4
      for (int e = a.begin[s * a.n + i] + lane; e < end; e += lanes)
        sum += __ldcs(a.value + e) * slice[__ldcs(a.index + e)];
    }
    sum = league::warp_reduce(sum, league::Plus{}, lanes);
    if (lane > 0 || i >= a.n) continue;
    q[std::size_t(s) * a.n + i] = sum;
    share += sum * vector.at(i, beta);
  }
  league::block_add<threads>(share, product);
}

}  // namespace

template <typename Real>
void Cg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const cg::Plan plan(n, double(data.value.size()), threads);
  const auto packed = cg::pack(data, plan.width, cg::Order::by_slice);
  league::DeviceArray<int> begin(packed.begin.size());
  league::DeviceArray<std::uint16_t> index(packed.index.size());
  league::DeviceArray<Real> value(packed.value.size());
  begin.copy_from(packed.begin.data());
  index.copy_from(packed.index.data());
  value.copy_from(packed.value.data());
  const cg::Matrix a{n, plan.slices, plan.width, begin.data(), index.data(), value.data()};
  league::DeviceArray<Real> x(n), z(n), even_p(n), odd_p(n), r(n), q(std::size_t(n) * plan.slices);
  league::DeviceArray<Real> zeta(cls.niter), rnorm(cls.niter);
  league::DeviceArray<cg::Sums> all_sums(1);
  cg::Sums* sums = all_sums.data();
  Real* p[] = {even_p.data(), odd_p.data()};
  const std::size_t shared = plan.width * sizeof(Real);
  for (const void* kernel : {(const void*)multiply<Direction>, (const void*)multiply<Plain>})
    league::demand(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared)),
        "shared memory of a kernel");
  const int blocks = plan.slices * plan.blocks;
  const int few = cg::update_blocks(n);
  npb::Recording solve;
  const cudaStream_t stream = solve.stream();

  solve.begin();
  league::demand(cudaMemsetAsync(sums, 0, sizeof *sums, stream), "clearing");
  cg::begin_solution<<<few, cg::update_threads, 0, stream>>>(n, x.data(), z.data(), r.data(), sums);
  for (int step = 0; step < cls.steps; ++step) {
    const Direction direction{r.data(), p[(step + 1) % 2], p[step % 2], sums, step};
    multiply<<<blocks, threads, shared, stream>>>(a, plan.lanes, direction, q.data(),
                                                  &sums->pq[step]);
    cg::update<<<few, cg::update_threads, 0, stream>>>(n, plan.slices, step, p[step % 2], q.data(),
                                                       z.data(), r.data(), sums);
  }
  solve.end();

  // Iteration -1 is not timed and leaves nothing behind; the rules of the benchmark have it.
  for (int iteration = -1; iteration < cls.niter; ++iteration) {
    if (iteration <= 0) cg::fill<<<few, cg::update_threads, 0, stream>>>(n, x.data());
    if (iteration == 0) watch.start();
    solve.replay();
    if (iteration >= 0) watch.lap("solve");
    multiply<<<blocks, threads, shared, stream>>>(a, plan.lanes, Plain{z.data()}, q.data(),
                                                  &sums->zaz);
    cg::residual<<<few, cg::update_threads, 0, stream>>>(n, plan.slices, x.data(), q.data(), sums);
    if (iteration >= 0) watch.lap("residual");
    cg::end_iteration(stream, n, iteration, cls.shift, z.data(), sums, x.data(), zeta.data(),
                      rnorm.data());
    league::demand_launched();
    if (iteration >= 0) watch.lap("normalise");
  }
  watch.stop();

  x.copy_to(data.x.data());
  zeta.copy_to(data.zeta.data());
  rnorm.copy_to(data.rnorm.data());
}

template void Cg::run(const Class&, Data<double>&, league::Stopwatch&);
