// What SIMD adds in each shape: as target-shape, with numbers offered to lanes as well.

#include "newton-sqrt.hpp"

template <typename Real>
void NewtonSqrt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int teams = cls.teams;
  const int threads = cls.threads;
  const int n = cls.n;
  const int steps = cls.steps;
  const Real start = data.start;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma omp target data map(to : x[0 : n]) map(from : y[0 : n])
  {
    watch.start();
    #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(threads) \
        num_threads(threads)
    for (int i = 0; i < n; ++i) {
      Real root = start;
      for (int step = 0; step < steps; ++step) root = (root + x[i] / root) / 2;
      y[i] = root;
    }
    watch.stop();
  }
}

template void NewtonSqrt::run(const Class&, Data<float>&, league::Stopwatch&);
template void NewtonSqrt::run(const Class&, Data<double>&, league::Stopwatch&);
