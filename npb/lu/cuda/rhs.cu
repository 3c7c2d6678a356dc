// The vendor reference: a thread for every point, warps along the lines of the skewed coordinates.

#include "league/cuda.hpp"
#include "lu_parts.hpp"

namespace {

constexpr int width = 32;  // of a block, along a line
constexpr int height = 4;  // diagonals of a block, which share the planes of their stencils

__global__ void __launch_bounds__(width* height)
    residual_of_all(lu::Layout layout, const double* __restrict__ u, const double* __restrict__ ri,
                    const double* __restrict__ f, double* __restrict__ rsd) {
  const int m = layout.grid.n - 2;
  const int j = 1 + int(blockIdx.x) * width + int(threadIdx.x);
  const int t = int(blockIdx.y) * height + int(threadIdx.y);
  const int k = 1 + int(blockIdx.z);
  if (j > m || t >= m) return;
  const int i = lu::on_diagonal(m, t, j);
  const long c = layout.at(i, j, k);
  double r[5];
  lu::residual_at(layout, u, ri, f, c, i, j, k, r);
  for (int p = 0; p < 5; ++p) rsd[c + p * layout.grid.points] = r[p];
}

}  // namespace

void lu::residual(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const dim3 grid((m + width - 1) / width, (m + height - 1) / height, m);
  residual_of_all<<<grid, dim3(width, height)>>>(layout, fields.u, fields.ri, fields.f, fields.rsd);
  league::demand_launched();
}
