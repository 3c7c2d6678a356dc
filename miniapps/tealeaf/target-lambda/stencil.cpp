// What a lambda costs: the loops of target-data, with bodies that capture pointers.

#include <cmath>
#include <rows_forall.hpp>  // the variant's own
#include <utility>

#include "league/stopwatch.hpp"
#include "tealeaf_parts.hpp"

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  const Mesh m = f.mesh;
  const double* v = f.v;
  each_cell(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * m.pitch + j;
    out[c] = base[c] - apply(m, v, x, c);
  });
}

double tea::direction(Fields& f, double alpha, double beta, const double* z) {
  const Mesh m = f.mesh;
  const double* v = f.v;
  double* u = f.u;
  double* p = f.p;
  double* w = f.w;
  f.watch->lap("solve");
  each_cell(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * m.pitch + j;
    u[c] += alpha * p[c];
    p[c] = z[c] + beta * p[c];
  });
  f.watch->lap("calc_p");
  const double sum = sum_cells(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * m.pitch + j;
    w[c] = apply(m, v, p, c);
    return p[c] * w[c];
  });
  f.watch->lap("calc_w");
  return sum;
}

double tea::jacobi(Fields& f) {
  const Mesh m = f.mesh;
  const double* v = f.v;
  const double* u0 = f.u0;
  const double* inverse = f.inverse;
  const double* u = f.u;
  double* next = f.next;
  const double sum = sum_cells(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * m.pitch + j;
    next[c] = relax(m, v, u0, inverse, u, c);
    return std::abs(next[c] - u[c]);
  });
  std::swap(f.u, f.next);
  return sum;
}
