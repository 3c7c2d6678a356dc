// The best we can do with clauses: a thread walks down a part of a column, the points above and
// below in registers.

#include <cmath>
#include <utility>

#include "jacobi-convergence.hpp"

template <typename Real>
void JacobiConvergence::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // As in the jacobi benchmark: each row is read once and not three times, and teams of 256 threads
  // fill the multiprocessors of a large device, one part a thread.  Reasoned, not measured.
  constexpr int rows = 8;
  const int n = cls.n;
  const int cells = n * n;
  const int columns = n - 2;
  const int parts = (n - 2 + rows - 1) / rows * columns;
  const int teams = (parts + 255) / 256;
  Real* u = data.u.data();
  Real* v = data.v.data();
  Real change = 0;
  int sweeps = 0;

  #pragma omp target data map(to : u[0 : cells], v[0 : cells])
  {
    watch.start();
    do {
      change = 0;
      // One loop of `int` instead of collapse(2): the division is of 32 bits, and once for a part.
      #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(256) \
          reduction(max : change) map(tofrom : change)
      for (int part = 0; part < parts; ++part) {
        const int top = 1 + part / columns * rows;
        const int bottom = top + rows < n - 1 ? top + rows : n - 1;
        int c = top * n + 1 + part % columns;
        Real above = u[c - n];
        Real here = u[c];
        for (int i = top; i < bottom; ++i) {
          const Real below = u[c + n];
          const Real mean = (above + below + u[c - 1] + u[c + 1]) / 4;
          const Real step = std::abs(mean - here);
          v[c] = mean;
          change = step > change ? step : change;
          above = here;
          here = below;
          c += n;
        }
      }
      std::swap(u, v);
      ++sweeps;
    } while (change > data.limit && sweeps < most(cls));
    watch.stop();
    #pragma omp target update from(u[0 : cells])
  }
  if (u != data.u.data()) std::swap(data.u, data.v);
  data.sweeps = sweeps;
  data.change = change;
}

template void JacobiConvergence::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiConvergence::run(const Class&, Data<double>&, league::Stopwatch&);
