// The vendor reference: a thread a cell, sums completed by the last block.

#include "launch.cuh"

namespace {

struct Copy {
  const double* from;
  double* to;
  __device__ void operator()(long c) const { to[c] = from[c]; }
};

struct Add {
  double factor;
  const double* d;
  double* x;
  __device__ void operator()(long c) const { x[c] += factor * d[c]; }
};

struct Smooth {
  double a;
  double b;
  const double* z;
  double* d;
  double* x;
  __device__ void operator()(long c) const {
    const double value = a * d[c] + b * z[c];
    d[c] = value;
    x[c] += value;
  }
};

struct OpenInner {
  double factor;
  const double* z;
  const double* r;
  double* sd;
  double* inner_z;
  double* inner_r;
  __device__ void operator()(long c) const {
    const double value = factor * z[c];
    sd[c] = value;
    inner_z[c] = value;
    inner_r[c] = r[c];
  }
};

struct ReduceResidual {
  double alpha;
  const double* w;
  double* r;
  LEAGUE_PORTABLE double operator()(long c) const {
    const double value = r[c] - alpha * w[c];
    r[c] = value;
    return value * value;
  }
};

struct Product {
  const double* a;
  const double* b;
  LEAGUE_PORTABLE double operator()(long c) const { return a[c] * b[c]; }
};

struct Value {
  const double* a;
  LEAGUE_PORTABLE double operator()(long c) const { return a[c]; }
};

}  // namespace

void tea::copy(Fields& f, const double* from, double* to) { launch(f, Copy{from, to}); }

void tea::add(Fields& f, double factor, const double* d, double* x) {
  launch(f, Add{factor, d, x});
}

void tea::smooth(Fields& f, double a, double b, const double* z, double* d, double* x) {
  launch(f, Smooth{a, b, z, d, x});
}

void tea::open_inner(Fields& f, double factor, const double* z) {
  launch(f, OpenInner{factor, z, f.r, f.sd, f.inner_z, f.inner_r});
}

double tea::reduce_residual(Fields& f, double alpha) {
  return launch_sum(f, ReduceResidual{alpha, f.w, f.r});
}

double tea::dot(Fields& f, const double* a, const double* b) {
  return launch_sum(f, Product{a, b});
}

tea::Sums tea::totals(Fields& f) {
  return {launch_sum(f, Value{f.u}), launch_sum(f, Product{f.density, f.u})};
}
