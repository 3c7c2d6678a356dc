// A listing often seen, kept as a lesson: as target-rows, with the scratch mapped `alloc`.  Wrong
// wherever a device has memory of its own.

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

  // What the kernel finds in fresh memory of the device is not the boundary by luck: it held
  // garbage before.
  league::vector<Real> garbage(data.u.size(), Real(7));
  Real* g = garbage.data();
  #pragma omp target enter data map(to : g[0 : cells])
  #pragma omp target exit data map(delete : g[0 : cells])
  // v is not sent: its boundary, which no kernel writes, is undefined there and is read in every
  // second sweep (OpenMP 5.0, 2.19.7.1).
  #pragma omp target data map(to : u[0 : cells]) map(alloc : v[0 : cells])
  {
    watch.start();
    do {
      change = 0;
      #pragma omp target teams distribute parallel for reduction(max : change) map(tofrom : change)
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
    #pragma omp target update from(u[0 : cells])
  }
  if (u != data.u.data()) std::swap(data.u, data.v);
  data.sweeps = sweeps;
  data.change = change;
}

template void JacobiConvergence::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiConvergence::run(const Class&, Data<double>&, league::Stopwatch&);
