// The best we can do with clauses: as many teams at most as a large device holds at once, two sums
// per thread, and a sum that goes and comes with its region, so that the host waits once.

#include "pi.hpp"

template <typename Real>
void Pi::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // 1056 teams of 256 threads fill 132 multiprocessors that hold 2048 threads each, once: every
  // team beyond them would only add a partial sum to be combined.  Reasoned from the hardware, not
  // measured.
  constexpr int most = 1056;
  const int grids = cls.grids;
  Real* pi = data.pi.data();

  watch.start();
  for (int grid = 0; grid < grids; ++grid) {
    const int n = cls.n - grid;
    const Real h = Real(1.0 / n);
    double sum = 3;  // half of the values at both ends
    // Two points per turn are independent, so one division does not wait for the other.
    const int half = n / 2;
    const int teams = half < most * 256 ? (half + 255) / 256 : most;
    #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(256) \
        map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < half; ++i) {
      const Real x = Real(i + 1) * h;
      const Real z = Real(half + i + 1) * h;
      sum += 4 / (1 + x * x);
      // There are n - 1 inner points: the second half of an even n is one short.
      if (half + i + 1 < n) sum += 4 / (1 + z * z);
    }
    pi[grid] = Real(sum / n);
  }
  watch.stop();
}

template void Pi::run(const Class&, Data<float>&, league::Stopwatch&);
template void Pi::run(const Class&, Data<double>&, league::Stopwatch&);
