// The best the host can do: as omp, and numbers are shared among SIMD lanes as well.

#include <algorithm>

#include "newton-sqrt.hpp"

template <typename Real>
void NewtonSqrt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int steps = cls.steps;
  const Real start = data.start;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  // Compilers fill the lanes with the iterations of the innermost loop: it has to be the numbers.
  constexpr int block = 512 / sizeof(Real);

  watch.start();
  #pragma omp parallel for
  for (int first = 0; first < n; first += block) {
    const int count = std::min(block, n - first);
    Real square[block];
    Real root[block];
    for (int i = 0; i < block; ++i) {
      square[i] = x[first + std::min(i, count - 1)];
      root[i] = start;
    }
    for (int step = 0; step < steps; ++step)
      #pragma omp simd
      for (int i = 0; i < block; ++i) root[i] = (root[i] + square[i] / root[i]) / 2;
    for (int i = 0; i < count; ++i) y[first + i] = root[i];
  }
  watch.stop();
}

template void NewtonSqrt::run(const Class&, Data<float>&, league::Stopwatch&);
template void NewtonSqrt::run(const Class&, Data<double>&, league::Stopwatch&);
