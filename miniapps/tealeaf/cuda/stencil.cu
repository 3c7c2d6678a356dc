// The vendor reference: direction, operator and their product in one launch.

#include <cmath>
#include <utility>

#include "cells.cuh"

namespace {

struct Residual {
  tea::Mesh m;
  const double* v;
  const double* base;
  const double* x;
  double* out;
  __device__ void operator()(long c) const { out[c] = base[c] - tea::apply(m, v, x, c); }
};

struct Direction {
  tea::Mesh m;
  const double* v;
  const double* z;
  const double* p;
  double* next;
  double* u;
  double* w;
  double alpha;
  double beta;
  __device__ double operator()(long c) const {
    u[c] += alpha * p[c];
    const double here = z[c] + beta * p[c];
    const double image = tea::apply_sum(m, v, z, beta, p, c);
    next[c] = here;
    w[c] = image;
    return here * image;
  }
};

struct Relax {
  tea::Mesh m;
  const double* v;
  const double* u0;
  const double* inverse;
  const double* u;
  double* next;
  __device__ double operator()(long c) const {
    const double value = tea::relax(m, v, u0, inverse, u, c);
    next[c] = value;
    return fabs(value - u[c]);
  }
};

}  // namespace

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  launch(f, Residual{f.mesh, f.v, base, x, out});
}

// The new direction goes to a second buffer: neighbours still need the old one.
double tea::direction(Fields& f, double alpha, double beta, const double* z) {
  const double sum = launch_sum(f, Direction{f.mesh, f.v, z, f.p, f.next, f.u, f.w, alpha, beta});
  std::swap(f.p, f.next);
  return sum;
}

double tea::jacobi(Fields& f) {
  const double sum = launch_sum(f, Relax{f.mesh, f.v, f.u0, f.inverse, f.u, f.next});
  std::swap(f.u, f.next);
  return sum;
}
