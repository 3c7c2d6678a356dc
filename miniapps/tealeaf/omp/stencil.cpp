// What the host does with threads and vectors: rows to threads, the cells of a row to SIMD lanes.

#include <cmath>
#include <utility>

#include "rows_reduction.hpp"
#include "tealeaf_rows_bands.hpp"

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
  const Mesh m = f.mesh;
  const int nx = f.nx;
  const double* v = f.v;
  double* u = f.u;
  double* p = f.p;
  double* w = f.w;
  #pragma omp for schedule(static)
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * m.pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) {
      u[c] += alpha * p[c];
      p[c] = z[c] + beta * p[c];
    }
  }
  double mine = 0;
  #pragma omp for schedule(static) nowait
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * m.pitch;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      w[c] = apply(m, v, p, c);
      mine += p[c] * w[c];
    }
  }
  return team_sum(f, mine);
}

tea::Products tea::one_pass(Fields& f, bool fresh, double alpha, double beta) {
  const int number = omp_get_thread_num();
  ++f.passes;
  if (number >= f.bands) return team_sum(f, {0, 0, 0, 0});
  const Band band = band_of(f.mesh, f.ny, number, f.bands, f.passes, f.ghosts, f.w);
  return team_sum(f,
                  pass_over_band(f.mesh, f.nx, band, fresh, alpha, beta, f.v, f.u, f.r, f.p, f.w));
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
