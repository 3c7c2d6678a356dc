// What the host does with the same source: numbers are shared among threads.

#include "newton-sqrt.hpp"

template <typename Real>
void NewtonSqrt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int steps = cls.steps;
  const Real start = data.start;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  watch.start();
  #pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    Real root = start;
    for (int step = 0; step < steps; ++step) root = (root + x[i] / root) / 2;
    y[i] = root;
  }
  watch.stop();
}

template void NewtonSqrt::run(const Class&, Data<float>&, league::Stopwatch&);
template void NewtonSqrt::run(const Class&, Data<double>&, league::Stopwatch&);
