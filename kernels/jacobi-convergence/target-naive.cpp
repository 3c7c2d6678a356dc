// What mapping around every kernel costs: as target-rows, with both grids sent and fetched in each
// sweep.

#include <algorithm>
#include <cmath>
#include <utility>

#include "jacobi-convergence.hpp"

template <typename Real>
void JacobiConvergence::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int cells = n * n;
  Real* u = data.u.data();
  Real* v = data.v.data();
  Real change = 0;
  int sweeps = 0;

  watch.start();
  do {
    change = 0;
    #pragma omp target teams distribute parallel for reduction(max : change) \
        map(tofrom : u[0 : cells], v[0 : cells], change)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int c = i * n + j;
        v[c] = (u[c - n] + u[c + n] + u[c - 1] + u[c + 1]) / 4;
        change = std::max(change, std::abs(v[c] - u[c]));
      }
    std::swap(u, v);
    ++sweeps;
  } while (change > data.limit && sweeps < most(cls));
  watch.stop();
  if (u != data.u.data()) std::swap(data.u, data.v);
  data.sweeps = sweeps;
  data.change = change;
}

template void JacobiConvergence::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiConvergence::run(const Class&, Data<double>&, league::Stopwatch&);
