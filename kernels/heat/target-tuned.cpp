// The best we can do with clauses: a thread walks down a part of a column, the points above and
// below in registers.

#include <utility>

#include "heat.hpp"

template <typename Real>
void Heat::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // Each row is read once and not three times; more rows would leave a large device idle in class
  // A. Teams of 256 threads fill its multiprocessors, one part a thread.  Reasoned, not measured.
  constexpr int rows = 8;
  const int n = cls.n;
  const int cells = n * n;
  const int parts = (n + rows - 1) / rows * n;
  const int teams = (parts + 255) / 256;
  const Real weight = r;
  Real* u = data.u.data();
  Real* v = data.v.data();

  #pragma omp target data map(tofrom : u[0 : cells]) map(alloc : v[0 : cells])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      // One loop of `int` instead of collapse(2): the division is of 32 bits, and once for a part.
      #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(256)
      for (int part = 0; part < parts; ++part) {
        const int top = part / n * rows;
        const int bottom = top + rows < n ? top + rows : n;
        const int j = part % n;
        int c = top * n + j;
        Real up = top > 0 ? u[c - n] : 0;
        Real here = u[c];
        for (int i = top; i < bottom; ++i) {
          const Real down = i < n - 1 ? u[c + n] : 0;
          const Real left = j > 0 ? u[c - 1] : 0;
          const Real right = j < n - 1 ? u[c + 1] : 0;
          v[c] = here + weight * (up + down + left + right - 4 * here);
          up = here;
          here = down;
          c += n;
        }
      }
      std::swap(u, v);
    }
    watch.stop();
  }
}

template void Heat::run(const Class&, Data<float>&, league::Stopwatch&);
template void Heat::run(const Class&, Data<double>&, league::Stopwatch&);
