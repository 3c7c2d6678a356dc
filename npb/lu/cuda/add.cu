// The vendor reference: a thread for every point, warps along the lines of the skewed coordinates.

#include "league/cuda.hpp"
#include "lu_parts.hpp"

namespace {

constexpr int threads = 128;

__global__ void __launch_bounds__(threads)
    add_to_all(lu::Layout layout, const double* __restrict__ rsd, double* __restrict__ u,
               double* __restrict__ ri) {
  const int m = layout.grid.n - 2;
  const int j = 1 + int(blockIdx.x) * threads + int(threadIdx.x);
  if (j > m) return;
  const int i = lu::on_diagonal(m, int(blockIdx.y), j);
  lu::add_at(layout.grid.points, rsd, u, ri, layout.at(i, j, 1 + int(blockIdx.z)));
}

}  // namespace

void lu::add(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const dim3 grid((m + threads - 1) / threads, m, m);
  add_to_all<<<grid, threads>>>(layout, fields.rsd, fields.u, fields.ri);
  league::demand_launched();
}
