// Selection against the branch: both loops are done for every number, then one result is chosen.

#include "branch.hpp"

template <typename Real>
void Branch::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int steps = cls.steps;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma omp target data map(to : x[0 : n]) map(from : y[0 : n])
  {
    watch.start();
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) {
      Real up = x[i];
      Real down = x[i];
      for (int step = 0; step < steps; ++step) {
        up = (up * 2 + 4) / 2 - 1;
        down = ((down / 2 + 3) / 2 - 2) * 4 + 1;
      }
      y[i] = x[i] >= 0 ? up : down;
    }
    watch.stop();
  }
}

template void Branch::run(const Class&, Data<float>&, league::Stopwatch&);
template void Branch::run(const Class&, Data<double>&, league::Stopwatch&);
