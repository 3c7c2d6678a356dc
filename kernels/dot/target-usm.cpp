// Unified shared memory against mapping: as target-data, without a word about data.

#include "dot.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const Real* x = data.x.data();
  const Real* y = data.y.data();
  Real* dot = data.dot.data();

  watch.start();
  for (int product = 0; product < cls.products; ++product) {
    const int n = cls.n - product;
    Real sum = Real(product + 1);
    #pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
    dot[product] = sum;
  }
  watch.stop();
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
