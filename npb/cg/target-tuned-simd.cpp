// The best we can do without memory of a team, which GCC 12 does not have: three kernels a step and
// nothing that travels, rows divided among SIMD lanes so that loads are coalesced, two bytes an
// index.

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "cg.hpp"
#include "cg_fields.hpp"
#include "cg_rows.hpp"

template <typename Real>
void Cg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real shift = cls.shift;
  const int iterations = cls.niter;
  const int steps = cls.steps;
  // Reasoned, not measured: a quarter of a million lanes fill a large GPU, more than a warp cannot
  // share a row, and below eight the loads of a row are too short.  A lane's sum is not added to
  // those of its row at once: the kernel that needs the product does that while it reads.
  int lanes = 32;
  while (lanes > 8 && long(n) * lanes > 1L << 18) lanes /= 2;
  const auto packed = cg::pack(data, cg::widest, cg::Order::by_row);
  const int slices = packed.slices;
  const int parts = n * slices;
  const int nonzeros = int(packed.value.size());
  const long sums = long(n) * lanes;
  const int* begin = packed.begin.data();
  const std::uint16_t* index = packed.index.data();
  const double* value = packed.value.data();
  league::vector<Real> host_z(n), host_p(n), host_q(sums), host_r(n);
  Real* x = data.x.data();
  Real* z = host_z.data();
  Real* p = host_p.data();
  Real* q = host_q.data();
  Real* r = host_r.data();
  Real* zeta = data.zeta.data();
  Real* rnorm = data.rnorm.data();
  // These stay on the device: a reduction adds to what it finds there, later kernels read it, and
  // the next one that neither adds nor reads clears it.
  Real pq = 0, rho = 0, rr = 0, norm = 0, xz = 0, zz = 0;

  #pragma omp target data map(to : begin[0 : parts + 1], index[0 : nonzeros], value[0 : nonzeros]) \
      map(to : pq, rho, rr, norm, xz, zz) map(alloc : z[0 : n], p[0 : n], q[0 : sums], r[0 : n])   \
      map(from : x[0 : n], zeta[0 : iterations], rnorm[0 : iterations])
  {
    // Iteration -1 is not timed and leaves nothing behind; the rules of the benchmark have it.
    for (int iteration = -1; iteration < iterations; ++iteration) {
      if (iteration <= 0) {
        #pragma omp target teams distribute parallel for simd
        for (int i = 0; i < n; ++i) x[i] = 1;
      }
      if (iteration == 0) watch.start();
      #pragma omp target teams distribute parallel for simd map(tofrom : rr, xz, zz) \
          reduction(+ : rr)
      for (int i = 0; i < n; ++i) {
        z[i] = 0;
        r[i] = x[i];
        p[i] = x[i];
        rr += x[i] * x[i];
        if (i == 0) xz = zz = 0;
      }
      for (int step = 0; step < steps; ++step) {
        #pragma omp target teams distribute parallel for simd collapse(2) \
            map(tofrom : pq, rho, rr) reduction(+ : pq) thread_limit(256)
        for (int i = 0; i < n; ++i)
          for (int lane = 0; lane < lanes; ++lane) {
            const Real sum = cg::lane_times(slices, begin, index, value, i, lane, lanes, p);
            q[long(i) * lanes + lane] = sum;
            pq += p[i] * sum;
            if (i + lane == 0) {
              rho = rr;
              rr = 0;
            }
          }
        #pragma omp target teams distribute parallel for simd map(tofrom : pq, rho, rr) \
            reduction(+ : rr)
        for (int i = 0; i < n; ++i) {
          const Real alpha = rho / pq;
          Real sum = 0;
          for (int lane = 0; lane < lanes; ++lane) sum += q[long(i) * lanes + lane];
          z[i] += alpha * p[i];
          r[i] -= alpha * sum;
          rr += r[i] * r[i];
        }
        #pragma omp target teams distribute parallel for simd map(tofrom : pq, rho, rr)
        for (int i = 0; i < n; ++i) {
          p[i] = r[i] + rr / rho * p[i];
          if (i == 0) pq = 0;
        }
      }
      if (iteration >= 0) watch.lap("solve");
      #pragma omp target teams distribute parallel for simd collapse(2) map(tofrom : rr) \
          thread_limit(256)
      for (int i = 0; i < n; ++i)
        for (int lane = 0; lane < lanes; ++lane) {
          q[long(i) * lanes + lane] =
              cg::lane_times(slices, begin, index, value, i, lane, lanes, z);
          if (i + lane == 0) rr = 0;
        }
      #pragma omp target teams distribute parallel for simd map(tofrom : norm) reduction(+ : norm)
      for (int i = 0; i < n; ++i) {
        Real difference = x[i];
        for (int lane = 0; lane < lanes; ++lane) difference -= q[long(i) * lanes + lane];
        norm += difference * difference;
      }
      if (iteration >= 0) watch.lap("residual");
      #pragma omp target teams distribute parallel for simd map(tofrom : xz, zz) \
          reduction(+ : xz, zz)
      for (int i = 0; i < n; ++i) {
        xz += x[i] * z[i];
        zz += z[i] * z[i];
      }
      #pragma omp target teams distribute parallel for simd map(tofrom : norm, xz, zz)
      for (int i = 0; i < n; ++i) {
        x[i] = z[i] / std::sqrt(zz);
        if (i > 0) continue;
        zeta[iteration < 0 ? 0 : iteration] = shift + 1 / xz;
        rnorm[iteration < 0 ? 0 : iteration] = std::sqrt(norm);
        norm = 0;
      }
      if (iteration >= 0) watch.lap("normalise");
    }
    watch.stop();
  }
}

template void Cg::run(const Class&, Data<double>&, league::Stopwatch&);
