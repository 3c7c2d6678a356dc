// OpenACC in a shape: as acc, with gangs and workers per gang as target-shape has teams and
// threads. GCC takes the vector length only at compile time.

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

  #pragma acc data copyin(x[0 : n]) copyout(y[0 : n])
  {
    watch.start();
    #pragma acc parallel loop gang worker vector num_gangs(teams) num_workers(threads) \
        vector_length(32) present(x[0 : n], y[0 : n])
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
