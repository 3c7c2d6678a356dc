// The vendor reference: direction, operator and their product in one launch.

#include <cmath>
#include <utility>

#include "launch.cuh"

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
  LEAGUE_PORTABLE double operator()(long c) const {
    u[c] += alpha * p[c];
    const double here = z[c] + beta * p[c];
    const double image = tea::apply_to(m, v, [=](long at) { return z[at] + beta * p[at]; }, c);
    next[c] = here;
    w[c] = image;
    return here * image;
  }
};

struct Iteration {
  tea::Mesh m;
  const double* v;
  const double* r;
  const double* p;
  const double* w;
  double* u;
  double* next_r;
  double* next_p;
  double* next_w;
  double alpha;
  double beta;
  LEAGUE_PORTABLE tea::Products operator()(long c) const {
    const double residual = r[c] - alpha * w[c];
    const double direction = residual + beta * p[c];
    const double image =
        tea::apply_to(m, v, [=](long at) { return r[at] - alpha * w[at] + beta * p[at]; }, c);
    u[c] += alpha * p[c];
    next_r[c] = residual;
    next_p[c] = direction;
    next_w[c] = image;
    return {direction * image, residual * image, image * image, residual * residual};
  }
};

struct Relax {
  tea::Mesh m;
  const double* v;
  const double* u0;
  const double* inverse;
  const double* u;
  double* next;
  LEAGUE_PORTABLE double operator()(long c) const {
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

// An iteration is one launch; the second buffers of r and w are fields that only a preconditioner
// needs.
tea::Products tea::one_pass(Fields& f, bool fresh, double alpha, double beta) {
  const Products sum = launch_sum(f, Iteration{f.mesh, f.v, f.r, f.p, f.w, f.u, f.z, f.next,
                                               f.inverse, fresh ? 0 : alpha, beta});
  std::swap(f.r, f.z);
  std::swap(f.p, f.next);
  std::swap(f.w, f.inverse);
  return sum;
}

double tea::jacobi(Fields& f) {
  const double sum = launch_sum(f, Relax{f.mesh, f.v, f.u0, f.inverse, f.u, f.next});
  std::swap(f.u, f.next);
  return sum;
}
