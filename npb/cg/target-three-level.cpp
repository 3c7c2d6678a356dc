// What a third level adds: as target-two-level, with the entries of a row to SIMD lanes, and where
// there is one loop alone its elements.

#include <algorithm>
#include <cmath>

#include "cg.hpp"

namespace {

constexpr int rows_of_team = 256;  // some of them for each warp or thread of any team

struct Matrix {
  int n;
  const int* row;
  const int* column;
  const double* value;
};

// q := A p; returns p.q
double multiply(const Matrix& a, const double* p, double* q) {
  const int n = a.n;
  const int* row = a.row;
  const int* column = a.column;
  const double* value = a.value;
  double pq = 0;
  #pragma omp target teams distribute map(tofrom : pq) reduction(+ : pq)
  for (int first = 0; first < n; first += rows_of_team) {
    const int end = std::min(first + rows_of_team, n);
    double part = 0;
    #pragma omp parallel for reduction(+ : part)
    for (int i = first; i < end; ++i) {
      double sum = 0;
      #pragma omp simd reduction(+ : sum)
      for (int e = row[i]; e < row[i + 1]; ++e) sum += value[e] * p[column[e]];
      q[i] = sum;
      part += p[i] * sum;
    }
    pq += part;
  }
  return pq;
}

// A z = x
void solve(const Matrix& a, int steps, const double* x, double* z, double* p, double* q,
           double* r) {
  const int n = a.n;
  double rho = 0;
  #pragma omp target teams distribute parallel for simd map(tofrom : rho) reduction(+ : rho)
  for (int i = 0; i < n; ++i) {
    z[i] = 0;
    r[i] = x[i];
    p[i] = x[i];
    rho += x[i] * x[i];
  }
  for (int step = 0; step < steps; ++step) {
    const double alpha = rho / multiply(a, p, q);
    const double before = rho;
    rho = 0;
    #pragma omp target teams distribute parallel for simd map(tofrom : rho) reduction(+ : rho)
    for (int i = 0; i < n; ++i) {
      z[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      rho += r[i] * r[i];
    }
    const double beta = rho / before;
    #pragma omp target teams distribute parallel for simd
    for (int i = 0; i < n; ++i) p[i] = r[i] + beta * p[i];
  }
}

// ||x - A z||
double residual(const Matrix& a, const double* x, const double* z, double* q) {
  multiply(a, z, q);
  const int n = a.n;
  double sum = 0;
  #pragma omp target teams distribute parallel for simd map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += (x[i] - q[i]) * (x[i] - q[i]);
  return std::sqrt(sum);
}

}  // namespace

template <typename Real>
void Cg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int nonzeros = int(data.value.size());
  const int* row = data.row.data();
  const int* column = data.column.data();
  const Real* value = data.value.data();
  const Matrix a{n, row, column, value};
  league::vector<Real> host_z(n), host_p(n), host_q(n), host_r(n);
  Real* x = data.x.data();
  Real* z = host_z.data();
  Real* p = host_p.data();
  Real* q = host_q.data();
  Real* r = host_r.data();

  #pragma omp target data map(to : row[0 : n + 1], column[0 : nonzeros], value[0 : nonzeros]) \
      map(from : x[0 : n]) map(alloc : z[0 : n], p[0 : n], q[0 : n], r[0 : n])
  {
    // One iteration is not timed; the rules of the benchmark have it.
    #pragma omp target teams distribute parallel for simd
    for (int i = 0; i < n; ++i) x[i] = 1;
    solve(a, cls.steps, x, z, p, q, r);
    residual(a, x, z, q);

    watch.start();
    for (int iteration = 0; iteration < cls.niter; ++iteration) {
      solve(a, cls.steps, x, z, p, q, r);
      watch.lap("solve");
      data.rnorm[iteration] = residual(a, x, z, q);
      watch.lap("residual");
      Real xz = 0;
      Real zz = 0;
      #pragma omp target teams distribute parallel for simd map(tofrom : xz, zz) \
          reduction(+ : xz, zz)
      for (int i = 0; i < n; ++i) {
        xz += x[i] * z[i];
        zz += z[i] * z[i];
      }
      data.zeta[iteration] = cls.shift + 1 / xz;
      const Real length = std::sqrt(zz);
      #pragma omp target teams distribute parallel for simd
      for (int i = 0; i < n; ++i) x[i] = z[i] / length;
      watch.lap("normalise");
    }
    watch.stop();
  }
}

template void Cg::run(const Class&, Data<double>&, league::Stopwatch&);
