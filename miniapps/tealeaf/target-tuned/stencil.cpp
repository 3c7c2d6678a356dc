// The best we can do with clauses: a thread a cell, and no pass that another can do.

#include <cmath>
#include <utility>

#include "tuned.hpp"

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  const int nx = f.nx;
  const int ny = f.ny;
  const Mesh m = f.mesh;
  const double* v = f.v;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(m) \
      num_teams(teams(nx, ny)) thread_limit(team_size)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * m.pitch + j;
      out[c] = base[c] - apply(m, v, x, c);
    }
}

// The new direction is made where a neighbour needs it, five times, and stored once, in a second
// buffer: one launch instead of two, and a field less is read.
double tea::direction(Fields& f, double alpha, double beta, const double* z) {
  const int nx = f.nx;
  const int ny = f.ny;
  const Mesh m = f.mesh;
  const double* v = f.v;
  const double* p = f.p;
  double* next = f.next;
  double* u = f.u;
  double* w = f.w;
  double sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(m) map(tofrom : sum) \
      reduction(+ : sum) num_teams(sum_teams) thread_limit(team_size)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * m.pitch + j;
      u[c] += alpha * p[c];
      next[c] = z[c] + beta * p[c];
      w[c] = apply_sum(m, v, z, beta, p, c);
      sum += next[c] * w[c];
    }
  std::swap(f.p, f.next);
  return sum;
}

double tea::jacobi(Fields& f) {
  const int nx = f.nx;
  const int ny = f.ny;
  const Mesh m = f.mesh;
  const double* v = f.v;
  const double* u0 = f.u0;
  const double* inverse = f.inverse;
  const double* u = f.u;
  double* next = f.next;
  double sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(m) map(tofrom : sum) \
      reduction(+ : sum) num_teams(sum_teams) thread_limit(team_size)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * m.pitch + j;
      next[c] = relax(m, v, u0, inverse, u, c);
      sum += std::abs(next[c] - u[c]);
    }
  std::swap(f.u, f.next);
  return sum;
}
