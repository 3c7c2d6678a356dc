// The best we can do with clauses: as many teams as give every thread one number, so that no thread
// loops over numbers.

#include "newton-sqrt.hpp"

template <typename Real>
void NewtonSqrt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int steps = cls.steps;
  // Eight teams of 256 are the threads that a multiprocessor holds: enough to hide the latency of
  // divisions.  Reasoned, not measured.
  const int teams = (n + 255) / 256;
  const Real start = data.start;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma omp target data map(to : x[0 : n]) map(from : y[0 : n])
  {
    watch.start();
    #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(256)
    for (int i = 0; i < n; ++i) {
      const Real square = x[i];
      Real root = start;
      for (int step = 0; step < steps; ++step) root = (root + square / root) / 2;
      y[i] = root;
    }
    watch.stop();
  }
}

template void NewtonSqrt::run(const Class&, Data<float>&, league::Stopwatch&);
template void NewtonSqrt::run(const Class&, Data<double>&, league::Stopwatch&);
