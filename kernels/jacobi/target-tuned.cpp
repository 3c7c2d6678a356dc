// The best we can do with clauses: a thread walks down a part of a column, the points above and
// below in registers.

#include <utility>

#include "jacobi.hpp"

template <typename Real>
void Jacobi::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // Each row is read once and not three times; more rows would leave a large device idle in class
  // A. Teams of 256 threads fill its multiprocessors, one part a thread.  Reasoned, not measured.
  constexpr int rows = 8;
  const int n = cls.n;
  const int cells = n * n;
  const int columns = n - 2;
  const int parts = (n - 2 + rows - 1) / rows * columns;
  const int teams = (parts + 255) / 256;
  Real* u = data.u.data();
  Real* v = data.v.data();

  #pragma omp target data map(tofrom : u[0 : cells], v[0 : cells])
  {
    watch.start();
    for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
      // One loop of `int` instead of collapse(2): the division is of 32 bits, and once for a part.
      #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(256)
      for (int part = 0; part < parts; ++part) {
        const int top = 1 + part / columns * rows;
        const int bottom = top + rows < n - 1 ? top + rows : n - 1;
        int c = top * n + 1 + part % columns;
        Real above = u[c - n];
        Real here = u[c];
        for (int i = top; i < bottom; ++i) {
          const Real below = u[c + n];
          v[c] = (above + below + u[c - 1] + u[c + 1]) / 4;
          above = here;
          here = below;
          c += n;
        }
      }
      std::swap(u, v);
    }
    watch.stop();
  }
}

template void Jacobi::run(const Class&, Data<float>&, league::Stopwatch&);
template void Jacobi::run(const Class&, Data<double>&, league::Stopwatch&);
