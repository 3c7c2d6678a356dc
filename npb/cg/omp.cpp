// What the host makes of it: the symmetric matrix is read half as often, and three barriers a step
// are all that threads wait for.

#include <omp.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "cg.hpp"
#include "cg_fields.hpp"
#include "cg_rows.hpp"

namespace {

// Of a(i, j) and a(j, i) one is kept, on either side of the diagonal in turn: so all rows are
// halved alike, and equal numbers of rows are equal work.  The diagonal is halved as it will be
// added twice.
double weight(int i, int j) {
  if (i == j) return 0.5;
  return (i < j) == ((i + j) % 2 == 0) ? 1 : 0;
}

// Element i of q, of which every thread has made a part; leaves nothing there.
inline double collect(int threads, int n, int i, double* q) {
  double sum = 0;
  for (double* part = q + i; part < q + std::size_t(threads) * n; part += n) {
    sum += *part;
    *part = 0;
  }
  return sum;
}

// A z = x.  A sum is cleared by one thread between two barriers: the first
// has all threads behind its last use, the second holds them before its next.
void solve(const cg::Matrix& a, int steps, const double* x, double* z, double* p, double* q,
           double* r) {
  double first = 0;
  double pq = 0;
  double rr = 0;
  #pragma omp parallel
  {
    const int threads = omp_get_num_threads();
    double* own_q = q + std::size_t(omp_get_thread_num()) * a.n;
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
      for (int i = 0; i < a.n; ++i) pq += cg::add_row(a, i, p, own_q);
      const double alpha = rho / pq;
      #pragma omp for schedule(static) reduction(+ : rr)
      for (int i = 0; i < a.n; ++i) {
        z[i] += alpha * p[i];
        r[i] -= alpha * collect(threads, a.n, i, q);
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
double residual(const cg::Matrix& a, const double* x, const double* z, double* q) {
  double sum = 0;
  #pragma omp parallel
  {
    double* own_q = q + std::size_t(omp_get_thread_num()) * a.n;
    #pragma omp for schedule(static)
    for (int i = 0; i < a.n; ++i) cg::add_row(a, i, z, own_q);
    #pragma omp for schedule(static) reduction(+ : sum)
    for (int i = 0; i < a.n; ++i) {
      const double difference = x[i] - collect(omp_get_num_threads(), a.n, i, q);
      sum += difference * difference;
    }
  }
  return std::sqrt(sum);
}

}  // namespace

template <typename Real>
void Cg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  Real* x = data.x.data();
  league::vector<Real> z(n), p(n), r(n);
  league::vector<Real> q(std::size_t(n) * omp_get_max_threads(), Real(0));
  const auto packed = cg::pack(data, cg::widest, cg::Order::by_row, weight);
  const cg::Matrix a = packed.matrix();

  // One iteration is not timed; the rules of the benchmark have it.
  for (int i = 0; i < n; ++i) x[i] = 1;
  solve(a, cls.steps, x, z.data(), p.data(), q.data(), r.data());
  residual(a, x, z.data(), q.data());

  watch.start();
  for (int iteration = 0; iteration < cls.niter; ++iteration) {
    solve(a, cls.steps, x, z.data(), p.data(), q.data(), r.data());
    watch.lap("solve");
    data.rnorm[iteration] = residual(a, x, z.data(), q.data());
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
