// Are the four conditions at the edge expensive: as target-data, with a factor that is zero
// outside, and an address that stays inside.

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
      #pragma omp target teams distribute parallel for collapse(2)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          const int c = i * n + j;
          const int above = i > 0;
          const int below = i < n - 1;
          const int before = j > 0;
          const int behind = j < n - 1;
          const Real sum = above * u[c - above * n] + below * u[c + below * n] +
                           before * u[c - before] + behind * u[c + behind];
          v[c] = u[c] + weight * (sum - 4 * u[c]);
        }
      std::swap(u, v);
    }
    watch.stop();
  }
}

template void Heat::run(const Class&, Data<float>&, league::Stopwatch&);
template void Heat::run(const Class&, Data<double>&, league::Stopwatch&);
