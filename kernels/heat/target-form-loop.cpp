// What a form of the directive makes of the loop: as target-rows, the compiler chooses the levels.

#include <utility>

#include "heat.hpp"

template <typename Real>
void Heat::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int cells = n * n;
  const Real weight = r;
  Real* u = data.u.data();
  Real* v = data.v.data();

  #pragma omp target data map(tofrom : u[0 : cells]) map(alloc : v[0 : cells])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      #pragma omp target teams loop
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          const int c = i * n + j;
          const Real up = i > 0 ? u[c - n] : 0;
          const Real down = i < n - 1 ? u[c + n] : 0;
          const Real left = j > 0 ? u[c - 1] : 0;
          const Real right = j < n - 1 ? u[c + 1] : 0;
          v[c] = u[c] + weight * (up + down + left + right - 4 * u[c]);
        }
      std::swap(u, v);
    }
    watch.stop();
  }
}

template void Heat::run(const Class&, Data<float>&, league::Stopwatch&);
template void Heat::run(const Class&, Data<double>&, league::Stopwatch&);
