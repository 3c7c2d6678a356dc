// What the host does with threads and vectors: rows to threads, the cells of a row to SIMD lanes.

#include <cmath>
#include <utility>

#include "tealeaf_march.hpp"
#include "team_sum.hpp"

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  const Mesh m = f.mesh;
  const int nx = f.nx;
  const double* v = f.v;
  #pragma omp for schedule(static)
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * m.pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) out[c] = base[c] - apply(m, v, x, c);
  }
}

double tea::direction(Fields& f, double alpha, double beta, const double* z) {
  const Band band =
      band_of(omp_get_thread_num(), omp_get_num_threads(), f.ny, f.mesh.pitch, f.ghosts);
  return team_sum(f, march(f.mesh, f.nx, band, alpha, beta, f.v, z, f.u, f.p, f.w));
}

double tea::jacobi(Fields& f) {
  const Mesh m = f.mesh;
  const int nx = f.nx;
  const double* v = f.v;
  const double* u0 = f.u0;
  const double* inverse = f.inverse;
  const double* u = f.u;
  double* next = f.next;
  double mine = 0;
  #pragma omp for schedule(static) nowait
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * m.pitch;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      next[c] = relax(m, v, u0, inverse, u, c);
      mine += std::abs(next[c] - u[c]);
    }
  }
  std::swap(f.u, f.next);
  return team_sum(f, mine);
}
