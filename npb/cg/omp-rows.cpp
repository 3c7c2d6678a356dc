// What the host does with the data structure of the target variants: one parallel region a
// solution, with three barriers a step.

#include <cmath>
#include <cstdint>

#include "cg.hpp"
#include "cg_fields.hpp"
#include "cg_rows.hpp"

namespace {

// A z = x.  A sum is cleared by one thread between two barriers: the first has all threads behind
// its last use, the second holds them before its next.
void solve(const cg::Matrix& a, int steps, const double* x, double* z, double* p, double* q,
           double* r) {
  double first = 0;
  double pq = 0;
  double rr = 0;
  #pragma omp parallel
  {
    #pragma omp for schedule(static) reduction(+ : first)
    for (int i = 0; i < a.n; ++i) {
      z[i] = 0;
      r[i] = x[i];
      p[i] = x[i];
      first += x[i] * x[i];
    }
    double rho = first;
    for (int step = 0; step < steps; ++step) {
      #pragma omp master
      rr = 0;
      #pragma omp for schedule(static) reduction(+ : pq)
      for (int i = 0; i < a.n; ++i) {
        q[i] = cg::row_times(a, i, p);
        pq += p[i] * q[i];
      }
      const double alpha = rho / pq;
      #pragma omp for schedule(static) reduction(+ : rr)
      for (int i = 0; i < a.n; ++i) {
        z[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        rr += r[i] * r[i];
      }
      const double beta = rr / rho;
      rho = rr;
      #pragma omp master
      pq = 0;
      #pragma omp for simd schedule(static)
      for (int i = 0; i < a.n; ++i) p[i] = r[i] + beta * p[i];
    }
  }
}

// ||x - A z||
double residual(const cg::Matrix& a, const double* x, const double* z) {
  double sum = 0;
  #pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 0; i < a.n; ++i) {
    const double difference = x[i] - cg::row_times(a, i, z);
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

}  // namespace

template <typename Real>
void Cg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  Real* x = data.x.data();
  league::vector<Real> z(n), p(n), q(n), r(n);
  const auto packed = cg::pack(data, cg::widest, cg::Order::by_row);
  const cg::Matrix a = packed.matrix();

  // One iteration is not timed; the rules of the benchmark have it.
  for (int i = 0; i < n; ++i) x[i] = 1;
  solve(a, cls.steps, x, z.data(), p.data(), q.data(), r.data());
  residual(a, x, z.data());

  watch.start();
  for (int iteration = 0; iteration < cls.niter; ++iteration) {
    solve(a, cls.steps, x, z.data(), p.data(), q.data(), r.data());
    watch.lap("solve");
    data.rnorm[iteration] = residual(a, x, z.data());
    watch.lap("residual");
    Real xz = 0;
    Real zz = 0;
    #pragma omp parallel
    {
      #pragma omp for schedule(static) reduction(+ : xz, zz)
      for (int i = 0; i < n; ++i) {
        xz += x[i] * z[i];
        zz += z[i] * z[i];
      }
      const Real length = std::sqrt(zz);
      #pragma omp for simd schedule(static)
      for (int i = 0; i < n; ++i) x[i] = z[i] / length;
    }
    data.zeta[iteration] = cls.shift + 1 / xz;
    watch.lap("normalise");
  }
  watch.stop();
}

template void Cg::run(const Class&, Data<double>&, league::Stopwatch&);
